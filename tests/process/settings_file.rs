//! Faults in `config.toml`, told where the player sees them, and the file left as it is.

use crate::program::on_terminal;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::support::pty::Pty;

fn title(home: &Path) -> Pty {
    let pty = on_terminal(home, "").size(110, 40).run();
    pty.wait_for("New shift");
    pty
}

/// The title screen with a settings file of these bytes.
fn at_title(home: &Path, settings: &[u8]) -> Pty {
    fs::write(home.join("config.toml"), settings).expect("writes");
    title(home)
}

fn begin_and_leave(pty: &mut Pty) {
    pty.press("n", "Seed");
    pty.press("\r", "key: begin");
    pty.press("\rS", "Continue: ");
    pty.ends_by("q", 0);
}

#[test]
fn faults_are_told_on_the_title_and_in_the_settings() {
    let home = TempDir::new().expect("a folder");
    let text = b"glyphs = 'ascii'\nhints = 3\nmouse = = on\n";
    let mut pty = at_title(home.path(), text);
    pty.wait_for_words("config.toml:2:9: hints: 3 will not do; use one of on, off");
    pty.wait_for_words("And 1 more: see Settings.");
    pty.send("s");
    pty.wait_for_words("config.toml:2:9: hints: 3 will not do; use one of on, off");
    pty.wait_for_words("config.toml:3:9:");
    pty.wait_for_words("mend this line or delete it");
    pty.press("\x1b", "New shift");
    begin_and_leave(&mut pty);
    assert_eq!(fs::read(home.path().join("config.toml")).expect("reads"), text);
}

#[test]
fn another_encoding_is_told_and_the_usual_settings_hold() {
    let utf_16 = "\u{feff}glyphs = 'ascii'\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let files: [(Vec<u8>, &str); 2] = [
        (utf_16, "config.toml:1:1: this is UTF-16, not UTF-8; save the file as UTF-8"),
        (b"name = 'Ren\xe9'\n".to_vec(), "config.toml:1:12: this character is not UTF-8"),
    ];
    for (bytes, told) in files {
        let home = TempDir::new().expect("a folder");
        let mut pty = at_title(home.path(), &bytes);
        pty.wait_for_words(told);
        pty.wait_for_words("The usual settings hold.");
        pty.press("s", "Reader mode");
        pty.wait_for_words(told);
        // A change holds, but is not written over what cannot be read.
        pty.send("\x1b[C");
        pty.wait_for_words("truecolor");
        pty.wait_for_words(told);
        pty.press("\x1b", "New shift");
        begin_and_leave(&mut pty);
        assert_eq!(fs::read(home.path().join("config.toml")).expect("reads"), bytes);
    }
}

#[test]
fn a_settings_file_that_cannot_be_opened_keeps_nobody_from_playing() {
    let home = TempDir::new().expect("a folder");
    fs::create_dir(home.path().join("config.toml")).expect("creates");
    let mut pty = title(home.path());
    pty.wait_for_words("The usual settings hold.");
    begin_and_leave(&mut pty);
    assert!(home.path().join("config.toml").is_dir());
}

#[test]
fn every_cell_has_the_ground_of_the_theme_unless_the_terminals_own_is_asked_for() {
    // The settings, the environment, and the grounds of the cells at the title and in a shift.
    let cases = [
        ("", ("TERM", "xterm-256color"), vec![vt100::Color::Idx(16)]),
        ("theme = 'paper'\n", ("COLORTERM", "truecolor"), vec![vt100::Color::Idx(231)]),
        ("theme = 'mine'\n", ("COLORTERM", "truecolor"), vec![vt100::Color::Rgb(16, 32, 48)]),
        ("theme = 'auto'\n", ("COLORFGBG", "0;15"), vec![vt100::Color::Idx(231)]),
        ("", ("TERM", "xterm"), vec![vt100::Color::Idx(0)]),
        ("", ("TERM", "screen-256color"), vec![vt100::Color::Idx(16)]),
        ("ground = 'terminal'\n", ("TERM", "xterm-256color"), vec![vt100::Color::Default]),
        ("", ("NO_COLOR", "1"), vec![vt100::Color::Default]),
    ];
    for (settings, (name, value), grounds) in cases {
        let home = TempDir::new().expect("a folder");
        fs::write(home.path().join("config.toml"), settings).expect("writes");
        fs::create_dir(home.path().join("themes")).expect("creates");
        let theme = "[colors]\nground = '#102030'\n";
        fs::write(home.path().join("themes/mine.toml"), theme).expect("writes");
        let mut pty = on_terminal(home.path(), "").variable(name, value).run();
        let shown = |pty: &Pty| {
            pty.screen(|screen| {
                // Above the picture and below it.
                let rows = (0..4).chain(16..24);
                let cells = rows.flat_map(|y| (0..80).map(move |x| (y, x)));
                let mut seen = Vec::new();
                for (y, x) in cells {
                    let ground = screen.cell(y, x).expect("80×24").bgcolor();
                    if !seen.contains(&ground) {
                        seen.push(ground);
                    }
                }
                seen
            })
        };
        pty.wait_for("New shift");
        assert_eq!(shown(&pty), grounds, "{settings} {name}={value}");
        begin_and_leave(&mut pty);
        assert!(pty.screen(|screen| !screen.alternate_screen()));
    }
}

#[test]
fn a_settings_file_without_an_end_is_not_waited_for() {
    type Make = fn(&Path);
    let files: [(Make, &str); 3] = [
        (
            |path| assert!(Command::new("mkfifo").arg(path).status().expect("runs").success()),
            "config.toml: it is a pipe. The usual settings hold.",
        ),
        (
            |path| symlink("/dev/zero", path).expect("links"),
            "config.toml: it is longer than 1048576 bytes. The usual settings hold.",
        ),
        (
            |path| fs::write(path, "# \n".repeat(1 << 20)).expect("writes"),
            "config.toml: it is longer than 1048576 bytes. The usual settings hold.",
        ),
    ];
    for (make, told) in files {
        let home = TempDir::new().expect("a folder");
        make(&home.path().join("config.toml"));
        let mut pty = title(home.path());
        pty.wait_for_words(told);
        begin_and_leave(&mut pty);
    }
}
