//! `upkeeper scenario`: pictures that users write.

use std::fs;

use crate::program::Bench;

const PICTURE: &str = "== a step\n#####\n#>@.#\n#####\n> step east\n\n--\n";

#[test]
fn a_scenario_is_played_outside_of_the_tests() {
    let bench = Bench::new();
    bench.write("step.txt", PICTURE);
    let differs = bench.run("scenario step.txt").is(1, "").out;
    assert!(differs.contains("step.txt:1: a step\n+ #####\n+ #>.@#\n"), "{differs}");
    assert!(differs.contains("1 scenario, 1 not as expected"), "{differs}");
    assert_eq!(bench.read("step.txt"), PICTURE.as_bytes());

    bench.run("scenario --update step.txt").is(0, "");
    let text = String::from_utf8(bench.read("step.txt")).expect("UTF-8");
    assert!(text.starts_with(PICTURE) && text.contains("turn 1, health "), "{text}");
    let ran = bench.run("scenario step.txt").is(0, "");
    assert_eq!(ran.out, "step.txt: 1 scenario, all as expected\n");

    bench.write("other.txt", text.replace("turn 1,", "turn 9,"));
    let differs = bench.run("scenario step.txt other.txt").is(1, "").out;
    assert!(differs.contains("\n- turn 9, health "), "{differs}");
    assert!(differs.contains("\n+ turn 1, health "), "{differs}");
    let report = bench.run("scenario other.txt --format json").is(1, "").json();
    assert_eq!(report["schema"], "upkeeper.scenario/1");
    assert_eq!((&report["ok"], &report["line"]), (&false.into(), &1.into()));

    // A form that cannot be understood hides no difference.
    bench.write("odd.txt", "== odd\n#####\n#>@.#\n#####\nwings 2\n--\n");
    bench.run("scenario odd.txt").is(65, "odd.txt:5: “wings 2”: there is no setting");
    bench.run("scenario odd.txt other.txt").is(1, "");
    bench.run("scenario none.txt").is(66, "");
    bench.run("scenario").is(2, "");
}

/// The example of the documentation is one.
#[test]
fn the_pictures_of_the_rules_are_played_by_the_command_too() {
    let bench = Bench::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios");
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let files: Vec<String> = files.map(|path| path.display().to_string()).collect();
    let ran = bench.run(&format!("scenario {}", files.join(" "))).is(0, "");
    assert_eq!(ran.out.lines().count(), files.len());
}
