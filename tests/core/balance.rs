//! Balance, roughly: what bots of all sorts come to on a few floors. `upkeeper sim` measures it properly.

use crate::support::content::catalog;
use upkeeper::base::{Dir, Pos, Seed};
use upkeeper::content::Depth;
use upkeeper::record::bot::{self, Bot};
use upkeeper::record::{NullSink, RunHeader, Session};
use upkeeper::sim::{Command, End, Fixture, Grade, Letter, Setup, Status};
use upkeeper::view::View;

const KINDS: [&str; 4] = ["vault", "cavern", "crypt", "keep"];
const SEEDS: u64 = 6;

/// No run of a bot is longer, in commands.
const LONGEST: u32 = 12_000;

/// How one run ended, and what it was worth.
type Outcome = (End, Grade);

fn play(kind: &str, depth: Depth, seed: u64, mut player: Box<dyn Bot>) -> Outcome {
    let session = finished(kind, depth, seed, player.as_mut());
    let Status::Over(end) = session.status() else { unreachable!("it is over") };
    (end, session.game().grade())
}

/// A shift as a bot played it.
fn finished(kind: &str, depth: Depth, seed: u64, player: &mut dyn Bot) -> Session<NullSink> {
    let catalog = catalog();
    let opening = RunHeader::new("bot", Setup::shift(kind, depth, Seed(seed)), &catalog);
    let mut session = Session::begin(opening, &catalog, NullSink).expect("a shift");
    for _ in 0..LONGEST {
        if matches!(session.status(), Status::Over(_)) {
            return session;
        }
        let command = player.decide(&session.game().view());
        _ = session.submit(command);
    }
    panic!("{kind} {depth} seed {seed}: still at it after {LONGEST} commands");
}

fn runs(depth: Depth, player: impl Fn(Seed) -> Box<dyn Bot>) -> Vec<Outcome> {
    let seeds = |kind| (1..=SEEDS).map(move |seed| (kind, seed));
    let all = KINDS.into_iter().flat_map(seeds);
    all.map(|(kind, seed)| play(kind, depth, seed, player(Seed(seed)))).collect()
}

fn runs_of(name: &str, depth: Depth) -> Vec<Outcome> {
    runs(depth, |seed| bot::find(name, seed).expect("a bot"))
}

/// Percent of runs of which something is true.
fn percent(runs: &[Outcome], is_so: impl Fn(&Outcome) -> bool) -> usize {
    runs.iter().filter(|run| is_so(run)).count() * 100 / runs.len()
}

fn died((end, _): &Outcome) -> bool {
    *end == End::Died
}

fn is_good((_, grade): &Outcome) -> bool {
    grade.letter <= Letter::A
}

fn has_failed((_, grade): &Outcome) -> bool {
    grade.letter == Letter::F
}

#[test]
fn care_survives_and_depth_is_harder() {
    let (shallow, deep) = (runs_of("cautious", Depth(1)), runs_of("cautious", Depth(10)));
    let (few, many) = (percent(&shallow, died), percent(&deep, died));
    assert!(few <= 25, "{few} % die at depth 1");
    assert!(many > few, "{many} % die at depth 10, {few} % at depth 1");
}

#[test]
fn planning_is_rewarded() {
    let planned = runs_of("planner", Depth(1));
    let good = percent(&planned, is_good);
    assert!(good > 50, "{good} % of the planner's shifts are good");
}

#[test]
fn running_and_flailing_are_not() {
    for name in ["runner", "random"] {
        let failed = percent(&runs_of(name, Depth(1)), has_failed);
        assert!(failed >= 85, "{failed} % of the {name}'s shifts fail");
    }
}

/// Where a raid might be sat out.
#[derive(Clone, Copy, Debug)]
enum Refuge {
    /// A wardrobe, or a hollow in a wall.
    Hiding,
    /// The exit itself, through which one could leave.
    Exit,
    /// The closet, behind whatever doors there are, all of them barred.
    Barred,
}

/// Works as the cautious one does, but sits the raid out somewhere in place of leaving.
struct Sitter {
    work: Box<dyn Bot>,
    refuge: Refuge,
}

impl Sitter {
    fn suits(&self, view: &View<'_>, pos: Pos) -> bool {
        let fixture = view.cell(pos).fixture;
        match self.refuge {
            Refuge::Hiding => fixture.is_some_and(Fixture::hides),
            Refuge::Exit => pos == view.exit(),
            Refuge::Barred => fixture == Some(Fixture::Closet),
        }
    }

    fn bar(view: &View<'_>) -> Option<Command> {
        let bars = Dir::ALL.into_iter().map(Command::BarDoor);
        let mut allowed = bars.filter(|bar| view.refusal(bar).is_none());
        allowed.next()
    }
}

impl Bot for Sitter {
    fn decide(&mut self, view: &View<'_>) -> Command {
        let wanted = self.work.decide(view);
        if !matches!(wanted, Command::TravelToExit | Command::ClockOut) {
            return wanted;
        }
        let here = view.player().pos;
        let (width, height) = view.size();
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Pos::new(x, y)));
        let nearest =
            cells.filter(|&pos| self.suits(view, pos)).min_by_key(|&pos| (pos.squared(here), pos));
        let travel = nearest.filter(|&pos| pos != here).map(Command::Travel);
        let bar = matches!(self.refuge, Refuge::Barred).then(|| Self::bar(view)).flatten();
        bar.or_else(|| travel.filter(|travel| view.refusal(travel).is_none()))
            .unwrap_or(Command::Wait)
    }
}

#[test]
fn no_safe_place_beats_leaving_in_time() {
    let left = runs_of("cautious", Depth(1));
    let points = |runs: &[Outcome]| runs.iter().map(|(_, grade)| grade.points).sum::<u32>();
    for refuge in [Refuge::Hiding, Refuge::Exit, Refuge::Barred] {
        let cautious = |seed| bot::find("cautious", seed).expect("a bot");
        let sat = runs(Depth(1), |seed| Box::new(Sitter { work: cautious(seed), refuge }));
        let (gained, usual) = (points(&sat), points(&left));
        assert!(gained < usual, "{refuge:?}: {gained} points, and {usual}");
        let (die, usual) = (percent(&sat, died), percent(&left, died));
        assert!(die >= usual, "{refuge:?}: {die} % die, and {usual} %");
    }
}

/// Lets the night go by, and leaves at the last moment.
struct Idler;

impl Bot for Idler {
    fn decide(&mut self, view: &View<'_>) -> Command {
        const WAY_OUT: u32 = 250;
        match (view.status(), view.turns_left().0) {
            (Status::Busy, _) => Command::Continue,
            (_, left) if left > WAY_OUT => Command::Wait,
            _ => bot::find("runner", Seed(0)).expect("a bot").decide(view),
        }
    }
}

#[test]
fn nothing_is_earned_by_waiting() {
    for kind in KINDS {
        for seed in 1..=SEEDS {
            let waited = finished(kind, Depth(1), seed, &mut Idler);
            assert_eq!(waited.game().grade().letter, Letter::F, "{kind} {seed}");
            // What lies on the way out is there for those who do not wait as well.
            let mut runner = bot::find("runner", Seed(0)).expect("a bot");
            let ran = finished(kind, Depth(1), seed, runner.as_mut());
            let coins = |session: &Session<_>| session.game().view().coins();
            assert!(coins(&waited) <= coins(&ran), "{kind} {seed}");
        }
    }
}
