//! Verification: playing a recording again and comparing everything that it claims.

use std::sync::Arc;

use thiserror::Error;

use super::{
    Chain, Frame, Keyframe, Origin, OtherRuleset, RunEnding, RunHeader, Scripted, StateDigest,
    outcome_name,
};
use crate::content::Catalog;
use crate::sim::{ComponentDigests, Digest, Game, RunStatus, Turns};
use crate::view::describe_refusal;

/// The result of playing a recording again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The clock at its end, or at the mismatch.
    pub turns: Turns,
    pub commands: u32,
    pub status: RunStatus,
    pub score: u32,
    /// The last link of its chain.
    pub digest: Digest,
    /// The first claim that is not true; `None` if all are.
    pub mismatch: Option<Mismatch>,
}

/// A claim of a recording that is not true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The clock of the state.
    pub turn: Turns,
    /// The number of commands carried out by then.
    pub command: u32,
    /// The component of the state that differs, one of [`ComponentDigests::NAMES`]; or `setup`, `command`, `keyframe`,
    /// `chain` or `end`, if what such a frame claims is not true.
    pub component: &'static str,
    /// The first actor that differs, if actors do and the recording has their digests.
    pub actor: Option<u32>,
    /// What the recording claims.
    pub expected: String,
    /// What playing it leads to.
    pub found: String,
}

/// Why a recording could not be played again.
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
///
/// # Errors
/// Refuses a recording of other rules, one whose frames cannot be read, and one without its first state. A claim that is
/// not true is no error, but part of the result.
pub fn verify<E>(
    header: &RunHeader,
    catalog: &Arc<Catalog>,
    frames: impl IntoIterator<Item = Result<Frame, E>>,
) -> Result<Verification, VerifyError<E>> {
    header.check_ruleset(catalog)?;
    let mut frames = frames.into_iter();
    let first = match header.origin {
        Origin::Played | Origin::Branched => Game::new(header.setup.clone(), catalog)
            .map_err(|error| ("setup", describe(header), error.to_string())),
        Origin::Cut => match frames.next().transpose().map_err(VerifyError::Frames)? {
            Some(Frame::Keyframe(first)) => {
                match differing_turn(first.turn, first.snapshot.shift.clock) {
                    Some((expected, found)) => Err(("keyframe", expected, found)),
                    None => Game::restore(header.setup.clone(), first.snapshot, catalog)
                        .map_err(|error| ("keyframe", "a state".to_owned(), error.to_string())),
                }
            }
            _ => return Err(VerifyError::NoFirstState),
        },
    };
    let game = match first {
        Ok(game) => game,
        Err((component, expected, found)) => {
            let mismatch =
                Mismatch { turn: Turns(0), command: 0, component, actor: None, expected, found };
            return Ok(Verification {
                turns: Turns(0),
                commands: 0,
                status: RunStatus::Ready,
                score: 0,
                digest: Digest(0),
                mismatch: Some(mismatch),
            });
        }
    };
    let parts = game.digest_parts();
    let chain = Chain::start(&header.setup, parts.whole());
    let mut examiner = Examiner { game, parts, catalog, commands: 0, chain, ended: false };
    for frame in frames {
        let found = examiner.examine(frame.map_err(VerifyError::Frames)?);
        if let Err(mismatch) = found {
            return Ok(examiner.verdict(Some(*mismatch)));
        }
    }
    Ok(examiner.verdict(None))
}

fn describe(header: &RunHeader) -> String {
    let crate::sim::Setup { seed, mode, .. } = &header.setup;
    format!("a {} at depth {} of seed {seed}", mode.kind(), mode.depth())
}

struct Examiner<'a> {
    game: Game,
    /// The digests of the state that the game is in.
    parts: ComponentDigests,
    catalog: &'a Arc<Catalog>,
    commands: u32,
    chain: Chain,
    ended: bool,
}

/// A difference between a claim and the state: component, actor, what was claimed and what was found.
type ClaimDifference = (&'static str, Option<u32>, String, String);

impl Examiner<'_> {
    fn verdict(self, mismatch: Option<Mismatch>) -> Verification {
        Verification {
            turns: self.game.world().clock(),
            commands: self.commands,
            status: self.game.status(),
            score: self.game.grade().score,
            digest: self.chain.digest(),
            mismatch,
        }
    }

    fn examine(&mut self, frame: Frame) -> Result<(), Box<Mismatch>> {
        let difference = match frame {
            Frame::Mark(_) => None,
            _ if self.ended => {
                Some(("end", None, "more".to_owned(), "nothing after the end".to_owned()))
            }
            Frame::Command(command) => match self.game.step(command) {
                Ok(_) => {
                    self.commands += 1;
                    self.parts = self.game.digest_parts();
                    self.chain.link(self.parts.whole());
                    None
                }
                Err(reject) => {
                    let why = describe_refusal(reject, self.catalog);
                    Some(("command", None, Scripted(command).to_string(), why))
                }
            },
            Frame::Digest(check) => differing(&check, &self.parts, &self.game),
            Frame::Keyframe(keyframe) => self.differing_keyframe(*keyframe),
            Frame::End(ending) => {
                self.ended = true;
                self.differing_end(ending)
            }
        };
        let Some((component, actor, expected, found)) = difference else { return Ok(()) };
        let (turn, command) = (self.game.world().clock(), self.commands);
        Err(Box::new(Mismatch { turn, command, component, actor, expected, found }))
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
        if let Some((expected, found)) = differing_turn(turn, self.game.world().clock()) {
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

/// The component in which a state differs from its recorded digests. The actors are compared first: they say most.
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
    let actors = game.actor_digests();
    let own = |place: usize| actors.get(place).map(|(_, digest)| digest.0 as u16);
    let place = (0..check.actors.len()).find(|&place| own(place) != Some(check.actors[place]))?;
    actors.get(place).map(|(id, _)| id.0)
}
