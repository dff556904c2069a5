//! Paths as addresses.

/// A path as a relative reference: slashes between, everything else that a reference may not hold spelled out.
pub fn of_path(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'\\' => out.push('/'),
            b'/' | b'.' | b'-' | b'_' | b'~' => out.push(byte as char),
            byte if byte.is_ascii_alphanumeric() => out.push(byte as char),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(of_path("src/a b/ä.tsx"), "src/a%20b/%C3%A4.tsx");
        assert_eq!(of_path("src\\[id].vue"), "src/%5Bid%5D.vue");
    }
}
