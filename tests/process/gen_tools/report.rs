//! What is told of levels: dumps, lists and measures.

use crate::support::content::catalog;

use crate::gen_tools::run_line;

#[test]
fn dumps_carry_the_certificate_of_the_work() {
    let check = |work: &serde_json::Value| {
        let order: Vec<&str> =
            work["order"].as_array().expect("a list").iter().filter_map(|it| it.as_str()).collect();
        assert!(order.last().is_some_and(|last| last.starts_with("exit@")), "{order:?}");
        for (job, supply) in
            [("trap", "parts"), ("chest", "stock"), ("door", "timber"), ("light", "oil")]
        {
            let needed = order.iter().filter(|it| it.starts_with(&format!("{job}@"))).count();
            let given = work["supplies"][supply].as_u64().expect("a number") as usize;
            assert!((needed..=needed + needed.div_ceil(5)).contains(&given), "{supply}: {order:?}");
        }
        assert!(work["par"].as_u64().is_some_and(|par| par as usize > order.len()), "{order:?}");
    };
    for kind in ["vault", "keep", "warren", "cavern", "bastion", "town", "house", "delve"] {
        for level in run_line(&format!("gen {kind} --count 3 --format json")).json_lines() {
            assert_eq!(level["certificate"]["proof"], "work-order", "{kind}");
            assert!(level["certificate"].get("states").is_none(), "{kind}");
            check(&level["certificate"]);
        }
    }
    for kind in ["crypt", "cloister"] {
        for level in run_line(&format!("gen {kind} --count 3 --format json")).json_lines() {
            let certificate = &level["certificate"];
            assert_eq!(certificate["proof"], "every-order", "{kind}");
            assert!(certificate["states"].is_u64() && certificate["par"].is_u64(), "{kind}");
            check(&certificate["work"]);
        }
    }
}

#[test]
fn full_stats_tell_of_the_work() {
    let stats = run_line("gen vault --count 20 --format stats --full").json_lines();
    assert!(stats[0]["par"]["p50"].as_f64().is_some_and(|par| par > 100.0));
    assert!(stats[0]["shut_in"].as_f64().is_some_and(|share| share > 0.2 && share <= 1.0));
    assert!(stats[0]["full_levels_per_second"].as_f64() <= stats[0]["levels_per_second"].as_f64());
    let plain = run_line("gen vault --count 20 --format stats").json_lines();
    assert!(plain[0].get("par").is_none());
    let found = run_line("seeds find --kind vault --count 5 --where par>1 --format json");
    assert_eq!(found.json_lines().len(), 5);
}

#[test]
fn the_list_tells_sizes_and_settings_as_text_and_as_json() {
    let (text, json) = (run_line("gen --list"), run_line("gen --list --format json"));
    let kinds = json.json_lines();
    // The overworld comes last.
    assert_eq!(kinds.len(), catalog().levels.len() + 1);
    assert_eq!(kinds.last().map(|told| told["kind"].clone()), Some("marches".into()));
    for (kind, told) in catalog().levels.iter().zip(&kinds) {
        assert_eq!(told["kind"], kind.name.as_str());
        assert_eq!(told["least"][0], kind.min.0);
        assert!(text.out.contains(&format!("{}: {}", kind.name, kind.about)));
        for setting in &kind.settings {
            let default = setting.default.on(kind.usual);
            assert!(text.out.contains(&format!("--set {}={default}", setting.name)));
        }
    }
}

#[test]
fn levels_are_printed_in_the_order_of_their_seeds() {
    let ran = run_line("gen cavern --seed 11 --count 40 --format json");
    let seeds: Vec<String> =
        ran.json_lines().iter().map(|level| level["seed"].to_string()).collect();
    assert_eq!(seeds, (11..51).map(|seed| format!("\"{seed}\"")).collect::<Vec<_>>());
}

#[test]
fn stats_have_their_keys_and_are_the_same_every_time() {
    let stats = |line: &str| run_line(line).json_lines().remove(0);
    let mut first = stats("gen vault --count 1200 --format stats");
    let mut again = stats("gen vault --count 1200 --format stats");
    let text = run_line("gen vault --count 3 --format stats");
    let mut at = 0;
    for key in [
        "schema",
        "kind",
        "seed",
        "depth",
        "count",
        "density",
        "path",
        "loops",
        "dead_ends",
        "chokepoints",
        "linearity",
        "leniency",
        "symmetry",
        "second_way",
        "diversity",
        "failures",
        "attempts",
        "levels_per_second",
    ] {
        let found = text.out[at..].find(&format!("\"{key}\":"));
        at += found.unwrap_or_else(|| panic!("{key} is missing or out of order"));
    }
    for report in [&mut first, &mut again] {
        let speed = report["levels_per_second"].take();
        assert!(speed.as_f64().is_some_and(|speed| speed > 0.0), "{speed}");
        let diversity = &report["diversity"];
        assert!(diversity["p50"].as_f64().is_some_and(|share| share > 0.2 && share < 0.6));
    }
    assert_eq!(first, again);
}

#[test]
fn the_diversity_of_many_levels_is_about_that_of_all_pairs() {
    let median = |count: u32| {
        let ran = run_line(&format!("gen cavern --count {count} --format stats"));
        ran.json_lines()[0]["diversity"]["p50"].as_f64().expect("a share")
    };
    let (all, drawn) = (median(1_000), median(1_001));
    assert!((all - drawn).abs() < 0.004, "{all} {drawn}");
}
