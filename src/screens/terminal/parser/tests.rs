//! What terminals send, by terminal, and what nobody should.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::{
    paste::{MAX_PASTE_BYTES, MAX_PASTE_DROPPED_BYTES, MAX_SILENT_TIMEOUTS},
    *,
};
use crate::terminal::MouseKind;

fn name(input: &Input) -> String {
    match input {
        Input::Key(key) => key.to_string(),
        Input::Paste(text) => format!("paste({text})"),
        Input::Mouse(mouse) => {
            let kind = match mouse.kind {
                MouseKind::Click => "click",
                MouseKind::RightClick => "right-click",
                MouseKind::ScrollUp => "scroll-up",
                MouseKind::ScrollDown => "scroll-down",
            };
            format!("{kind}({},{})", mouse.x, mouse.y)
        }
        other => format!("{other:?}"),
    }
}

/// A parser, and the names of what it has handed out.
#[derive(Default)]
struct Listener {
    parser: InputParser,
    heard: Vec<String>,
}

impl Listener {
    fn feed(&mut self, bytes: &[u8]) {
        self.parser.feed(bytes, &mut |input| self.heard.push(name(&input)));
    }

    fn time_out(&mut self, times: u32) {
        for _ in 0..times {
            self.parser.time_out(&mut |input| self.heard.push(name(&input)));
        }
    }

    /// Silence until nothing is unfinished.
    fn settle(&mut self) {
        let is_paste = self.parser.state == State::Paste;
        let max = if is_paste { MAX_SILENT_TIMEOUTS } else { MAX_REST_TIMEOUTS };
        let mut timeouts = 0;
        while self.parser.is_waiting() {
            self.time_out(1);
            timeouts += 1;
        }
        assert!(timeouts <= max, "{timeouts} time-outs");
    }
}

/// The names of what the pieces come to, separated by blanks, with silence after the last.
fn names<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut listener = Listener::default();
    pieces.into_iter().for_each(|piece| listener.feed(piece));
    listener.settle();
    listener.heard.join(" ")
}

