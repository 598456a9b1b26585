//! The command lines of the pages under `docs` can be typed as they stand.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::content::catalog;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    fs::read_to_string(path).expect("the page is there")
}

/// A line of a page, and the exit code that its comment tells: "exit 1".
struct Line {
    text: String,
    code: i32,
}

/// The lines of the shell's blocks of a page, without comments.
fn lines(page: &str) -> Vec<Line> {
    let blocks = page.split("```sh\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines());
    let lines = lines.map(|line| {
        let (text, comment) = line.split_once("  #").unwrap_or((line, ""));
        let code = comment.split_once("exit ").map(|(_, rest)| rest);
        let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
        let code = code.and_then(|rest| digits(rest).parse().ok()).unwrap_or(0);
        Line { text: text.trim().to_owned(), code }
    });
    lines.filter(|line| !line.text.is_empty()).collect()
}

/// Runs a line as a shell does, with the program on the path. What needs a terminal is asked for
/// its help instead, which it gives only where it knows all that stands before.
fn run(line: &Line, folder: &Path) -> Result<(), String> {
    let wants_terminal = ["upkeeper play", "upkeeper replay watch"];
    let is_shown = wants_terminal.iter().any(|start| line.text.starts_with(start))
        || line.text.contains("--animate");
    let code = line.code;
    let line = if is_shown { format!("{} --help", line.text) } else { line.text.clone() };
    let program = Path::new(env!("CARGO_BIN_EXE_upkeeper")).parent().expect("a folder");
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([program.to_owned()].into_iter().chain(env::split_paths(&path)));
    let output = Command::new("sh")
        .args(["-c", &line])
        .current_dir(folder)
        .env("PATH", path.expect("a path"))
        .env("UPKEEPER_HOME", folder.join("home"))
        .stdin(Stdio::null())
        .output()
        .expect("runs");
    let error = String::from_utf8_lossy(&output.stderr);
    let is_as_told = output.status.code() == Some(code);
    if is_as_told && (code > 1 || error.is_empty()) {
        return Ok(());
    }
    Err(format!("{line}: {}: {error}", output.status))
}

#[test]
fn the_commands_for_speedrunners_work_as_they_stand() {
    let page = page("speedrunning.md");
    let folder = tempfile::tempdir().expect("a folder");
    let lines = lines(&page);
    assert!(lines.len() > 15);
    let wrong: Vec<String> =
        lines.iter().filter_map(|line| run(line, folder.path()).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // What the page says of the last of them.
    let digest = |name: &str| {
        let path = folder.path().join(name);
        let mut reader = runs::save::RunReader::open(&path).expect("opens");
        let header = reader.header().run.clone();
        let limits = runs::record::VerifyLimits::default();
        let verdict = runs::record::verify(&header, catalog(), false, limits, &mut reader);
        verdict.expect("can be examined").digest
    };
    assert_eq!(digest("pasted.upk"), digest("run.upk"));
}

#[test]
fn the_commands_for_testers_work_as_they_stand() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = lines(&page("testing.md"));
    assert!(lines.len() > 30);
    let wrong: Vec<String> =
        lines.iter().filter_map(|line| run(line, folder.path()).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_for_speedrunners_names_every_category() {
    let page = page("speedrunning.md");
    for category in &catalog().categories {
        assert!(page.contains(&format!("| `{}` |", category.id)), "{}", category.id);
    }
}
