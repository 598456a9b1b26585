//! A message of the log, and the names in it as far as the player could tell them.

use crate::sim::{Harm, Who};
use crate::view::View;
use base::Pos;
use content::{ActorKindId, capital, with_article};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub text: String,
    pub tone: Tone,
}

/// The tone of a message, from the player's point of view; screens choose colours by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Good,
    Bad,
    /// Calls for attention.
    Warning,
    /// Reports progress of the work.
    Work,
}

/// The words for an event, which begin with a small letter if a name does; `None` if the player did
/// not perceive it.
pub(super) type Told = Option<(String, Tone)>;

/// The words of a message that the player perceives in any case.
#[expect(clippy::unnecessary_wraps, reason = "an arm of a match over events that may tell nothing")]
pub(super) fn told(text: impl Into<String>, tone: Tone) -> Told {
    Some((text.into(), tone))
}

/// Number of turns after an actor was last in sight in which the player can name it behind a door.
const FRESH_TURNS: u32 = 10;

pub(super) struct Names<'a> {
    pub(super) view: &'a View<'a>,
}

impl Names<'_> {
    pub(super) fn kind(&self, kind: ActorKindId) -> &str {
        &self.view.catalog().actor(kind).name
    }

    /// The name of an actor, to stand within a sentence: "you", a raider's personal name, "the
    /// rat"; "something" if it was not in sight.
    pub(super) fn subject(&self, who: Who) -> String {
        if who.is_player() {
            return "you".to_owned();
        }
        if !self.is_seen(who) {
            return "something".to_owned();
        }
        if let Some(name) = self.view.tenant_name(who.id) {
            return name;
        }
        match self.view.raider_name(who.id) {
            Some(name) => name.to_owned(),
            None => format!("the {}", self.kind(who.kind)),
        }
    }

    /// Whether an actor was in sight: of the player, or of somebody who sees everything.
    pub(super) fn is_seen(&self, who: Who) -> bool {
        who.seen || self.view.shows_everything()
    }

    /// The name of an actor at a door. An actor that was in sight at most [`FRESH_TURNS`] ago is
    /// named even if it is not in sight.
    pub(super) fn at_door(&self, who: Who) -> String {
        let now = self.view.clock();
        let last = self.view.world().last_seen(who.id);
        let is_known = last.is_some_and(|last| now.saturating_sub(last).0 <= FRESH_TURNS);
        self.subject(Who { seen: who.seen || is_known, ..who })
    }

    pub(super) fn seen(&self, who: Who) -> Option<String> {
        self.is_seen(who).then(|| self.subject(who))
    }

    /// The name of the actor that acts, if it or its victim was in sight.
    pub(super) fn either(&self, by: Who, victim: Who) -> Option<String> {
        (self.is_seen(by) || victim.seen).then(|| self.subject(by))
    }

    /// What the player does, or what somebody in sight does: "You struggle.", "struggles."
    pub(super) fn does(&self, who: Who, own: (&str, Tone), other: (&str, Tone)) -> Told {
        if who.is_player() { told(own.0, own.1) } else { self.other_does(who, other.0, other.1) }
    }

    /// What somebody in sight does: "struggles."
    pub(super) fn other_does(&self, who: Who, does: &str, tone: Tone) -> Told {
        told(format!("{} {does}", self.seen(who)?), tone)
    }

    /// The same of somebody on a cell that has to be in sight, whoever it is.
    pub(super) fn does_at(&self, who: Who, at: Pos, does: &str, tone: Tone) -> Told {
        self.view.is_visible(at).then(|| (format!("{} {does}", self.subject(who)), tone))
    }

    pub(super) fn at(&self, at: Pos, text: impl Into<String>, tone: Tone) -> Told {
        self.view.is_visible(at).then(|| (text.into(), tone))
    }

    /// What did harm, within a sentence: "the dart trap".
    pub(super) fn cause(&self, by: Harm) -> String {
        match by {
            Harm::Missile(kind) | Harm::Potion(kind) => self.view.item_name(kind, 1),
            _ => format!("the {}", self.view.harm_noun(by)),
        }
    }

    /// What killed the player, at the beginning of a sentence: "An ogre".
    pub(super) fn culprit(&self, by: Harm) -> String {
        capital(&match by {
            Harm::Blow { by } => with_article(self.kind(by)),
            other => self.cause(other),
        })
    }
}

impl View<'_> {
    /// The direction of a cell: "to the north-east", or "where you stand".
    pub(in crate::view) fn way_from_here(&self, at: Pos) -> String {
        if at.steps_to(self.player().pos) == 0 {
            return "where you stand".to_owned();
        }
        format!("to the {}", direction(self, at))
    }
}

/// The direction of a cell from the player: "north-east".
pub(super) fn direction(view: &View<'_>, at: Pos) -> &'static str {
    view.player().pos.bearing(at).name()
}
