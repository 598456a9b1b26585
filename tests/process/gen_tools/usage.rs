//! What is refused, and that it leaves nothing behind.

use std::fs;

use crate::gen_tools::run_line;
use crate::program::{COMMAND_LINES, on_terminal};
use crate::support::pty::Start;
use crate::support::table::rows;

#[test]
fn wrong_usage_is_refused_and_told_what_would_be_right() {
    for (line, remedy) in rows(COMMAND_LINES, "wrong usage") {
        let ran = run_line(line);
        assert_eq!(ran.code, 2, "{line}: {}", ran.err);
        assert!(ran.out.is_empty(), "{line}");
        assert!(ran.err.contains(remedy), "{line}: {}", ran.err);
    }
}

#[test]
fn maps_are_coloured_on_a_terminal_and_nowhere_else() {
    let home = tempfile::tempdir().expect("a folder");
    let shown = |start: Start| {
        let mut pty = start.size(100, 60).run();
        assert!(pty.wait_exit().success());
        (pty.text(), pty.take_bytes())
    };
    let colours = |bytes: &[u8]| bytes.windows(4).filter(|bytes| bytes == b"\x1b[38").count();
    let start = || on_terminal(home.path(), "gen vault --seed 42");
    let (text, bytes) = shown(start());
    assert!(colours(&bytes) > 50, "{text}");
    let piped = run_line("gen vault --seed 42 --color truecolor");
    assert!(!piped.bytes.contains(&0x1b), "a pipe gets no colours");
    let plain: Vec<&str> = piped.out.lines().map(str::trim_end).collect();
    assert_eq!(text.lines().take(30).collect::<Vec<_>>(), plain[..30], "colours change no sign");
    let (_, bytes) = shown(start().variable("NO_COLOR", "1"));
    assert!(!bytes.contains(&0x1b));
    let (_, bytes) = shown(on_terminal(home.path(), "gen vault --seed 42 --color never"));
    assert!(!bytes.contains(&0x1b));
    let (_, bytes) = shown(on_terminal(home.path(), "gen vault --seed 42 --color 16"));
    assert!(bytes.contains(&0x1b) && colours(&bytes) == 0);
    let file = home.path().join("map.txt");
    let line = format!("gen vault --seed 42 --color 256 --out {}", file.display());
    shown(on_terminal(home.path(), &line));
    assert!(fs::read(&file).expect("a file") == piped.bytes, "a file gets no colours");
}

#[test]
fn no_picture_is_printed_on_a_terminal() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = on_terminal(home.path(), "gen vault --format png").run();
    pty.ends_with(2);
    assert!(pty.text().contains("--out FILE"), "{}", pty.text());
}
