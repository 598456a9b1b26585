//! Long work: on all cores with the same output, with a bar on a terminal, and with what is done
//! when it is interrupted.

#![expect(clippy::disallowed_types, reason = "an interruption is answered at once")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{command, on_terminal, piped, run_line, write_run};

/// The longest time that an answer to an interruption may take; only a test that fails waits for
/// it.
const AT_ONCE: Duration = Duration::from_secs(5);

fn lines(folder: &Path, line: &str) -> Vec<Value> {
    run_line(folder, line).done().json_lines()
}

fn signal(child: &Child, name: &str) {
    let sent = Process::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

/// How much of all was done before an interruption, as it is told.
fn done(said: &str, all: &str) -> u64 {
    let rest = said.strip_prefix("upkeeper: interrupted after ");
    let number = rest.and_then(|rest| rest.strip_suffix(&format!(" of {all}\n"))?.parse().ok());
    number.unwrap_or_else(|| panic!("{said}"))
}

/// Starts a command, waits for its first line, sends it a signal, and returns the whole output,
/// exit code and messages.
fn interrupted(folder: &Path, args: &[&str], name: &str) -> (String, Option<i32>, String) {
    let mut child = piped(folder, args);
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    stdout.read_line(&mut text).expect("reads");
    let begun = Instant::now();
    signal(&child, name);
    stdout.read_to_string(&mut text).expect("reads");
    let ended = child.wait_with_output().expect("ends");
    assert!(begun.elapsed() < AT_ONCE, "{args:?}");
    (text, ended.status.code(), String::from_utf8(ended.stderr).expect("UTF-8"))
}

#[test]
fn any_number_of_jobs_prints_the_same() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    for seed in 0..6 {
        write_run(&folder.join(format!("{seed}.upk")), "Ann", seed);
    }
    for line in [
        "sim --count 9 --kind vault,crypt --depth 1,3 --commands 40",
        "sim --count 3 --commands 40 --against runner",
        "replay verify 3.upk 1.upk 5.upk 0.upk 4.upk 2.upk --format json",
    ] {
        let with = |jobs: u32| {
            let mut objects = lines(folder, &format!("{line} --jobs {jobs}"));
            for object in &mut objects {
                let object = object.as_object_mut().expect("an object");
                object.remove("turns_per_second");
                if let Some(Value::Object(against)) = object.get_mut("against") {
                    against.remove("turns_per_second");
                }
            }
            objects
        };
        let one = with(1);
        assert!(one.len() >= 3, "{line}");
        for jobs in [2, 5] {
            assert!(with(jobs) == one, "{line} --jobs {jobs}");
        }
    }
    let levels = lines(folder, "sim --count 2 --kind vault,crypt --depth 1,3 --commands 4");
    let told = levels.iter().map(|run| format!("{} {} {}", run["kind"], run["depth"], run["seed"]));
    let expected = ["\"vault\" 1", "\"vault\" 3", "\"crypt\" 1", "\"crypt\" 3"]
        .iter()
        .flat_map(|block| [format!("{block} \"1\""), format!("{block} \"2\"")]);
    assert_eq!(told.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    let text = "sim --count 2 --kind vault,crypt --depth 1,3 --commands 4 --format text";
    let text = run_line(folder, text).out;
    let headings: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    let blocks = ["vault, depth 1", "vault, depth 3", "crypt, depth 1", "crypt, depth 3"];
    assert_eq!(headings, blocks.map(|block| format!("{block}: 2 runs by cautious")));
}

#[test]
fn an_interrupted_sim_has_printed_what_it_has_done() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let args = ["sim", "--count", "1000000", "--commands", "200"];
    let (text, code, said) = interrupted(folder, &args, "INT");
    assert_eq!(code, Some(130));
    let seeds: Vec<u64> = text
        .lines()
        .map(|line| {
            let run: Value = serde_json::from_str(line).expect("whole lines");
            run["seed"].as_str().and_then(|seed| seed.parse().ok()).expect("a seed")
        })
        .collect();
    assert!(seeds.is_sorted() && seeds[0] == 1, "{seeds:?}");
    assert_eq!(said, format!("upkeeper: interrupted after {} of 1000000 runs\n", seeds.len()));

    // A text report tells of the runs done: here of those of the second block.
    let args = ["sim", "--kind", "vault,keep", "--count", "30", "--format", "text", "--jobs", "2"];
    let mut child = piped(folder, &args);
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    while !text.contains("turns ") {
        assert!(stdout.read_line(&mut text).expect("reads") > 0, "{text}");
    }
    signal(&child, "TERM");
    stdout.read_to_string(&mut text).expect("reads");
    let ended = child.wait_with_output().expect("ends");
    assert_eq!(ended.status.code(), Some(143));
    let said = String::from_utf8(ended.stderr).expect("UTF-8");
    let done = done(&said, "60 runs");
    assert!((30..60).contains(&done), "{done}");
    assert!(text.starts_with("vault, depth 1: 30 runs by cautious\n"), "{text}");
    let second = format!("keep, depth 1: {} of 30 runs by cautious\n", done - 30);
    assert_eq!(text.contains(&second), done > 30, "{done}: {text}");
}

