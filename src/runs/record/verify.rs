//! Verification: playing a recording again and comparing everything that it claims.

use std::sync::Arc;

use thiserror::Error;

use super::{
    Chain, Frame, Keyframe, Mark, MarkKind, Milestone, OtherRuleset, RunEnding, RunHeader,
    Scripted, StateDigest, UnrankedReason, milestones, outcome_name,
};
use base::Day;
use content::Catalog;
use engine::sim::{Command, ComponentDigests, Digest, Game, Letter, RunStatus, Setup, Turns};
use engine::view::describe_refusal;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The clock at its end, or at the mismatch.
    pub turns: Turns,
    /// The turns among them that the player worked.
    pub worked_turns: Turns,
    pub commands: u32,
    pub status: RunStatus,
    pub grade: Letter,
    pub score: u32,
    /// How often it was taken up again.
    pub resumes: u32,
    /// The last link of its chain.
    pub digest: Digest,
    /// The digest of its last state: runs that were recorded differently and played the same have
    /// the same.
    pub state: Digest,
    /// The first claim that is not true; `None` if none was found.
    pub mismatch: Option<Mismatch>,
    /// The limit at which playing it again was given up.
    pub exceeded: Option<ExceededLimit>,
    /// Why it does not count in rankings; `None` if it does.
    pub unranked: Option<UnrankedReason>,
}

impl Verification {
    /// Whether the whole recording was played again and every claim is true.
    pub fn is_true(&self) -> bool {
        self.mismatch.is_none() && self.exceeded.is_none()
    }
}

/// The number of cells for which an actor's turn counts once: more than any floor has that is made
/// for play.
const CELLS_PER_ACTOR_TURN: i32 = 4_096;

/// How far a recording is played again. A file of a few bytes can hold hours of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifyLimits {
    pub commands: u32,
    /// Turns of actors: each command counts as many as there are actors on the floor, and on larger
    /// floors so many for each [`CELLS_PER_ACTOR_TURN`] cells.
    pub actor_turns: u64,
}

impl VerifyLimits {
    /// Limits for so many commands on floors that are as crowded as any in play.
    pub fn of_commands(commands: u32) -> VerifyLimits {
        VerifyLimits { commands, actor_turns: u64::from(commands).saturating_mul(20) }
    }
}

