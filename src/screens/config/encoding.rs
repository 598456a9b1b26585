//! The bytes of a settings file as text.

use super::Problem;

const REMEDY: &str = "save the file as UTF-8";

/// Decodes the bytes of a settings file; `file` is its name in the fault.
///
/// # Errors
/// Another encoding than UTF-8, with the place of the first byte that shows it. No part of such a file is read.
pub fn decode(file: &str, bytes: Vec<u8>) -> Result<String, Problem> {
    let problem = |bytes: &[u8], at: usize, fault: &str| {
        let before = &bytes[..at];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        Problem {
            file: file.to_owned(),
            line: before.split(|&byte| byte == b'\n').count(),
            column: String::from_utf8_lossy(&before[line_start..]).chars().count() + 1,
            key: String::new(),
            fault: fault.to_owned(),
            remedy: REMEDY.to_owned(),
        }
    };
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(problem(&bytes, 0, "this is UTF-16, not UTF-8"));
    }
    // Text of letters in UTF-16 without a byte order mark is UTF-8, too.
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        return Err(problem(&bytes, at, "a zero byte is no text; this may be UTF-16"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let fault = "this character is not UTF-8; it may be Latin-1";
        problem(error.as_bytes(), at, fault)
    })
}

#[cfg(test)]
mod tests {
    use super::decode;

    fn fault(bytes: &[u8]) -> String {
        decode("config.toml", bytes.to_vec()).expect_err("another encoding").to_string()
    }

    #[test]
    fn other_encodings_are_refused_with_place_and_remedy() {
        assert_eq!(decode("", "name = 'Łu'".into()).as_deref(), Ok("name = 'Łu'"));
        let utf_16 = |bytes: fn(u16) -> [u8; 2], mark: &str| -> Vec<u8> {
            format!("{mark}hints = 'off'\n").encode_utf16().flat_map(bytes).collect()
        };
        let wide = "config.toml:1:1: this is UTF-16, not UTF-8; save the file as UTF-8";
        assert_eq!(fault(&utf_16(u16::to_le_bytes, "\u{feff}")), wide);
        assert_eq!(fault(&utf_16(u16::to_be_bytes, "\u{feff}")), wide);
        let without_mark = fault(&utf_16(u16::to_le_bytes, ""));
        assert!(without_mark.starts_with("config.toml:1:2: a zero byte"), "{without_mark}");
        assert_eq!(
            fault(b"hints = 'off'\nname = 'Ren\xe9'\n"),
            "config.toml:2:12: this character is not UTF-8; it may be Latin-1; save the file as UTF-8"
        );
    }
}
