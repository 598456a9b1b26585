//! Files in and files out: pipes, devices and folders; nothing overwritten, nothing half written,
//! nothing left behind.

#![expect(clippy::disallowed_types, reason = "nothing may be waited for without an end")]

use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{COMMAND_LINES, PROGRAM, Ran, command, fed, folder_with_runs, run_line};
use crate::support::table::lines;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("Unicode"))
        .collect();
    names.sort_unstable();
    names
}

fn make_pipe(path: &Path) {
    assert!(Process::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
}

#[test]
fn every_command_that_reads_a_run_reads_a_pipe() {
    let folder = folder_with_runs();
    let folder = folder.path();
    let bytes = fs::read(folder.join("a.upk")).expect("reads");
    for line in lines(COMMAND_LINES, "a run from a pipe") {
        let made = || {
            let bytes = fs::read(folder.join("out.upk")).ok();
            let _ = fs::remove_file(folder.join("out.upk"));
            bytes
        };
        let from_file = (run_line(folder, &line.replace("FILE", "a.upk")), made());
        let from_pipe = (fed(folder, &line.replace("FILE", "-"), &bytes), made());
        assert_eq!((from_pipe.0.code, &*from_pipe.0.err), (from_file.0.code, ""), "{line}");
        let is_named =
            ["replay verify", "replay info", "save info"].iter().any(|own| line.starts_with(own));
        assert!(is_named || from_pipe.0.out == from_file.0.out, "{line}");
        assert!(from_pipe.1 == from_file.1, "{line}");
    }
    let report = fed(folder, "replay verify - --format json", &bytes).json();
    assert_eq!((&report["file"], &report["ok"]), (&"-".into(), &true.into()));
    for line in [
        "replay verify - -",
        "save diff - -",
        "save info - a.upk -",
        "replay verify - --files-from -",
        "save step - --commands - --out c.upk",
    ] {
        fed(folder, line, &bytes).is(2, "can be read once");
    }
}

#[test]
fn what_is_no_file_is_refused_at_once() {
    let folder = folder_with_runs();
    let folder = folder.path();
    make_pipe(&folder.join("pipe.upk"));
    fs::create_dir(folder.join("empty")).expect("creates");
    let _socket = UnixListener::bind(folder.join("socket.upk")).expect("a socket");
    for (file, code, words) in [
        ("pipe.upk", 65, "it is empty"),
        ("socket.upk", 65, "it is a socket"),
        ("/dev/zero", 65, "it is a device"),
        ("/dev/null", 65, "it is a device"),
    ] {
        for line in [
            "replay verify",
            "save info",
            "save dump",
            "replay export --to json",
            "save diff a.upk",
            "save compact --out out.upk",
        ] {
            let begun = Instant::now();
            run_line(folder, &format!("{line} {file}")).is(code, words);
            assert!(begun.elapsed() < Duration::from_secs(4), "{line} {file}");
        }
    }
    for (line, code, words) in [
        ("save dump empty", 65, "it is a folder"),
        ("save migrate pipe.upk", 65, "it is a pipe"),
        ("replay verify empty", 66, "there is no run file"),
        ("replay verify --files-from pipe.upk", 66, "names no file"),
        ("replay verify --files-from /dev/zero", 65, "no regular file"),
        ("scores", 0, ""),
    ] {
        run_line(folder, line).is(code, words);
    }
    // Endless, and not ours: refused by its first bytes.
    let zero = File::open("/dev/zero").expect("a device");
    let ran = command(folder, &["replay", "verify", "-"]).stdin(zero).output().expect("runs");
    Ran::of(ran).is(65, "");
    // Ours at first, and endless then.
    let script = "(cat a.upk; cat /dev/zero) | \"$0\" replay verify -";
    let mut shell = Process::new("sh");
    shell.args(["-c", script, PROGRAM]).current_dir(folder);
    Ran::of(shell.output().expect("runs")).is(65, "256 MiB");
}

#[test]
fn a_named_pipe_is_read_while_it_is_written() {
    let folder = folder_with_runs();
    let folder = folder.path();
    let path = folder.join("pipe.upk");
    make_pipe(&path);
    let bytes = fs::read(folder.join("a.upk")).expect("reads");
    let writer = std::thread::spawn(move || fs::write(path, bytes));
    run_line(folder, "replay verify pipe.upk").is(0, "");
    writer.join().expect("no panic").expect("writes");
    // One whose writer says nothing is given up.
    let path = folder.join("pipe.upk");
    let held = fs::OpenOptions::new().read(true).write(true).open(&path).expect("opens");
    run_line(folder, "replay verify pipe.upk").is(74, "nothing came");
    drop(held);
}

#[test]
fn folders_and_lists_are_verified_in_order() {
    let folder = folder_with_runs();
    let folder = folder.path();
    let runs = folder.join("runs");
    fs::create_dir_all(runs.join("deep/deeper")).expect("creates");
    fs::copy(folder.join("a.upk"), runs.join("z.upk")).expect("copies");
    fs::copy(folder.join("b.upk"), runs.join("c.upk")).expect("copies");
    fs::copy(folder.join("a.upk"), runs.join("deep/deeper/x.upk")).expect("copies");
    fs::write(runs.join("notes.txt"), "no run").expect("writes");
    symlink("..", runs.join("deep/loop")).expect("links");
    symlink("../a.upk", runs.join("link.upk")).expect("links");
    let verified = |line: &str, list: &[u8]| {
        let ran = fed(folder, &format!("replay verify --format json {line}"), list).is(0, "");
        let name = |report: &Value| report["file"].as_str().expect("a name").to_owned();
        ran.json_lines().iter().map(name).collect::<Vec<_>>()
    };
    let all = ["runs/c.upk", "runs/deep/deeper/x.upk", "runs/link.upk", "runs/z.upk"];
    assert_eq!(verified("runs", b""), all);
    assert_eq!(verified("b.upk runs/deep", b""), ["b.upk", "runs/deep/deeper/x.upk"]);
    assert_eq!(verified("--files-from -", b"b.upk\n\na.upk\n"), ["b.upk", "a.upk"]);
    assert_eq!(
        verified("a.upk --files-from -", b"runs/c.upk\0b.upk\0"),
        ["a.upk", "runs/c.upk", "b.upk"]
    );
    fs::write(folder.join("list"), "runs\n").expect("writes");
    assert_eq!(verified("--files-from list", b""), all);
}

#[test]
fn nothing_is_overwritten_without_being_asked() {
    let folder = folder_with_runs();
    let folder = folder.path();
    let out = folder.join("out");
    let read = || fs::read(&out).expect("reads");
    for line in lines(COMMAND_LINES, "files that are written") {
        let option = if line.starts_with("sim") { "--save" } else { "--out" };
        let with = |more: &str| run_line(folder, &format!("{line} {option} out {more}"));
        fs::write(&out, "Dear Ann,").expect("writes");
        fs::set_permissions(&out, fs::Permissions::from_mode(0o640)).expect("sets");
        with("").is(73, "--force");
        assert_eq!(read(), b"Dear Ann,", "{line}");
        with("--force").is(0, "");
        assert_ne!(read(), b"Dear Ann,", "{line}");
        let mode = fs::metadata(&out).expect("is there").mode() & 0o777;
        assert_eq!(mode, 0o640, "{line}");
        let written = read();
        fs::remove_file(&out).expect("removes");
        with("").is(0, "");
        assert!(option == "--save" || read() == written);
        // A link stays, and so does one to a file that is not there yet.
        fs::rename(&out, folder.join("target")).expect("renames");
        symlink("target", &out).expect("links");
        with("").is(73, "");
        with("--force").is(0, "");
        fs::remove_file(folder.join("target")).expect("removes");
        with("").is(0, "");
        assert!(folder.join("target").is_file() && out.is_symlink(), "{line}");
        fs::remove_file(folder.join("target")).expect("removes");
        fs::remove_file(&out).expect("removes");
        fs::create_dir(&out).expect("creates");
        with("--force").is(73, "");
        fs::remove_dir(&out).expect("removes");
        assert_eq!(names(folder), ["a.upk", "b.upk"], "{line}");
    }
    run_line(folder, "gen vault --format png --out none/level.png").is(73, "");
}

#[test]
fn what_fails_leaves_what_was_there() {
    let folder = folder_with_runs();
    let folder = folder.path();
    fs::write(folder.join("out"), "Dear Ann,").expect("writes");
    let damaged = fs::read(folder.join("a.upk")).expect("reads");
    let half = damaged.len() / 2;
    let damaged = [&damaged[..half], b"?", &damaged[half + 1..]].concat();
    fs::write(folder.join("damaged.upk"), damaged).expect("writes");
    for line in [
        "save compact damaged.upk",
        "save step a.upk --commands 'use 25'",
        "gen vault --width 3",
        "gen vault --count 99999 --width 1024 --height 1024 --format png",
    ] {
        let ran = run_line(folder, &format!("{line} --out out --force"));
        assert_ne!(ran.code, 0, "{line}");
        assert_eq!(fs::read(folder.join("out")).expect("reads"), b"Dear Ann,", "{line}");
    }
    assert_eq!(names(folder), ["a.upk", "b.upk", "damaged.upk", "out"]);
}

#[test]
fn what_a_killed_writer_left_is_cleaned_up() {
    let folder = folder_with_runs();
    let folder = folder.path();
    let mut child = command(folder, &["gen", "vault", "--count", "1000000", "--out", "maps.txt"])
        .stderr(Stdio::null())
        .spawn()
        .expect("runs");
    let begun = Instant::now();
    while names(folder).len() < 3 && begun.elapsed() < Duration::from_secs(20) {
        std::thread::yield_now();
    }
    // Another writer lets it be while it lives.
    run_line(folder, "save cut a.upk --out c.upk").is(0, "");
    assert_eq!(names(folder).len(), 4, "{:?}", names(folder));
    child.kill().expect("kills");
    child.wait().expect("ends");
    assert_eq!(names(folder).len(), 4, "a killed process cleans nothing up");
    // So did earlier versions, by the number of their process; what is no run file may be the
    // user's.
    fs::copy(folder.join("a.upk"), folder.join("d.upk.1.new")).expect("copies");
    fs::write(folder.join("d.upk.2.new"), "").expect("writes");
    fs::write(folder.join("d.upk.3.new"), "Dear Ann,").expect("writes");
    run_line(folder, "save cut a.upk --out d.upk").is(0, "");
    assert_eq!(names(folder), ["a.upk", "b.upk", "c.upk", "d.upk", "d.upk.3.new"]);
}
