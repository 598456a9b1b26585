//! Input from the bytes that a terminal sends, however they are split: a streaming parser, at home
//! and for connections.
//!
//! It knows the keys of xterm, rxvt, PuTTY, the Linux console, screen and tmux, those of kitty's
//! keyboard protocol and of xterm's `modifyOtherKeys`, both forms of mouse reports, and bracketed
//! paste. What it does not know, and what terminals reply to questions that were not asked, is
//! dropped as a whole sequence.
//!
//! A terminal sends the key Esc as the byte that every sequence begins with, so the parser holds
//! what is unfinished, and silence decides: when nothing has come for [`InputParser::silence`],
//! counted from the last byte or the last time-out, call [`InputParser::time_out`].
//!
//! The first time-out hands out the keys that are whole already: Esc, or Alt with the character
//! that begins a sequence. The rest of a sequence may still be on its way over a slow line, and
//! would be commands, so it is dropped when it comes within [`MAX_LATE_TIMEOUTS`]; a sequence of
//! which more than its introducer has come is waited for [`MAX_REST_TIMEOUTS`]. A paste is waited
//! for as [`paste`] says.
//!
//! No bytes can make it hold more than [`MAX_SEQUENCE_BYTES`] and a paste of
//! [`paste::MAX_PASTE_BYTES`], nor drop more than [`MAX_DROPPED_BYTES`] of an unfinished sequence
//! or [`MAX_PASTE_DROPPED_BYTES`](paste::MAX_PASTE_DROPPED_BYTES) of a paste without silence.

mod paste;
mod sequence;
#[cfg(test)]
mod tests;

use std::time::Duration;

use self::{
    paste::Paste,
    sequence::{Sequence, control_key, csi, ground_of, linux_function_key, ss3, x10_mouse},
};
use super::{Input, Key, KeyCode};
use base::is_printable;

/// The silence after which [`InputParser::time_out`] is to be called: long enough for the bytes of
/// one key to arrive, too short to be felt. Over a slow line what may be a key is waited for
/// longer.
pub const KEY_TIMEOUT: Duration = Duration::from_millis(50);

/// The time-outs for which the rest of a sequence is waited for whose beginning was a key.
const MAX_LATE_TIMEOUTS: u32 = 10;

/// The time-outs, over all pauses, for which the rest of any other sequence is waited for.
const MAX_REST_TIMEOUTS: u32 = 40;

/// The longest sequence that can mean something, in bytes after its introducer.
const MAX_SEQUENCE_BYTES: usize = 64;

/// The bytes of an unfinished sequence or control string after which it is given up: what follows
/// is keys again.
const MAX_DROPPED_BYTES: usize = 4096;

/// The longest answer to which ground the terminal has, in bytes between introducer and end.
const MAX_ANSWER_BYTES: usize = 32;

/// Where the cursor is behind two signs of one column each.
const NARROW_SIGNS_COLUMN: u32 = 3;

const ESCAPE: u8 = 0x1b;

/// What has come of something unfinished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Nothing.
    #[default]
    Ground,
    /// The first bytes of a character.
    Character {
        length: usize,
        alt: bool,
    },
    /// ESC; `doubled` after two of them, which with a sequence behind them is Alt.
    Escape {
        doubled: bool,
    },
    /// Nothing, after an ESC that was taken for the key; perhaps one in a control string.
    LateEscape {
        in_string: bool,
    },
    /// `ESC [` and perhaps parameters.
    Csi {
        alt: bool,
    },
    /// `ESC [ [`, with which the Linux console begins F1 to F5.
    LinuxFunction {
        alt: bool,
    },
    /// `ESC [ M` and less than three bytes.
    X10Mouse,
    /// `ESC O` and perhaps parameters.
    Ss3 {
        alt: bool,
    },
    /// OSC, DCS, APC, PM or SOS and what belongs to it, none of which is kept but an answer that is
    /// awaited.
    ControlString {
        introducer: u8,
    },
    Paste,
}

