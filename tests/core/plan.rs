//! The plan of the night, changed and done by chance.

use base::{Pos, Purpose, Seed, Stream};
use content::{Depth, JobKind};
use engine::sim::{ActorId, Command, Game, Lever, MAX_PLAN, PlanCommand, Reject, RunStatus, Setup};

use crate::support::content::catalog;
use crate::support::journeys::{begin, edited, reloaded};

/// Commands of a game; dawn may be before.
const COMMANDS: u32 = 900;

/// A run that is saved and loaded is so after this many commands.
const SAVED_EVERY: u32 = 7;

/// Plans what can be planned here and there, looks round, and does what is planned.
fn propose(game: &Game, stream: &mut Stream) -> Command {
    let view = game.view();
    let (width, height) = view.size();
    let any = Pos::new(stream.range(0, width - 1), stream.range(0, height - 1));
    let kits: Vec<Pos> = view.cells().filter(|&pos| view.can_set_kit_at(pos)).collect();
    let known: Vec<Pos> = view.known_jobs().into_iter().map(|known| known.at).collect();
    let kit = stream.pick(&kits).copied().unwrap_or(any);
    let job = stream.pick(&known).copied().unwrap_or(any);
    let number = stream.below(6) as u8;
    Command::Plan(match stream.below(16) {
        // What cannot be done now is in the way of the rest.
        0 => PlanCommand::Drop { place: 0 },
        1 => PlanCommand::Move { from: number, to: stream.below(6) as u8 },
        2 => PlanCommand::Job { at: any },
        3 | 4 => PlanCommand::Job { at: job },
        5 => match stream.pick(&view.trap_kinds()) {
            Some(&trap) => PlanCommand::Kit { trap, at: kit },
            None => return Command::Explore,
        },
        6 => match stream.pick(view.plan()) {
            Some(&Lever::Kit { at, .. }) => PlanCommand::Cord { at },
            _ => PlanCommand::Cord { at: job },
        },
        7 => match stream.pick(&view.residents_to_lead()) {
            Some(&(who, _)) => PlanCommand::Post { who, at: kit },
            None => PlanCommand::Post { who: ActorId(1), at: any },
        },
        8..=10 => return Command::Explore,
        11 | 12 => return Command::DoNextJob,
        _ => return Command::CarryOn,
    })
}

#[test]
fn a_plan_is_done_the_same_when_it_is_saved_and_loaded_and_a_refusal_changes_nothing() {
    let (mut done, mut kinds) = (0, [0; 4]);
    for (kind, seed) in [("vault", 1), ("warren", 2), ("crypt", 3), ("keep", 4), ("vault", 5)] {
        let setup = Setup::shift(kind, Depth(1), Seed(seed));
        let mut game = Game::new(setup, catalog()).expect("a level");
        let mut saved = reloaded(&game);
        let mut stream = Stream::new(Seed(seed), Purpose::new("plan"), ());
        for number in 0..COMMANDS {
            if matches!(game.status(), RunStatus::Over(_)) {
                break;
            }
            let is_busy = game.status() == RunStatus::Busy && !stream.one_in(20);
            let command = if is_busy { Command::Continue } else { propose(&game, &mut stream) };
            let (before, turn) = (game.digest(), game.turns());
            let result = game.step(command);
            assert_eq!(saved.step(command), result, "{kind} {seed}: {command:?}");
            assert_eq!(saved.digest(), game.digest(), "{kind} {seed}: {command:?}");
            if result.is_err() {
                assert_eq!(game.digest(), before, "{kind} {seed}: {command:?} left a trace");
            } else if let Command::Plan(_) = command {
                assert_eq!(game.turns(), turn, "{kind} {seed}: {command:?} took time");
                assert_ne!(game.digest(), before, "{kind} {seed}: {command:?} did nothing");
            }
            for lever in game.view().plan() {
                kinds[match lever {
                    Lever::Kit { .. } => 0,
                    Lever::Cord { .. } => 1,
                    Lever::Job { .. } => 2,
                    Lever::Post { .. } => 3,
                }] += 1;
            }
            if number % SAVED_EVERY == 0 {
                saved = reloaded(&saved);
            }
        }
        game.audit(catalog()).unwrap_or_else(|fault| panic!("{kind} {seed}: {fault}"));
        done += game.view().tally().planned;
    }
    assert!(done >= 12, "only {done} things of the plan were done");
    assert!(kinds.iter().all(|&seen| seen > 0), "some kind was never planned: {kinds:?}");
}

#[test]
fn a_full_plan_takes_no_more_and_there_is_none_on_the_road() {
    let game = Game::new(Setup::shift("vault", Depth(1), Seed(1)), catalog()).expect("a level");
    let mut game = edited(&game, |snapshot| {
        let terrain = &snapshot.floor.cells.terrain;
        let inner = terrain.positions().filter(|&at| !terrain.is_border(at));
        let lights = inner.map(|at| Lever::Job { at, job: JobKind::Light });
        snapshot.shift.plan = lights.take(MAX_PLAN).collect();
    });
    let cord = Command::Plan(PlanCommand::Cord { at: game.world().player_pos() });
    assert_eq!(game.step(cord).err(), Some(Reject::PlanFull { most: MAX_PLAN }));
    assert!(game.step(Command::Plan(PlanCommand::Drop { place: 39 })).is_ok());
    assert_ne!(game.step(cord).err(), Some(Reject::PlanFull { most: MAX_PLAN }));
    let map = begin(1);
    assert_eq!(map.check(&cord), Err(Reject::OnMap));
    assert_eq!(map.check(&Command::CarryOn), Err(Reject::OnMap));
}
