//! The timer, splits with differences, and the ghost of another run.

use std::convert::Infallible;
use std::time::Duration;

use base::Seed;
use content::Depth;
use engine::sim::{Command, Game, Outcome, RunStatus, Setup, Turns};
use engine::view::View;
use runs::record::{
    Frame, LiveTimer, Recording, Replay, RunHeader, Session, TimedRun, VerifyLimits, bot,
};
use screens::{
    CommandRefusal, Context, Ghost, Rival, RivalError, Run,
    config::{Motion, Opponent, Settings, TimerChoice},
    glyphs::GlyphSet,
};

use crate::desk::{Desk, Looking, check_pictures, context_with_rivals};
use crate::shift::{VAULT, snapshot};
use crate::support::content::catalog;

/// A run in memory that is timed: each command takes a second and a half.
struct TimedGame {
    game: Game,
    timer: LiveTimer,
    commands: u32,
}

impl TimedGame {
    fn new(seed: u64) -> TimedGame {
        let game = Game::new(setup(seed), catalog()).expect("a level");
        TimedGame { timer: LiveTimer::new(&game), game, commands: 0 }
    }
}

impl Run for TimedGame {
    fn view(&self) -> View<'_> {
        self.game.view()
    }

    fn submit(&mut self, command: Command) -> Result<Outcome, CommandRefusal> {
        let outcome = self.game.step(command).map_err(CommandRefusal::Rules)?;
        self.commands += 1;
        let time = self.real_time().map(|time| time.as_millis() as u64);
        self.timer.observe(&self.game, self.commands, time);
        Ok(outcome)
    }

    fn timer(&mut self) -> Option<&LiveTimer> {
        Some(&self.timer)
    }

    fn real_time(&self) -> Option<Duration> {
        Some(Duration::from_millis(1_500) * self.commands)
    }
}

fn setup(seed: u64) -> Setup {
    Setup::shift("vault", Depth(1), Seed(seed))
}

/// The commands of a bot's shift until it is over.
fn played(bot: &str) -> (RunHeader, Vec<Frame>) {
    let header = RunHeader::of_bot(bot, setup(VAULT), catalog());
    let mut session = Session::begin(header.clone(), catalog(), Vec::new()).expect("a level");
    let mut player = bot::find(bot, Seed(VAULT)).expect("a bot");
    while !matches!(session.status(), RunStatus::Over(_)) {
        let command = player.decide(&session.game().view());
        session.submit(command).expect("bots obey the rules");
    }
    (header, session.into_sink())
}

fn commands(frames: &[Frame]) -> Vec<Command> {
    let command = |frame: &Frame| match frame {
        Frame::Command(command) => Some(*command),
        _ => None,
    };
    frames.iter().filter_map(command).collect()
}

fn rival(bot: &str) -> Box<Rival> {
    let (header, frames) = played(bot);
    let recording =
        Recording::of_frames(header.clone(), commands(&frames).into_iter().map(Frame::Command));
    let ghost = Ghost::new(Replay::new(recording, catalog()).expect("plays"));
    let limits = VerifyLimits::default();
    let frames = frames.into_iter().map(Ok::<_, Infallible>);
    let run = TimedRun::verify(&header, catalog(), false, limits, frames).expect("true");
    Box::new(Rival { run, ghost: Some(ghost) })
}

fn settings() -> Settings {
    Settings {
        motion: Motion::Off,
        timer: TimerChoice::Both,
        compare: Opponent::Best,
        ghost: Opponent::Best,
        ..Settings::default()
    }
}

/// A shift that races, with its briefing read.
fn race(context: Context, looking: Looking) -> Desk {
    let mut desk = Desk::of(Box::new(TimedGame::new(VAULT)), context, looking);
    desk.press("enter");
    desk
}

#[test]
fn splits_and_the_ghost_of_a_quicker_run() {
    let (_, slow) = played("cautious");
    let slow = commands(&slow);
    for size in [(80, 24), (120, 40), (50, 14)] {
        let [unicode, ascii] = [GlyphSet::Unicode, GlyphSet::Ascii].map(|glyphs| {
            let looking = Looking { size, glyphs, ..Looking::default() };
            let rivals = [rival("planner"), rival("planner")].map(Ok);
            let mut desk = race(context_with_rivals(settings(), looking, rivals), looking);
            for &command in &slow[..slow.len().min(330)] {
                desk.submit(command);
            }
            desk.settle();
            desk
        });
        let name = format!("race_{}x{}", size.0, size.1);
        check_pictures(&name, unicode.buffer(), ascii.buffer(), snapshot);
    }
}

#[test]
fn the_ghost_is_where_the_other_run_stood_and_goes_back_too() {
    let mut ghost = rival("planner").ghost.expect("asked for");
    let (header, frames) = played("planner");
    let mut game = Game::new(header.setup, catalog()).expect("a level");
    let mut stood = vec![game.view().player().pos];
    for command in commands(&frames) {
        game.step(command).expect("it was played");
        if game.view().is_away() {
            break;
        }
        stood.resize(game.view().clock().0 as usize + 1, game.view().player().pos);
    }
    let there: Vec<_> = (0..stood.len()).map(|turn| ghost.at(Turns(turn as u32))).collect();
    assert_eq!(there, stood.iter().map(|&at| Some(at)).collect::<Vec<_>>());
    assert_eq!(ghost.at(Turns(9)), Some(stood[9]));
    assert_eq!(ghost.at(Turns(stood.len() as u32 + 50)), None, "it has left the floor");
    assert_eq!(ghost.at(Turns(10)), Some(stood[10]));
}

#[test]
fn that_there_is_nobody_to_race_against_is_said() {
    let looking = Looking::default();
    let answers = [Err(RivalError::NoBest), Err(RivalError::Untrue("a.upk".to_owned()))];
    let desk = race(context_with_rivals(settings(), looking, answers), looking);
    let log: Vec<String> = desk.run().log.lines().iter().map(screens::log::LogLine::text).collect();
    let said = |text: &str| assert!(log.iter().any(|line| line.contains(text)), "{log:?}");
    said("No run to race against: there is no verified run of yours yet");
    said("No ghost: a.upk: it does not verify");
}

#[test]
fn the_clock_ticks_once_a_second_and_only_where_it_is_wanted() {
    let looking = Looking::default();
    for (timer, interval) in [
        (TimerChoice::Off, None),
        (TimerChoice::Turns, None),
        (TimerChoice::Real, Some(Duration::from_millis(500))),
    ] {
        let settings =
            Settings { timer, ..Settings { motion: Motion::Off, ..Settings::default() } };
        let mut desk = race(context_with_rivals(settings, looking, []), looking);
        desk.submit(Command::Wait);
        assert_eq!(desk.stack.tick_interval(&mut desk.context), interval, "{timer:?}");
    }
}
