//! The states that a replay keeps to move back quickly.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::Seed;
use content::{Catalog, Depth};
use engine::sim::{Game, Setup, Turns};
use runs::record::{MAX_STATES, StateCache};

#[test]
fn many_states_are_thinned_out_evenly() {
    let catalog = Arc::new(Catalog::embedded().expect("content"));
    let game = Game::new(Setup::shift("vault", Depth(1), Seed(7)), &catalog).expect("a level");
    let mut cache = StateCache::default();
    for commands in (0..=200_000).filter(|commands| commands % 64 == 0) {
        if cache.wants(commands) {
            cache.keep(commands, Turns(commands), game.snapshot());
        }
    }
    let kept: BTreeSet<u32> = (0..=200_000)
        .filter_map(|commands| cache.before(commands).map(|state| state.commands))
        .collect();
    assert!(kept.len() <= MAX_STATES, "{}", kept.len());
    assert!(kept.into_iter().eq((0..=200_000).step_by(1_024)));
    for commands in [0, 1_023, 1_024, 99_999, 200_000] {
        let before = cache.before(commands).expect("the first state is kept");
        assert_eq!(before.commands, commands / 1_024 * 1_024);
        assert_eq!(cache.commands_before(Turns(commands)), before.commands);
    }
    assert!(!cache.wants(2_048), "it has that one");
}
