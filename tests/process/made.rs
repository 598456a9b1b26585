//! States that testers make: `save load`, `save set`, `save diff`.

use serde_json::json;

use crate::program::Bench;

#[test]
fn a_dump_edited_by_other_programs_is_played_on() {
    let bench = Bench::new();
    let mut dump = bench.run("save dump run.upk").json();
    bench.write("same.json", dump.to_string());
    bench.run("save load same.json --out same.upk").is(0, "");
    let same = bench.run("save dump same.upk").json();
    assert_eq!(same["digest"], dump["digest"]);
    assert_eq!((&same["origin"], &same["commands"]), (&"made".into(), &0.into()));
    bench.run("save diff run.upk same.upk").is(0, "");
    let header = bench.run("save diff run.upk same.upk --header").is(1, "");
    assert!(header.out.contains("origin: "), "{}", header.out);

    dump["shift"]["dawn"] = json!(7000);
    dump["actors"][0]["vitals"]["health"] = json!(1);
    bench.write("edited.json", dump.to_string());
    bench.run("save load edited.json --out edited.upk").is(0, "");
    let diff = "save diff run.upk edited.upk";
    let all = bench.run(diff).out;
    assert!(all.contains("actors[id=0].vitals.health: ") && all.contains("shift.dawn: "), "{all}");
    assert_eq!(all.lines().count(), 2, "{all}");
    let only = |part: &str| bench.run(&format!("{diff} --only {part}"));
    assert_eq!(only("shift").is(1, "").out.lines().count(), 1);
    assert_eq!(only("streams").is(0, "").out, "");
    only("itmes").is(2, "there is no part “itmes”");
    bench.run("replay verify edited.upk").is(0, "");
}

#[test]
fn what_cannot_be_leaves_no_file() {
    let bench = Bench::new();
    let mut dump = bench.run("save dump run.upk").json();
    dump["actors"][0]["vitals"]["health"] = json!(9000);
    bench.write("edited.json", dump.to_string());
    bench.write("torn.json", &dump.to_string()[..900]);
    bench.write("bytes.json", [0xff, 0xfe, 0]);
    for (file, code, said) in [
        ("edited.json", 65, "edited.json: actors[0].vitals.health: 9000 is above its maximum "),
        ("torn.json", 65, "torn.json: no dump: "),
        ("bytes.json", 65, "bytes.json: it is no text"),
        ("none.json", 66, ""),
    ] {
        bench.run(&format!("save load {file} --out out.upk")).is(code, said);
        assert!(!bench.path("out.upk").exists());
    }
}

#[test]
fn values_are_set_by_path() {
    let bench = Bench::new();
    let set = |assignments: &str, out: &str| {
        bench.run(&format!("save set run.upk {assignments} --out {out}"))
    };
    let ran = set("shift.clock=5 actors[id=0].vitals.health=3 name=Zoë", "set.upk").is(0, "");
    assert!(ran.out.contains("set.upk: a state at turn 5, digest "), "{}", ran.out);
    let dump = bench.run("save dump set.upk").json();
    assert_eq!((&dump["turn"], &dump["name"]), (&5.into(), &"Zoë".into()));
    assert_eq!(dump["actors"][0]["vitals"]["health"], 3);
    for (assignment, code) in [
        ("shift.clock", 2),
        ("shift.clocks=3", 65),
        ("actors[0].vitals.health=9000", 65),
        ("turn=3", 65),
    ] {
        set(assignment, "no.upk").is(code, "");
        assert!(!bench.path("no.upk").exists());
    }
    set("shift.clock=5", "run.upk").is(2, "");
}