/// What has become of the beginning of a sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Late {
    /// It came in time.
    #[default]
    No,
    /// Its ESC was handed out as the key.
    Escape,
    /// So was its introducer, with Alt.
    Introducer,
}

#[derive(Debug, Default)]
pub struct InputParser {
    state: State,
    /// The bytes of the state, without those that the state itself tells of.
    held: Vec<u8>,
    /// The number of bytes that belong to the state; those beyond [`MAX_SEQUENCE_BYTES`] were
    /// dropped.
    length: usize,
    /// The time-outs since the beginning of what is unfinished.
    timeouts: u32,
    /// The key that its beginning was or would be, if it comes late: what it means is dropped.
    late: Late,
    paste: Paste,
    awaits_sign_width: bool,
    awaits_ground: bool,
    /// The beginning of a control string while its ground is awaited.
    answer: Vec<u8>,
    /// The bytes of it, with those beyond that.
    answer_length: usize,
}

impl InputParser {
    /// Takes the next answer to
    /// [`TerminalMode::ask_sign_width`](super::TerminalMode::ask_sign_width) for one:
    /// [`Input::WideSigns`] unless the signs are one column wide each. Answers that nobody awaits
    /// are dropped.
    pub fn await_sign_width(&mut self) {
        self.awaits_sign_width = true;
    }

    /// Takes the next answer to [`TerminalMode::ask_ground`](super::TerminalMode::ask_ground) for
    /// one: [`Input::Ground`].
    pub fn await_ground(&mut self) {
        self.awaits_ground = true;
    }

    /// Whether an answer has not come yet.
    pub(super) fn awaits_answer(&self) -> bool {
        self.awaits_sign_width || self.awaits_ground
    }

    /// Takes the next bytes, and hands out the input that they complete. How the bytes are split
    /// over calls makes no difference.
    pub fn feed(&mut self, bytes: &[u8], take: &mut impl FnMut(Input)) {
        for &byte in bytes {
            self.byte(byte, take);
        }
    }

    /// Whether something is unfinished, so that silence means something.
    fn is_waiting(&self) -> bool {
        self.state != State::Ground
    }

    /// The silence after which [`InputParser::time_out`] is to be called; none while nothing is
    /// unfinished. What is a key by itself, or the beginning of another, is waited for `key_wait`,
    /// and anything else [`KEY_TIMEOUT`].
    pub fn silence(&self, key_wait: Duration) -> Option<Duration> {
        let may_be_key = match self.state {
            State::Escape { .. } => true,
            State::ControlString { .. } if self.is_after_escape() => true,
            State::Csi { .. } | State::Ss3 { .. } | State::ControlString { .. } => {
                self.length == 0 && self.late != Late::Introducer
            }
            _ => false,
        };
        self.is_waiting().then_some(if may_be_key { key_wait } else { KEY_TIMEOUT })
    }

    /// No bytes have come for [`InputParser::silence`], nor was this called: an unfinished sequence
    /// is the keys that it can be, and in the end dropped. Does nothing when nothing is unfinished.
    pub fn time_out(&mut self, take: &mut impl FnMut(Input)) {
        self.timeouts += 1;
        match self.state {
            State::Ground => self.enter(State::Ground),
            State::Paste => {
                if self.paste.time_out() {
                    self.end_paste(take);
                }
            }
            State::Escape { .. } => {
                self.give_up(take);
                self.enter(State::LateEscape { in_string: false });
            }
            State::ControlString { .. } if self.is_after_escape() => {
                self.give_up(take);
                self.enter(State::LateEscape { in_string: true });
            }
            State::Csi { .. } | State::Ss3 { .. } | State::ControlString { .. }
                if self.length == 0 && self.late != Late::Introducer =>
            {
                let state = self.state;
                let is_late = self.late == Late::Escape;
                self.give_up(take);
                if !is_late {
                    self.enter(state);
                    self.late = Late::Introducer;
                }
            }
            _ => {
                let is_begun = self.length > 0 && self.late != Late::Introducer;
                let max = if is_begun { MAX_REST_TIMEOUTS } else { MAX_LATE_TIMEOUTS };
                if self.timeouts >= max {
                    self.enter(State::Ground);
                }
            }
        }
    }

