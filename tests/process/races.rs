//! What speedrunners make of run files: splits, comparisons, codes, files of other programs.

use std::fs;
use std::path::Path;

use base::Seed;
use content::Depth;
use engine::sim::Setup;
use runs::record::RunHeader;
use runs::save::{CodeEnd, RunCode, RunFile};
use serde_json::Value;

use crate::program::{Bench, MILLISECONDS_PER_COMMAND, record_bot};
use crate::support::content::catalog;
use crate::support::snapshot::snapshot;

/// A folder with runs of one shift in it: `planner.upk` and `runner.upk` by bots, `marked.upk` the
/// first of them with marks, by a person with an odd name, and `open.upk`, which has not come to
/// its end.
pub(crate) fn races() -> Bench {
    let races = Bench::empty(setup().seed.0);
    for bot in ["planner", "runner"] {
        let header = RunHeader::of_bot(bot, setup(), catalog());
        record_bot(&races.path(&format!("{bot}.upk")), header, bot, None, u32::MAX);
    }
    let header = RunHeader::new("<Ann> & \"Bob\"", setup(), catalog()).named("mop & bucket");
    let start = Some(1_795_379_177_000);
    record_bot(&races.path("marked.upk"), header.clone(), "planner", start, u32::MAX);
    record_bot(&races.path("open.upk"), header, "planner", start, 100);
    races
}

fn setup() -> Setup {
    Setup::shift("vault", Depth(1), Seed::from_text("mop & bucket"))
}

fn names(report: &Value) -> Vec<&str> {
    let splits = report["splits"].as_array().expect("a list");
    splits.iter().map(|split| split["split"].as_str().expect("a name")).collect()
}

#[test]
fn splits_are_told_in_both_times() {
    let races = races();
    let ran = races.run("replay splits marked.upk --category clock-out --format json").done();
    let report = ran.json();
    assert_eq!(report["schema"], "upkeeper.splits/1");
    assert_eq!((&report["ok"], &report["qualifies"]), (&Value::Bool(true), &Value::Bool(true)));
    assert_eq!(report["measure"], report["worked_turns"]);
    assert_eq!((&report["ranked"], &report["reason"]), (&Value::Bool(true), &Value::Null));
    let splits = report["splits"].as_array().expect("a list");
    let reached: Vec<&Value> = splits.iter().filter(|split| !split["turns"].is_null()).collect();
    assert!(reached.len() >= 4, "{report}");
    let (mut worked, mut real) = (0, 0);
    for split in reached {
        let commands = split["commands"].as_u64().expect("a number");
        let ms = split["real_ms"].as_u64().expect("marked");
        assert_eq!(ms, commands * MILLISECONDS_PER_COMMAND);
        assert_eq!(split["segment_real_ms"], ms - real);
        let turns = split["worked_turns"].as_u64().expect("a number");
        assert_eq!(split["segment_turns"], turns - worked);
        (worked, real) = (turns, ms);
    }
    assert_eq!(report["worked_turns"], worked, "the last segment ends the work");
    assert!(names(&report).contains(&"clock-out") && !names(&report).contains(&"raid"));

    let bare = races.json("replay splits planner.upk");
    assert_eq!(names(&bare), names(&report), "the first category is the default");
    assert_eq!((&bare["real_ms"], &bare["splits"][0]["real_ms"]), (&Value::Null, &Value::Null));
    assert_eq!(bare["reason"], "a bot played it");
    assert_eq!(bare["splits"][0]["turns"], report["splits"][0]["turns"]);

    let open = races.json("replay splits open.upk");
    assert_eq!((&open["qualifies"], &open["outcome"]), (&Value::Bool(false), &"running".into()));
    assert_eq!(open["unmet"], serde_json::json!(["it has not come to its end"]));
    let text = races.run("replay splits marked.upk").out;
    assert!(text.contains("as the file claims") && text.contains("it qualifies; ranked"), "{text}");
}

