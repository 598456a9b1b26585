//! What is refused, and that it leaves nothing behind.

use std::fs;

use crate::gen_tools::run_line;
use crate::program::on_terminal;
use crate::support::pty::Start;

#[test]
fn wrong_usage_is_refused_and_told_what_would_be_right() {
    let cases = [
        ("gen valt", "did you mean “vault”?"),
        ("gen vault --width 5 --height 20", "the nearest to that is 18×20"),
        ("gen vault --height 2000", "the nearest to that is 66×1024"),
        ("gen vault --depth 0", "depths go from 1 to 99"),
        ("gen vault --set feature_percnt=3", "did you mean “feature_percent”?"),
        ("gen vault --set feature_percent=91", "the nearest to that is 90"),
        (
            "gen vault --set door_percent=3 --set door_percent=4",
            "--set door_percent is given twice",
        ),
        ("gen vault --set door_percent=many", "“many” is not a whole number"),
        ("gen vault --set door_percent", "key=value"),
        ("gen vault --count 0", "0 is not in 1.."),
        ("gen vault --count many", "invalid"),
        ("gen vault --width 1e3", "invalid"),
        ("gen vault --trace", "wants --format json"),
        ("gen vault --plot density,path", "wants --format png"),
        ("gen vault --plot densty,path --format png", "did you mean “density”?"),
        ("gen vault --plot density --format png", "--plot density,linearity"),
        ("gen vault --plot diversity,path --format png", "of many levels together"),
        ("gen vault --full", "wants --format stats"),
        ("gen vault --animate --format json", "--animate"),
        ("gen vault --animate --count 2", "--animate plays one level"),
        ("gen vault --format png --width 1024 --height 1024 --count 99999", "ask for fewer"),
        ("gen vault --format png --count 18446744073709551615", "ask for fewer"),
        ("gen --list --format stats", "--list prints text or JSON"),
        ("gen --list vault", "cannot be used with"),
        ("gen", "required"),
        ("seeds find --kind valt --where loops>1", "did you mean “vault”?"),
        ("seeds find --kind vault --where loop>1", "did you mean “loops”?"),
        ("seeds find --kind vault --where loops>1 --limit 0", "0 is not in 1.."),
        ("seeds find --kind vault --where loops>1 --width 3", "the nearest to that is 18×36"),
        ("seeds find --kind vault", "--where"),
    ];
    for (line, remedy) in cases {
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
