//! What crossterm's events mean to the screens, wherever they come from.

use crossterm::event::{
    self, Event, KeyEvent, KeyEventKind, KeyEventState, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};

use super::{Input, Key, KeyCode, Mouse, MouseKind, clamp_size, sanitize};

impl Input {
    /// The input that an event is; `None` for one that means nothing to any screen.
    pub fn of_event(event: Event) -> Option<Self> {
        match event {
            Event::Key(pressed) => key(pressed).map(Self::Key),
            Event::Paste(text) => Some(Self::Paste(sanitize(&text))),
            Event::Mouse(done) => mouse(done).map(Self::Mouse),
            Event::Resize(width, height) => Some(Self::Resize(clamp_size(width, height))),
            Event::FocusGained | Event::FocusLost => None,
        }
    }
}

/// The key that was pressed; `None` for a release, and for keys that have no name here.
fn key(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let keypad = event.state.contains(KeyEventState::KEYPAD);
    let held = |modifier| event.modifiers.contains(modifier);
    let mut key = Key {
        code: KeyCode::Enter,
        shift: held(KeyModifiers::SHIFT),
        ctrl: held(KeyModifiers::CONTROL),
        alt: held(KeyModifiers::ALT),
    };
    key.code = match event.code {
        event::KeyCode::Char(c) => match c.to_digit(10) {
            Some(digit) if keypad => KeyCode::Numpad(digit as u8),
            _ if c.is_control() => return None,
            _ => {
                key.shift = false;
                KeyCode::Char(if key.ctrl { c.to_ascii_lowercase() } else { c })
            }
        },
        event::KeyCode::BackTab => {
            key.shift = true;
            KeyCode::Tab
        }
        event::KeyCode::F(number @ 1..=12) => KeyCode::F(number),
        event::KeyCode::KeypadBegin => KeyCode::Begin,
        event::KeyCode::Enter => KeyCode::Enter,
        event::KeyCode::Esc => KeyCode::Esc,
        event::KeyCode::Tab => KeyCode::Tab,
        event::KeyCode::Backspace => KeyCode::Backspace,
        event::KeyCode::Delete => KeyCode::Delete,
        event::KeyCode::Insert => KeyCode::Insert,
        event::KeyCode::Up => KeyCode::Up,
        event::KeyCode::Down => KeyCode::Down,
        event::KeyCode::Left => KeyCode::Left,
        event::KeyCode::Right => KeyCode::Right,
        event::KeyCode::Home => KeyCode::Home,
        event::KeyCode::End => KeyCode::End,
        event::KeyCode::PageUp => KeyCode::PageUp,
        event::KeyCode::PageDown => KeyCode::PageDown,
        _ => return None,
    };
    Some(key)
}

/// What the mouse did, where the screens take note of it.
fn mouse(event: MouseEvent) -> Option<Mouse> {
    let kind = match event.kind {
        MouseEventKind::Down(MouseButton::Left) => MouseKind::Click,
        MouseEventKind::Down(MouseButton::Right) => MouseKind::RightClick,
        MouseEventKind::ScrollUp => MouseKind::ScrollUp,
        MouseEventKind::ScrollDown => MouseKind::ScrollDown,
        _ => return None,
    };
    Some(Mouse { x: event.column, y: event.row, kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(code: event::KeyCode, modifiers: KeyModifiers) -> Option<String> {
        key(KeyEvent::new(code, modifiers)).map(|key| key.to_string())
    }

    #[test]
    fn keys_get_the_names_that_settings_use() {
        use event::KeyCode as Code;
        let none = KeyModifiers::NONE;
        assert_eq!(pressed(Code::Char('w'), none), Some("w".into()));
        assert_eq!(pressed(Code::Char('Z'), KeyModifiers::SHIFT), Some("Z".into()));
        assert_eq!(pressed(Code::Char('S'), KeyModifiers::CONTROL), Some("ctrl-s".into()));
        assert_eq!(pressed(Code::BackTab, none), Some("shift-tab".into()));
        assert_eq!(pressed(Code::Left, KeyModifiers::SHIFT), Some("shift-left".into()));
        assert_eq!(pressed(Code::KeypadBegin, none), Some("begin".into()));
        assert_eq!(pressed(Code::CapsLock, none), None);
        let keypad = KeyEvent::new_with_kind_and_state(
            Code::Char('5'),
            none,
            KeyEventKind::Press,
            KeyEventState::KEYPAD,
        );
        assert_eq!(key(keypad).map(|key| key.to_string()), Some("numpad-5".into()));
        let release = KeyEvent::new_with_kind(Code::Char('w'), none, KeyEventKind::Release);
        assert_eq!(key(release), None);
    }
}
