//! Input from the bytes that a terminal sends, however they are split: a streaming parser for connections.
//!
//! It knows the keys of xterm, rxvt, PuTTY, the Linux console, screen and tmux, those of kitty's keyboard protocol and of
//! xterm's `modifyOtherKeys`, both forms of mouse reports, and bracketed paste. What it does not know, and what terminals
//! reply to questions, is dropped as a whole sequence. A key is the same [`Key`] as [`Input::of_event`] makes of
//! crossterm's events, with the exceptions that [`sequence`] names.
//!
//! A terminal sends the key Esc as the byte that every sequence begins with, so the parser holds what is unfinished, and
//! silence decides: while [`InputParser::is_waiting`] and nothing has come for [`KEY_TIMEOUT`], counted from the last byte or
//! the last time-out, call [`InputParser::time_out`]. One time-out ends whatever is unfinished, but for a paste, for
//! which see [`paste`].
//!
//! No bytes can make it hold more than [`MAX_SEQUENCE_BYTES`] and a paste of [`paste::MAX_PASTE_BYTES`], nor drop more than
//! [`MAX_DROPPED_BYTES`] of an unfinished sequence or [`MAX_PASTE_DROPPED_BYTES`](paste::MAX_PASTE_DROPPED_BYTES) of a paste
//! without silence.

mod paste;
mod sequence;
#[cfg(test)]
mod tests;

use std::time::Duration;

use self::{
    paste::Paste,
    sequence::{Sequence, control_key, csi, linux_function_key, ss3, x10_mouse},
};
use super::{Input, Key, KeyCode};
use base::is_printable;

/// The silence after which [`InputParser::time_out`] is to be called: long enough for the bytes of one key to arrive, too
/// short to be felt.
pub const KEY_TIMEOUT: Duration = Duration::from_millis(40);

/// The longest sequence that can mean something, in bytes after its introducer.
const MAX_SEQUENCE_BYTES: usize = 64;

/// The bytes of an unfinished sequence or control string after which it is given up: what follows is keys again.
const MAX_DROPPED_BYTES: usize = 4096;

const ESCAPE: u8 = 0x1b;

/// What has come of something unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing.
    Ground,
    /// The first bytes of a character.
    Character { length: usize, alt: bool },
    /// ESC; `doubled` after two of them, which with a sequence behind them is Alt.
    Escape { doubled: bool },
    /// `ESC [` and perhaps parameters.
    Csi { alt: bool },
    /// `ESC [ [`, with which the Linux console begins F1 to F5.
    LinuxFunction { alt: bool },
    /// `ESC [ M` and less than three bytes.
    X10Mouse,
    /// `ESC O` and perhaps parameters.
    Ss3 { alt: bool },
    /// OSC, DCS, APC, PM or SOS and what belongs to it, none of which is kept.
    ControlString { introducer: u8 },
    /// A bracketed paste.
    Paste,
}

/// Turns the bytes of a terminal into input.
#[derive(Debug)]
pub struct InputParser {
    state: State,
    /// The bytes of the state, without those that the state itself tells of.
    held: [u8; MAX_SEQUENCE_BYTES],
    /// The number of bytes that belong to the state; those beyond [`MAX_SEQUENCE_BYTES`] were dropped.
    length: usize,
    paste: Paste,
}

impl Default for InputParser {
    fn default() -> Self {
        Self::new()
    }
}

impl InputParser {
    /// A parser for which nothing has come yet.
    pub fn new() -> Self {
        Self {
            state: State::Ground,
            held: [0; MAX_SEQUENCE_BYTES],
            length: 0,
            paste: Paste::default(),
        }
    }

    /// Takes the next bytes, and hands out the input that they complete. How the bytes are split over calls makes no
    /// difference.
    pub fn feed(&mut self, bytes: &[u8], take: &mut impl FnMut(Input)) {
        for &byte in bytes {
            self.byte(byte, take);
        }
    }

    /// Whether something is unfinished, so that silence means something.
    pub fn is_waiting(&self) -> bool {
        self.state != State::Ground
    }