    fn byte(&mut self, byte: u8, take: &mut impl FnMut(Input)) {
        match self.state {
            State::Ground => self.ground(byte, false, take),
            State::Character { length, alt } => self.character(byte, length, alt, take),
            State::Escape { doubled } => self.escape(byte, doubled, take),
            State::LateEscape { in_string: true } if byte == b'\\' => self.enter(State::Ground),
            State::LateEscape { .. } => match introduced(byte, false) {
                Some(state) => {
                    self.enter(state);
                    self.late = Late::Escape;
                }
                None => self.ground(byte, false, take),
            },
            State::Csi { alt } => self.csi(byte, alt, take),
            State::LinuxFunction { alt } => match byte {
                0x21..=0x7e => self.finish(linux_function_key(byte), alt, take),
                _ => self.interrupt(byte, take),
            },
            State::X10Mouse => match byte {
                0x20.. => {
                    self.hold(byte);
                    if let [button, x, y] = self.held[..] {
                        self.finish(x10_mouse(button, x, y), false, take);
                    }
                }
                _ => self.interrupt(byte, take),
            },
            State::Ss3 { alt } => match byte {
                b'0'..=b'9' | b';' => self.hold(byte),
                0x20..=0x7e => self.finish(ss3(&self.held, byte), alt, take),
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
        let text = std::str::from_utf8(&self.held);
        let character = text.ok().and_then(|text| text.chars().next());
        self.enter(State::Ground);
        if let Some(c) = character.filter(|c| is_printable(*c)) {
            take(Input::Key(Key { alt, ..Key::char(c) }));
        }
    }

    fn escape(&mut self, byte: u8, doubled: bool, take: &mut impl FnMut(Input)) {
        if let (b'[' | b'O', Some(state)) = (byte, introduced(byte, doubled)) {
            return self.enter(state);
        }
        // The first of two was the key Esc.
        if doubled {
            take(Input::Key(Key::plain(KeyCode::Esc)));
        }
        if let Some(state) = introduced(byte, false) {
            return self.enter(state);
        }
        match byte {
            ESCAPE => self.enter(State::Escape { doubled: true }),
            b'\t' => {
                // Shift and Tab on the Linux console. Alt and Tab belong to the desktop everywhere
                // else.
                self.enter(State::Ground);
                take(Input::Key(Key { shift: true, ..Key::plain(KeyCode::Tab) }));
            }
            _ => self.ground(byte, true, take),
        }
    }

    fn csi(&mut self, byte: u8, alt: bool, take: &mut impl FnMut(Input)) {
        match byte {
            // rxvt's final byte of keys with Shift is an intermediate byte everywhere else.
            b'$' if self.length > 0 && self.held.iter().all(u8::is_ascii_digit) => {
                self.finish(csi(&self.held, byte), alt, take);
            }
            b'[' if self.length == 0 => self.go_on(State::LinuxFunction { alt }),
            b'M' if self.length == 0 => self.go_on(State::X10Mouse),
            0x20..=0x3f => self.hold(byte),
            0x40..=0x7e if self.length > MAX_SEQUENCE_BYTES => self.enter(State::Ground),
            0x40..=0x7e => self.finish(csi(&self.held, byte), alt, take),
            _ => self.interrupt(byte, take),
        }
    }

    /// Ends with BEL or with ST, which is ESC and a backslash: after its ESC nothing is left to be
    /// dropped but that. An ESC with anything else behind it begins something new, as in terminals;
    /// CAN and SUB cancel.
    fn control_string(&mut self, byte: u8, introducer: u8, take: &mut impl FnMut(Input)) {
        let after_escape = self.is_after_escape();
        match byte {
            b'\\' if after_escape => self.end_string(introducer, take),
            _ if after_escape => {
                self.enter(State::Escape { doubled: false });
                self.byte(byte, take);
            }
            0x07 => self.end_string(introducer, take),
            0x18 | 0x1a => self.enter(State::Ground),
            ESCAPE => {
                self.go_on(State::ControlString { introducer });
                self.hold(byte);
            }
            // A key that somebody presses, perhaps Ctrl-C, while a string does not go on.
            0x00..=0x1f if self.timeouts > 0 || self.late != Late::No => self.interrupt(byte, take),
            // One byte is kept, to tell a string from the key Alt-] and its like; the rest is
            // counted.
            _ => {
                if self.answer.len() < MAX_ANSWER_BYTES {
                    self.answer.push(byte);
                }
                self.answer_length += 1;
                if self.length == 0 { self.hold(b'.') } else { self.length += 1 }
            }
        }
    }

    fn end_string(&mut self, introducer: u8, take: &mut impl FnMut(Input)) {
        let is_answer = introducer == b']' && self.answer_length == self.answer.len();
        let ground = ground_of(&self.answer).filter(|_| is_answer && self.awaits_ground);
        self.enter(State::Ground);
        if let Some(ground) = ground {
            self.awaits_ground = false;
            take(Input::Ground(ground));
        }
    }

    /// A byte that cannot be in what is unfinished.
    fn interrupt(&mut self, byte: u8, take: &mut impl FnMut(Input)) {
        self.give_up(take);
        self.ground(byte, false, take);
    }

    /// Ends what is unfinished: the keys that it can be, or nothing.
    fn give_up(&mut self, take: &mut impl FnMut(Input)) {
        let late = self.late;
        let mut alt_key = |after_escape: bool, c: u8| {
            if after_escape {
                take(Input::Key(Key::plain(KeyCode::Esc)));
            }
            let alt = late == Late::No;
            if late != Late::Introducer {
                take(Input::Key(Key { alt, ..Key::char(char::from(c)) }));
            }
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
            State::ControlString { .. } if self.is_after_escape() => {
                take(Input::Key(Key::plain(KeyCode::Esc)));
            }
            _ => {}
        }
        self.enter(State::Ground);
    }

    fn finish(&mut self, sequence: Sequence, alt: bool, take: &mut impl FnMut(Input)) {
        let is_late = self.late != Late::No;
        self.enter(State::Ground);
        match sequence {
            Sequence::Key(_) | Sequence::Text(_) | Sequence::Mouse(_) if is_late => {}
            Sequence::Key(key) => take(Input::Key(Key { alt: key.alt || alt, ..key })),
            Sequence::Text(text) => {
                for c in text.chars() {
                    take(Input::Key(Key { alt, ..Key::char(c) }));
                }
            }
            Sequence::Mouse(mouse) => take(Input::Mouse(mouse)),
            Sequence::PasteStart => self.enter(State::Paste),
            Sequence::CursorInSecondRow(column) => {
                if std::mem::take(&mut self.awaits_sign_width) && column != NARROW_SIGNS_COLUMN {
                    take(Input::WideSigns);
                }
            }
            Sequence::Nothing => {}
        }
    }

    fn end_paste(&mut self, take: &mut impl FnMut(Input)) {
        self.enter(State::Ground);
        take(Input::Paste(self.paste.take()));
    }

    fn enter(&mut self, state: State) {
        self.go_on(state);
        self.timeouts = 0;
        self.late = Late::No;
        self.answer.clear();
        self.answer_length = 0;
    }

    /// Begins a state of the same sequence.
    fn go_on(&mut self, state: State) {
        self.state = state;
        self.held.clear();
        self.length = 0;
    }

    /// Whether a control string has come to an ESC, which may be its end.
    fn is_after_escape(&self) -> bool {
        self.held.first() == Some(&ESCAPE)
    }

    fn hold(&mut self, byte: u8) {
        if self.held.len() < MAX_SEQUENCE_BYTES {
            self.held.push(byte);
        }
        self.length += 1;
    }
}

/// What a byte after ESC introduces; none if it is a key with Alt.
fn introduced(byte: u8, alt: bool) -> Option<State> {
    Some(match byte {
        b'[' => State::Csi { alt },
        b'O' => State::Ss3 { alt },
        b']' | b'P' | b'_' | b'^' | b'X' => State::ControlString { introducer: byte },
        _ => return None,
    })
}
