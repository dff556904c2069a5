//! What words about a field say that it holds a secret: the lists of `secrets.txt`, folded once.

use std::collections::HashSet;
use std::sync::LazyLock;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::find::words::fold_into;

/// Whether the words about a field say that it holds a secret, in the common languages.
pub(crate) fn says_secret(text: &str) -> bool {
    /// Longer texts are no names.
    const LONGEST: usize = 2000;
    if text.is_empty() || text.len() > LONGEST {
        return false;
    }
    let folded = folded(text);
    let found = |list: &Phrases| list.in_text(&folded).next().is_some();
    found(&WORDS.parts) || found(&WORDS.words) || WORDS.names_only(&folded)
}

/// The lists by kind, all languages together.
struct Words {
    parts: Phrases,
    words: Phrases,
    names: Phrases,
    /// Words of which one beside a short name makes it one of a secret.
    code: HashSet<String>,
    /// Words that may stand beside a short name.
    with: HashSet<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let of_kind = |kind: &str| {
        let lines = include_str!("secrets.txt").lines().filter(|line| !line.starts_with('#'));
        let lists = lines.filter_map(|line| line.split_once(':'));
        let lists = lists.filter(move |(head, _)| head.ends_with(kind)).map(|(_, list)| list.to_owned());
        lists.flat_map(|list| list.split(',').map(folded).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let single = |kind| of_kind(kind).iter().map(|word| word.trim().to_owned()).collect();
    Words {
        parts: Phrases::new(of_kind(" part"), false),
        words: Phrases::new(of_kind(" word"), true),
        names: Phrases::new(of_kind(" name"), true),
        code: single(" code"),
        with: single(" with"),
    }
});

impl Words {
    /// Whether a short name is all that is said, or stands with a word such as "code" or "number".
    fn names_only(&self, folded: &str) -> bool {
        self.names.in_text(folded).any(|(start, end)| {
            let mut codes = false;
            let mut plain = true;
            for word in folded[..start].split(' ').chain(folded[end..].split(' ')).filter(|w| !w.is_empty()) {
                codes |= self.code.contains(word);
                let digits = word.bytes().all(|b| b.is_ascii_digit());
                let short = || self.names.in_text(&format!(" {word} ")).next().is_some();
                plain &= digits || self.with.contains(word) || short();
            }
            codes || plain
        })
    }
}

/// Folded phrases by the bytes that they begin with, so that a text is gone through once.
struct Phrases(HashMap<[u8; Phrases::START], Vec<String>, FxBuildHasher>);

impl Phrases {
    const START: usize = 3;

    /// The phrases, and those of two words also in one; `bounded` ones are whole words.
    fn new(phrases: Vec<String>, bounded: bool) -> Self {
        let mut by_start: HashMap<_, Vec<String>, _> = HashMap::default();
        for phrase in phrases {
            let words = phrase.trim();
            let joined = words.replace(' ', "");
            let two = joined != words;
            for form in [Some(words), Some(&*joined).filter(|_| two)].into_iter().flatten() {
                let form = if bounded { format!(" {form} ") } else { form.to_owned() };
                if let Some(&start) = form.as_bytes().first_chunk() {
                    by_start.entry(start).or_default().push(form);
                }
            }
        }
        Phrases(by_start)
    }

    /// Where the phrases stand in a folded text: begin and end in bytes.
    fn in_text<'a>(&'a self, folded: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
        folded.char_indices().flat_map(move |(at, _)| {
            let rest = &folded[at..];
            let list = rest.as_bytes().first_chunk().and_then(|start| self.0.get(start));
            let fits = list.into_iter().flatten().find(|phrase| rest.starts_with(phrase.as_str()));
            fits.map(|phrase| (at, at + phrase.len()))
        })
    }
}