#[test]
fn nothing_is_told_of_a_run_that_is_not_true() {
    let races = races();
    let path = races.path("planner.upk");
    let text = fs::read(&path).expect("reads");
    // Another name in the header, with the right checksum: the chain is another one then.
    let forged = races.path("forged.upk");
    let file = RunFile::create(&forged, &RunHeader::new("Mallory", setup(), catalog()));
    drop(file.expect("creates"));
    let mut bytes = fs::read(&forged).expect("reads");
    let header = RunHeader::of_bot("planner", setup(), catalog());
    let length = header_length(&races.path("header.upk"), &header);
    bytes.extend(&text[length..]);
    fs::write(&forged, bytes).expect("writes");
    for line in [
        "replay splits forged.upk",
        "replay compare forged.upk planner.upk",
        "replay compare planner.upk forged.upk",
        "replay export forged.upk --to code",
        "replay export forged.upk --to lss",
    ] {
        assert_eq!(races.run(line).is(1, "forged.upk: it is not true from turn 0").out, "");
    }
    // For who looks for the fault.
    let claims = races.run("replay export forged.upk --to json");
    assert_eq!((claims.code, &claims.json()["ok"]), (0, &Value::Bool(false)));
    let honest = races.run("replay export planner.upk --to json").json();
    assert_eq!(honest["ok"], true);
}

/// The bytes before the first frame of a run with this header.
fn header_length(path: &Path, header: &RunHeader) -> usize {
    drop(RunFile::create(path, header).expect("creates"));
    fs::read(path).expect("reads").len()
}

#[test]
fn two_runs_of_a_shift_are_compared() {
    let races = races();
    let ran =
        races.run("replay compare planner.upk runner.upk --category order --format json").done();
    let report = ran.json();
    assert_eq!(report["schema"], "upkeeper.compare/1");
    let splits = |name: &str| {
        races.run(&format!("replay splits {name} --category order --format json")).json()
    };
    let (planner, runner) = (splits("planner.upk"), splits("runner.upk"));
    assert_eq!(report["first"]["digest"], planner["digest"]);
    assert_eq!(report["second"]["digest"], runner["digest"]);
    let find = |report: &Value, name: &Value| {
        let splits = report["splits"].as_array().expect("a list").clone();
        splits.into_iter().find(|split| split["split"] == *name).expect("is there")
    };
    let mut ahead = 0;
    for split in report["splits"].as_array().expect("a list") {
        let (first, second) = (find(&planner, &split["split"]), find(&runner, &split["split"]));
        assert_eq!(split["first"]["worked_turns"], first["worked_turns"]);
        assert_eq!(split["second"]["worked_turns"], second["worked_turns"]);
        let wanted = match (first["worked_turns"].as_u64(), second["worked_turns"].as_u64()) {
            (Some(first), Some(second)) if first == second => Value::from("even"),
            (Some(first), second) if second.is_none_or(|second| first < second) => "first".into(),
            (_, Some(_)) => "second".into(),
            _ => Value::Null,
        };
        ahead += u32::from(!wanted.is_null());
        assert_eq!(split["ahead"], wanted, "{split}");
    }
    assert!(ahead > 0, "{report}");
    // The commands before the parting are the same, and those after it are not.
    let commands = |name: &str| -> Vec<String> {
        let out = races.run(&format!("replay export {name} --to commands")).out;
        out.lines().map(str::to_owned).collect()
    };
    let (one, other) = (commands("planner.upk"), commands("runner.upk"));
    let parting = report["parting"]["commands"].as_u64().expect("a number") as usize;
    assert_eq!(one[..parting], other[..parting]);
    assert_eq!(report["parting"]["first"], one[parting].as_str());
    assert_eq!(report["parting"]["second"], other[parting].as_str());
    assert_ne!(one[parting], other[parting]);

    let same = races.json("replay compare planner.upk marked.upk");
    assert_eq!(same["parting"], Value::Null);
    assert!(races.run("replay compare planner.upk marked.upk").out.contains("The same commands"));
}

#[test]
fn what_cannot_be_compared_is_refused_with_the_reason() {
    let races = races();
    let others = [
        (Setup::shift("vault", Depth(1), Seed(9)), "seed"),
        (Setup::shift("vault", Depth(2), setup().seed), "depth"),
        (Setup::shift("keep", Depth(1), setup().seed), "vault"),
    ];
    for (other, word) in others {
        let name = format!("{word}.upk");
        record_bot(&races.path(&name), RunHeader::new("Ann", other, catalog()), "runner", None, 3);
        let ran = races.run(&format!("replay compare planner.upk {name}"));
        let ran = ran.is(2, "cannot be compared").is(2, word);
        assert_eq!(ran.out, "");
    }
    races.run("save cut planner.upk --turn 30 --out cut.upk").is(0, "");
    races.run("replay compare planner.upk cut.upk").is(2, "does not begin at the start");
    races.run("replay compare planner.upk none.upk").is(66, "");
    races
        .run("replay splits planner.upk --category any-percent")
        .is(2, "clock-out, order, grade-s, clean-sweep");
}