    /// No bytes have come for [`KEY_TIMEOUT`], nor was this called: an unfinished sequence is the keys that it can be, or else dropped. Does
    /// nothing when nothing is unfinished.
    pub fn time_out(&mut self, take: &mut impl FnMut(Input)) {
        if self.state == State::Paste {
            if self.paste.time_out() {
                self.end_paste(take);
            }
        } else {
            self.give_up(take);
        }
    }

    fn byte(&mut self, byte: u8, take: &mut impl FnMut(Input)) {
        match self.state {
            State::Ground => self.ground(byte, false, take),
            State::Character { length, alt } => self.character(byte, length, alt, take),
            State::Escape { doubled } => self.escape(byte, doubled, take),
            State::Csi { alt } => self.csi(byte, alt, take),
            State::LinuxFunction { alt } => match byte {
                0x21..=0x7e => self.finish(linux_function_key(byte), alt, take),
                _ => self.interrupt(byte, take),
            },
            State::X10Mouse => match byte {
                0x20.. => {
                    self.hold(byte);
                    if let &[button, x, y] = self.held() {
                        self.finish(x10_mouse(button, x, y), false, take);
                    }
                }
                _ => self.interrupt(byte, take),
            },
            State::Ss3 { alt } => match byte {
                b'0'..=b'9' | b';' => self.hold(byte),
                0x20..=0x7e => self.finish(ss3(self.held(), byte), alt, take),
                _ => self.interrupt(byte, take),
            },
            State::ControlString { introducer } => self.control_string(byte, introducer, take),
            State::Paste => {
                if self.paste.byte(byte) {
                    self.end_paste(take);
                }
            }
        }
        if self.length > MAX_DROPPED_BYTES {
            self.enter(State::Ground);
        }
    }

    /// A byte with nothing before it, or nothing but the ESC of Alt.
    fn ground(&mut self, byte: u8, alt: bool, take: &mut impl FnMut(Input)) {
        self.enter(State::Ground);
        let length = match byte {
            ESCAPE => return self.enter(State::Escape { doubled: false }),
            0x20..=0x7e => return take(Input::Key(Key { alt, ..Key::char(char::from(byte)) })),
            0x00..=0x1f | 0x7f => {
                let key = control_key(byte);
                return take(Input::Key(Key { alt, ..key }));
            }
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            // No character begins so.
            0x80..=0xc1 | 0xf5.. => return,
        };
        self.enter(State::Character { length, alt });
        self.hold(byte);
    }

    fn character(&mut self, byte: u8, length: usize, alt: bool, take: &mut impl FnMut(Input)) {
        if !(0x80..0xc0).contains(&byte) {
            return self.interrupt(byte, take);
        }
        self.hold(byte);
        if self.length < length {
            return;
        }
        let text = std::str::from_utf8(self.held());
        let character = text.ok().and_then(|text| text.chars().next());
        self.enter(State::Ground);
        if let Some(c) = character.filter(|c| is_printable(*c)) {
            take(Input::Key(Key { alt, ..Key::char(c) }));
        }
    }

    fn escape(&mut self, byte: u8, doubled: bool, take: &mut impl FnMut(Input)) {
        match byte {
            b'[' => return self.enter(State::Csi { alt: doubled }),
            b'O' => return self.enter(State::Ss3 { alt: doubled }),
            _ => {}
        }
        // The first of two was the key Esc.
        if doubled {
            take(Input::Key(Key::plain(KeyCode::Esc)));
        }
        match byte {
            ESCAPE => self.enter(State::Escape { doubled: true }),
            b']' | b'P' | b'_' | b'^' | b'X' => {
                self.enter(State::ControlString { introducer: byte });
            }
            b'\t' => {
                // Shift and Tab on the Linux console. Alt and Tab belong to the desktop everywhere else.
                self.enter(State::Ground);
                take(Input::Key(Key { shift: true, ..Key::plain(KeyCode::Tab) }));
            }
            _ => self.ground(byte, true, take),
        }
    }

