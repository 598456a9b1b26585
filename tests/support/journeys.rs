//! Journeys that are put where a test wants them.

use crate::support::content::catalog;

use base::{Pos, Seed};
use content::Status;
use engine::sim::{
    ActorRecord, Cells, Command, Duty, Event, Fixture, Game, Journey, JourneyCommand, Leg, Letter,
    PersonId, RaidProgress, RaidReport, Setup, ShiftState, SiteId, Snapshot, SnapshotError,
};

/// The first morning of the journey of a seed.
pub(crate) fn begin(seed: u64) -> Game {
    Game::new(Setup::campaign(Seed(seed)), catalog()).expect("a map")
}

/// The same game with something else in its state.
pub(crate) fn edited(game: &Game, edit: impl FnOnce(&mut Snapshot)) -> Game {
    try_edited(game, edit).unwrap_or_else(|error| panic!("{error}"))
}

/// The same, or why such a state is refused.
pub(crate) fn try_edited(
    game: &Game,
    edit: impl FnOnce(&mut Snapshot),
) -> Result<Game, SnapshotError> {
    let mut snapshot = game.snapshot();
    edit(&mut snapshot);
    Game::restore(game.setup().clone(), snapshot, game.view().catalog())
}

/// The same game, saved and loaded.
pub(crate) fn reloaded(game: &Game) -> Game {
    edited(game, |_| ())
}

pub(crate) fn journey(game: &Game) -> Journey {
    game.snapshot().journey.expect("a journey")
}

/// The journey in a state that is edited.
pub(crate) fn own(snapshot: &mut Snapshot) -> &mut Journey {
    snapshot.journey.as_mut().expect("a journey")
}

/// A command that is accepted, and what happens then.
pub(crate) fn give(game: &mut Game, command: Command) -> Vec<Event> {
    let outcome = game.step(command);
    outcome.unwrap_or_else(|why| panic!("{command:?}: {why:?}")).events
}

pub(crate) fn on_the_way(game: &mut Game, command: JourneyCommand) -> Vec<Event> {
    give(game, Command::Journey(command))
}

/// A night's work at a site that left it in order.
pub(crate) fn work(site: SiteId, night: i16) -> Leg {
    Leg::Work { site, night, points: 50, max_points: 100, letter: Letter::C, coins: 30 }
}

/// A site of the map that is worked on, by its place among them.
pub(crate) fn workplace(game: &Game, place: usize) -> SiteId {
    let view = game.view();
    let map = view.journey().expect("one");
    let ids = (0..journey(game).sites.len()).map(|id| SiteId(id as u16));
    let sites = ids.map(|id| map.site(id)).filter(|site| !site.is_town && !site.is_goal);
    sites.map(|site| site.id).nth(place).expect("a map has so many")
}

/// The towns of the map.
pub(crate) fn towns(game: &Game) -> Vec<SiteId> {
    let view = game.view();
    let atlas = view.journey().expect("one").atlas();
    atlas.ids().filter(|&site| atlas.is_town(site)).collect()
}

/// The first turn of a night's work at a site of the map that a function picks.
pub(crate) fn enter(seed: u64, site: impl Fn(&Game) -> SiteId) -> Game {
    let game = begin(seed);
    let at = site(&game);
    let mut game = edited(&game, |snapshot| own(snapshot).at = at);
    on_the_way(&mut game, JourneyCommand::Enter);
    game
}

/// A night's work at the Deep Seat, on the first of its three floors. Nobody is on any of them and
/// a dead light is all there is to do, and three of the cast are expected.
pub(crate) fn at_the_bare_seat(seed: u64) -> Game {
    let goal = |game: &Game| game.view().journey().expect("one").goal();
    edited(&enter(seed, goal), |snapshot| {
        let Snapshot { floor, shift, journey: Some(journey), .. } = snapshot else { return };
        assert_eq!(journey.floors.len(), 2, "three floors");
        for stored in &mut journey.floors {
            clear(&mut stored.floor.cells, &mut stored.floor.actors, &mut stored.shift);
            stored.floor.items.clear();
            stored.floor.bodies.clear();
        }
        clear(&mut floor.cells, &mut floor.actors, shift);
        floor.items.clear();
        floor.bodies.clear();
        journey.expected = party(journey, 3);
    })
}

/// So many of the cast who still raid.
pub(crate) fn party(journey: &Journey, count: usize) -> Vec<PersonId> {
    use engine::sim::PersonFate::Raiding;
    let raiding = journey.cast.iter().zip(0..).filter(|(person, _)| person.fate == Raiding);
    raiding.map(|(_, id)| PersonId(id)).take(count).collect()
}

