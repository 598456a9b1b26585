//! Another night at a site that the night before has left out of order.

use base::Pos;
use content::Gate;
use engine::sim::{
    Cells, Command, Door, End, Fixture, Game, JourneyCommand, Knowledge, Leg, Letter, SiteRecord,
    SiteState, Snapshot,
};
use levels::Tile;

use crate::support::content::catalog;
use crate::support::journeys::{
    begin, edited, enter, give, journey, on_the_way, own, reloaded, workplace,
};

/// The first turn of a night's work beside the Home Post, after nights there that left the site out
/// of order.
fn night_after(seed: u64, nights: usize) -> Game {
    let game = begin(seed);
    let site = workplace(&game, 0);
    let leg = Leg::Work { site, night: 1, points: 0, max_points: 9, letter: Letter::F, coins: 0 };
    let mut game = edited(&game, |snapshot| {
        let journey = own(snapshot);
        journey.at = site;
        journey.trail.extend(vec![leg; nights]);
    });
    give(&mut game, Command::Journey(JourneyCommand::Enter));
    game
}

#[test]
fn another_night_finds_the_same_work_and_nothing_to_take() {
    let lying = |game: &Game| {
        let snapshot = game.snapshot();
        let floors = snapshot.journey.iter().flat_map(|journey| &journey.floors);
        let floors = floors.map(|stored| &stored.floor).chain([&snapshot.floor]);
        let items = floors.flat_map(|floor| floor.items.clone());
        let (opens, others): (Vec<_>, Vec<_>) =
            items.partition(|(_, stack)| catalog().item(stack.kind).opens.is_some());
        (opens, others.len())
    };
    let mut found = 0;
    for seed in 0..12 {
        let (first, second) = (night_after(seed, 0), night_after(seed, 1));
        let ((keys, things), (same_keys, left)) = (lying(&first), lying(&second));
        assert_eq!(keys, same_keys, "seed {seed}: what opens the gates stays");
        let is_told = |game: &Game| game.view().another_night_notice().is_some();
        assert!(!is_told(&first) && is_told(&second), "seed {seed}");
        let order = |game: &Game| game.snapshot().shift.order;
        assert_eq!(order(&first), order(&second), "seed {seed}: the order is the same");
        let snapshot = second.snapshot();
        let others = snapshot.journey.iter().flat_map(|journey| &journey.floors);
        let shifts = others.map(|stored| &stored.shift).chain([&snapshot.shift]);
        let goods = shifts.map(|shift| shift.goods.len()).sum::<usize>();
        assert_eq!(left, goods, "seed {seed}: only what is for sale");
        found += things - goods;
    }
    assert!(found > 12, "there was something to take on the first night: {found}");
}

#[test]
fn a_trap_of_the_players_own_stands_on_another_night_unless_a_party_came_through_since() {
    let first = enter(2, |game| workplace(game, 4));
    let trap = first.view().trap_kinds()[0];
    let at = first.view().cells().find(|&at| first.view().can_set_kit_at(at)).expect("a place");
    let with_kit = edited(&first, |snapshot| {
        let fixtures = &mut snapshot.floor.cells.fixtures;
        fixtures.push((at, Fixture::Trap { kind: trap, armed: true }));
        fixtures.sort_by_key(|&(pos, _)| pos);
        snapshot.shift.placed_traps = vec![at];
    });
    let night = |first: &Game, is_raided| {
        let second = second_night(first, |_| (), is_raided).expect("nothing was done");
        let Snapshot { shift, floor, .. } = second.snapshot();
        let there = floor.cells.fixtures.into_iter().find(|own| own.0 == at);
        (there.map(|own| own.1), shift.placed_traps, shift.bed)
    };
    let (kept, lost, none) =
        (night(&with_kit, false), night(&with_kit, true), night(&first, false));
    let own = Fixture::Trap { kind: trap, armed: true };
    assert_eq!((kept.0, kept.1), (Some(own), vec![at]));
    assert_eq!((lost.0, lost.1), (None, Vec::new()));
    assert_eq!(kept.2, none.2, "a night in bed goes without it");
}

/// The cells of all floors of the site in play, the one in play first.
fn floors(snapshot: &mut Snapshot) -> Vec<&mut Cells> {
    let others = snapshot.journey.iter_mut().flat_map(|journey| &mut journey.floors);
    let others = others.map(|stored| &mut stored.floor.cells);
    std::iter::once(&mut snapshot.floor.cells).chain(others).collect()
}

/// The locks and the rubble of a floor.
fn gates(cells: &Cells) -> Vec<(Pos, Gate)> {
    let rubble = cells.terrain.positions().filter(|&at| cells.terrain[at] == Tile::Rubble);
    let locks = cells.fixtures.iter().filter_map(|&(at, fixture)| match fixture {
        Fixture::Door(Door::Locked) => Some((at, Gate::LockedDoor)),
        Fixture::Door(Door::Bolted) => Some((at, Gate::BossDoor)),
        _ => None,
    });
    rubble.map(|at| (at, Gate::Rubble)).chain(locks).collect()
}

