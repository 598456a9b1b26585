//! `upkeeper raid`: what dawn would bring, asked of run files.

use std::fs;

use base::Seed;
use content::Depth;
use engine::sim::Setup;
use runs::record::RunHeader;
use serde_json::Value;

use crate::program::{Bench, record_bot};
use crate::support::content::catalog;

/// A folder with a bot's run of a vault, `run.upk`, which ends after the raid.
fn raids() -> Bench {
    let bench = Bench::empty(7);
    let header = RunHeader::of_bot("order", Setup::shift("vault", Depth(1), Seed(7)), catalog());
    record_bot(&bench.path("run.upk"), header, "order", None, u32::MAX);
    bench
}

/// A job of a kind that is known at a turn of the run, as `save dump` has it.
fn sprung_trap(raids: &Bench) -> String {
    let dump = raids.run("save dump run.upk --turn 150").json();
    let remembered = dump["floor"]["remembered"].as_array().expect("a list");
    let is_sprung = |own: &&Value| own[1]["fixture"]["Trap"]["armed"] == false;
    let at = &remembered.iter().find(is_sprung).expect("a trap that went off")[0];
    format!("{},{}", at[0], at[1])
}

#[test]
fn a_forecast_is_told_in_json_and_in_words() {
    let raids = raids();
    let line = "raid forecast run.upk --turn 150 --samples 6";
    let ran = raids.run(&format!("{line} --format json")).done();
    let begins = r#"{"schema":"upkeeper.forecast/1","samples":6,"turn":150,"points":{"p10":"#;
    assert!(ran.out.starts_with(begins), "{}", ran.out);
    let report = ran.json();
    for figure in ["points", "fallen", "lost"] {
        let own = &report[figure];
        let [low, middle, high] = ["p10", "p50", "p90"].map(|key| own[key].as_u64());
        assert!(low.is_some() && low <= middle && middle <= high, "{figure}: {own}");
    }
    let visits = report["visits"].as_array().expect("a list");
    let share = |own: &Value| own[2].as_f64().expect("a share");
    assert!(visits.iter().all(|own| share(own) > 0.0 && share(own) <= 1.0));
    assert!(visits.iter().any(|own| share(own) >= 1.0), "they come in by one way");
    let members = report["members"].as_array().expect("a list");
    assert!(members.len() >= 4, "{report}");
    for member in members {
        let shares = ["fallen", "driven", "through"].map(|key| member[key].as_f64());
        let sum: f64 = shares.into_iter().map(|share| share.expect("a share")).sum();
        assert!((sum - 1.0).abs() < 0.01, "{member}");
    }
    assert_eq!((&report["none"], &report["gain"]), (&Value::Null, &Value::Null));
    let name = members[0]["name"].as_str().expect("a name");
    let text = raids.run(line).done().out;
    assert!(text.starts_with("turn 150: 6 raids with 0 planned"), "{text}");
    assert!(text.contains("points ") && text.contains(name), "{text}");
    assert_eq!(raids.run(line).out, text, "the same question has another answer");
}

#[test]
fn what_if_sets_things_besides_the_plan() {
    let raids = raids();
    let trap = sprung_trap(&raids);
    let line = format!("raid forecast run.upk --turn 150 --samples 4 --what-if 'trap {trap}'");
    let report = raids.json(&line);
    assert_eq!(report["planned"], 1);
    assert!(report["gain"].is_i64(), "{report}");
    // As scripts have it, the cell has no comma.
    let script = format!("plan-job {}", trap.replace(',', " "));
    let scripted =
        raids.json(&format!("raid forecast run.upk --turn 150 --samples 4 --what-if '{script}'"));
    assert_eq!(scripted, report);
    let plain = raids.json("raid forecast run.upk --turn 150 --samples 4");
    assert_eq!(plain["planned"], 0);
    let line = format!("raid forecast run.upk --turn 150 --what-if 'chest {trap}'");
    raids.run(&line).is(1, "the job known there is a trap");
    raids
        .run("raid forecast run.upk --turn 150 --what-if 'trap 0,0'")
        .is(1, "--what-if 'trap 0,0' is refused: ");
    raids.run(&format!("{line} --what-if 'plan-drop 9'")).is(1, "is refused");
    for (what, words) in [
        ("wait", "that cannot be planned"),
        ("tarp 12,7", "“tarp” is no job; there are trap, chest, "),
        ("trap 12", "a job is named with its cell"),
        ("", "a command is missing"),
    ] {
        raids.run(&format!("raid forecast run.upk --what-if '{what}'")).is(2, words);
    }
}

#[test]
fn what_cannot_be_foretold_is_said_and_odd_files_are_refused() {
    let raids = raids();
    let late = raids.run("raid forecast run.upk").is(1, "").out;
    assert!(late.contains("no raid is to come"), "{late}");
    let late = raids.run("raid forecast run.upk --format json").is(1, "").json();
    assert_eq!((&late["none"], &late["points"]), (&"too_late".into(), &Value::Null));
    for samples in ["0", "1001", "many", "-1"] {
        raids.run(&format!("raid forecast run.upk --samples={samples}")).is(2, "--samples");
    }
    raids.run("raid forecast none.upk").is(66, "none.upk");
    let bytes = fs::read(raids.path("run.upk")).expect("reads");
    // A torn last frame is dropped; what is no run file at all is refused.
    fs::write(raids.path("torn.upk"), &bytes[..bytes.len() - 3]).expect("writes");
    let torn = raids.run("raid forecast torn.upk --turn 150 --samples 2");
    torn.is(0, "was not written whole");
    fs::write(raids.path("head.upk"), &bytes[..9]).expect("writes");
    raids.run("raid forecast head.upk --turn 150").is(65, "head.upk");
    fs::write(raids.path("other.upk"), "no run at all").expect("writes");
    raids.run("raid forecast other.upk").is(65, "other.upk");
    let fed = raids.fed("raid forecast - --turn 150 --samples 2 --format json", &bytes).done();
    let line = "raid forecast run.upk --turn 150 --samples 2 --format json";
    assert_eq!(fed.out, raids.run(line).out);
}
