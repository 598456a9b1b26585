//! The search for seeds.

use base::Seed;
use content::{Depth, JobKind};
use engine::sim::{Game, Setup};

use crate::gen_tools::{run, run_line};
use crate::program::on_terminal;
use crate::support::content::catalog;

#[test]
fn a_search_finds_the_same_on_any_number_of_cores() {
    let line = "seeds find --kind vault --where loops>=50&&density<0.385 --count 600 --format json";
    let one = run_line(&format!("{line} --threads 1"));
    assert_eq!(one.code, 0, "{}", one.err);
    for threads in [2, 5] {
        assert!(run_line(&format!("{line} --threads {threads}")).out == one.out, "{threads}");
    }
    let hits = one.json_lines();
    assert!(hits.len() > 5);
    let mut last = 0;
    for hit in &hits {
        let seed: u64 = hit["seed"].as_str().and_then(|seed| seed.parse().ok()).expect("a seed");
        assert!(seed > last, "in the order of seeds");
        last = seed;
        let stats = run_line(&format!("gen vault --seed {seed} --format stats"));
        let stats = &stats.json_lines()[0];
        assert_eq!(stats["loops"]["p50"], hit["measures"]["loops"].as_f64().expect("a number"));
        assert_eq!(stats["density"]["p50"], hit["measures"]["density"]);
        assert!(hit["measures"]["loops"].as_u64().is_some_and(|loops| loops >= 50));
        assert!(hit["measures"]["density"].as_f64().is_some_and(|density| density < 0.385));
    }
    // Nothing is left out: what was not found is not so.
    let rest = run_line(&format!("{} --threads 2", line.replace("loops>=50", "!(loops>=50)")));
    let other =
        run_line("seeds find --kind vault --where density>=0.385 --count 600 --format json");
    let all = hits.len() + rest.json_lines().len() + other.json_lines().len();
    assert_eq!(all, 600);
}

#[test]
fn a_search_ends_at_its_limit_and_says_if_there_is_nothing() {
    let line = "seeds find --kind cavern --where loops>=0 --from 100";
    let some = run_line(&format!("{line} --count 1000000000 --limit 3"));
    assert_eq!((some.code, some.out.lines().count()), (0, 3), "{}", some.err);
    let firsts: Vec<&str> =
        some.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(firsts, ["100", "101", "102"]);
    assert!(some.out.lines().all(|line| line.contains("loops ")));
    let none = run_line("seeds find --kind cavern --where density>1 --count 20");
    assert_eq!((none.code, none.out.len()), (1, 0));
    assert!(none.err.contains("there is no such cavern among seeds 1 to 20"), "{}", none.err);
}

#[test]
fn a_search_takes_size_depth_and_settings() {
    let ran = run_line(
        "seeds find --kind vault --where rooms==0 --count 3 --depth 4 --width 30 --height 21 \
         --set door_percent=0 --format json",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let hits = ran.json_lines();
    assert_eq!(hits.len(), 3);
    assert_eq!(hits[0]["depth"], 4);
    let line = "gen vault --seed 1 --depth 4 --width 30 --height 21 --set door_percent=0";
    let stats = &run_line(&format!("{line} --format stats")).json_lines()[0];
    assert_eq!(stats["density"]["p50"], hits[0]["measures"]["density"]);
}

#[test]
fn a_wrong_condition_is_marked_where_it_is_wrong() {
    let ran = run(&["seeds", "find", "--kind", "vault", "--where", "path < 1 && loop >= 2"]);
    assert_eq!(ran.code, 2);
    let lines: Vec<&str> = ran.err.lines().collect();
    assert!(lines[0].starts_with("upkeeper: --where: "), "{}", ran.err);
    assert_eq!(lines[1], "  path < 1 && loop >= 2");
    assert_eq!(lines[2], "              ^^^^");
}

#[test]
fn a_search_that_is_interrupted_leaves_a_clean_line() {
    let home = tempfile::tempdir().expect("a folder");
    let line = "seeds find --kind vault --where density>1 --count 1000000000";
    let mut pty = on_terminal(home.path(), line).run();
    // The bar is drawn before the first seed is done.
    pty.wait_until("a bar that has moved", |screen| {
        let text = screen.contents();
        text.contains("of 1000000000 seeds, 0 found") && !text.contains("] 0 of")
    });
    pty.ends_by("\x03", 130);
    assert!(!pty.text().contains("seeds, 0 found"), "{}", pty.text());

    // It goes on behind the seeds that it has tried.
    let before = tried(&home);
    assert!(before > 0);
    let mut pty = on_terminal(home.path(), &format!("{line} --resume -v")).run();
    pty.wait_for(&format!("going on after {before} seeds"));
    pty.ends_by("\x03", 130);
    assert!(tried(&home) >= before);
    // Another search begins at its beginning, and at its end nothing is left of it.
    let other = "seeds find --kind vault --where density>1 --count 20 --resume";
    assert_eq!(on_terminal(home.path(), other).run().wait_exit().exit_code(), 1);
    assert!(tried(&home) >= before);
}

/// The seeds that the one interrupted search in a folder has tried.
fn tried(home: &tempfile::TempDir) -> u64 {
    let kept = std::fs::read_dir(home.path().join("cache/searches")).expect("a folder");
    let files: Vec<_> = kept.map(|entry| entry.expect("reads").path()).collect();
    assert_eq!(files.len(), 1);
    let text = std::fs::read_to_string(&files[0]).expect("reads");
    let kept: serde_json::Value = serde_json::from_str(&text).expect("an object");
    kept["tried"].as_u64().expect("a number")
}

#[test]
fn a_search_by_last_nights_raid_finds_what_is_played() {
    let line = "seeds find --kind crypt --depth 3 --count 40 --format json --where \
                jobs>=8&&deaths>=1&&party>=3&&par<dawn";
    let hits = run_line(line).json_lines();
    assert!(!hits.is_empty() && hits.len() < 40, "{}", hits.len());
    for hit in &hits {
        let seed = hit["seed"].as_str().and_then(|seed| seed.parse().ok()).expect("a seed");
        let game =
            Game::new(Setup::shift("crypt", Depth(3), Seed(seed)), catalog()).expect("a level");
        let order = game.view().order();
        let jobs: u16 = order.iter().map(|count| count.total).sum();
        let bodies = order.iter().find(|count| count.job == JobKind::Body);
        let measures = &hit["measures"];
        assert_eq!(measures["jobs"], jobs);
        assert_eq!(measures["body_jobs"], bodies.map_or(0, |count| count.total));
        assert_eq!(measures["dawn"], game.view().dawn().0);
        assert_eq!(measures["work"], game.view().par().expect("certified").0);
        assert!(measures["deaths"].as_u64() <= measures["body_jobs"].as_u64());
    }
}