/// Takes all that acts, burns, shuts or is worth something off a floor.
fn clear(cells: &mut Cells, actors: &mut Vec<ActorRecord>, shift: &mut ShiftState) {
    actors.truncate(1);
    let pass = |pos: &Pos| cells.terrain[*pos].is_passable() && !cells.terrain.is_border(*pos);
    let corner = cells.terrain.positions().find(pass).expect("some floor");
    cells.fixtures = vec![(corner, Fixture::Light { lit: false })];
    cells.blood.clear();
    cells.gas.clear();
    cells.fire.clear();
    cells.door_damage.clear();
    (shift.shop, shift.condition, shift.bed) = (None, None, 0);
    shift.goods.clear();
    shift.tenants.clear();
    shift.threats.clear();
    shift.recently_seen.clear();
    shift.prepared.led = None;
    shift.prepared.posted.clear();
}

/// The player stands on the exit of the floor.
pub(crate) fn at_the_exit(game: &Game) -> Game {
    edited(game, |snapshot| stand(snapshot, snapshot.floor.cells.exit))
}

/// The player stands on the start of the floor.
pub(crate) fn at_the_start(game: &Game) -> Game {
    edited(game, |snapshot| stand(snapshot, snapshot.floor.cells.start))
}

/// Whoever stands there takes the player's place.
fn stand(snapshot: &mut Snapshot, pos: Pos) {
    let actors = &mut snapshot.floor.actors;
    if let Some(other) = actors.iter().position(|actor| actor.pos == pos) {
        actors[other].pos = actors[0].pos;
    }
    actors[0].pos = pos;
    snapshot.shift.hidden = false;
}

/// The player, whom nothing kills, hides in a wardrobe, as far from the start and the exit as there
/// is a place.
pub(crate) fn hidden(game: &Game) -> Game {
    edited(game, |snapshot| {
        let cells = &mut snapshot.floor.cells;
        let (start, exit) = (cells.start, cells.exit);
        let is_free =
            |pos: &Pos| cells.terrain[*pos].is_passable() && !cells.terrain.is_border(*pos);
        let far = |pos: &Pos| (pos.steps_to(start).min(pos.steps_to(exit)), *pos);
        let place = cells.terrain.positions().filter(is_free).max_by_key(far).expect("a floor");
        cells.fixtures.retain(|&(pos, fixture)| pos != place && fixture != Fixture::Wardrobe);
        cells.fixtures.push((place, Fixture::Wardrobe));
        cells.fixtures.sort_by_key(|&(pos, _)| pos);
        let vitals = &mut snapshot.floor.actors[0].vitals;
        (vitals.health, vitals.max_health) = (10_000, 10_000);
        stand(snapshot, place);
        snapshot.shift.hidden = true;
    })
}

/// So many turns before dawn.
pub(crate) fn before_dawn(game: &Game, turns: u32) -> Game {
    edited(game, |snapshot| snapshot.shift.clock.0 = snapshot.shift.dawn.0 - turns)
}

/// So many of the raiders on the floor are about to die of poison.
pub(crate) fn poisoned(game: &Game, count: usize) -> Game {
    edited(game, |snapshot| {
        let raiders = snapshot.floor.actors.iter_mut();
        let raiders = raiders.filter(|actor| matches!(actor.duty, Duty::Raider(_))).take(count);
        let poisoned = raiders.map(|raider| {
            raider.vitals.health = 1;
            raider.statuses.0[Status::Poisoned as usize] = 9;
        });
        assert_eq!(poisoned.count(), count, "they are in");
    })
}

/// The player goes down by so many stairs.
pub(crate) fn down(mut game: Game, stairs: u8) -> Game {
    for _ in 0..stairs {
        game = at_the_exit(&game);
        on_the_way(&mut game, JourneyCommand::TakeStairs);
    }
    game
}

/// How far the raid of dawn has come.
pub(crate) fn raid_progress(game: &Game) -> RaidProgress {
    journey(game).raid
}

/// What the raid of dawn came to on each floor of the site, the uppermost first.
pub(crate) fn reports(game: &Game) -> Vec<Option<RaidReport>> {
    let snapshot = game.snapshot();
    let journey = snapshot.journey.expect("a journey");
    let stored = journey.floors.into_iter().map(|stored| (stored.number, stored.shift.at_dawn));
    let mut reports: Vec<_> = stored.chain([(journey.floor, snapshot.shift.at_dawn)]).collect();
    reports.sort_by_key(|&(number, _)| number);
    reports.into_iter().map(|(_, report)| report).collect()
}
