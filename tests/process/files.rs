//! Files in and files out: pipes, devices and folders; nothing overwritten, nothing half written,
//! nothing left behind.

#![expect(clippy::disallowed_types, reason = "nothing may be waited for without an end")]

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command as Process, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{command, run, write_run};

fn folder_with_runs() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    write_run(&folder.path().join("a.upk"), "Ann", 5);
    write_run(&folder.path().join("b.upk"), "Bob", 6);
    folder
}

fn fed(folder: &Path, args: &[&str], file: &str) -> Output {
    let mut child = command(folder, args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    let bytes = fs::read(folder.join(file)).expect("reads");
    let mut stdin = child.stdin.take().expect("a pipe");
    // In two parts, since a pipe is not a file.
    let (first, rest) = bytes.split_at(bytes.len() / 2);
    let written = stdin.write_all(first).and_then(|()| stdin.flush());
    let written = written.and_then(|()| stdin.write_all(rest));
    // A command that is refused ends without reading.
    if let Err(error) = written {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
    drop(stdin);
    child.wait_with_output().expect("ends")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

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
    for (args, is_named) in [
        (&["replay", "verify", "FILE"][..], true),
        (&["replay", "verify", "FILE", "--format", "json"], true),
        (&["replay", "info", "FILE"], true),
        (&["save", "info", "FILE", "--format", "json"], true),
        (&["save", "dump", "FILE"], false),
        (&["save", "dump", "FILE", "--turn", "2"], false),
        (&["replay", "export", "FILE", "--to", "commands"], false),
        (&["replay", "export", "FILE", "--to", "json"], false),
        (&["save", "diff", "FILE", "b.upk"], false),
        (&["save", "diff", "b.upk", "FILE"], false),
        (&["save", "cut", "FILE", "--turn", "2", "--out", "out.upk"], false),
        (&["save", "step", "FILE", "--commands", "wait", "--out", "out.upk"], false),
        (&["save", "compact", "FILE", "--out", "out.upk"], false),
        (&["replay", "branch", "FILE", "--turn", "2", "--out", "out.upk"], false),
    ] {
        let with = |file: &'static str| -> Vec<&str> {
            args.iter().map(|&arg| if arg == "FILE" { file } else { arg }).collect()
        };
        let made = || {
            let bytes = fs::read(folder.join("out.upk")).ok();
            let _ = fs::remove_file(folder.join("out.upk"));
            bytes
        };
        let from_file = (run(folder, &with("a.upk")), made());
        let from_pipe = (fed(folder, &with("-"), "a.upk"), made());
        assert_eq!(from_pipe.0.status.code(), from_file.0.status.code(), "{args:?}");
        assert_eq!(said(&from_pipe.0), "", "{args:?}");
        if !is_named {
            assert!(from_pipe.0.stdout == from_file.0.stdout, "{args:?}");
        }
        assert!(from_pipe.1 == from_file.1, "{args:?}");
    }
    let ran = fed(folder, &["replay", "verify", "-", "--format", "json"], "a.upk");
    let report: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    assert_eq!((&report["file"], &report["ok"]), (&"-".into(), &true.into()));
    for args in [
        &["replay", "verify", "-", "-"][..],
        &["save", "diff", "-", "-"],
        &["save", "info", "-", "a.upk", "-"],
        &["replay", "verify", "-", "--files-from", "-"],
        &["save", "step", "-", "--commands", "-", "--out", "c.upk"],
    ] {
        let ran = fed(folder, args, "a.upk");
        assert_eq!(ran.status.code(), Some(2), "{args:?}");
        assert!(said(&ran).contains("can be read once"), "{args:?}");
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
        for args in [
            &["replay", "verify"][..],
            &["save", "info"],
            &["save", "dump"],
            &["replay", "export", "--to", "json"],
            &["save", "diff", "a.upk"],
            &["save", "compact", "--out", "out.upk"],
        ] {
            let begun = Instant::now();
            let ran = run(folder, &[args, &[file]].concat());
            assert_eq!(ran.status.code(), Some(code), "{args:?} {file}: {}", said(&ran));
            assert!(said(&ran).contains(words), "{args:?} {file}: {}", said(&ran));
            assert!(begun.elapsed() < Duration::from_secs(4), "{args:?} {file}");
        }
    }
    for (args, code, words) in [
        (&["save", "dump", "empty"][..], 65, "it is a folder"),
        (&["save", "migrate", "pipe.upk"], 65, "it is a pipe"),
        (&["replay", "verify", "empty"], 66, "there is no run file"),
        (&["replay", "verify", "--files-from", "pipe.upk"], 66, "names no file"),
        (&["replay", "verify", "--files-from", "/dev/zero"], 65, "no regular file"),
        (&["scores"], 0, ""),
    ] {
        let ran = run(folder, args);
        assert_eq!(ran.status.code(), Some(code), "{args:?}: {}", said(&ran));
        assert!(said(&ran).contains(words), "{args:?}: {}", said(&ran));
    }
    // Endless, and not ours: refused by its first bytes.
    let zero = File::open("/dev/zero").expect("a device");
    let ran = command(folder, &["replay", "verify", "-"]).stdin(zero).output().expect("runs");
    assert_eq!(ran.status.code(), Some(65));
    // Ours at first, and endless then.
    let script = "(cat a.upk; cat /dev/zero) | \"$0\" replay verify -";
    let mut shell = Process::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_upkeeper")]).current_dir(folder);
    let ran = shell.output().expect("runs");
    assert_eq!(ran.status.code(), Some(65), "{}", said(&ran));
    assert!(said(&ran).contains("256 MiB"), "{}", said(&ran));
}

#[test]
fn a_named_pipe_is_read_while_it_is_written() {
    let folder = folder_with_runs();
    let folder = folder.path();
    let path = folder.join("pipe.upk");
    make_pipe(&path);
    let bytes = fs::read(folder.join("a.upk")).expect("reads");
    let writer = std::thread::spawn(move || fs::write(path, bytes));
    let ran = run(folder, &["replay", "verify", "pipe.upk"]);
    assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
    writer.join().expect("no panic").expect("writes");
    // One whose writer says nothing is given up.
    let path = folder.join("pipe.upk");
    let held = fs::OpenOptions::new().read(true).write(true).open(&path).expect("opens");
    let ran = run(folder, &["replay", "verify", "pipe.upk"]);
    assert_eq!(ran.status.code(), Some(74), "{}", said(&ran));
    assert!(said(&ran).contains("nothing came"), "{}", said(&ran));
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
    let verified = |args: &[&str], list: &[u8]| {
        let mut child =
            command(folder, &[&["replay", "verify", "--format", "json"], args].concat())
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("runs");
        child.stdin.take().expect("a pipe").write_all(list).expect("writes");
        let ran = child.wait_with_output().expect("ends");
        assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
        let text = String::from_utf8(ran.stdout).expect("UTF-8");
        let files = text.lines().map(|line| {
            let report: Value = serde_json::from_str(line).expect("JSON");
            report["file"].as_str().expect("a name").to_owned()
        });
        files.collect::<Vec<_>>()
    };
    let all = ["runs/c.upk", "runs/deep/deeper/x.upk", "runs/link.upk", "runs/z.upk"];
    assert_eq!(verified(&["runs"], b""), all);
    assert_eq!(verified(&["b.upk", "runs/deep"], b""), ["b.upk", "runs/deep/deeper/x.upk"]);
    assert_eq!(verified(&["--files-from", "-"], b"b.upk\n\na.upk\n"), ["b.upk", "a.upk"]);
    assert_eq!(
        verified(&["a.upk", "--files-from", "-"], b"runs/c.upk\0b.upk\0"),
        ["a.upk", "runs/c.upk", "b.upk"]
    );
    fs::write(folder.join("list"), "runs\n").expect("writes");
    assert_eq!(verified(&["--files-from", "list"], b""), all);
}

#[test]
fn nothing_is_overwritten_without_being_asked() {
    let folder = folder_with_runs();
    let folder = folder.path();
    for args in [
        &["save", "cut", "a.upk"][..],
        &["save", "compact", "a.upk"],
        &["save", "step", "a.upk", "--commands", "wait"],
        &["replay", "branch", "a.upk", "--turn", "2"],
        &["gen", "vault"],
        &["gen", "vault", "--format", "json"],
        &["gen", "vault", "--format", "png"],
        &["gen", "marches", "--format", "json"],
        &["sim", "--commands", "5"],
    ] {
        let option = if args[0] == "sim" { "--save" } else { "--out" };
        let with = |more: &[&'static str]| run(folder, &[args, &[option, "out"], more].concat());
        fs::write(folder.join("out"), "Dear Ann,").expect("writes");
        fs::set_permissions(folder.join("out"), fs::Permissions::from_mode(0o640)).expect("sets");
        let refused = with(&[]);
        assert_eq!(refused.status.code(), Some(73), "{args:?}: {}", said(&refused));
        assert!(said(&refused).contains("--force"), "{args:?}: {}", said(&refused));
        assert_eq!(fs::read(folder.join("out")).expect("reads"), b"Dear Ann,", "{args:?}");
        let forced = with(&["--force"]);
        assert_eq!(forced.status.code(), Some(0), "{args:?}: {}", said(&forced));
        assert_ne!(fs::read(folder.join("out")).expect("reads"), b"Dear Ann,", "{args:?}");
        let mode = fs::metadata(folder.join("out")).expect("is there").mode() & 0o777;
        assert_eq!(mode, 0o640, "{args:?}");
        let written = fs::read(folder.join("out")).expect("reads");
        fs::remove_file(folder.join("out")).expect("removes");
        assert_eq!(with(&[]).status.code(), Some(0), "{args:?}");
        assert!(args[0] == "sim" || fs::read(folder.join("out")).expect("reads") == written);
        // A link stays, and so does one to a file that is not there yet.
        fs::rename(folder.join("out"), folder.join("target")).expect("renames");
        symlink("target", folder.join("out")).expect("links");
        assert_eq!(with(&[]).status.code(), Some(73), "{args:?}");
        assert_eq!(with(&["--force"]).status.code(), Some(0), "{args:?}");
        fs::remove_file(folder.join("target")).expect("removes");
        assert_eq!(with(&[]).status.code(), Some(0), "{args:?}");
        assert!(folder.join("target").is_file() && folder.join("out").is_symlink(), "{args:?}");
        fs::remove_file(folder.join("target")).expect("removes");
        fs::remove_file(folder.join("out")).expect("removes");
        fs::create_dir(folder.join("out")).expect("creates");
        assert_eq!(with(&["--force"]).status.code(), Some(73), "{args:?}");
        fs::remove_dir(folder.join("out")).expect("removes");
        assert_eq!(names(folder), ["a.upk", "b.upk"], "{args:?}");
    }
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
    for args in [
        &["save", "compact", "damaged.upk"][..],
        &["save", "step", "a.upk", "--commands", "use 25"],
        &["gen", "vault", "--width", "3"],
        &[
            "gen", "vault", "--count", "99999", "--width", "1024", "--height", "1024", "--format",
            "png",
        ],
    ] {
        let ran = run(folder, &[args, &["--out", "out", "--force"]].concat());
        assert_ne!(ran.status.code(), Some(0), "{args:?}");
        assert_eq!(fs::read(folder.join("out")).expect("reads"), b"Dear Ann,", "{args:?}");
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
    assert_eq!(run(folder, &["save", "cut", "a.upk", "--out", "c.upk"]).status.code(), Some(0));
    assert_eq!(names(folder).len(), 4, "{:?}", names(folder));
    child.kill().expect("kills");
    child.wait().expect("ends");
    assert_eq!(names(folder).len(), 4, "a killed process cleans nothing up");
    // So did earlier versions, by the number of their process; what is no run file may be the
    // user's.
    fs::copy(folder.join("a.upk"), folder.join("d.upk.1.new")).expect("copies");
    fs::write(folder.join("d.upk.2.new"), "").expect("writes");
    fs::write(folder.join("d.upk.3.new"), "Dear Ann,").expect("writes");
    assert_eq!(run(folder, &["save", "cut", "a.upk", "--out", "d.upk"]).status.code(), Some(0));
    assert_eq!(names(folder), ["a.upk", "b.upk", "c.upk", "d.upk", "d.upk.3.new"]);
}
