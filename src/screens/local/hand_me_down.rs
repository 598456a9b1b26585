//! The file of what a dead upkeeper has left to the next one.

use std::fs::{self, File};
use std::io::{ErrorKind, Read as _};
use std::path::Path;

use engine::sim::HandMeDown;
use runs::record::RunHeader;
use runs::save::{self, Overwrite, SaveError};

/// What is read of the file, in bytes: more than it ever has.
const MAX_BYTES: u64 = 1 << 10;

/// What is left; `None` if nothing is, or the file cannot be read or has texts that no run could have.
pub(super) fn read(path: &Path) -> Option<HandMeDown> {
    let mut text = String::new();
    File::open(path).ok()?.take(MAX_BYTES).read_to_string(&mut text).ok()?;
    let item: HandMeDown = serde_json::from_str(&text).ok()?;
    let is_possible = [&item.item, &item.from].into_iter().all(|text| RunHeader::is_name(text));
    is_possible.then_some(item)
}

/// Keeps what is left in place of what was left before; `None` takes it away.
pub(super) fn write(path: &Path, item: Option<&HandMeDown>) -> Result<(), SaveError> {
    let Some(item) = item else {
        return match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(SaveError::io(path, error)),
            _ => Ok(()),
        };
    };
    let text = serde_json::json!({ "item": item.item, "from": item.from });
    save::write_file(path, format!("{text}\n").as_bytes(), Overwrite::Force)
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use engine::sim::HandMeDown;

    #[test]
    fn what_is_left_is_there_once_and_rubbish_is_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hand-me-down.json");
        assert_eq!(read(&path), None);
        let item = HandMeDown { item: "pike".to_owned(), from: "Ann".to_owned() };
        write(&path, Some(&item)).expect("written");
        assert_eq!(read(&path), Some(item));
        write(&path, None).expect("taken away");
        write(&path, None).expect("there is nothing to take away");
        assert_eq!(read(&path), None);
        let long = "a".repeat(41);
        for text in [
            "{}",
            "pike",
            "{\"item\":\"pike\",\"from\":\"\\u001b[2J\"}",
            &format!("{{\"item\":\"{long}\",\"from\":\"\"}}"),
        ] {
            std::fs::write(&path, text).expect("written");
            assert_eq!(read(&path), None, "{text}");
        }
    }
}
