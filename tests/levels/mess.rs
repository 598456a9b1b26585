//! What last night's raid left lies where it can be cleared away.

use std::collections::BTreeSet;

use upkeeper::base::{Pos, Seed};
use upkeeper::r#gen::{Request, Thing, ThingKind, Tile, mess};

use crate::support::{catalog, level, workplaces};

#[test]
fn a_mess_lies_where_it_can_be_cleared_away() {
    let catalog = catalog();
    for kind in workplaces(&catalog) {
        for seed in 0..500 {
            let level = level(&Request::new(&kind, Seed(seed), 1 + (seed % 8) as u8), &catalog);
            let mess = mess(&level, &catalog, Seed(seed)).expect("the kind is known");
            assert_eq!(mess, upkeeper::r#gen::mess(&level, &catalog, Seed(seed)).expect("still"));
            let breaks = |thing: &&Thing| {
                thing.kind != ThingKind::Door || level.tiles[thing.pos()] == Tile::Door
            };
            let of = |kind| {
                level.things_of(kind).filter(breaks).map(Thing::pos).collect::<BTreeSet<_>>()
            };
            for (kind, spoilt, supply) in [
                (ThingKind::Trap, &mess.sprung, mess.supplies.parts),
                (ThingKind::Chest, &mess.looted, mess.supplies.stock),
                (ThingKind::Door, &mess.broken, mess.supplies.timber),
                (ThingKind::Light, &mess.dark, mess.supplies.oil),
            ] {
                let all = of(kind);
                assert!(spoilt.iter().all(|pos| all.contains(pos)), "seed {seed}: {kind:?}");
                assert_eq!(spoilt.is_empty(), all.is_empty(), "seed {seed}: {kind:?}");
                assert_eq!(spoilt.iter().collect::<BTreeSet<_>>().len(), spoilt.len());
                let need = spoilt.len();
                assert!((need..=need + need.div_ceil(5)).contains(&usize::from(supply)));
            }
            let stands =
                |pos| level.thing_at(pos).is_some() || pos == level.start || pos == level.exit;
            let bodies: BTreeSet<Pos> = mess.bodies.iter().map(|&(pos, _)| pos).collect();
            assert!(!bodies.is_empty() && bodies.len() == mess.bodies.len(), "seed {seed}");
            let stains: BTreeSet<Pos> = mess.stains.iter().copied().collect();
            assert!(!stains.is_empty() && stains.len() == mess.stains.len(), "seed {seed}");
            for &pos in bodies.iter().chain(&stains) {
                assert!(level.tiles[pos].is_passable() && !stands(pos), "seed {seed}: {pos:?}");
            }
        }
    }
}