#[test]
fn an_interrupted_verify_has_printed_what_it_has_done() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    write_run(&folder.join("a.upk"), "Ann", 5);
    fs::write(folder.join("list"), "a.upk\n".repeat(200_000)).expect("writes");
    let args = ["replay", "verify", "--files-from", "list", "--format", "json"];
    let (text, code, said) = interrupted(folder, &args, "INT");
    assert_eq!(code, Some(130));
    let done = text.lines().count();
    assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    assert_eq!(said, format!("upkeeper: interrupted after {done} of 200000 runs\n"));
    assert!(done < 200_000);
}

#[test]
fn interrupted_levels_are_measured_printed_and_drawn_as_far_as_they_are_made() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let done = |said: &str| done(said, "1000000 levels");
    let levels = ["gen", "vault", "--count", "1000000", "--format"];
    let (text, code, said) = interrupted(folder, &[&levels[..], &["json"]].concat(), "INT");
    assert_eq!((code, text.lines().count() as u64), (Some(130), done(&said)));

    // These print nothing before their end; the file that is being written is there before.
    for kind in ["vault", "marches"] {
        for format in ["stats", "json"] {
            let line = ["gen", kind, "--count", "1000000", "--format", format, "--out", "out"];
            let child = command(folder, &line).stderr(Stdio::piped()).spawn().expect("runs");
            let written = || {
                let mut files = fs::read_dir(folder).expect("a folder");
                let size = |file: fs::DirEntry| Some(file.metadata().ok()?.len());
                files.next().and_then(|file| size(file.ok()?))
            };
            // Lines are written as they come, and measures at the end.
            while written().is_none_or(|bytes| format == "json" && bytes == 0) {}
            signal(&child, "TERM");
            let ended = child.wait_with_output().expect("ends");
            assert_eq!(ended.status.code(), Some(143));
            let done = done(&String::from_utf8(ended.stderr).expect("UTF-8"));
            let text = fs::read_to_string(folder.join("out")).expect("a file");
            assert!(done < 1_000_000);
            if format == "json" {
                assert!(done > 0 && text.lines().count() as u64 == done, "{done}");
            } else {
                let stats: Value = serde_json::from_str(&text).expect("an object");
                assert_eq!(stats["count"], done);
            }
            fs::remove_file(folder.join("out")).expect("removes");
        }
    }
}

#[test]
fn a_bar_tells_on_a_terminal_how_far_it_is() {
    let home = TempDir::new().expect("a folder");
    for (line, bar) in [
        ("sim --count 1000000 --commands 2000", "of 1000000 runs, "),
        (
            "seeds find --kind vault --where density>1 --count 1000000",
            "of 1000000 seeds, 0 found, ",
        ),
        ("gen vault --format stats --count 1000000", "of 1000000 levels, "),
    ] {
        let start = on_terminal(home.path(), line).size(140, 24);
        let mut pty = start.run();
        pty.wait_until("the bar", |screen| {
            let text = screen.contents();
            text.contains(bar) && text.contains("/s, ") && text.contains(" left")
        });
        pty.ends_by("\x03", 130);
        let text = pty.text();
        assert!(!text.contains(" left"), "the bar is gone: {text}");
        let last = text.lines().last().expect("lines");
        assert!(last.starts_with("upkeeper: interrupted after "), "on a line of its own: {text}");
        // No bar with lines that tell the same.
        let mut pty = start.arguments(["-v"]).run();
        pty.send("\x03");
        pty.wait_exit();
        assert!(!pty.text().contains(" left"), "{}", pty.text());
    }
}

#[test]
fn a_seed_is_any_text_and_keeps_its_word() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let told = |line: &str, key: &str| -> Vec<Value> {
        lines(folder, line).iter().map(|object| object[key].clone()).collect()
    };
    let null = Value::Null;
    assert_eq!(told("sim --commands 2 --seed -5", "word"), ["-5"]);
    assert_eq!(told("sim --commands 2 --seed=-5", "word"), ["-5"]);
    assert!(told("sim --commands 2 --seed 7", "word")[0].is_null());
    let line = "sim --commands 2 --seed mop --count 2";
    assert_eq!(told(line, "word"), ["mop".into(), null.clone()]);
    assert_eq!(told(line, "seed")[0], "3718081394147626992");
    let line = "seeds find --kind vault --where loops>=0 --count 2 --format json --from -x";
    assert_eq!(told(line, "word"), ["-x".into(), null]);
    assert_eq!(told("gen vault --seed -5 --format json", "kind"), ["vault"]);
    run_line(folder, "scores --seed -5").is(0, "");
    // However it is typed.
    let (composed, decomposed) = ("Caf\u{e9}", "Cafe\u{301}");
    let seeds = [composed, decomposed].map(|seed| {
        let line = format!("sim --commands 2 --save {seed}.upk --seed {seed}");
        assert_eq!(told(&line, "word"), [composed]);
        told(&format!("replay verify {seed}.upk --format json"), "seed")
    });
    assert_eq!(seeds[0], seeds[1]);
    // In a file, too.
    assert_eq!(told("sim --commands 2 --seed -5 --save a.upk", "word"), ["-5"]);
    assert_eq!(told("replay verify a.upk --format json", "word"), ["-5"]);
}
