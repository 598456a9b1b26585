//! `upkeeper raid explain`: what mattered in the last raid of a run file.

use std::fs;

use serde_json::Value;

use crate::races::races;

#[test]
fn a_raid_is_explained_for_people_and_programs() {
    let races = races();
    let report = races.json("raid explain planner.upk");
    assert_eq!(report["schema"], "upkeeper.explain/1");
    let number = |key: &str| report[key].as_i64().unwrap_or_else(|| panic!("{key}: {report}"));
    assert_eq!(number("points"), number("order") + number("dawn") + number("hazard"));
    assert!(number("bed") <= 60 && "SABCDF".contains(report["grade"].as_str().expect("a letter")));
    let list = |key: &str| report[key].as_array().unwrap_or_else(|| panic!("{key}: {report}"));
    assert!(!list("members").is_empty());
    for member in list("members") {
        let fates = ["fell", "driven", "fled", "through", "inside"];
        assert!(fates.contains(&member["fate"].as_str().expect("a fate")), "{member}");
        let name = member["name"].as_str().expect("a name");
        assert!(member["text"].as_str().expect("words").starts_with(name), "{member}");
        assert_eq!(member["fate"] == "fell", !member["by"].is_null(), "{member}");
    }
    let points: Vec<i64> =
        list("mattered").iter().map(|own| own["points"].as_i64().expect("points").abs()).collect();
    assert!(
        points.len() + list("lost").len() <= 5 && points.is_sorted_by(|one, next| one >= next),
        "{points:?}"
    );
    assert!(!points.contains(&0), "{report}");
    let suggestion = report["suggestion"].as_str().expect("a suggestion");
    assert!(suggestion.ends_with('.'), "{suggestion}");
    assert_eq!(races.json("raid explain planner.upk"), report, "it is the same again");

    let text = races.run("raid explain planner.upk").done().out;
    let told = |words: &Value| text.contains(words.as_str().expect("words"));
    let members = list("members").iter().map(|member| &member["text"]);
    let mattered = list("mattered").iter().chain(list("lost")).map(|own| &own["what"]);
    for words in members.chain(mattered).chain([&report["suggestion"]]) {
        assert!(told(words), "{words}: {text}");
    }
}

#[test]
fn what_cannot_be_explained_is_refused() {
    let races = races();
    races.run("raid explain open.upk").is(1, "open.upk: no raid of dawn is over in it");
    races.run("raid explain none.upk").is(66, "none.upk");
    races.run("raid explain").is(2, "");
    fs::write(races.path("foreign.upk"), b"not a run at all").expect("writes");
    races.run("raid explain foreign.upk").is(65, "foreign.upk");
    let whole = fs::read(races.path("planner.upk")).expect("reads");
    // The last frame is the end of the run: without it all of the raid is still there.
    fs::write(races.path("torn.upk"), &whole[..whole.len() - 3]).expect("writes");
    let torn = races.run("raid explain torn.upk --format json").is(0, "was not written whole");
    assert_eq!(torn.json()["points"], races.json("raid explain planner.upk")["points"]);
    fs::write(races.path("half.upk"), &whole[..whole.len() / 2]).expect("writes");
    races.run("raid explain half.upk").is(1, "no raid of dawn is over in it");
    let mut damaged = whole;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0x55;
    fs::write(races.path("damaged.upk"), damaged).expect("writes");
    races.run("raid explain damaged.upk").is(65, "damaged.upk");
}
