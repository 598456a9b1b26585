//! Screens of runs as pictures, and the pictures of the docs.

use std::fs;

use crate::program::{Ran, command};
use crate::races::races;
use crate::support::project::project_path;

/// The rows that a picture tells to readers.
fn told(svg: &str) -> Vec<&str> {
    let (_, rest) = svg.split_once("<desc id=\"desc\">").expect("a description");
    rest.split_once("</desc>").expect("its end").0.split('\n').collect()
}

#[test]
fn a_picture_is_of_the_turn_the_size_and_the_theme_that_were_asked_for() {
    let races = races();
    let draw = |options: &str| {
        races.run(&format!("replay export runner.upk --to svg {options}")).done().out
    };
    let last = draw("");
    assert!(
        last.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"656\" height=\"400\"")
    );
    assert!(last.ends_with("</svg>\n") && last.len() < 60_000, "{} bytes", last.len());
    assert!(last.contains("<title id=\"title\">Upkeeper: "), "{last}");
    assert_eq!(draw(""), last);
    let turn = races.json("replay info runner.upk")["turns"].as_u64().expect("a number");
    assert_eq!(draw(&format!("--turn {turn}")), last);
    let first = draw("--turn 0 --size 120x40");
    assert!(first.contains(", turn 0</title>") && first.contains("width=\"976\" height=\"656\""));
    let clock = told(&first).iter().any(|row| row.contains("Dawn") && row.contains('▄'));
    assert!(clock && told(&first).len() <= 40, "{first}");
    let marked = races.run("replay export marked.upk --to svg --turn 0").done().out;
    assert!(marked.contains("Upkeeper: &lt;Ann&gt; &amp; \"Bob\", vault"), "{marked}");
    // The ground is the first that is filled.
    for (theme, ground) in
        [("lamplight", "#000"), ("paper", "#fff"), ("colour-blind-paper", "#fff")]
    {
        let drawn = draw(&format!("--theme {theme}"));
        let (_, fill) = drawn.split_once("<path fill=\"").expect("a path");
        assert!(fill.starts_with(&format!("{ground}\"")), "{theme}: {fill}");
        assert_eq!(told(&drawn), told(&last));
    }
}

#[test]
fn what_a_picture_cannot_be_is_refused() {
    let races = races();
    for (options, why) in [
        ("--to svg --turn 999999", "runner.upk: there is no turn 999999: the run ends at turn "),
        ("--to svg --size 19x24", "19 is not in 20..=500"),
        ("--to svg --size 80x201", "201 is not in 5..=200"),
        ("--to svg --size 80", "120x40"),
        ("--to svg --theme papre", "use one of auto, lamplight, "),
        ("--to svg --theme ../paper", "'../paper'"),
        ("--to json --turn 3", "--to svg"),
        ("--to svg --width 90", "--to cast"),
        ("--to svg --scale 2", "--to png"),
        ("--to png", "--features pictures"),
    ] {
        assert_eq!(races.run(&format!("replay export runner.upk {options}")).is(2, why).out, "");
    }
}

/// What stands before the command that makes the picture below it.
const COMMAND: &str = "<!-- upkeeper ";

#[test]
fn pictures_of_the_docs_are_as_the_program_draws_them() {
    let home = tempfile::tempdir().expect("a folder");
    let docs = fs::read_dir(project_path("docs")).expect("a folder");
    let pages = docs.map(|entry| entry.expect("an entry").path());
    let pages = pages.filter(|page| page.extension().is_some_and(|it| it == "md"));
    let mut stale = Vec::new();
    let mut count = 0;
    for page in pages.chain([project_path("README.md")]) {
        let text = fs::read_to_string(&page).expect("a page");
        for (place, _) in text.match_indices(COMMAND) {
            let (line, rest) = text[place + COMMAND.len()..].split_once(" -->").expect("closed");
            let picture = rest.split(['(', ')']).nth(1).expect("a picture follows");
            let args: Vec<&str> = line.split_whitespace().collect();
            let drawn = command(home.path(), &args).current_dir(project_path("")).output();
            let drawn = Ran::of(drawn.expect("runs")).done().out;
            let file = page.with_file_name(picture);
            let kept = fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
            count += 1;
            if kept == drawn {
                continue;
            }
            if std::env::var_os("UPDATE_PICTURES").is_some() {
                fs::write(&file, drawn).expect("it can be written");
            } else {
                stale.push(picture.to_owned());
            }
        }
    }
    assert!(count >= 12, "only {count} pictures");
    assert!(stale.is_empty(), "stale; UPDATE_PICTURES=1 draws them anew: {stale:?}");
}
