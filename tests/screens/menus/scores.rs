use std::collections::BTreeMap;

use base::Seed;
use content::Depth;
use engine::sim::{Letter, Turns};
use runs::save::{RunId, Score};
use screens::{Context, Screen, screens::scores::ScoresScreen};

use crate::host::HostState;
use crate::menus::show::Show;

fn scores(_: &mut Context) -> Box<dyn Screen> {
    Box::new(ScoresScreen::default())
}

pub(crate) fn some_scores() -> Vec<Score> {
    let score = |score, grade, name: &str, kind: &str, depth, seed, turns, outcome: &str| Score {
        score,
        grade,
        name: name.to_owned(),
        mode: "shift".to_owned(),
        day: None,
        kind: kind.to_owned(),
        depth,
        seed: Seed(seed),
        word: None,
        clock: Turns(turns),
        turns: Turns(turns),
        commands: turns,
        ranked: depth != Depth(10),
        verified: name != "Mo",
        categories: BTreeMap::new(),
        digest: "0".repeat(16),
        when: 1_795_132_800,
        outcome: outcome.replace("dawn", "clocked_out"),
        overtaken: outcome == "dawn",
        run: RunId::try_from(format!("{name}-{seed}.upk")).expect("a name"),
    };
    let out = "clocked_out";
    let most = u64::MAX;
    let mut scores = vec![
        score(88, Letter::B, "Bo", "cavern", Depth(2), 42, 511, out),
        score(310, Letter::S, "Wilhelmina Ottoline", "vault", Depth(5), most, 402, out),
        score(0, Letter::F, "", "vault", Depth(3), 3, 58, "died"),
        score(60, Letter::B, "Mo", "vault", Depth(10), 4, 420, out),
        score(88, Letter::A, "Łukasz", "vault", Depth(1), 12, 600, "dawn"),
    ];
    let many = (0..40).map(|number: u32| {
        score(number + 1, Letter::D, "Ann", "vault", Depth(1), number.into(), 700, out)
    });
    scores.extend(many);
    scores
}

fn of(list: Vec<Score>) -> Show {
    Show::new(HostState { scores: list, ..HostState::default() }, scores)
}

#[test]
fn scores_are_sorted_and_scroll() {
    let lost = RunId::try_from("-3.upk".to_owned()).ok();
    let host = HostState { scores: some_scores(), lost, ..HostState::default() };
    let mut show = Show::new(host, scores);
    show.snapshots("scores");
    show.any_size();
    show.press("end up").says("44 0 F (nobody)");
    show.press("enter").says("Its file is not there any more.");
    show.press("home enter").says("playing");
}

#[test]
fn no_scores_are_told() {
    Show::of(scores).snapshots("scores_empty");
    let host = HostState {
        refusal: Some("scores.jsonl cannot be read.".to_owned()),
        ..HostState::default()
    };
    let mut show = Show::new(host, scores);
    show.press("enter").says("cannot be read");
    show.any_size();
}

#[test]
fn a_seed_is_called_by_the_word_that_was_typed_for_it() {
    let mut scores_there = some_scores();
    for score in &mut scores_there {
        if score.kind == "cavern" {
            score.seed = Seed::from_text("mop");
            score.word = Some("mop".to_owned());
        }
    }
    let mut show = of(scores_there);
    show.press("down down").says("cavern 2 mop 511");
    show.says("seed mop (3718081394147626992)");
}

#[test]
fn claims_have_no_rank_and_verifying_is_told() {
    let mut show = of(some_scores());
    show.screen(80, 24);
    show.host.borrow_mut().verifying = Some((3, 1_000));
    show.tick(1);
    show.lacks("Playing the runs again");

    let host = HostState {
        scores: some_scores(),
        verifying: Some((3, 1_000)),
        untrue: 2,
        ..HostState::default()
    };
    let mut show = Show::new(host, scores);
    show.says("to verify them: 3 of 1000.");
    show.press("down");
    let chosen = show.words();
    show.host.borrow_mut().verifying = None;
    show.tick(1);
    let after = show.words();
    assert!(after.contains("2 run files say what is not true"), "{after}");
    // The chosen run stays chosen.
    assert!(chosen.contains("▸ 2 88 A Łukasz") && after.contains("▸ 2 88 A Łukasz"), "{after}");
    show.press("end").says("Mo, clocked out, as its file claims.");
    show.any_size();
}

#[test]
fn what_a_list_of_scores_claims_is_drawn_without_what_a_terminal_obeys() {
    let hostile = "A\u{1}\u{1b}]0;x\u{7}\u{7f}\u{85}\u{9b}2J\u{200f}\u{202e}\u{2028}\u{2066}\nB";
    let mut scores_there = some_scores();
    for score in &mut scores_there {
        for text in [&mut score.name, &mut score.kind, &mut score.mode, &mut score.outcome] {
            hostile.repeat(3).clone_into(text);
        }
        score.word = Some(hostile.to_owned());
        // As it comes from a file.
        let line = serde_json::to_string(score).expect("plain data");
        *score = serde_json::from_str(&line).expect("a score");
        assert!(score.name.chars().count() <= 64 && score.word.is_some());
    }
    let mut show = of(scores_there);
    for (width, height) in [(80, 24), (200, 60), (20, 5)] {
        let screen = show.screen(width, height);
        let is_hidden = |c: char| {
            (c.is_control() && c != '\n')
                || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}')
        };
        assert_eq!(screen.find(is_hidden), None, "{screen:?}");
    }
}
