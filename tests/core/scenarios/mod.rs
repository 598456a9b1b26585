//! Scenarios: an ASCII map, commands, and the map, the messages and the state expected after them.
//!
//! Each file in `tests/scenarios/` holds several. `UPDATE_SCENARIOS=1 cargo test --test core scenarios`
//! writes what happens into the files, to be read before it is committed.

mod draw;
mod harness;
mod set_up;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use harness::Scenario;

#[test]
fn every_scenario_ends_as_it_is_drawn() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of scenarios")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let update = std::env::var_os("UPDATE_SCENARIOS").is_some();
    let (mut count, mut failures) = (0, Vec::new());
    for path in files {
        let text = fs::read_to_string(&path).expect("a scenario file");
        let mut rewritten = String::new();
        for scenario in harness::parse(&text) {
            count += 1;
            let happened = harness::play(&scenario);
            if happened.trim_end() != scenario.expected.trim_end() && !update {
                failures.push(format!(
                    "{}: {}\n--- expected\n{}\n--- happened\n{happened}",
                    path.file_name().unwrap_or_default().to_string_lossy(),
                    scenario.title,
                    scenario.expected,
                ));
            }
            let Scenario { title, given, .. } = &scenario;
            writeln!(rewritten, "== {title}\n{given}--\n{happened}").expect("a string takes all");
        }
        if update {
            fs::write(&path, rewritten).expect("a scenario file to write to");
        }
    }
    assert!(count >= 50, "only {count} scenarios were found");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
