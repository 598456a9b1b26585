//! What is printed: nothing that a terminal obeys, one object a line, and an answer that outlives
//! its reader.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use runs::save::RunFile;
use serde_json::Value;
use tempfile::TempDir;

use crate::program::{
    COMMAND_LINES, Ran, command, folder_with_runs, piped, run, run_line, write_run,
};
use crate::support::driver::opening;
use crate::support::table::lines;

/// C0, DEL, C1, bidi overrides and isolates, line separators.
const HOSTILE: &str =
    "A\u{1}\u{1b}]0;x\u{7}\u{7f}\u{85}\u{9b}2J\u{200f}\u{202e}\u{2028}\u{2066}\nB: ok";

fn damage(path: &Path) {
    let mut bytes = fs::read(path).expect("reads");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(path, bytes).expect("writes");
}

/// Characters that no report may hold, but for the line breaks between its lines.
fn is_hidden(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}')
}

#[test]
fn nothing_in_a_file_or_its_name_reaches_the_terminal() {
    let folder = TempDir::new().expect("a folder");
    let name: String = HOSTILE.replace('/', "");
    let path: PathBuf = folder.path().join(format!("{name}.upk"));
    write_run(&path, "Ann", 5);
    write_run(&folder.path().join("forged.upk"), HOSTILE, 5);
    let forged = "forged.upk";
    let damaged = folder.path().join(format!("damaged-{name}.upk"));
    fs::copy(&path, &damaged).expect("copies");
    damage(&damaged);
    let [path, damaged] = [&path, &damaged].map(|path| path.to_str().expect("Unicode"));
    let out = format!("{path}.out");
    let plain = folder.path().join("data");
    fs::create_dir(&plain).expect("creates");
    fs::write(plain.join(&name), "").expect("writes");
    let commands = [
        &["replay", "verify", path, damaged, forged][..],
        &["replay", "verify", path, damaged, "--format", "json"],
        &["replay", "info", path, damaged, forged, "no\x1bne"],
        &["save", "info", path, damaged, "--format", "json"],
        &["replay", "export", path, "--to", "json"],
        &["replay", "export", path, "--to", "commands"],
        &["replay", "export", damaged, "--to", "commands"],
        &["save", "dump", path],
        &["save", "diff", path, damaged],
        &["save", "diff", path, path, "--format", "json"],
        &["save", "migrate", path, damaged],
        &["save", "cut", path, "--out", &out],
        &["save", "cut", path, "--out", &out],
        &["save", "cut", path, "--out", path],
        &["save", "step", path, "--commands", "fly\x1b[2J", "--out", "x.upk"],
        &["gen", "va\x1bult"],
        &["gen", "vault", "--set", "\x1b[2J=3"],
        &["sim", "--kind", "\x1b[2J\u{202e}"],
        &["seeds", "find", "--kind", "vault", "--where", "\x1b[2J > 3"],
        &["data", "check", "--data", "data"],
        &["data", "check", "--data", "\x1b[2J"],
        &["replay", "\x1b[2J"],
        &["--\x1b[2J"],
    ];
    for args in commands {
        let ran = run(folder.path(), args);
        for bytes in [ran.stdout, ran.stderr] {
            let text = String::from_utf8(bytes).expect("UTF-8");
            assert_eq!(text.find(is_hidden), None, "{args:?}: {text:?}");
            assert!(!text.contains("\nB: ok"), "a line of its own making: {args:?}: {text:?}");
            assert!(text.is_empty() || text.ends_with('\n'), "{args:?}: {text:?}");
        }
    }
    // JSON loses nothing, and a player of such a name is refused.
    let verify =
        |file| Ran::of(run(folder.path(), &["replay", "verify", file, "--format", "json"]));
    assert_eq!(verify(path).json()["file"], path);
    verify(forged).is(65, "");
}

#[test]
fn every_json_output_names_its_schema_and_stands_on_its_line() {
    let folder = folder_with_runs();
    for line in lines(COMMAND_LINES, "JSON") {
        let text = run_line(folder.path(), line).out;
        let may_be_empty = line.starts_with("scores");
        assert!(may_be_empty || text.ends_with('\n'), "{line}");
        for object in text.lines() {
            assert!(object.starts_with(r#"{"schema":"upkeeper."#), "{line}: {object}");
            let value: Value = serde_json::from_str(object).expect("JSON");
            assert!(value["schema"].as_str().is_some_and(|schema| schema.contains('/')), "{line}");
        }
    }
    assert_eq!(run_line(folder.path(), "save dump a.upk").json()["schema"], "upkeeper.dump/4");
}

#[test]
fn a_closed_pipe_does_not_change_the_answer() {
    let folder = folder_with_runs();
    let damaged = format!("replay verify {} none.upk", ["a.upk"; 40].join(" "));
    for (line, code) in [
        ("save diff a.upk b.upk", 1),
        ("save diff a.upk a.upk", 0),
        ("save dump a.upk", 0),
        ("replay verify a.upk", 0),
        (&damaged, 66),
        ("gen --list", 0),
        ("man", 0),
        ("completions bash", 0),
        ("--help", 0),
    ] {
        let mut child = piped(folder.path(), &line.split(' ').collect::<Vec<_>>());
        drop(child.stdout.take());
        let ended = Ran::of(child.wait_with_output().expect("ends")).is(code, "");
        assert_eq!(ended.err.is_empty(), code <= 1, "{line}: {}", ended.err);
    }
}

#[test]
fn what_could_print_for_ever_ends_with_its_reader() {
    let folder = TempDir::new().expect("a folder");
    for line in [
        "gen vault --count 1000000000",
        "gen vault --count 1000000000 --format json",
        "gen marches --count 1000000000 --format json",
        "sim --count 1000000000 --commands 5",
        "seeds find --kind vault --where loops>=0 --count 1000000000",
    ] {
        let mut child = piped(folder.path(), &line.split(' ').collect::<Vec<_>>());
        let mut first = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        assert!(BufReader::new(stdout).read_line(&mut first).expect("reads") > 0, "{line}");
        Ran::of(child.wait_with_output().expect("ends")).done();
    }
}

#[test]
fn output_that_cannot_be_written_is_told() {
    let folder = TempDir::new().expect("a folder");
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let ran = command(folder.path(), &["data", "dump"]).stdout(full).output().expect("runs");
    Ran::of(ran).is(74, "cannot write");
}

#[test]
fn the_worst_answer_is_the_exit_code() {
    let folder = folder_with_runs();
    // The header of one before the frames of the other: true of neither.
    let header = |name: &str| {
        let path = folder.path().join("header.upk");
        let mut begun = opening("vault", if name == "Ann" { 5 } else { 6 });
        name.clone_into(&mut begun.name);
        drop(RunFile::create(&path, &begun).expect("creates"));
        let bytes = fs::read(&path).expect("reads");
        fs::remove_file(&path).expect("removes");
        bytes
    };
    let frames = fs::read(folder.path().join("a.upk")).expect("reads");
    let forged = [header("Bob"), frames[header("Ann").len()..].to_vec()].concat();
    fs::write(folder.path().join("false.upk"), forged).expect("writes");
    fs::write(folder.path().join("letter.upk"), "Dear Ann,").expect("writes");
    for (files, code) in [
        ("a.upk b.upk", 0),
        ("false.upk", 1),
        ("letter.upk false.upk a.upk", 1),
        ("false.upk letter.upk none.upk", 1),
        ("a.upk none.upk letter.upk", 66),
        ("letter.upk a.upk none.upk", 65),
    ] {
        run_line(folder.path(), &format!("replay verify {files}")).is(code, "");
    }
}
