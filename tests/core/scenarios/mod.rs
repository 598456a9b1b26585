//! Scenarios: an ASCII map, commands, and the map, the messages and the state expected after them.
//!
//! Each file in `tests/scenarios/` holds several, in the form of `docs/scenarios.md`.
//! `UPDATE_SCENARIOS=1 cargo test --test core scenarios`, or `upkeeper scenario --update`, writes
//! what happens into the files, to be read before it is committed.

use std::fs;
use std::path::PathBuf;

use crate::support::content::catalog;
use crate::support::project::project_path;
use runs::record::scenario::{ScenarioDifference, ScenarioFile, play};

#[test]
fn every_scenario_ends_as_it_is_drawn() {
    let folder = project_path("tests/scenarios");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of scenarios")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let update = std::env::var_os("UPDATE_SCENARIOS").is_some();
    let (mut count, mut failures) = (0, Vec::new());
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(&path).expect("a scenario file");
        let file = ScenarioFile::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let happened: Vec<String> = file
            .scenarios
            .iter()
            .map(|scenario| play(scenario, catalog()).unwrap_or_else(|e| panic!("{name}: {e}")))
            .collect();
        for (scenario, happened) in file.scenarios.iter().zip(&happened) {
            count += 1;
            if !scenario.expects(happened) {
                let difference = ScenarioDifference { expected: &scenario.expected, happened };
                failures.push(format!("{name}: {}\n{difference}", scenario.title));
            }
        }
        if update {
            fs::write(&path, file.with_expected(&happened)).expect("a file to write to");
        } else if failures.is_empty() {
            assert_eq!(file.with_expected(&happened).trim_end(), text.trim_end(), "{name}");
        }
    }
    assert!(count >= 50, "only {count} scenarios were found");
    assert!(update || failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn faults_of_form_name_their_line() {
    let fault = |text: &str| {
        let file = ScenarioFile::parse(text);
        let error = file.and_then(|file| play(&file.scenarios[0], catalog())).expect_err(text);
        assert!(!error.is_fault);
        error.to_string()
    };
    let with = |line: &str| fault(&format!("== a\n#####\n#@.r#\n#####\n{line}\n--\n"));
    for (line, said) in [
        ("wings 3", "line 5: “wings 3”: there is no setting “wings”"),
        ("health", "line 5: “health”: a number was expected as word 2"),
        ("health lots", "line 5: “health lots”: a number was expected"),
        ("health 90000", "line 1: actors[0].vitals.health: 90000 is above its maximum "),
        ("cart 1 griffin", "line 5: “cart 1 griffin”: there is no such item"),
        ("cart 70000 mop", "line 5: “cart 70000 mop”: a number was expected"),
        ("wear dart", "line 5: “wear dart”: that cannot be worn"),
        ("trap griffin", "line 5: there is no trap “griffin” in the data"),
        ("kind castle", "line 5: there is no kind “castle” in the data"),
        ("1 griffin", "line 5: “1 griffin”: there is no such actor"),
        ("stray rat", "line 5: “stray rat”: there is no empty post"),
        ("key 3", "line 5: “key 3”: there is no raid"),
        ("shop 1 1 2 2", "line 5: “shop 1 1 2 2”: there is no keeper"),
        ("lies 90 90 1 dart", "line 1: items[0]: 90, 90 lies outside of the floor"),
        ("depth 200", "line 5: “200” is no depth"),
        ("look 3", "line 5: “3”: a column and a row were expected"),
        ("> fly", "line 5: “fly” is no command"),
        ("> 99999x wait", "line 5: at most 10000 times"),
        ("> look up", "line 5: “up”: a column and a row were expected"),
    ] {
        let found = with(line);
        assert!(found.starts_with(said), "{line}: {found}");
    }
    for (text, said) in [
        ("", "line 1: no scenario is here"),
        ("a map\n", "line 1: no scenario is here"),
        ("== a\nhealth 3\n--\n", "line 1: it has no map"),
        ("== a\n####\n#.@#\n####\n\n== b\n--\n", "line 6: it has no map"),
        ("== a\n####\n#@#\n####\n", "line 3: 3 cells, but the first row has 4"),
        ("== a\n####\n#@..\n####\n", "line 3: column 3: a wall “#” goes all round a map"),
        ("== a\n####\n#..#\n####\n", "line 1: there is no upkeeper on it"),
        ("== a\n####\n#@?#\n####\n", "line 1: “?” stands for nothing"),
    ] {
        assert!(fault(text).starts_with(said), "{text}: {}", fault(text));
    }
}
