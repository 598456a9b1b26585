//! The Champion: present on every floor that has one.

use crate::support::content::catalog;
use upkeeper::base::Seed;
use upkeeper::content::Depth;
use upkeeper::levelgen::{RoomRole, ThingKind};
use upkeeper::sim::{Duty, Game, Setup};

/// It waits in the boss room, unhurt, whatever the raid of the night before did.
#[test]
fn every_crypt_from_depth_ten_on_has_its_champion() {
    let catalog = catalog();
    for seed in 0..400 {
        let depth = Depth(10 + (seed % 3) as u8);
        let setup = Setup::shift("crypt", depth, Seed(seed));
        let game = Game::new(setup, &catalog).unwrap_or_else(|error| panic!("{seed}: {error}"));
        let request = upkeeper::levelgen::Request::new("crypt", Seed(seed), depth);
        let level = upkeeper::levelgen::generate(&request, &catalog).expect("it was made before");
        let planned = level.things_of(ThingKind::Actor).filter(|thing| thing.name == "Champion");
        assert_eq!(planned.count(), 1, "seed {seed}: on the plan");
        let actors = game.snapshot().floor.actors;
        let bosses = actors.iter().filter(|actor| matches!(actor.duty, Duty::Boss(_)));
        let [boss] = bosses.collect::<Vec<_>>()[..] else { panic!("seed {seed}: no boss, or two") };
        assert_eq!(boss.vitals.health, boss.vitals.max_health, "seed {seed}");
        let rooms = level.rooms.iter().find(|room| room.role == RoomRole::Boss);
        let room = rooms.expect("a boss room").rect;
        assert!(room.contains(boss.pos), "seed {seed}: at {:?}, not in {room:?}", boss.pos);
    }
}