    fn csi(&mut self, byte: u8, alt: bool, take: &mut impl FnMut(Input)) {
        match byte {
            // rxvt's final byte of keys with Shift is an intermediate byte everywhere else.
            b'$' if self.length > 0 && self.held().iter().all(u8::is_ascii_digit) => {
                self.finish(csi(self.held(), byte), alt, take);
            }
            b'[' if self.length == 0 => self.enter(State::LinuxFunction { alt }),
            b'M' if self.length == 0 => self.enter(State::X10Mouse),
            0x20..=0x3f => self.hold(byte),
            0x40..=0x7e if self.length > MAX_SEQUENCE_BYTES => self.enter(State::Ground),
            0x40..=0x7e => self.finish(csi(self.held(), byte), alt, take),
            _ => self.interrupt(byte, take),
        }
    }

    /// Ends with BEL or with ST, which is ESC and a backslash: after its ESC nothing is left to be dropped but that. An
    /// ESC with anything else behind it begins something new, as in terminals; CAN and SUB cancel.
    fn control_string(&mut self, byte: u8, introducer: u8, take: &mut impl FnMut(Input)) {
        let after_escape = self.held().first() == Some(&ESCAPE);
        match byte {
            b'\\' if after_escape => self.enter(State::Ground),
            _ if after_escape => {
                self.enter(State::Escape { doubled: false });
                self.byte(byte, take);
            }
            0x07 | 0x18 | 0x1a => self.enter(State::Ground),
            ESCAPE => {
                self.enter(State::ControlString { introducer });
                self.hold(byte);
            }
            // One byte is kept, to tell a string from the key Alt-] and its like; the rest is counted.
            _ if self.length == 0 => self.hold(b'.'),
            _ => self.length += 1,
        }
    }

    /// A byte that cannot be in what is unfinished.
    fn interrupt(&mut self, byte: u8, take: &mut impl FnMut(Input)) {
        self.give_up(take);
        self.ground(byte, false, take);
    }

    /// Ends what is unfinished: the keys that it can be, or nothing.
    fn give_up(&mut self, take: &mut impl FnMut(Input)) {
        let mut alt_key = |after_escape: bool, c: u8| {
            if after_escape {
                take(Input::Key(Key::plain(KeyCode::Esc)));
            }
            take(Input::Key(Key { alt: true, ..Key::char(char::from(c)) }));
        };
        match self.state {
            State::Escape { doubled } => {
                for _ in 0..=u8::from(doubled) {
                    take(Input::Key(Key::plain(KeyCode::Esc)));
                }
            }
            State::Csi { alt } if self.length == 0 => alt_key(alt, b'['),
            State::Ss3 { alt } if self.length == 0 => alt_key(alt, b'O'),
            State::ControlString { introducer } if self.length == 0 => alt_key(false, introducer),
            // What came after the ESC of a string's end decides; without anything it is a key.
            State::ControlString { .. } if self.held().first() == Some(&ESCAPE) => {
                take(Input::Key(Key::plain(KeyCode::Esc)));
            }
            _ => {}
        }
        self.enter(State::Ground);
    }

    fn finish(&mut self, sequence: Sequence, alt: bool, take: &mut impl FnMut(Input)) {
        self.enter(State::Ground);
        match sequence {
            Sequence::Key(key) => take(Input::Key(Key { alt: key.alt || alt, ..key })),
            Sequence::Text(text) => {
                for c in text.chars() {
                    take(Input::Key(Key { alt, ..Key::char(c) }));
                }
            }
            Sequence::Mouse(mouse) => take(Input::Mouse(mouse)),
            Sequence::PasteStart => self.enter(State::Paste),
            Sequence::Nothing => {}
        }
    }

    fn end_paste(&mut self, take: &mut impl FnMut(Input)) {
        self.enter(State::Ground);
        take(Input::Paste(self.paste.take()));
    }

    fn enter(&mut self, state: State) {
        self.state = state;
        self.length = 0;
    }

    fn hold(&mut self, byte: u8) {
        if let Some(place) = self.held.get_mut(self.length) {
            *place = byte;
        }
        self.length += 1;
    }

    fn held(&self) -> &[u8] {
        &self.held[..self.length.min(MAX_SEQUENCE_BYTES)]
    }
}
