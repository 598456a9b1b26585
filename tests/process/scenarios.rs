//! `upkeeper scenario`: pictures that users write.

use std::fs;

use crate::program::Bench;

const PICTURE: &str = "== a step\n#####\n#>@.#\n#####\n> step east\n\n--\n";

#[test]
fn a_scenario_is_played_outside_of_the_tests() {
    let bench = Bench::new();
    fs::write(bench.path("step.txt"), PICTURE).expect("writes");
    let differs = bench.run(&["scenario", "step.txt"]);
    assert_eq!(differs.code, 1, "{}", differs.err);
    assert!(differs.out.contains("step.txt:1: a step\n+ #####\n+ #>.@#\n"), "{}", differs.out);
    assert!(differs.out.contains("1 scenario, 1 not as expected"), "{}", differs.out);
    assert_eq!(fs::read_to_string(bench.path("step.txt")).expect("reads"), PICTURE);

    let updated = bench.run(&["scenario", "--update", "step.txt"]);
    assert_eq!(updated.code, 0, "{}", updated.err);
    let text = fs::read_to_string(bench.path("step.txt")).expect("reads");
    assert!(text.starts_with(PICTURE) && text.contains("turn 1, health "), "{text}");
    let ran = bench.run(&["scenario", "step.txt"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "step.txt: 1 scenario, all as expected\n"));

    fs::write(bench.path("other.txt"), text.replace("turn 1,", "turn 9,")).expect("writes");
    let differs = bench.run(&["scenario", "step.txt", "other.txt"]);
    assert_eq!(differs.code, 1);
    assert!(differs.out.contains("\n- turn 9, health "), "{}", differs.out);
    assert!(differs.out.contains("\n+ turn 1, health "), "{}", differs.out);
    let json = bench.run(&["scenario", "other.txt", "--format", "json"]);
    assert_eq!(json.code, 1);
    let report = json.json();
    assert_eq!(report["schema"], "upkeeper.scenario/1");
    assert_eq!((&report["ok"], &report["line"]), (&false.into(), &1.into()));

    // A form that cannot be understood hides no difference.
    fs::write(bench.path("odd.txt"), "== odd\n#####\n#>@.#\n#####\nwings 2\n--\n").expect("writes");
    let odd = bench.run(&["scenario", "odd.txt"]);
    assert_eq!(odd.code, 65);
    assert!(odd.err.contains("odd.txt:5: “wings 2”: there is no setting"), "{}", odd.err);
    assert_eq!(bench.run(&["scenario", "odd.txt", "other.txt"]).code, 1);
    assert_eq!(bench.run(&["scenario", "none.txt"]).code, 66);
    assert_eq!(bench.run(&["scenario"]).code, 2);
}

/// The example of the documentation is one.
#[test]
fn the_pictures_of_the_rules_are_played_by_the_command_too() {
    let bench = Bench::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios");
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let files: Vec<String> = files.map(|path| path.display().to_string()).collect();
    let mut args = vec!["scenario"];
    args.extend(files.iter().map(String::as_str));
    let ran = bench.run(&args);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(ran.out.lines().count(), files.len());
}
