//! What the levels of a kind are like, frozen: a change of character is a change that somebody has
//! looked at.

use std::fmt::Write as _;

use base::Seed;
use content::Depth;
use levels::{Measures, Request, differing, measure};

use crate::contract::level;
use crate::support::content::catalog;
use crate::support::kinds::kinds;
use crate::support::snapshot::snapshot;

/// Levels a kind that are measured.
const SEEDS: u64 = 400;

/// A measure and how to get at it.
type Named = (&'static str, fn(&Measures) -> u32);

const MEASURES: [Named; 8] = [
    ("density", |measures| measures.density),
    ("path", |measures| measures.path),
    ("loops", |measures| measures.loops),
    ("dead_ends", |measures| measures.dead_ends),
    ("chokepoints", |measures| measures.chokepoints),
    ("linearity", |measures| measures.linearity),
    ("leniency", |measures| measures.leniency),
    ("symmetry", |measures| measures.symmetry),
];

#[test]
fn the_character_of_every_kind_stays_as_it_is() {
    let catalog = catalog();
    for kind in kinds() {
        let levels: Vec<_> = (0..SEEDS)
            .map(|seed| level(&Request::new(kind, Seed(seed), Depth(3)), &catalog))
            .collect();
        let measures: Vec<Measures> = levels.iter().map(measure).collect();
        let mut text = String::from("measure p1 p50 p99, shares in thousandths\n");
        let mut line = |name: &str, mut values: Vec<u32>| {
            values.sort_unstable();
            let at = |percent: usize| values[(values.len() * percent).div_ceil(100).max(1) - 1];
            let _ = writeln!(text, "{name} {} {} {}", at(1), at(50), at(99));
        };
        for (name, of) in MEASURES {
            line(name, measures.iter().map(of).collect());
        }
        // Every level beside the next: enough to see whether they are alike.
        let passable: Vec<_> = levels.iter().map(levels::Level::passable).collect();
        line("diversity", passable.windows(2).map(|two| differing(&two[0], &two[1])).collect());
        line("attempts", levels.iter().map(|level| level.attempts).collect());
        snapshot("golden", &format!("measures_{kind}"), &text);
    }
}
