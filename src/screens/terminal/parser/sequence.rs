//! What the sequences of terminals mean.
//!
//! Sources: xterm's "Control Sequences", kitty's "Comprehensive keyboard handling in terminals",
//! the terminfo entries of rxvt-unicode, linux, putty, screen and tmux.
//!
//! A line feed is Enter and 0x08 is Backspace; Shift with a letter and without the shifted letter
//! is the capital; the keys of Super and Hyper are dropped; the last modifier of xterm, Meta, is
//! Alt; ESC and a tab are Shift and Tab.

use crate::terminal::{Key, KeyCode, Mouse, MouseKind};
use base::{Rgb, is_printable};

/// The most characters that one key can write: what a sequence can hold, in their shortest form.
const MAX_TEXT_CHARS: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sequence {
    Key(Key),
    /// The characters that a key wrote.
    Text(String),
    Mouse(Mouse),
    PasteStart,
    /// Where the cursor is in the second row: the column, counted from 1.
    CursorInSecondRow(u32),
    /// A release, a reply, or unknown.
    Nothing,
}

impl Sequence {
    fn key(key: Option<Key>) -> Self {
        key.map_or(Self::Nothing, Self::Key)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Modifiers {
    shift: bool,
    alt: bool,
    ctrl: bool,
    /// Super or Hyper in kitty's protocol, which belong to the desktop; Meta in xterm's.
    other: bool,
}

impl Modifiers {
    /// From the parameter: a set of flags, plus one.
    fn of(parameter: u32) -> Self {
        let flags = parameter.saturating_sub(1);
        Self {
            shift: flags & 1 != 0,
            alt: flags & (2 | 32) != 0,
            ctrl: flags & 4 != 0,
            other: flags & (8 | 16) != 0,
        }
    }

    fn key(self, code: KeyCode) -> Key {
        Key { code, shift: self.shift, ctrl: self.ctrl, alt: self.alt }
    }

    /// A key that writes a character: with Ctrl the small letter, with Shift the capital.
    fn character(self, c: char) -> Key {
        let mut upper = c.to_uppercase();
        let c = match (upper.next(), upper.next()) {
            _ if self.ctrl => c.to_ascii_lowercase(),
            (Some(capital), None) if self.shift => capital,
            _ => c,
        };
        Key { shift: false, ..self.key(KeyCode::Char(c)) }
    }
}

pub(super) fn control_key(byte: u8) -> Key {
    match byte {
        b'\r' | b'\n' => Key::plain(KeyCode::Enter),
        b'\t' => Key::plain(KeyCode::Tab),
        0x08 | 0x7f => Key::plain(KeyCode::Backspace),
        0x1b => Key::plain(KeyCode::Esc),
        0x01..=0x1a => Key::ctrl(char::from(byte - 1 + b'a')),
        0x1c..=0x1f => Key::ctrl(char::from(byte - 0x1c + b'4')),
        _ => Key::ctrl(' '),
    }
}

/// F1 to F5 of the Linux console: `ESC [ [ A`.
pub(super) fn linux_function_key(last: u8) -> Sequence {
    match last {
        b'A'..=b'E' => Sequence::Key(Key::plain(KeyCode::F(last - b'A' + 1))),
        _ => Sequence::Nothing,
    }
}

/// The mouse in its oldest form: three bytes, each with 32 added, cells counted from 1.
pub(super) fn x10_mouse(button: u8, x: u8, y: u8) -> Sequence {
    let number = |byte: u8| u32::from(byte.saturating_sub(32));
    mouse(number(button), number(x), number(y))
}

/// `ESC O`, parameters and a last byte: application mode, and rxvt's arrows with Ctrl.
pub(super) fn ss3(parameters: &[u8], last: u8) -> Sequence {
    let parameters = Parameters(parameters);
    // `ESC O 5 A` and `ESC O 1 ; 5 A`.
    let mut modifiers = parameters.lone_modifiers();
    let keypad = |index: u8| KeyCode::Numpad(index - b'p');
    let code = match last {
        b'a'..=b'd' => {
            modifiers.ctrl = true;
            arrow(last - b'a')
        }
        b'M' => KeyCode::Enter,
        b'I' => KeyCode::Tab,
        b'p'..=b'y' => keypad(last),
        b' ' => return Sequence::Key(modifiers.character(' ')),
        b'j'..=b'o' => {
            let operator = b"*+,-./"[usize::from(last - b'j')];
            return Sequence::Key(modifiers.character(char::from(operator)));
        }
        // PuTTY as a VT100+.
        b'T'..=b'[' => KeyCode::F(last - b'T' + 5),
        b'R' => KeyCode::F(3),
        _ => match letter(last) {
            Some(code) => code,
            None => return Sequence::Nothing,
        },
    };
    Sequence::Key(modifiers.key(code))
}

/// `ESC [`, parameters and a last byte.
pub(super) fn csi(parameters: &[u8], last: u8) -> Sequence {
    if let Some(report) = parameters.strip_prefix(b"<") {
        return sgr_mouse(Parameters(report), last);
    }
    // Anything else than numbers is in no key, but in replies.
    if parameters.iter().any(|byte| !matches!(byte, b'0'..=b'9' | b';' | b':')) {
        return Sequence::Nothing;
    }
    let parameters = Parameters(parameters);
    // A key that was let go.
    if parameters.number(1, 1) == Some(3) {
        return Sequence::Nothing;
    }
    match last {
        b'~' | b'^' | b'$' | b'@' => numbered(parameters, last),
        b'u' => {
            let Some(code) = parameters.number(0, 0) else { return Sequence::Nothing };
            let code = parameters.latin_key().unwrap_or(code);
            unicode(code, parameters.number(0, 1), parameters.modifiers(), &parameters.text())
        }
        // rxvt's form of the mouse; the oldest form has no parameters.
        b'M' => match [0, 1, 2].map(|field| parameters.number(field, 0)) {
            [Some(button), Some(x), Some(y)] => mouse(button.saturating_sub(32), x, y),
            _ => Sequence::Nothing,
        },
        b'a'..=b'd' => {
            let code = arrow(last - b'a');
            Sequence::Key(Modifiers { shift: true, ..Modifiers::default() }.key(code))
        }
        b'Z' => {
            Sequence::Key(Modifiers { shift: true, ..parameters.modifiers() }.key(KeyCode::Tab))
        }
        // The Linux console's.
        b'G' => Sequence::Key(parameters.lone_modifiers().key(KeyCode::Begin)),
        b'R' => match [0, 1].map(|field| parameters.number(field, 0)) {
            [Some(2), Some(column)] => Sequence::CursorInSecondRow(column),
            _ => Sequence::key(third_function_key(parameters)),
        },
        _ => Sequence::key(letter(last).map(|code| parameters.lone_modifiers().key(code))),
    }
}

/// F3, which is also the reply to where the cursor is: with a row of 1 and a column that can be
/// modifiers it is the key.
fn third_function_key(parameters: Parameters<'_>) -> Option<Key> {
    let is_key = match (parameters.number(0, 0), parameters.number(1, 0)) {
        (None, None) => true,
        (Some(1), Some(modifiers)) => (2..=16).contains(&modifiers),
        _ => false,
    };
    is_key.then(|| parameters.modifiers().key(KeyCode::F(3)))
}

/// The keys that have a letter in both `ESC [` and `ESC O`.
fn letter(last: u8) -> Option<KeyCode> {
    Some(match last {
        b'A'..=b'D' => arrow(last - b'A'),
        b'E' => KeyCode::Begin,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P' | b'Q' | b'S' => KeyCode::F(last - b'P' + 1),
        _ => return None,
    })
}

/// The arrows in the order of their letters.
fn arrow(index: u8) -> KeyCode {
    match index {
        0 => KeyCode::Up,
        1 => KeyCode::Down,
        2 => KeyCode::Right,
        _ => KeyCode::Left,
    }
}

/// The keys that have a number. Of rxvt's last bytes `^` is Ctrl, `$` Shift and `@` both.
fn numbered(parameters: Parameters<'_>, last: u8) -> Sequence {
    let Some(number) = parameters.number(0, 0) else { return Sequence::Nothing };
    let mut modifiers = parameters.modifiers();
    modifiers.ctrl |= matches!(last, b'^' | b'@');
    modifiers.shift |= matches!(last, b'$' | b'@');
    let code = match number as u8 {
        _ if number == 57427 => KeyCode::Begin,
        _ if number > 200 => return Sequence::Nothing,
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        number @ 11..=15 => KeyCode::F(number - 10),
        number @ 17..=21 => KeyCode::F(number - 11),
        number @ 23..=24 => KeyCode::F(number - 12),
        // xterm's `modifyOtherKeys`.
        27 => match parameters.number(2, 0) {
            Some(code) => return unicode(code, None, modifiers, ""),
            None => return Sequence::Nothing,
        },
        200 if last == b'~' => return Sequence::PasteStart,
        _ => return Sequence::Nothing,
    };
    Sequence::Key(modifiers.key(code))
}

/// A key by its code in kitty's protocol: that of the character without modifiers, or one of the
/// private use area.
fn unicode(code: u32, shifted: Option<u32>, modifiers: Modifiers, text: &str) -> Sequence {
    if modifiers.other {
        return Sequence::Nothing;
    }
    if let Some(code) = keypad(code) {
        return Sequence::Key(match code {
            KeyCode::Char(operator) => modifiers.character(operator),
            code => modifiers.key(code),
        });
    }
    let named = match code {
        0x1b => Some(KeyCode::Esc),
        0x0a | 0x0d => Some(KeyCode::Enter),
        0x09 => Some(KeyCode::Tab),
        0x08 | 0x7f => Some(KeyCode::Backspace),
        _ => None,
    };
    if let Some(code) = named {
        return Sequence::Key(modifiers.key(code));
    }
    if !text.is_empty() && !modifiers.ctrl && !modifiers.alt {
        return Sequence::Text(text.to_owned());
    }
    let shifted = shifted.filter(|_| modifiers.shift).and_then(char::from_u32);
    let character = shifted.or_else(|| char::from_u32(code)).filter(|c| is_typed(*c));
    Sequence::key(character.map(|c| modifiers.character(c)))
}

/// Whether a key can write it. The private use area stands for keys without a character.
fn is_typed(c: char) -> bool {
    is_printable(c) && !('\u{e000}'..='\u{f8ff}').contains(&c)
}

/// The keys of the keypad in kitty's protocol.
fn keypad(code: u32) -> Option<KeyCode> {
    Some(match code {
        57399..=57408 => KeyCode::Numpad((code - 57399) as u8),
        57409 => KeyCode::Char('.'),
        57410 => KeyCode::Char('/'),
        57411 => KeyCode::Char('*'),
        57412 => KeyCode::Char('-'),
        57413 => KeyCode::Char('+'),
        57414 => KeyCode::Enter,
        57415 => KeyCode::Char('='),
        57416 => KeyCode::Char(','),
        57417 => KeyCode::Left,
        57418 => KeyCode::Right,
        57419 => KeyCode::Up,
        57420 => KeyCode::Down,
        57421 => KeyCode::PageUp,
        57422 => KeyCode::PageDown,
        57423 => KeyCode::Home,
        57424 => KeyCode::End,
        57425 => KeyCode::Insert,
        57426 => KeyCode::Delete,
        57427 => KeyCode::Begin,
        _ => return None,
    })
}

/// `ESC [ < button ; x ; y M`, or `m` for a button that was let go.
fn sgr_mouse(parameters: Parameters<'_>, last: u8) -> Sequence {
    match [0, 1, 2].map(|field| parameters.number(field, 0)) {
        [Some(button), Some(x), Some(y)] if last == b'M' => mouse(button, x, y),
        _ => Sequence::Nothing,
    }
}

/// A report of the mouse: the button with flags for what was held with it, and the cell, counted
/// from 1.
fn mouse(button: u32, x: u32, y: u32) -> Sequence {
    const HELD: u32 = 4 | 8 | 16;
    let kind = match button & !HELD {
        0 => MouseKind::Click,
        2 => MouseKind::RightClick,
        64 => MouseKind::ScrollUp,
        65 => MouseKind::ScrollDown,
        _ => return Sequence::Nothing,
    };
    let place = |number: u32| u16::try_from(number.checked_sub(1)?).ok();
    match (place(x), place(y)) {
        (Some(x), Some(y)) => Sequence::Mouse(Mouse { x, y, kind }),
        _ => Sequence::Nothing,
    }
}

/// The ground that an answer to OSC 11 tells, without its introducer and its end:
/// `11;rgb:RRRR/GGGG/BBBB`, of which each part has one to four hexadecimal digits.
pub(super) fn ground_of(answer: &[u8]) -> Option<Rgb> {
    let parts = std::str::from_utf8(answer).ok()?.strip_prefix("11;rgb:")?;
    let mut parts = parts.split('/').map(|digits| {
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let max = 16_u32.checked_pow(digits.len() as u32)?.checked_sub(1)?;
        let part = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex && max <= 0xffff)?;
        Some((part * 255 / max) as u8)
    });
    let rgb = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(rgb)
}

/// Numbers between semicolons, each perhaps with others behind colons.
#[derive(Clone, Copy)]
struct Parameters<'a>(&'a [u8]);

