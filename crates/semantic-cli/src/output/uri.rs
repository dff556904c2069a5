//! Paths as addresses.

use std::io;
use std::path::Path;

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

/// The address of a file.
pub fn of_file(path: &Path) -> io::Result<String> {
    let path = std::path::absolute(path)?;
    let text = path.to_string_lossy();
    // A drive of Windows keeps its colon.
    let (drive, rest) = match text.split_once(':') {
        Some((drive, rest)) if drive.len() == 1 => (format!("/{drive}:"), rest),
        _ => (String::new(), &*text),
    };
    Ok(format!("file://{drive}{}", of_path(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(of_path("src/a b/ä.tsx"), "src/a%20b/%C3%A4.tsx");
        assert_eq!(of_path("src\\[id].vue"), "src/%5Bid%5D.vue");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_has_an_address() {
        assert_eq!(of_file(Path::new("/a b/c#1.html")).expect("an address"), "file:///a%20b/c%231.html");
    }
}