/// Four times the longest run of a campaign.
impl Default for VerifyLimits {
    fn default() -> VerifyLimits {
        VerifyLimits::of_commands(200_000)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ExceededLimit {
    #[error("it has more than {0} commands")]
    Commands(u32),
    #[error("it has more actors on the floor, for longer, than {0} commands of any run")]
    ActorTurns(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub turn: Turns,
    /// The number of commands carried out by then.
    pub command: u32,
    /// The component of the state that differs, one of [`ComponentDigests::NAMES`]; or `setup`,
    /// `command`, `keyframe`, `mark`, `chain` or `end`, if what such a frame claims is not true.
    pub component: &'static str,
    /// The first actor that differs, if actors do and the recording has their digests.
    pub actor: Option<u32>,
    /// What the recording claims.
    pub expected: String,
    /// What playing it leads to.
    pub found: String,
}

#[derive(Debug, Error)]
pub enum VerifyError<E> {
    #[error(transparent)]
    Frames(E),
    #[error(transparent)]
    Ruleset(#[from] OtherRuleset),
    #[error("it should begin with a state, and does not")]
    NoFirstState,
}

/// Plays a recording again from its first command and compares everything that it claims.
///
/// A compacted recording has fewer digests; the last link of its chain still covers every state.
/// `modded` says whether the catalog is another one than the built-in: a header that denies it is
/// not believed.
/// Errors: refuses a recording of other rules, one whose frames cannot be read, and one without its
/// first state. A claim that is not true and a limit that is exceeded are no errors, but part of
/// the result.
pub fn verify<E>(
    header: &RunHeader,
    catalog: &Arc<Catalog>,
    modded: bool,
    limits: VerifyLimits,
    frames: impl IntoIterator<Item = Result<Frame, E>>,
) -> Result<Verification, VerifyError<E>> {
    verify_with(header, catalog, modded, limits, frames, |_, _| {})
}

/// The same, and shows every state on the way, with the number of commands that led to it, from the
/// first one on. What is shown is true only if all of it turns out to be.
pub fn verify_with<E>(
    header: &RunHeader,
    catalog: &Arc<Catalog>,
    modded: bool,
    limits: VerifyLimits,
    frames: impl IntoIterator<Item = Result<Frame, E>>,
    mut watch: impl FnMut(&Game, u32),
) -> Result<Verification, VerifyError<E>> {
    header.check_ruleset(catalog)?;
    let mut frames = frames.into_iter();
    let is_labelled = header.setup.options.modded == modded;
    let first = if !is_labelled {
        let told = |modded| if modded { "other content" } else { "the built-in content" };
        Err(("setup", told(!modded).to_owned(), told(modded).to_owned()))
    } else if let Some((said, found)) = differing_day(&header.setup, catalog) {
        Err(("setup", said, found))
    } else if let Some(item) = unknown_item(&header.setup, catalog) {
        Err(("setup", item, "no item that is carried in a cart".to_owned()))
    } else if header.origin.begins_with_state() {
        match frames.next().transpose().map_err(VerifyError::Frames)? {
            Some(Frame::Keyframe(first)) => restore_first(header, *first, catalog),
            _ => return Err(VerifyError::NoFirstState),
        }
    } else {
        Game::new(header.setup.clone(), catalog)
            .map_err(|error| ("setup", describe(&header.setup), error.to_string()))
    };
    let game = match first {
        Ok(game) => game,
        Err(fault) => return Ok(Verification::without_state(fault)),
    };
    let mut examiner = Examiner::new(game, header, catalog);
    watch(&examiner.game, 0);
    for frame in frames {
        let frame = frame.map_err(VerifyError::Frames)?;
        if let Some(exceeded) = examiner.exceeds(&frame, limits) {
            return Ok(Verification { exceeded: Some(exceeded), ..examiner.verdict(header, None) });
        }
        let is_command = matches!(frame, Frame::Command(_));
        if let Err(mismatch) = examiner.examine(frame) {
            return Ok(examiner.verdict(header, Some(*mismatch)));
        }
        if is_command {
            watch(&examiner.game, examiner.commands);
        }
    }
    Ok(examiner.verdict(header, None))
}

/// A component, what was claimed of it and what was found.
type FirstStateFault = (&'static str, String, String);

fn restore_first(
    header: &RunHeader,
    first: Keyframe,
    catalog: &Arc<Catalog>,
) -> Result<Game, FirstStateFault> {
    if let Some((expected, found)) = differing_turn(first.turn, first.snapshot.turns()) {
        return Err(("keyframe", expected, found));
    }
    Game::restore(header.setup.clone(), first.snapshot, catalog)
        .map_err(|error| ("keyframe", "a state".to_owned(), error.to_string()))
}

impl Verification {
    /// The result for a recording that has no first state to play from.
    fn without_state((component, expected, found): FirstStateFault) -> Verification {
        let mismatch =
            Mismatch { turn: Turns(0), command: 0, component, actor: None, expected, found };
        Verification {
            turns: Turns(0),
            worked_turns: Turns(0),
            commands: 0,
            status: RunStatus::Ready,
            grade: Letter::F,
            score: 0,
            resumes: 0,
            digest: Digest(0),
            state: Digest(0),
            mismatch: Some(mismatch),
            exceeded: None,
            unranked: Some(UnrankedReason::Untrue),
        }
    }
}

fn describe(setup: &Setup) -> String {
    let Setup { seed, mode, .. } = setup;
    format!("a {} at depth {} of seed {seed}", mode.kind(), mode.depth())
}

/// The shift that a setup has for a day and the one that the day has, if they differ.
fn differing_day(setup: &Setup, catalog: &Catalog) -> Option<(String, String)> {
    let day = setup.mode.day().filter(|_| !setup.is_of_its_day(catalog))?;
    Some((describe(setup), describe(&Setup::daily(day, false, catalog))))
}

/// What a setup begins with, if nobody can have left that.
fn unknown_item(setup: &Setup, catalog: &Catalog) -> Option<String> {
    let item = setup.mode.hand_me_down().filter(|item| item.kind(catalog).is_none())?;
    Some(item.item.clone())
}

struct Examiner<'a> {
    game: Game,
    /// The digests of the state that the game is in.
    parts: ComponentDigests,
    catalog: &'a Arc<Catalog>,
    commands: u32,
    actor_turns: u64,
    resumes: u32,
    /// What the last command has reached and no mark has claimed yet.
    reached: Vec<Milestone>,
    chain: Chain,
    /// Of the mark of its start, in milliseconds since 1970: the claim of who recorded it.
    started: Option<u64>,
    ended: bool,
}

/// A difference between a claim and the state: component, actor, what was claimed and what was
/// found.
type ClaimDifference = (&'static str, Option<u32>, String, String);

impl<'a> Examiner<'a> {
    fn new(game: Game, header: &RunHeader, catalog: &'a Arc<Catalog>) -> Examiner<'a> {
        let parts = game.digest_parts();
        let chain = Chain::start(header, parts.whole());
        Examiner {
            game,
            parts,
            catalog,
            commands: 0,
            actor_turns: 0,
            resumes: 0,
            reached: Vec::new(),
            chain,
            started: None,
            ended: false,
        }
    }

    fn verdict(self, header: &RunHeader, mismatch: Option<Mismatch>) -> Verification {
        let grade = self.game.run_grade();
        let unranked = if mismatch.is_some() {
            Some(UnrankedReason::Untrue)
        } else {
            header
                .unranked_reason()
                .or((!self.began_on(header.setup.mode.day())).then_some(UnrankedReason::OtherDay))
                .or((!self.ended).then_some(UnrankedReason::Unfinished))
        };
        Verification {
            turns: self.game.turns(),
            worked_turns: self.game.view().turns_worked(),
            commands: self.commands,
            status: self.game.status(),
            grade: grade.letter,
            score: grade.score,
            resumes: self.resumes,
            digest: self.chain.digest(),
            state: self.parts.whole(),
            mismatch,
            exceeded: None,
            unranked,
        }
    }

    /// Whether it says of itself that it was begun on a day, if there is one that it has to be of.
    fn began_on(&self, day: Option<Day>) -> bool {
        let started = self.started.map(|time| Day::of_seconds(time / 1_000));
        day.is_none_or(|day| started == Some(day))
    }

    /// The limit beyond which the next frame goes.
    fn exceeds(&mut self, frame: &Frame, limits: VerifyLimits) -> Option<ExceededLimit> {
        if !matches!(frame, Frame::Command(_)) {
            return None;
        }
        let (world, floor) = (self.game.world(), self.game.world().floor());
        let cells = floor.width() * floor.height();
        let weight = cells.div_euclid(CELLS_PER_ACTOR_TURN) + 1;
        self.actor_turns += world.roster().len() as u64 * weight as u64;
        if self.commands >= limits.commands {
            Some(ExceededLimit::Commands(limits.commands))
        } else if self.actor_turns > limits.actor_turns {
            Some(ExceededLimit::ActorTurns(limits.commands))
        } else {
            None
        }
    }

    fn examine(&mut self, frame: Frame) -> Result<(), Box<Mismatch>> {
        let difference = match frame {
            _ if self.ended => {
                Some(("end", None, "more".to_owned(), "nothing after the end".to_owned()))
            }
            Frame::Mark(mark) => self.differing_mark(mark),
            Frame::Command(command) => self.differing_command(command),
            Frame::Digest(check) => differing(&check, &self.parts, &self.game),
            Frame::Keyframe(keyframe) => self.differing_keyframe(*keyframe),
            Frame::End(ending) => {
                self.ended = true;
                self.differing_end(ending)
            }
        };
        let Some((component, actor, expected, found)) = difference else { return Ok(()) };
        let (turn, command) = (self.game.turns(), self.commands);
        Err(Box::new(Mismatch { turn, command, component, actor, expected, found }))
    }

    fn differing_command(&mut self, command: Command) -> Option<ClaimDifference> {
        match self.game.step(command) {
            Ok(outcome) => {
                self.commands += 1;
                self.parts = self.game.digest_parts();
                self.chain.link(self.parts.whole());
                self.reached = milestones(&outcome, self.game.view());
                None
            }
            Err(reject) => {
                let why = describe_refusal(reject, self.catalog);
                Some(("command", None, Scripted(command).to_string(), why))
            }
        }
    }

    /// A mark's time cannot be known; its turn and what it marks can.
    fn differing_mark(&mut self, mark: Mark) -> Option<ClaimDifference> {
        let clock = self.game.turns();
        if let Some((expected, found)) = differing_turn(mark.turn, clock) {
            return Some(("mark", None, expected, found));
        }
        match mark.kind {
            MarkKind::Start if self.commands == 0 => {
                self.started = self.started.or(Some(mark.time));
            }
            MarkKind::Start | MarkKind::Leave => {}
            MarkKind::Resume => self.resumes += 1,
            MarkKind::Milestone(milestone) => {
                let Some(place) = self.reached.iter().position(|&reached| reached == milestone)
                else {
                    let found = "nothing of the kind".to_owned();
                    return Some(("mark", None, milestone.name().to_owned(), found));
                };
                self.reached.remove(place);
            }
        }
        self.chain.link_mark(&mark);
        None
    }

    fn differing_keyframe(&self, keyframe: Keyframe) -> Option<ClaimDifference> {
        let Keyframe { commands, turn, chain, snapshot } = keyframe;
        if commands != self.commands {
            let after = |commands| format!("after {commands} commands");
            return Some(("keyframe", None, after(commands), after(self.commands)));
        }
        if snapshot != self.game.snapshot() {
            // The digests of the restored state show in which component it differs.
            let found = self.parts.whole().to_string();
            return Some(match Game::restore(self.game.setup().clone(), snapshot, self.catalog) {
                Ok(claimed) => differing(&StateDigest::of(&claimed), &self.parts, &self.game)
                    .unwrap_or((
                        "keyframe",
                        None,
                        "the same digest, another state".to_owned(),
                        found,
                    )),
                Err(error) => ("keyframe", None, error.to_string(), found),
            });
        }
        if let Some((expected, found)) = differing_turn(turn, self.game.turns()) {
            return Some(("keyframe", None, expected, found));
        }
        self.differing_chain(chain)
    }

    fn differing_chain(&self, chain: Chain) -> Option<ClaimDifference> {
        let (expected, found) = (chain.digest(), self.chain.digest());
        (expected != found).then(|| ("chain", None, expected.to_string(), found.to_string()))
    }

    fn differing_end(&self, ending: RunEnding) -> Option<ClaimDifference> {
        let expected = outcome_name(RunStatus::Over(ending.outcome)).to_owned();
        let Some(found) = RunEnding::of(&self.game, self.commands, self.chain) else {
            return Some(("end", None, expected, "running".to_owned()));
        };
        if let Some(difference) = self.differing_chain(ending.chain) {
            return Some(difference);
        }
        let tell = |ending: &RunEnding| {
            let outcome = outcome_name(RunStatus::Over(ending.outcome));
            let RunEnding { letter, score, commands, .. } = ending;
            format!("{outcome} {} {score} after {commands} commands", letter.character())
        };
        (ending != found).then(|| ("end", None, tell(&ending), tell(&found)))
    }
}

/// The turn that a keyframe claims and the turn of its state, if they differ.
fn differing_turn(said: Turns, found: Turns) -> Option<(String, String)> {
    (said != found).then(|| (format!("at turn {said}"), format!("at turn {found}")))
}

/// The component in which a state differs from its recorded digests. The actors are compared first:
/// they say most.
fn differing(
    check: &StateDigest,
    parts: &ComponentDigests,
    game: &Game,
) -> Option<ClaimDifference> {
    let found = StateDigest::without_actors(parts);
    if check.whole == found.whole {
        return None;
    }
    let differs = |place: &usize| check.parts[*place] != found.parts[*place];
    let component = [1, 0, 2, 3, 4, 5].into_iter().find(differs);
    let name = component.map_or("state", |place| ComponentDigests::NAMES[place]);
    let actor = if component == Some(1) { differing_actor(check, game) } else { None };
    Some((name, actor, check.whole.to_string(), found.whole.to_string()))
}

fn differing_actor(check: &StateDigest, game: &Game) -> Option<u32> {
    let (_, actors) = game.digest_all();
    let own = |place: usize| actors.get(place).map(|(_, digest)| digest.0 as u16);
    let place = (0..check.actors.len()).find(|&place| own(place) != Some(check.actors[place]))?;
    actors.get(place).map(|(id, _)| id.0)
}
