//! Runs that are played with other commands: delta debugging, and old commands under new rules.

use std::convert::Infallible;

use crate::support::content::catalog;
use crate::support::driver::{Driver, opening, play};
use crate::support::lasting_seed::lasting_seed;
use engine::sim::{CartIndex, Command};
use runs::record::{
    Frame, Judge, Misfit, NullSink, Origin, Recording, Ruleset, RunStart, Session, minimise,
};

/// A recording in memory.
fn recorded(commands: u32) -> Recording {
    let seed = lasting_seed("vault", 5, commands);
    let header = opening("vault", seed);
    let mut session = Session::begin(header.clone(), catalog(), Vec::new()).expect("begins");
    play(&mut session, &mut Driver::new(seed), commands);
    Recording::of_frames(header, session.into_sink())
}

/// Runs are of interest that do something to the state which the whole run does too.
struct InProcess<'a> {
    start: &'a RunStart,
    is_interesting: &'a dyn Fn(&engine::sim::Game) -> bool,
    width: usize,
    /// Judgements after which it stops the search.
    limit: u32,
    asked: u32,
}

impl InProcess<'_> {
    fn judge_one(&self, commands: &[Command]) -> bool {
        let mut game = self.start.game();
        for &command in commands {
            game.step(command).expect("candidates hold accepted commands alone");
        }
        (self.is_interesting)(&game)
    }
}

impl Judge for InProcess<'_> {
    type Error = Infallible;

    fn candidate(&self, commands: &[Command]) -> Vec<Command> {
        self.start.accepted(commands)
    }

    fn width(&self) -> usize {
        self.width
    }

    fn judge(&mut self, candidates: &[Vec<Command>]) -> Result<Option<Vec<bool>>, Infallible> {
        assert!(candidates.len() <= self.width);
        self.asked += candidates.len() as u32;
        if self.asked > self.limit {
            return Ok(None);
        }
        Ok(Some(candidates.iter().map(|candidate| self.judge_one(candidate)).collect()))
    }

    fn report(&mut self, _: usize, _: u32) {}
}

#[test]
fn the_commands_that_matter_are_left() {
    let mut recording = recorded(400);
    let start = RunStart::of(&mut recording, catalog(), false).expect("begins");
    let first = start.game().snapshot();
    let is_interesting = |game: &engine::sim::Game| {
        let now = game.snapshot();
        now.floor.items != first.floor.items && now.shift.clock.0 >= 5
    };
    let judge = |width, limit| InProcess {
        start: &start,
        is_interesting: &is_interesting,
        width,
        limit,
        asked: 0,
    };
    let mut one = judge(1, u32::MAX);
    let found = minimise(recording.commands(), &mut one).expect("cannot fail");
    let found = found.expect("something is taken up within 400 commands");
    assert!(found.is_complete && found.judgements == one.asked);
    assert!(one.judge_one(&found.commands));
    assert!(found.commands.len() < 150, "{} commands are left", found.commands.len());
    assert!(found.judgements < 700, "{} judgements", found.judgements);
    for spared in 0..found.commands.len() {
        let mut fewer = found.commands.clone();
        fewer.remove(spared);
        let fewer = start.accepted(&fewer);
        assert!(!one.judge_one(&fewer), "command {spared} can be spared");
    }
    let walks = |game: &engine::sim::Game| game.snapshot().shift.tally.steps >= 3;
    let mut few = InProcess { is_interesting: &walks, ..judge(2, u32::MAX) };
    let few = minimise(recording.commands(), &mut few).expect("cannot fail");
    let few = few.expect("it walks about").commands;
    assert!(few.len() <= 3, "{few:?}");
    // Judges at the same time find the same.
    let mut three = judge(3, u32::MAX);
    let same = minimise(recording.commands(), &mut three).expect("cannot fail");
    assert_eq!(same.expect("as before").commands, found.commands);
    // Interrupted, it keeps the shortest so far.
    let mut short = judge(1, 5);
    let some = minimise(recording.commands(), &mut short).expect("cannot fail");
    let some = some.expect("as before");
    assert!(!some.is_complete && some.commands.len() < 400);
    assert!(one.judge_one(&some.commands));
    let mut never = InProcess { is_interesting: &|_| false, ..judge(1, u32::MAX) };
    assert_eq!(minimise(recording.commands(), &mut never), Ok(None));
}

#[test]
fn commands_of_an_older_run_are_played_up_to_the_first_that_no_longer_fits() {
    let mut recording = recorded(60);
    let commands = recording.commands().to_vec();
    let digest = recording.digest(60);
    let start = RunStart::of(&mut recording, catalog(), false).expect("begins");
    assert_eq!(start.header().origin, Origin::Branch);
    let mut session = start.session(NullSink).expect("begins");
    let refit = start.refit(&commands, false, |command| session.submit(command).map(|_| ()));
    let refit = refit.expect("accepted");
    assert_eq!((refit.fit, refit.rejected.len()), (60, 0));
    assert_eq!(Some(session.game().digest()), digest);

    // A run of other rules, with a command that these do not accept.
    let mut header = recording.header().clone();
    header.ruleset = Ruleset(1);
    let nonsense = Command::Use { slot: CartIndex(25) };
    let mut odd = commands.clone();
    odd.insert(9, nonsense);
    odd.insert(20, nonsense);
    let frames = odd.iter().map(|&command| Frame::Command(command));
    let mut recording = Recording::of_frames(header, frames.collect::<Vec<_>>());
    let start = RunStart::of(&mut recording, catalog(), false).expect("begins");
    assert_eq!(start.header().ruleset, Ruleset::of(catalog()));
    let mut taken = Vec::new();
    let refit = start.refit(&odd, false, |command| {
        taken.push(command);
        Ok::<(), Infallible>(())
    });
    let Ok(refit) = refit;
    assert_eq!(taken, commands[..9]);
    assert_eq!(refit.fit, 9);
    let [Misfit { number: 10, command, .. }] = refit.rejected[..] else { panic!("{refit:?}") };
    assert_eq!(command, nonsense);
    let Ok(refit) = start.refit(&odd, true, |_| Ok::<(), Infallible>(()));
    assert_eq!((refit.fit, refit.rejected.len()), (60, 2));
    assert_eq!(refit.rejected[1].number, 21);
    assert_eq!(start.accepted(&odd), commands);
}