/// A text in lower case without accents, its words parted by single blanks, with a blank at each end. A word also
/// ends before a capital letter inside of it, as in `cardNumber`.
fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(' ');
    let mut before = ' ';
    for c in text.chars() {
        let starts = c.is_uppercase() && before.is_lowercase();
        let gap = c.is_whitespace() || c.is_ascii_punctuation() || is_sign(c);
        if (starts || gap) && !out.ends_with(' ') {
            out.push(' ');
        }
        if !gap {
            // Greek writes its s in another way at the end of a word.
            if c == 'ς' { out.push('σ') } else { fold_into(c, &mut out) }
        }
        before = c;
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

/// Signs beyond ASCII that stand between words.
fn is_sign(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{3002}' | '\u{ff00}'..='\u{ff0f}' | '：' | '；' | '・' | '·' | '«' | '»' | '،')
}

#[cfg(test)]
mod tests {
    use super::says_secret;

    #[test]
    fn names_of_secrets_in_many_languages() {
        let names = [
            "Password",
            "New Password *",
            "passwd",
            "userPassword",
            "Enter your PIN",
            "PIN",
            "Pincode",
            "pin_input",
            "userPin",
            "PIN (4 digits)",
            "CVC / CVV",
            "CVV2",
            "cardNumber",
            "card-number",
            "Card no.",
            "One-time code",
            "2FA code",
            "Login code",
            "SMS code",
            "Authentication code",
            "API key",
            "apiKey",
            "Access token",
            "Token",
            "Credit card",
            "Security code",
            "otp",
            "Enter the one-time code",
            "Recovery phrase",
            "client_secret",
            "Código de seguridad",
            "codigo de verificacion",
            "Contraseña",
            "Clave",
            "Número de tarjeta",
            "Introduzca su PIN",
            "Sicherheitscode",
            "Bestätigungscode",
            "Kreditkarte",
            "Prüfziffer",
            "KREDITKARTENNUMMER",
            "Bitte PIN eingeben",
            "Code de vérification",
            "Mot de passe",
            "Numéro de carte",
            "Saisissez votre code PIN",
            "Carte bancaire",
            "Código de segurança",
            "Senha",
            "Palavra-passe",
            "Codice di sicurezza",
            "Numero della carta",
            "Carta di credito",
            "Wachtwoord",
            "Verificatiecode",
            "Hasło",
            "Kod weryfikacyjny",
            "Lösenord",
            "Säkerhetskod",
            "Şifre",
            "ŞİFRE",
            "Doğrulama kodu",
            "Kart numarası",
            "Код безопасности",
            "Код подтверждения",
            "Кодовое слово",
            "Пин-код",
            "パスワード",
            "認証コード",
            "カード番号",
            "认证码",
            "密码",
            "驗證碼",
            "信用卡",
            "비밀번호",
            "인증 코드",
            "카드번호",
            "كلمة المرور",
            "رمز التحقق",
            "पासवर्ड",
            "सत्यापन कोड",
            "गुप्तकोड",
            "Κωδικός",
            "ΚΩΔΙΚΟΣ",
            "Κωδικός πρόσβασης",
            "סיסמה",
            "Mật khẩu",
            "รหัสผ่าน",
            "Kata sandi",
            "Heslo",
            "Jelszó",
            "Salasana",
            "Lozinka",
            "Adgangskode",
        ];
        let missed: Vec<&str> = names.into_iter().filter(|name| !says_secret(name)).collect();
        assert!(missed.is_empty(), "{missed:?}");
    }

    #[test]
    fn names_of_plain_fields() {
        let names = [
            "",
            "Name",
            "Email",
            "Pin location",
            "Cvc cafe",
            "Pinterest user",
            "Spinner",
            "Zip code",
            "Postcode",
            "Postleitzahl",
            "Ταχυδρομικός κωδικός",
            "Palabras clave",
            "Código postal",
            "Code postal",
            "Codice fiscale",
            "Codice postale",
            "Kod pocztowy",
            "Posta kodu",
            "Почтовый индекс",
            "邮政编码",
            "Gift card message",
            "Promo code",
            "Coupon code",
            "Card holder",
            "Name on credit card",
            "Credit card holder",
            "Phone number",
            "Opinion",
            "Shopping list",
            "Discard notes",
            "Secret Santa message",
            "Tokenizer",
            "Order number",
            "Country code",
            "Country calling code",
            "Expiry date",
            "Compass",
            "Bypass",
            "Titan",
            "Discussion",
            "Keyword",
            "Public key",
            "Kartenansicht",
            "商品コード",
            "国番号",
            "優惠碼",
            "우편번호",
        ];
        let taken: Vec<&str> = names.into_iter().filter(|name| says_secret(name)).collect();
        assert!(taken.is_empty(), "{taken:?}");
    }
}
