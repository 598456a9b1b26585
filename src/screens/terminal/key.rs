//! A key, and the name by which settings, help and tests call it: `w`, `Z`, `ctrl-s`, `shift-tab`,
//! `numpad-5`.

use std::{fmt, str::FromStr};

/// A key without shift, ctrl and alt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeyCode {
    /// A key that writes something; capitals are their own characters, without [`Key::shift`].
    Char(char),
    F(u8),
    /// A digit of the numeric keypad, where the terminal tells it from the row above the letters.
    Numpad(u8),
    /// The middle of the keypad with its lock off.
    Begin,
    Enter,
    Esc,
    Tab,
    Backspace,
    Delete,
    Insert,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
}

/// The keys that have a name of their own. The space bar is among them, so that its name can be
/// read.
const NAMED_KEYS: [(&str, KeyCode); 16] = [
    ("space", KeyCode::Char(' ')),
    ("begin", KeyCode::Begin),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("page-up", KeyCode::PageUp),
    ("page-down", KeyCode::PageDown),
];

/// A key as it was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    pub code: KeyCode,
    /// Never set with [`KeyCode::Char`]: the character is a capital instead.
    pub shift: bool,
    pub ctrl: bool,
    pub alt: bool,
}

impl Key {
    pub const fn plain(code: KeyCode) -> Self {
        Self { code, shift: false, ctrl: false, alt: false }
    }

    pub const fn char(c: char) -> Self {
        Self::plain(KeyCode::Char(c))
    }

    /// A character with the control key; control makes no difference between small letters and
    /// capitals.
    pub const fn ctrl(c: char) -> Self {
        Self { ctrl: true, ..Self::char(c.to_ascii_lowercase()) }
    }

    /// The character that the key writes into a text field; `None` with ctrl or alt.
    pub fn text(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.ctrl && !self.alt => Some(c),
            KeyCode::Numpad(digit) => char::from_digit(u32::from(digit), 10),
            _ => None,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [(self.ctrl, "ctrl-"), (self.alt, "alt-"), (self.shift, "shift-")] {
            if held {
                f.write_str(name)?;
            }
        }
        if let Some((name, _)) = NAMED_KEYS.iter().find(|(_, code)| *code == self.code) {
            return f.write_str(name);
        }
        match self.code {
            KeyCode::Char(c) => write!(f, "{c}"),
            KeyCode::F(number) => write!(f, "f{number}"),
            KeyCode::Numpad(digit) => write!(f, "numpad-{digit}"),
            other => write!(f, "{other:?}"),
        }
    }
}

/// The error for a text that is not the name of a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no key; keys are called like w, Z, ctrl-s, shift-tab, f1, numpad-5, page-up, space"
)]
pub struct ParseKeyError(String);

impl FromStr for Key {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Self, ParseKeyError> {
        let error = || ParseKeyError(super::sanitize(text));
        let mut key = Self::plain(KeyCode::Enter);
        let mut rest = text;
        loop {
            let held = [
                ("ctrl-", &mut key.ctrl as &mut bool),
                ("alt-", &mut key.alt),
                ("shift-", &mut key.shift),
            ]
            .into_iter()
            .find_map(|(name, held)| Some((held, rest.strip_prefix(name)?)));
            match held {
                Some((held, after)) if !after.is_empty() && !*held => {
                    *held = true;
                    rest = after;
                }
                _ => break,
            }
        }
        key.code = code(rest).ok_or_else(error)?;
        if let KeyCode::Char(c) = key.code {
            let fits = if key.ctrl {
                c.is_ascii_graphic() && !c.is_ascii_uppercase() || c == ' '
            } else {
                base::is_printable(c)
            };
            if key.shift || !fits {
                return Err(error());
            }
        }
        Ok(key)
    }
}

fn code(name: &str) -> Option<KeyCode> {
    let mut chars = name.chars();
    if let (Some(c), None) = (chars.next(), chars.next()) {
        return (c != ' ').then_some(KeyCode::Char(c));
    }
    if let Some((_, code)) = NAMED_KEYS.iter().find(|(known, _)| *known == name) {
        return Some(*code);
    }
    if let Some(digit) = name.strip_prefix("numpad-") {
        return digit.parse().ok().filter(|digit| *digit < 10).map(KeyCode::Numpad);
    }
    let number = name.strip_prefix('f')?.parse().ok()?;
    (1..=12).contains(&number).then_some(KeyCode::F(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let names = [
            "w",
            "Z",
            "@",
            "-",
            "ctrl-s",
            "alt-x",
            "ctrl-alt-d",
            "shift-tab",
            "shift-up",
            "f1",
            "f12",
            "numpad-5",
            "page-up",
            "space",
            "esc",
            "enter",
            "begin",
            "é",
            "ctrl-space",
            "ctrl-shift-left",
        ];
        for name in names {
            assert_eq!(name.parse::<Key>().map(|key| key.to_string()), Ok(name.to_owned()));
        }
        assert_eq!("Z".parse(), Ok(Key::char('Z')));
        assert_eq!("ctrl-s".parse(), Ok(Key::ctrl('S')));
    }

    #[test]
    fn what_is_no_key_is_refused_by_name() {
        for name in
            ["", " ", "ctrl-", "ctrl", "f0", "f13", "numpad-10", "shift-a", "ctrl-S", "ww", "\u{7}"]
        {
            assert!(name.parse::<Key>().is_err(), "{name:?} was taken for a key");
        }
        let error = "ctlr-s".parse::<Key>().map_err(|error| error.to_string());
        assert!(error.is_err_and(|text| text.starts_with("`ctlr-s` is no key")));
    }

    #[test]
    fn only_what_writes_is_text() {
        assert_eq!(Key::char('é').text(), Some('é'));
        assert_eq!(Key::plain(KeyCode::Numpad(7)).text(), Some('7'));
        assert_eq!(Key::ctrl('a').text(), None);
        assert_eq!(Key::plain(KeyCode::Enter).text(), None);
    }
}
