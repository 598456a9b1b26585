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

/// The rows of `sequences.txt` whose section fits: bytes, and the names that they come to.
fn sequences(fits: impl Fn(&str) -> bool) -> Vec<(Vec<u8>, &'static str)> {
    let mut section = "";
    let mut rows = Vec::new();
    for line in include_str!("sequences.txt").lines().filter(|line| !line.starts_with("# ")) {
        if let Some(title) = line.strip_prefix("== ") {
            section = title;
        } else if let Some((bytes, wanted)) = line.split_once(" =>").filter(|_| fits(section)) {
            rows.push((unescaped(bytes), wanted.trim_start()));
        }
    }
    rows
}

fn unescaped(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text.chars());
    while let Some(character) = rest.next() {
        if character != '\\' {
            bytes.extend(character.to_string().bytes());
            continue;
        }
        bytes.push(match rest.next().expect("an escape") {
            'e' => 0x1b,
            'r' => b'\r',
            'n' => b'\n',
            't' => b'\t',
            'x' => {
                let digits: String = rest.by_ref().take(2).collect();
                u8::from_str_radix(&digits, 16).expect("two digits")
            }
            other => other as u8,
        });
    }
    bytes
}

/// In one piece, in bytes, and cut in two anywhere.
#[test]
fn the_input_of_every_terminal_is_read_and_what_is_no_input_is_dropped_whole() {
    let rows = sequences(|_| true);
    assert!(rows.len() > 190, "{} rows", rows.len());
    let mut wrong = String::new();
    for (bytes, wanted) in &rows {
        let cuts = (0..bytes.len()).map(|at| names([&bytes[..at], &bytes[at..]]));
        let in_bytes = names(bytes.chunks(1));
        if let Some(found) = cuts.chain([in_bytes]).find(|found| found != wanted) {
            let text = bytes.escape_ascii();
            writeln!(wrong, "{text}: {found:?}, not {wanted:?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn the_ground_that_was_asked_for_is_heard_once_and_nonsense_is_none() {
    let heard = |asked: bool, bytes: &[u8]| {
        let in_one = [bytes].into_iter().collect::<Vec<_>>();
        let told = [in_one, bytes.chunks(1).collect()].map(|pieces| {
            let mut listener = Listener::default();
            if asked {
                listener.parser.await_ground();
            }
            for piece in pieces {
                listener.feed(piece);
            }
            listener.settle();
            listener.heard.join(" ")
        });
        assert_eq!(told[0], told[1]);
        told[0].clone()
    };
    let white = b"\x1b]11;rgb:ffff/ffff/ffff\x07";
    for (bytes, wanted) in [
        (&white[..], "Ground([255, 255, 255])"),
        (b"\x1b]11;rgb:1c1c/80/F\x1b\\x", "Ground([28, 128, 255]) x"),
        (b"\x1b]10;rgb:ffff/ffff/ffff\x07", ""),
        (b"\x1bP11;rgb:ffff/ffff/ffff\x1b\\", ""),
        (b"\x1b]11;rgb:ffff/ffff/ffff\x18x", "x"),
        (b"\x1b]11;rgb:ffff/ffff\x07", ""),
        (b"\x1b]11;rgb:ffff/ffff/ffff/ffff\x07", ""),
        (b"\x1b]11;rgb:+fff/ffff/ffff\x07", ""),
        (b"\x1b]11;rgb:fffff/ffff/ffff\x07", ""),
        (b"\x1b]11;rgb://\x07", ""),
        (b"\x1b]11;?\x07", ""),
    ] {
        assert_eq!(heard(true, bytes), wanted, "{}", bytes.escape_ascii());
    }
    assert_eq!(heard(true, &[&white[..], white].concat()), "Ground([255, 255, 255])");
    assert_eq!(
        heard(true, &[b"\x1b]11;nonsense\x07", &white[..]].concat()),
        "Ground([255, 255, 255])"
    );
    assert_eq!(heard(true, &[&b"\x1b]"[..], &[b'x'; 99], b"\x07"].concat()), "");
    assert_eq!(heard(false, white), "");
}

#[test]
fn sequences_in_a_row_do_not_touch_each_other() {
    for (bytes, wanted) in sequences(|_| true) {
        let mut listener = Listener::default();
        for _ in 0..2 {
            listener.feed(&bytes);
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
    for (bytes, wanted) in sequences(|section| section != "typed") {
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
    let sequences: Vec<Vec<u8>> = sequences(|_| true).into_iter().map(|(bytes, _)| bytes).collect();
    let mutated = (proptest::sample::select(sequences), any::<(u8, u8)>(), 0..4_u8);
    let mutated = mutated.prop_map(|(mut bytes, (place, byte), change)| {
        let at = usize::from(place) % bytes.len();
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
