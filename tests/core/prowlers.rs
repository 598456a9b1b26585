//! Who comes in after the raids of a site, and attacks on sight.

use base::Pos;
use engine::sim::{ActorRecord, Cells, Duty, Game};

use crate::support::content::catalog;
use crate::support::journeys::{enter, workplace};

/// The floors of the site where the player is: their cells and who is on them, the player left out.
fn floors(game: &Game) -> Vec<(Cells, Vec<ActorRecord>)> {
    let snapshot = game.snapshot();
    let others = snapshot.journey.iter().flat_map(|journey| &journey.floors);
    let others = others.map(|stored| (stored.floor.cells.clone(), stored.floor.actors.clone()));
    let here = (snapshot.floor.cells.clone(), snapshot.floor.actors[1..].to_vec());
    std::iter::once(here).chain(others).collect()
}

/// Those of a kind that attacks the player on sight, and residents that stray.
fn attackers(actors: &[ActorRecord]) -> Vec<(String, Pos)> {
    let attacks = |actor: &&ActorRecord| {
        let kind = catalog().actor(actor.kind);
        let (own, theirs) =
            (catalog().actor(catalog().rules.upkeeper.id).faction.id, kind.faction.id);
        let on_sight = kind.temperament.aggressive && catalog().factions.are_hostile(own, theirs);
        on_sight || matches!(actor.duty, Duty::Stray { .. })
    };
    let found = actors.iter().filter(attacks);
    found.map(|actor| (catalog().actor(actor.kind).name.clone(), actor.pos)).collect()
}

fn at_work(seed: u64, place: usize) -> Game {
    enter(seed, |game| workplace(game, place))
}

#[test]
fn so_many_as_the_depth_says_attack_on_every_site_and_begin_away_from_the_way_in() {
    let mut depths = [0; 11];
    for seed in 0..24 {
        for place in (0..24).step_by(3) {
            let game = at_work(seed, place);
            let depth = game.view().depth();
            let floors = floors(&game);
            let found: Vec<_> = floors.iter().map(|(_, actors)| attackers(actors)).collect();
            let wanted = catalog().campaign.prowlers[usize::from(depth.0) - 1];
            let count: usize = found.iter().map(Vec::len).sum();
            assert!(
                count >= usize::from(wanted),
                "seed {seed}, site {place}, depth {depth}: {found:?}"
            );
            let start = game.view().start();
            assert!(
                found[0].iter().all(|(_, at)| at.steps_to(start) > 6),
                "seed {seed}: {found:?}"
            );
            depths[usize::from(depth.0)] += 1;
        }
    }
    assert!(depths[1..9].iter().all(|&count| count > 3), "{depths:?}");
}