/// Each sequence comes to its names, in one piece, in bytes, and cut in two anywhere.
fn assert_all(table: &[(&[u8], &str)]) {
    let mut wrong = String::new();
    for (bytes, wanted) in table {
        let cuts = (0..bytes.len()).map(|at| names([&bytes[..at], &bytes[at..]]));
        let in_bytes = names(bytes.chunks(1));
        for found in cuts.chain([in_bytes]) {
            if found != *wanted {
                let text = bytes.escape_ascii();
                writeln!(wrong, "{text}: {found:?}, not {wanted:?}").unwrap();
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

const TYPED: &[(&[u8], &str)] = &[
    (b"w", "w"),
    (b"Z", "Z"),
    (b" ", "space"),
    (b"~", "~"),
    (b"hjkl", "h j k l"),
    ("é".as_bytes(), "é"),
    ("Ł太🦀".as_bytes(), "Ł 太 🦀"),
    (b"\r", "enter"),
    (b"\n", "enter"),
    (b"\r\n", "enter enter"),
    (b"\t", "tab"),
    (b"\x7f", "backspace"),
    (b"\x08", "backspace"),
    (b"\0", "ctrl-space"),
    (b"\x01", "ctrl-a"),
    (b"\x03", "ctrl-c"),
    (b"\x0c", "ctrl-l"),
    (b"\x13", "ctrl-s"),
    (b"\x1a", "ctrl-z"),
    (b"\x1c", "ctrl-4"),
    (b"\x1d", "ctrl-5"),
    (b"\x1e", "ctrl-6"),
    (b"\x1f", "ctrl-7"),
    (b"\x1b", "esc"),
    (b"\x1b\x1b", "esc esc"),
    (b"\x1b\x1b\x1b", "esc esc esc"),
    (b"\x1bx", "alt-x"),
    (b"\x1bX", "alt-X"),
    (b"\x1b1", "alt-1"),
    (b"\x1b[", "alt-["),
    (b"\x1bO", "alt-O"),
    (b"\x1b]", "alt-]"),
    (b"\x1bP", "alt-P"),
    (b"\x1b_", "alt-_"),
    (b"\x1b^", "alt-^"),
    (b"\x1b\\", "alt-\\"),
    (b"\x1b ", "alt-space"),
    (b"\x1b\r", "alt-enter"),
    (b"\x1b\x7f", "alt-backspace"),
    (b"\x1b\x01", "ctrl-alt-a"),
    (b"\x1b\0", "ctrl-alt-space"),
    (b"\x1b\x1bx", "esc alt-x"),
    (b"\x1b\x1b[", "esc alt-["),
    (b"\x1b\x1bO", "esc alt-O"),
    ("\x1bé".as_bytes(), "alt-é"),
    // The key Esc or an Alt, and the next key in the same packet.
    (b"\x1b[\r", "alt-[ enter"),
    (b"\x1bO\x1b[A", "alt-O up"),
    (b"\x1b[\x1b[A", "alt-[ up"),
    ("\x1bOé".as_bytes(), "alt-O é"),
];

const XTERM: &[(&[u8], &str)] = &[
    (b"\x1b[A\x1b[B\x1b[C\x1b[D", "up down right left"),
    (b"\x1bOA\x1bOB\x1bOC\x1bOD", "up down right left"),
    (b"\x1b[H\x1b[F\x1bOH\x1bOF", "home end home end"),
    (b"\x1b[E\x1bOE", "begin begin"),
    (b"\x1b[2~\x1b[3~\x1b[5~\x1b[6~", "insert delete page-up page-down"),
    (b"\x1bOP\x1bOQ\x1bOR\x1bOS", "f1 f2 f3 f4"),
    (b"\x1b[15~\x1b[17~\x1b[18~\x1b[19~", "f5 f6 f7 f8"),
    (b"\x1b[20~\x1b[21~\x1b[23~\x1b[24~", "f9 f10 f11 f12"),
    (b"\x1b[Z", "shift-tab"),
    (b"\x1b[1;2A", "shift-up"),
    (b"\x1b[1;3B", "alt-down"),
    (b"\x1b[1;4C", "alt-shift-right"),
    (b"\x1b[1;5C", "ctrl-right"),
    (b"\x1b[1;6D", "ctrl-shift-left"),
    (b"\x1b[1;7H", "ctrl-alt-home"),
    (b"\x1b[1;8F", "ctrl-alt-shift-end"),
    (b"\x1b[1;9A", "alt-up"),
    (b"\x1b[1;5E", "ctrl-begin"),
    (b"\x1b[1;2P\x1b[1;2Q\x1b[1;2R\x1b[1;2S", "shift-f1 shift-f2 shift-f3 shift-f4"),
    (b"\x1b[15;5~", "ctrl-f5"),
    (b"\x1b[3;5~", "ctrl-delete"),
    (b"\x1b[5;2~", "shift-page-up"),
    (b"\x1b[24;8~", "ctrl-alt-shift-f12"),
    (b"\x1bO5A\x1bO2P\x1bO1;5D", "ctrl-up shift-f1 ctrl-left"),
    (b"\x1b[5C", "ctrl-right"),
    // Its keypad in application mode.
    (b"\x1bOp\x1bOq\x1bOr\x1bOs\x1bOt", "numpad-0 numpad-1 numpad-2 numpad-3 numpad-4"),
    (b"\x1bOu\x1bOv\x1bOw\x1bOx\x1bOy", "numpad-5 numpad-6 numpad-7 numpad-8 numpad-9"),
    (b"\x1bOM\x1bOj\x1bOk\x1bOl\x1bOm\x1bOn\x1bOo", "enter * + , - . /"),
    (b"\x1bOI\x1bO ", "tab space"),
    (b"\x1bO5u", "ctrl-numpad-5"),
    // modifyOtherKeys.
    (b"\x1b[27;5;119~", "ctrl-w"),
    (b"\x1b[27;6;65~", "ctrl-a"),
    (b"\x1b[27;3;120~", "alt-x"),
    (b"\x1b[27;2;13~", "shift-enter"),
    (b"\x1b[27;5;9~", "ctrl-tab"),
    (b"\x1b[27;5;27~", "ctrl-esc"),
    (b"\x1b[27~\x1b[27;5~", ""),
];

const RXVT: &[(&[u8], &str)] = &[
    (b"\x1b[7~\x1b[8~", "home end"),
    (b"\x1b[a\x1b[b\x1b[c\x1b[d", "shift-up shift-down shift-right shift-left"),
    (b"\x1bOa\x1bOb\x1bOc\x1bOd", "ctrl-up ctrl-down ctrl-right ctrl-left"),
    (b"\x1b[7$\x1b[7^\x1b[7@", "shift-home ctrl-home ctrl-shift-home"),
    (b"\x1b[3$\x1b[5^\x1b[6@", "shift-delete ctrl-page-up ctrl-shift-page-down"),
    (b"\x1b[11~\x1b[12~\x1b[13~\x1b[14~", "f1 f2 f3 f4"),
    (b"\x1b[11^\x1b[24$", "ctrl-f1 shift-f12"),
    (b"\x1b\x1b[A", "alt-up"),
    (b"\x1b\x1b[3~", "alt-delete"),
    (b"\x1b\x1bOc", "ctrl-alt-right"),
    (b"\x1b\x1b[7^", "ctrl-alt-home"),
];

const LINUX: &[(&[u8], &str)] = &[
    (b"\x1b[[A\x1b[[B\x1b[[C\x1b[[D\x1b[[E", "f1 f2 f3 f4 f5"),
    (b"\x1b[17~\x1b[21~\x1b[23~\x1b[24~", "f6 f10 f11 f12"),
    (b"\x1b[1~\x1b[4~", "home end"),
    (b"\x1b[G\x1b\t", "begin shift-tab"),
    (b"\x1b\x1b[[A", "alt-f1"),
    (b"\x1b[[Z\x1b[[", ""),
];

const PUTTY: &[(&[u8], &str)] = &[
    (b"\x1b[1~\x1b[4~\x1bOA\x1bOD", "home end up left"),
    (b"\x1b[11~\x1b[12~\x1b[13~\x1b[14~\x1b[15~", "f1 f2 f3 f4 f5"),
    (b"\x1b[17~\x1b[23~\x1b[24~", "f6 f11 f12"),
    (b"\x1b[[A\x1b[[E", "f1 f5"),
    (b"\x1bOP\x1bOS\x1bOT\x1bOU\x1bOZ\x1bO[", "f1 f4 f5 f6 f11 f12"),
    (b"\x1b\x1b[A\x1b\x1bOB", "alt-up alt-down"),
    (b"\x1b\x1b[11~", "alt-f1"),
    (b"\x1bOq\x1bOy\x1bOn\x1bOl\x1bOM", "numpad-1 numpad-9 . , enter"),
    (b"\x1b[1;5C\x1b[1;2D\x1b[Z", "ctrl-right shift-left shift-tab"),
];

const SCREEN_AND_TMUX: &[(&[u8], &str)] = &[
    (b"\x1b[1~\x1b[4~\x1b[2~\x1b[3~\x1b[5~\x1b[6~", "home end insert delete page-up page-down"),
    (b"\x1bOP\x1bOQ\x1bOR\x1bOS\x1b[15~", "f1 f2 f3 f4 f5"),
    (b"\x1bOA\x1b[1;5A\x1b[1;3A\x1b[5;3~", "up ctrl-up alt-up alt-page-up"),
    (b"\x1b[Z", "shift-tab"),
];

const KITTY: &[(&[u8], &str)] = &[
    (b"\x1b[27u", "esc"),
    (b"\x1b[27;1u\x1b[27;5u", "esc ctrl-esc"),
    (b"\x1b[97;5u", "ctrl-a"),
    // On a Russian layout: Ctrl and the key that is C elsewhere, and what the letter is without
    // Ctrl.
    (b"\x1b[1089::99;5u\x1b[1089:1057:99;3u", "ctrl-c alt-c"),
    ("\x1b[1089::99;1u".as_bytes(), "с"),
    (b"\x1b[104;5u\x1b[109;5u\x1b[106;5u\x1b[105;5u", "ctrl-h ctrl-m ctrl-j ctrl-i"),
    (b"\x1b[97;6u", "ctrl-a"),
    (b"\x1b[32;5u", "ctrl-space"),
    (b"\x1b[91;3u", "alt-["),
    (b"\x1b[97;4u", "alt-A"),
    (b"\x1b[97;2u\x1b[97:65;2u", "A A"),
    (b"\x1b[49:33;2u\x1b[49:33u", "! 1"),
    (b"\x1b[1092:1060:97;2u", "Ф"),
    (b"\x1b[13;5u\x1b[13;2u\x1b[9;2u\x1b[9;5u", "ctrl-enter shift-enter shift-tab ctrl-tab"),
    (b"\x1b[127;3u", "alt-backspace"),
    // Presses, repeats and releases.
    (b"\x1b[119;1:1u\x1b[119;1:2u\x1b[119;1:3u", "w w"),
    (b"\x1b[1;1:3A\x1b[1;5:1A\x1b[3;1:3~\x1b[15;2:2~", "ctrl-up shift-f5"),
    // The text that they write.
    (b"\x1b[97;2;65u", "A"),
    (b"\x1b[97;;97u\x1b[0;;229u\x1b[0;;104:105u", "a å h i"),
    (b"\x1b[97;5;1u", "ctrl-a"),
    // The keypad.
    (b"\x1b[57399u\x1b[57404u\x1b[57408u", "numpad-0 numpad-5 numpad-9"),
    (b"\x1b[57400;129u\x1b[57400;5u", "numpad-1 ctrl-numpad-1"),
    (
        b"\x1b[57409u\x1b[57410u\x1b[57411u\x1b[57412u\x1b[57413u\x1b[57415u\x1b[57416u",
        ". / * - + = ,",
    ),
    (b"\x1b[57414u\x1b[57417u\x1b[57418u\x1b[57419u\x1b[57420u", "enter left right up down"),
    (b"\x1b[57421u\x1b[57422u\x1b[57423u\x1b[57424u", "page-up page-down home end"),
    (b"\x1b[57425u\x1b[57426u\x1b[57427u\x1b[57427~", "insert delete begin begin"),
    (b"\x1b[P\x1b[Q\x1b[13~\x1b[S\x1b[1;5P", "f1 f2 f3 f4 ctrl-f1"),
    // Caps lock and num lock are no modifiers, Super and Hyper are the desktop's.
    (b"\x1b[27;193u\x1b[119;9u\x1b[119;17u", "esc"),
    // Caps lock, F13, Play and the left Shift write nothing, nor does what is no character.
    (b"\x1b[57358u\x1b[57376u\x1b[57428u\x1b[57441;2u\x1b[55296u\x1b[4294967296u\x1b[u\x1b[7u", ""),
];

const MOUSE: &[(&[u8], &str)] = &[
    (b"\x1b[<0;1;1M\x1b[<0;1;1m", "click(0,0)"),
    (b"\x1b[<2;80;24M", "right-click(79,23)"),
    (b"\x1b[<64;3;4M\x1b[<65;3;4M", "scroll-up(2,3) scroll-down(2,3)"),
    (b"\x1b[<16;500;200M", "click(499,199)"),
    // The middle button, drags, moves, wheels to the side.
    (b"\x1b[<1;3;4M\x1b[<32;3;4M\x1b[<35;3;4M\x1b[<66;3;4M\x1b[<128;3;4M", ""),
    (b"\x1b[<0;0;1M\x1b[<0;65537;1M\x1b[<0;1M\x1b[<;;M\x1b[<0;99999999999;1M", ""),
    (b"\x1b[M !!", "click(0,0)"),
    (b"\x1b[M\"\xff0", "right-click(222,15)"),
    (b"\x1b[M`#$\x1b[Ma#$\x1b[M##$", "scroll-up(2,3) scroll-down(2,3)"),
    (b"\x1b[M  !\x1b[M !", ""),
    (b"\x1b[M \x1b[A", "up"),
    (b"\x1b[32;3;4M\x1b[96;3;4M", "click(2,3) scroll-up(2,3)"),
];

const PASTES: &[(&[u8], &str)] = &[
    (b"\x1b[200~hello\x1b[201~w", "paste(hello) w"),
    (b"\x1b[200~\x1b[201~", "paste()"),
    (b"\x1b[200~a\r\nb\tc\x1b[31md\x07\x1b[201~", "paste(a b c[31md)"),
    (b"\x1b[200~\x1b\x1b[201\x1b[20\x1b[201~", "paste([201[20)"),
    (b"\x1b[200~\x1b[200~a\x1b[201~\x1b[201~w", "paste([200~a) w"),
    ("\x1b[200~Łu太\u{202e}\x1b[201~".as_bytes(), "paste(Łu太)"),
    (b"\x1b[200~a\xffb\xc3\x1b[201~w", "paste(a\u{fffd}b\u{fffd}) w"),
    (b"\x1b[201~w", "w"),
    (b"\x1b[200~unfinished", "paste(unfinished)"),
    (b"\x1b[200~unfinished\x1b[20", "paste(unfinished)"),
];

const DROPPED: &[(&[u8], &str)] = &[
    // Replies: focus, cursor, status, attributes, size, keyboard flags, modes, colours, versions,
    // graphics.
    (b"\x1b[I\x1b[Ow", "w"),
    (b"\x1b[24;80R\x1b[1;1R\x1b[1;80Rw", "w"),
    (b"\x1b[0n\x1b[?62;22c\x1b[>41;354;0c\x1b[=0cw", "w"),
    (b"\x1b[8;24;80t\x1b[?1u\x1b[?2026;2$y\x1b[4;2$yw", "w"),
    (b"\x1b]11;rgb:0000/0000/0000\x07w", "w"),
    (b"\x1b]11;rgb:0000/0000/0000\x1b\\w", "w"),
    (b"\x1bP>|XTerm(354)\x1b\\w\x1bP1$r0m\x1b\\w", "w w"),
    (b"\x1b_Gi=31;OK\x1b\\w\x1b^pm\x1b\\\x1bXsos\x1b\\w", "w w"),
    ("\x1b]2;титул\x1b\\w".as_bytes(), "w"),
    // A string without an end, or cancelled, or broken off by a key.
    (b"\x1b]0;title", ""),
    (b"\x1b]0;title\x18w\x1bPq\x1aw", "w w"),
    (b"\x1b]0;title\x1b[Aw", "up w"),
    (b"\x1b]0;title\x1bOPw", "f1 w"),
    (b"\x1b]0;title\x1b", "esc"),
    // Unknown or unfinished.
    (b"\x1b[1;5Iw\x1b[999~w\x1b[25~w\x1b[?25hw", "w w w w"),
    (b"\x1b[38;2;1;2;3mw\x1b[ qw\x1b[!pw\x1b[1;2;3;4;5;6;7;8xw", "w w w w"),
    (b"\x1bOzw\x1bO7zw\x1bO~w", "w w w"),
    (b"\x1b[1;5", ""),
    (b"\x1b[1;5\rw", "enter w"),
    (b"\x1b[1;5\x1b[1;5C", "ctrl-right"),
    ("\x1b[1é".as_bytes(), "é"),
    // Characters that are none, or that command.
    (b"\x80w\xc0w\xf5w\xffw", "w w w w"),
    (b"\xc3w\xe5\xa4w\xf0\x9f\xa6w", "w w w"),
    (b"\xe5\xa4\xe5\xa4\xaaw", "太 w"),
    (b"\xed\xa0\x80\xe0\x80\x80\xf4\x90\x80\x80w", "w"),
    (b"\xc2\x9b\xe2\x80\xaew", "w"),
    (b"\xe5\xa4", ""),
    (b"\xc3\x1b[A", "up"),
    (b"\x1b\xc3w", "w"),
];

const TABLES: [&[(&[u8], &str)]; 10] =
    [TYPED, XTERM, RXVT, LINUX, PUTTY, SCREEN_AND_TMUX, KITTY, MOUSE, PASTES, DROPPED];

#[test]
fn the_keys_of_every_terminal_are_read() {
    assert_all(TYPED);
    assert_all(XTERM);
    assert_all(RXVT);
    assert_all(LINUX);
    assert_all(PUTTY);
    assert_all(SCREEN_AND_TMUX);
    assert_all(KITTY);
}

#[test]
fn the_mouse_and_pastes_are_read() {
    assert_all(MOUSE);
    assert_all(PASTES);
}

#[test]
fn what_is_no_input_is_dropped_whole() {
    assert_all(DROPPED);
}

#[test]
fn sequences_in_a_row_do_not_touch_each_other() {
    for (bytes, wanted) in TABLES.concat() {
        let mut listener = Listener::default();
        for _ in 0..2 {
            listener.feed(bytes);
            listener.settle();
        }
        let wanted = [wanted, wanted].join(" ");
        assert_eq!(listener.heard.join(" "), wanted.trim(), "{}", bytes.escape_ascii());
    }
}

#[test]
fn silence_tells_esc_from_a_sequence() {
    let mut listener = Listener::default();
    listener.feed(b"\x1b");
    assert!(listener.parser.is_waiting());
    listener.time_out(1);
    listener.feed(b"w\x1b[");
    assert!(listener.parser.is_waiting());
    listener.feed(b"A");
    assert!(!listener.parser.is_waiting());
    assert_eq!(listener.heard, ["esc", "w", "up"]);
}

/// Whatever the pause, the rest of a sequence is no command: it comes to what it means or to
/// nothing.
#[test]
fn the_rest_of_a_sequence_is_no_command_after_a_pause() {
    let tables = [XTERM, RXVT, LINUX, PUTTY, SCREEN_AND_TMUX, KITTY, MOUSE, PASTES, DROPPED];
    for (bytes, wanted) in tables.concat() {
        // What begins with two ESC, or ends with a tab, is several keys to anybody who hears a
        // pause.
        if bytes.starts_with(b"\x1b\x1b") || bytes.ends_with(b"\t") {
            continue;
        }
        for (cut, timeouts) in (1..bytes.len()).flat_map(|cut| (1..10).map(move |n| (cut, n))) {
            let mut listener = Listener::default();
            listener.feed(&bytes[..cut]);
            listener.time_out(timeouts);
            listener.feed(&bytes[cut..]);
            listener.settle();
            let mut rest = wanted.split(' ');
            for name in listener.heard {
                let is_harmless =
                    ["esc", "alt-", "paste("].iter().any(|harmless| name.starts_with(harmless));
                let text = bytes.escape_ascii();
                assert!(is_harmless || rest.any(|one| one == name), "{text} at {cut}: {name}");
            }
        }
    }
}

#[test]
fn keys_after_what_never_ends_are_heard_soon() {
    for begun in
        ["\x1b", "\x1b[", "\x1bO", "\x1b]", "\x1b[1;5", "\x1b]11;rgb:", "\x1bP>|x", "\x1b[M", "é"]
    {
        let mut listener = Listener::default();
        listener.feed(&begun.as_bytes()[..begun.len() - usize::from(begun == "é")]);
        // Three keys a second, for less than three seconds.
        for _ in 0..8 {
            listener.time_out(6);
            listener.feed(b"w");
        }
        assert!(listener.heard.contains(&"w".to_owned()), "{}", begun.escape_debug());
        let mut listener = Listener::default();
        listener.feed(begun.as_bytes());
        listener.time_out(1);
        listener.heard.clear();
        listener.feed(b"\x03");
        assert_eq!(listener.heard, ["ctrl-c"], "{}", begun.escape_debug());
    }
}

#[test]
fn a_long_paste_is_cut_and_ends_where_it_ends() {
    let text = "太".repeat(MAX_PASTE_BYTES);
    let bytes = [b"\x1b[200~", text.as_bytes(), b"\x1b[201~w"].concat();
    let fits = "太".repeat(MAX_PASTE_BYTES / 3);
    assert_eq!(names([&bytes[..]]), format!("paste({fits}) w"));
}

#[test]
fn a_paste_without_an_end_swallows_keys_for_two_seconds_of_pauses_at_most() {
    let mut listener = Listener::default();
    listener.feed(b"\x1b[200~");
    // Three keys a second: eight time-outs after each.
    for _ in 0..5 {
        assert!(listener.parser.is_waiting());
        listener.feed(b"w");
        listener.time_out(8);
    }
    assert!(!listener.parser.is_waiting());
    assert_eq!(listener.heard, ["paste(wwwww)"]);
}

#[test]
fn a_paste_over_a_slow_line_is_not_cut() {
    let mut listener = Listener::default();
    listener.feed(b"\x1b[200~");
    for _ in 0..100 {
        listener.feed(&[b'w'; 100]);
        // A second of silence after each packet.
        listener.time_out(25);
    }
    listener.feed(b"\x1b[201~");
    assert_eq!(listener.heard, [format!("paste({})", "w".repeat(10_000))]);
}

#[test]
fn without_silence_too_what_never_ends_is_given_up() {
    let long = [b"\x1b[200~".as_slice(), &vec![b'w'; MAX_PASTE_DROPPED_BYTES + 3]].concat();
    let found = names([&long[..]]);
    assert_eq!(found, format!("paste({}) w w w", "w".repeat(MAX_PASTE_BYTES)));
    for begin in [b"\x1b[", b"\x1bO", b"\x1b]"] {
        let long = [begin.as_slice(), &[b'1'; MAX_DROPPED_BYTES + 3]].concat();
        assert_eq!(names([&long[..]]), "1 1", "{}", begin.escape_ascii());
    }
    // A sequence that is too long but has an end is dropped as a whole.
    let long = [b"\x1b[".as_slice(), &[b'1'; 1_000], b"Aw"].concat();
    assert_eq!(names([&long[..]]), "w");
}

/// Bytes of no terminal: random ones, and sequences of the tables with bytes lost, changed or put
/// in.
fn garbage() -> impl Strategy<Value = Vec<u8>> {
    let sequences: Vec<&[u8]> = TABLES
        .concat()
        .into_iter()
        .map(|(bytes, _)| bytes)
        .filter(|bytes| !bytes.is_empty())
        .collect();
    let mutated = (proptest::sample::select(sequences), any::<(u8, u8)>(), 0..4_u8);
    let mutated = mutated.prop_map(|(bytes, (place, byte), change)| {
        let (mut bytes, at) = (bytes.to_vec(), usize::from(place) % bytes.len());
        match change {
            0 => bytes.truncate(at),
            1 => bytes[at] = byte,
            2 => bytes.insert(at, byte),
            _ => drop(bytes.remove(at)),
        }
        bytes
    });
    let introducers = proptest::sample::select(b"\x1b[]OPM<~;:u\x07\x18\r$0129".to_vec());
    let piece = prop_oneof![
        4 => mutated,
        2 => proptest::collection::vec(any::<u8>(), 0..20),
        2 => proptest::collection::vec(introducers, 0..20),
        1 => (any::<u8>(), 0..6_000_usize).prop_map(|(byte, count)| vec![byte; count]),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// Never a panic; no more held than the limits; however it is cut, the same input; after
    /// silence a key is a key.
    #[test]
    fn garbage_does_no_harm(bytes in garbage(),
        cuts in proptest::collection::vec(1..200_usize, 1..20)) {
        let [mut whole, mut in_bytes, mut in_pieces]: [Listener; 3] = Default::default();
        whole.feed(&bytes);
        for byte in &bytes {
            in_bytes.feed(&[*byte]);
            prop_assert!(in_bytes.parser.paste.capacity() <= MAX_PASTE_BYTES);
            prop_assert!(in_bytes.parser.length <= MAX_DROPPED_BYTES);
        }
        let mut rest = &bytes[..];
        for cut in cuts.iter().cycle() {
            let (piece, after) = rest.split_at((*cut).min(rest.len()));
            in_pieces.feed(piece);
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
        prop_assert_eq!(&whole.heard, &in_bytes.heard);
        prop_assert_eq!(&whole.heard, &in_pieces.heard);
        whole.settle();
        whole.heard.clear();
        whole.feed(b"w");
        prop_assert_eq!(whole.heard, ["w"]);
    }
}
