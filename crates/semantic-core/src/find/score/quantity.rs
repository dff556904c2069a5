//! Prices, durations and other numbers in text, for "the cheapest" and "the longest".

use crate::find::query::Measure;

/// The first quantity of this measure in `text`: money in units of its currency, durations in minutes.
pub(crate) fn quantity(text: &str, measure: Measure) -> Option<f64> {
    match measure {
        Measure::Money => money(text),
        Measure::Duration => duration(text),
        Measure::Number => numbers(text).next().map(|n| n.value),
    }
}

struct Number<'a> {
    value: f64,
    before: &'a str,
    after: &'a str,
}

/// The numbers in a text, thousands separators and decimal commas understood.
fn numbers(text: &str) -> impl Iterator<Item = Number<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text[from..].find(|c: char| c.is_ascii_digit())?;
        let rest = &text[start..];
        let mut len =
            rest.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ',')).unwrap_or(rest.len());
        while !rest.as_bytes()[len - 1].is_ascii_digit() {
            len -= 1;
        }
        from = start + len;
        let digits = &rest[..len];
        Some(Number { value: parse(digits), before: &text[..start], after: &text[from..] })
    })
}

/// `1,234.50`, `1.234,50`, `1234` and `19,99` alike.
fn parse(digits: &str) -> f64 {
    let last = digits.rfind(['.', ',']);
    let decimal = last.filter(|&i| {
        let tail = digits.len() - i - 1;
        let same_before = digits[..i].contains(&digits[i..i + 1]);
        tail != 3 && !same_before
    });
    let plain: String = digits
        .char_indices()
        .filter_map(|(i, c)| match c {
            '.' | ',' if Some(i) == decimal => Some('.'),
            '.' | ',' => None,
            c => Some(c),
        })
        .collect();
    plain.parse().unwrap_or(0.0)
}

fn money(text: &str) -> Option<f64> {
    const SIGNS: [char; 9] = ['$', '€', '£', '¥', '₹', '元', '円', '₩', '₽'];
    const CODES: [&str; 8] = ["usd", "eur", "gbp", "jpy", "cny", "inr", "chf", "brl"];
    numbers(text)
        .find(|n| {
            let before = n.before.trim_end();
            let after = n.after.trim_start();
            let code = |s: &str| CODES.iter().any(|c| s.eq_ignore_ascii_case(c));
            before.ends_with(SIGNS)
                || after.starts_with(SIGNS)
                || after.get(..3).is_some_and(code)
                || before.len().checked_sub(3).and_then(|i| before.get(i..)).is_some_and(code)
        })
        .map(|n| n.value)
}

fn duration(text: &str) -> Option<f64> {
    let mut minutes = 0.0;
    let mut any = false;
    for n in numbers(text) {
        let unit: String = n
            .after
            .trim_start()
            .chars()
            .take_while(|c| c.is_alphabetic())
            .flat_map(char::to_lowercase)
            .collect();
        let factor = match unit.as_str() {
            "d" | "day" | "days" | "tage" | "天" => 1440.0,
            "h" | "hr" | "hrs" | "hour" | "hours" | "std" | "小时" | "時間" => 60.0,
            "m" | "min" | "mins" | "minute" | "minutes" | "分钟" | "分" => 1.0,
            "s" | "sec" | "secs" | "second" | "seconds" | "秒" => 1.0 / 60.0,
            _ => continue,
        };
        minutes += n.value * factor;
        any = true;
    }
    any.then_some(minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_quantities() {
        for (text, measure, want) in [
            ("Book for $1,586", Measure::Money, Some(1586.0)),
            ("1.234,50 €", Measure::Money, Some(1234.5)),
            ("USD 20", Measure::Money, Some(20.0)),
            ("Room 12", Measure::Money, None),
            ("22h 41m", Measure::Duration, Some(1361.0)),
            ("1 hour 5 minutes", Measure::Duration, Some(65.0)),
            ("Gate 5", Measure::Duration, None),
            ("4.5 stars", Measure::Number, Some(4.5)),
            ("", Measure::Number, None),
            ("€ é", Measure::Money, None),
        ] {
            assert_eq!(quantity(text, measure), want, "{text}");
        }
    }
}