#[test]
fn categories_come_from_the_data() {
    let races = races();
    let data = races.path("mod");
    fs::create_dir(&data).expect("creates");
    let categories = r#"[(id: "idle", name: "Idle", about: "Few commands.", mode: Shift,
        needs: [ClockedOut, NoKills], measure: FewestCommands, splits: [WorkOver]),
        (id: "way", name: "Way", about: "Far.", mode: Campaign, needs: [], measure: MostPoints,
        splits: [], each_site: true)]"#;
    fs::write(data.join("categories.ron"), categories).expect("writes");
    let ran = races.run("--data mod replay splits runner.upk --format json");
    assert_eq!(ran.code, 0, "the run is of the same rules: {}", ran.err);
    let report = ran.json();
    assert_eq!((&report["category"], &report["measure"]), (&"idle".into(), &report["commands"]));
    assert_eq!(report["unit"], "commands");
    fs::write(data.join("categories.ron"), categories.replace("WorkOver]", "Over]"))
        .expect("writes");
    races.run("--data mod replay splits runner.upk").is(78, "mod/categories.ron:2");
}

/// `tests/livesplit` reads these snapshots with LiveSplit's own reader.
#[test]
fn splits_of_livesplit_are_as_they_were() {
    let races = races();
    for name in ["marked", "planner"] {
        let ran = races.run(&format!("replay export {name}.upk --to lss")).done();
        let digest = races.run(&format!("replay splits {name}.upk --format json")).json();
        let digest = digest["digest"].as_str().expect("hex digits").to_owned();
        assert!(ran.out.contains(&digest));
        // Another with every change of the rules.
        snapshot(
            "golden",
            &format!("livesplit_{name}"),
            &ran.out.replace(&digest, "0000000000000000"),
        );
    }
    assert_eq!(
        races.run("replay export open.upk --to lss").is(1, "does not qualify for clock-out").out,
        ""
    );
}

/// Texts that a run file can have, and that have a meaning in one form or another: XML knows
/// neither of the last two characters of the name, however they are written.
const ODD_NAME: &str = "]]>&#0;<!--\\\"'`${e}\u{85}%s,;e\u{301}\u{fffe}\u{ffff}";
const ODD_WORD: &str = "Cafe\u{301} ]]> \\u0000 \u{fffe}";

#[test]
fn what_is_written_of_odd_texts_is_well_formed() {
    let races = races();
    // An earlier version has written it: nothing in it is composed.
    let seed = Seed::from_bytes_of(ODD_WORD);
    let header = RunHeader::new("", Setup::shift("vault", Depth(1), seed), catalog());
    let name: String = ODD_NAME.chars().filter(|c| !c.is_control()).collect();
    let header = RunHeader { name: name.clone(), word: Some(ODD_WORD.to_owned()), ..header };
    record_bot(&races.path("odd.upk"), header, "planner", Some(1_795_379_177_000), u32::MAX);
    for line in [
        "replay verify odd.upk --format json",
        "replay info odd.upk --format json",
        "replay splits odd.upk --format json",
        "replay compare odd.upk odd.upk --format json",
        "replay export odd.upk --to json",
        "save info odd.upk --format json",
    ] {
        let ran = races.run(line).done();
        let (json, word) = (ran.json(), serde_json::to_string(ODD_WORD).expect("JSON"));
        assert!(json.to_string().contains(&word), "{line}: {json}");
    }
    assert_eq!(races.run("save dump odd.upk").json()["name"], name);
    let verified = races.json("replay verify odd.upk");
    assert_eq!((&verified["ok"], &verified["name"]), (&Value::Bool(true), &name.as_str().into()));

    #[cfg(feature = "tui")]
    {
        let cast = crate::casts::Cast::read(&races.run("replay export odd.upk --to cast").out);
        assert!(cast.header.title.is_some_and(|title| title.contains("Cafe\u{301} ]]>")));
    }

    let splits = races.run("replay export odd.upk --to lss").done();
    let is_of_xml = |c: char| matches!(c, '\t' | '\n' | ' '..='\u{fffd}' | '\u{10000}'..);
    assert!(splits.out.chars().all(is_of_xml), "{}", splits.out);
    let digest = verified["digest"].as_str().expect("hex digits");
    snapshot("golden", "livesplit_odd", &splits.out.replace(digest, "0000000000000000"));
}

