//! States that testers make: `save load`, `save set`, `save diff`.

use std::fs;

use serde_json::json;

use crate::program::Bench;

#[test]
fn a_dump_edited_by_other_programs_is_played_on() {
    let bench = Bench::new();
    let mut dump = bench.run(&["save", "dump", "run.upk"]).json();
    fs::write(bench.path("same.json"), dump.to_string()).expect("writes");
    let loaded = bench.run(&["save", "load", "same.json", "--out", "same.upk"]);
    assert_eq!(loaded.code, 0, "{}", loaded.err);
    let same = bench.run(&["save", "dump", "same.upk"]).json();
    assert_eq!(same["digest"], dump["digest"]);
    assert_eq!((&same["origin"], &same["commands"]), (&"made".into(), &0.into()));
    assert_eq!(bench.run(&["save", "diff", "run.upk", "same.upk"]).code, 0);
    let header = bench.run(&["save", "diff", "run.upk", "same.upk", "--header"]);
    assert_eq!(header.code, 1);
    assert!(header.out.contains("origin: "), "{}", header.out);

    dump["shift"]["dawn"] = json!(7000);
    dump["actors"][0]["vitals"]["health"] = json!(1);
    fs::write(bench.path("edited.json"), dump.to_string()).expect("writes");
    assert_eq!(bench.run(&["save", "load", "edited.json", "--out", "edited.upk"]).code, 0);
    let diff = bench.run(&["save", "diff", "run.upk", "edited.upk"]);
    assert!(diff.out.contains("actors[id=0].vitals.health: "), "{}", diff.out);
    assert!(diff.out.contains("shift.dawn: "), "{}", diff.out);
    assert_eq!(diff.out.lines().count(), 2, "{}", diff.out);
    let only = bench.run(&["save", "diff", "run.upk", "edited.upk", "--only", "shift"]);
    assert_eq!((only.code, only.out.lines().count()), (1, 1), "{}", only.out);
    let only = bench.run(&["save", "diff", "run.upk", "edited.upk", "--only", "streams"]);
    assert_eq!((only.code, only.out.as_str()), (0, ""));
    let unknown = bench.run(&["save", "diff", "run.upk", "edited.upk", "--only", "itmes"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("there is no part “itmes”"), "{}", unknown.err);
    assert_eq!(bench.run(&["replay", "verify", "edited.upk"]).code, 0);
}

#[test]
fn what_cannot_be_leaves_no_file() {
    let bench = Bench::new();
    let mut dump = bench.run(&["save", "dump", "run.upk"]).json();
    dump["actors"][0]["vitals"]["health"] = json!(9000);
    fs::write(bench.path("edited.json"), dump.to_string()).expect("writes");
    fs::write(bench.path("torn.json"), &dump.to_string()[..900]).expect("writes");
    fs::write(bench.path("bytes.json"), [0xff, 0xfe, 0]).expect("writes");
    for (file, said) in [
        ("edited.json", "edited.json: actors[0].vitals.health: 9000 is above its maximum "),
        ("torn.json", "torn.json: no dump: "),
        ("bytes.json", "bytes.json: it is no text"),
    ] {
        let refused = bench.run(&["save", "load", file, "--out", "out.upk"]);
        assert_eq!(refused.code, 65, "{}", refused.err);
        assert!(refused.err.contains(said), "{}", refused.err);
        assert!(!bench.path("out.upk").exists());
    }
    assert_eq!(bench.run(&["save", "load", "none.json", "--out", "out.upk"]).code, 66);
}

#[test]
fn values_are_set_by_path() {
    let bench = Bench::new();
    let set = [
        "save",
        "set",
        "run.upk",
        "shift.clock=5",
        "actors[id=0].vitals.health=3",
        "name=Zoë",
        "--out",
        "set.upk",
    ];
    let ran = bench.run(&set);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("set.upk: a state at turn 5, digest "), "{}", ran.out);
    let dump = bench.run(&["save", "dump", "set.upk"]).json();
    assert_eq!((&dump["turn"], &dump["name"]), (&5.into(), &"Zoë".into()));
    assert_eq!(dump["actors"][0]["vitals"]["health"], 3);
    for (assignment, code) in [
        ("shift.clock", 2),
        ("shift.clocks=3", 65),
        ("actors[0].vitals.health=9000", 65),
        ("turn=3", 65),
    ] {
        let refused = bench.run(&["save", "set", "run.upk", assignment, "--out", "no.upk"]);
        assert_eq!(refused.code, code, "{}", refused.err);
        assert!(!bench.path("no.upk").exists());
    }
    let over = bench.run(&["save", "set", "run.upk", "shift.clock=5", "--out", "run.upk"]);
    assert_eq!(over.code, 2, "{}", over.err);
}