impl<'a> Parameters<'a> {
    fn field(self, index: usize) -> impl Iterator<Item = &'a [u8]> {
        self.0
            .split(|byte| *byte == b';')
            .nth(index)
            .into_iter()
            .flat_map(|field| field.split(|byte| *byte == b':'))
    }

    /// A number; `None` where there is none, or one beyond 32 bits.
    fn number(self, field: usize, part: usize) -> Option<u32> {
        std::str::from_utf8(self.field(field).nth(part)?).ok()?.parse().ok()
    }

    /// The modifiers in their usual place, the second field.
    fn modifiers(self) -> Modifiers {
        Modifiers::of(self.number(1, 0).unwrap_or(1))
    }

    /// The modifiers of keys without a number of their own, where the only field there is holds
    /// them too. Meta is the only other modifier that terminals send with these.
    fn lone_modifiers(self) -> Modifiers {
        let parameter = self.number(1, 0).or_else(|| self.number(0, 0));
        let modifiers = Modifiers::of(parameter.unwrap_or(1));
        Modifiers { alt: modifiers.alt || modifiers.other, ..modifiers }
    }

    /// What a key with Ctrl or Alt is on the usual layout, in the third part of the first field,
    /// where it has no ASCII character on the layout that is in use: Ctrl and the key C end a
    /// program on a Russian keyboard, too.
    fn latin_key(self) -> Option<u32> {
        let modifiers = self.modifiers();
        let is_latin = self.number(0, 0).is_none_or(|code| code < 0x80);
        if is_latin || !(modifiers.ctrl || modifiers.alt) { None } else { self.number(0, 2) }
    }

    /// The text that a key wrote, in the third field.
    fn text(self) -> String {
        let codes = (0..MAX_TEXT_CHARS).map_while(|part| self.number(2, part));
        codes.filter_map(char::from_u32).filter(|c| is_typed(*c)).collect()
    }
}