#[test]
fn codes_are_of_runs_from_their_own_start() {
    let races = races();
    let code = races.run("replay export marked.upk --to code").done();
    assert!(code.out.starts_with("UPK1-") && code.out.len() < 1_500, "{}", code.out);
    races.run("replay branch marked.upk --turn 30 --out branch.upk").is(0, "");
    assert_eq!(
        races.run("replay export branch.upk --to code").is(2, "branched off another run").out,
        ""
    );
}

#[test]
fn a_code_makes_the_same_run_again() {
    let races = races();
    for name in ["marked", "planner", "open"] {
        let code = races.run(&format!("replay export {name}.upk --to code")).out;
        races.run(&format!("replay import {} --out {name}-2.upk", code.trim())).done();
        let report = |name: &str| {
            let mut report = races.run(&format!("replay verify {name}.upk --format json")).json();
            report["file"] = Value::Null;
            report
        };
        assert_eq!(report(&format!("{name}-2")), report(name));
        assert_eq!(report(name)["ok"], true);
        assert_eq!(races.run(&format!("replay export {name}-2.upk --to code")).out, code);
        let again = races.run(&format!("replay import {} --out {name}-2.upk", code.trim()));
        assert_eq!(again.code, 73, "nothing is overwritten: {}", again.err);
        // From the standard input, in short lines.
        let lines: Vec<String> = code
            .trim()
            .as_bytes()
            .chunks(64)
            .map(|line| format!("  {}", String::from_utf8_lossy(line)))
            .collect();
        races.fed("replay import - --out piped.upk --force", lines.join("\r\n").as_bytes()).done();
        assert_eq!(report("piped"), report(name));
        let json = races
            .fed("replay import - --out piped.upk --force --format json", code.as_bytes())
            .done();
        let (written, verified) = (json.json(), report(name));
        let bytes = fs::metadata(races.path("piped.upk")).expect("is there").len();
        let expected = serde_json::json!({
            "schema": "upkeeper.written/1", "file": "piped.upk", "origin": "start",
                "turns": verified["turns"],
            "worked_turns": verified["worked_turns"], "state": verified["state"],
            "commands": verified["commands"], "bytes": bytes, "digest": verified["digest"],
        });
        assert_eq!(written, expected, "the keys of every run file that is written");
    }
}

#[test]
fn codes_that_are_not_true_leave_no_file() {
    let races = races();
    let code = races.run("replay export marked.upk --to code").out;
    let code = code.trim();
    let mut run = RunCode::of_text(code).expect("reads");
    let mut cases = vec![
        ("UPK1-".to_owned(), 65, "checksum"),
        ("hello".to_owned(), 65, "it is no code of a run"),
        (code.replace("UPK1", "UPK7"), 69, "version 7"),
        (code[..code.len() / 2].to_owned(), 65, "a character is missing"),
        (format!("{code}!"), 65, "'!'"),
    ];
    let honest = run.clone();
    if let CodeEnd::Over(ending) = &mut run.end {
        ending.score += 50_000;
    }
    cases.push((run.to_text().expect("a code"), 1, "it is not true"));
    run = honest.clone();
    run.header.name = "Mallory".to_owned();
    cases.push((run.to_text().expect("a code"), 1, "chain"));
    run = honest.clone();
    run.entries.remove(20);
    cases.push((run.to_text().expect("a code"), 1, "it is not true"));
    run = honest.clone();
    run.end = CodeEnd::Open(engine::sim::Digest(14));
    cases.push((run.to_text().expect("a code"), 1, "found"));
    run = honest;
    run.header.ruleset = runs::record::Ruleset(7);
    cases.push((run.to_text().expect("a code"), 69, "0000000000000007"));
    for (text, exit, why) in cases {
        assert_eq!(
            races.run(&format!("replay import {text} --out forged.upk")).is(exit, why).out,
            ""
        );
        assert!(!races.path("forged.upk").exists(), "{why}");
    }
    races
        .fed("replay import - --out forged.upk", "A".repeat(3 << 20).as_bytes())
        .is(65, "-: it is longer than 2097152 bytes");
    let verbose = races.fed("-v replay import - --out forged.upk", b"hello");
    assert!(verbose.err.contains("-: 5 bytes"), "{}", verbose.err);
}