/// Opens every gate of a floor, and has its western half seen.
fn open_and_see(cells: &mut Cells) {
    for (at, gate) in gates(cells) {
        if gate == Gate::Rubble {
            cells.terrain[at] = Tile::Floor;
        }
    }
    for (_, fixture) in &mut cells.fixtures {
        if matches!(fixture, Fixture::Door(Door::Locked | Door::Bolted)) {
            *fixture = Fixture::Door(Door::Open);
        }
    }
    let middle = cells.known.width() / 2;
    for at in cells.known.positions().filter(|at| at.x < middle) {
        cells.known[at] = Knowledge::Seen;
    }
}

/// The first turn of the second night at a site, on whose first one nothing was done but what an
/// edit says, with somebody having raided it since or not. `None` where the edit alone was enough
/// work, or where somebody raids it who should not.
fn second_night(first: &Game, edit: impl Fn(&mut Cells), is_raided: bool) -> Option<Game> {
    let mut game = edited(first, |snapshot| {
        floors(snapshot).into_iter().for_each(edit);
        snapshot.shift.end = Some(End::ClockedOut);
    });
    on_the_way(&mut game, JourneyCommand::Depart);
    let record = |game: &Game| {
        let journey = journey(game);
        journey.sites[usize::from(journey.at.0)].clone()
    };
    if record(&game).state != SiteState::Open {
        return None;
    }
    let mut game = edited(&game, |snapshot| {
        let at = usize::from(own(snapshot).at.0);
        let raids = &mut own(snapshot).sites[at].raids;
        if is_raided {
            raids.extend(raids.last().cloned());
        }
    });
    assert_eq!(reloaded(&game).digest(), game.digest());
    on_the_way(&mut game, JourneyCommand::Enter);
    assert_eq!(reloaded(&game).digest(), game.digest());
    let SiteRecord { raids, memory, .. } = record(&game);
    (is_raided == (raids.len() > usize::from(memory.raids))).then_some(game)
}

#[test]
fn what_was_opened_is_open_and_what_was_seen_is_known_on_another_night() {
    let mut opened = 0;
    for seed in 0..6 {
        for place in (0..20).step_by(3) {
            let first = enter(seed, |game| workplace(game, place));
            let case = format!("seed {seed}, site {place}");
            let (mut begun, mut plain) = (first.snapshot(), None);
            let shut: Vec<_> = floors(&mut begun).into_iter().map(|cells| gates(cells)).collect();
            if let Some(second) = second_night(&first, |_| (), false) {
                let mut snapshot = second.snapshot();
                let again: Vec<_> =
                    floors(&mut snapshot).into_iter().map(|cells| gates(cells)).collect();
                assert_eq!(again, shut, "{case}: nobody opened anything");
                plain = Some(snapshot);
            }
            let Some(second) = second_night(&first, open_and_see, false) else { continue };
            let mut snapshot = second.snapshot();
            for cells in floors(&mut snapshot) {
                assert_eq!(gates(cells), [], "{case}: what was opened");
                let middle = cells.known.width() / 2;
                let mut west = cells.known.positions().filter(|at| at.x < middle);
                let unseen = west.find(|&at| cells.known[at] != Knowledge::Seen);
                assert_eq!(unseen, None, "{case}: what was seen");
                // A mimic at its post seems a chest.
                let is_built = |fixture| !matches!(fixture, Fixture::Post { .. });
                let built = cells.fixtures.iter().filter(|own| is_built(own.1));
                for &(at, fixture) in built.filter(|(at, _)| at.x < middle) {
                    let known = cells.remembered.iter().find(|&&(own, _)| own == at);
                    let known = known.and_then(|(_, memory)| memory.fixture);
                    assert_eq!(known, Some(fixture), "{case}: what stands there");
                }
            }
            let keys = snapshot.floor.items.iter().filter(|(_, stack)| {
                matches!(
                    catalog().item(stack.kind).opens,
                    Some(Gate::LockedDoor | Gate::BossDoor | Gate::Rubble)
                )
            });
            assert_eq!(keys.count(), 0, "{case}: keys that open nothing");
            let orders = plain.map(|plain| plain.shift.order);
            assert!(orders.is_none_or(|order| order == snapshot.shift.order), "{case}: the work");
            opened += shut.iter().map(Vec::len).sum::<usize>();
        }
    }
    assert!(opened > 10, "there were gates: {opened}");
}

#[test]
fn where_a_party_came_through_since_only_the_plan_is_known() {
    let first = enter(2, |game| workplace(game, 4));
    let second = second_night(&first, open_and_see, true).expect("nothing was done");
    let mut snapshot = second.snapshot();
    let (mut planned, mut in_sight) = (0, 0);
    for cells in floors(&mut snapshot) {
        let middle = cells.known.width() / 2;
        for at in cells.known.positions().filter(|at| at.x < middle) {
            match cells.known[at] {
                Knowledge::None => panic!("{at:?} is forgotten"),
                Knowledge::Plan => planned += 1,
                Knowledge::Seen => in_sight += 1,
            }
        }
        for &(at, memory) in cells.remembered.iter().filter(|(_, own)| own.blood || own.body) {
            assert_eq!(cells.known[at], Knowledge::Seen, "{at:?}: {memory:?}");
        }
    }
    assert!(planned > 2 * in_sight, "{planned} cells of the plan, {in_sight} in sight");
}
