//! The names of actors and causes in messages, as far as the player could tell them, and directions.

use crate::base::Pos;
use crate::content::{ActorKindId, Status, capital, with_article};
use crate::sim::{Harm, Who};
use crate::view::View;

/// For so many turns after it was last in sight, the player knows who an actor behind a door is.
const FRESH_TURNS: u32 = 10;

pub(super) struct Names<'a> {
    pub(super) view: &'a View<'a>,
}

impl Names<'_> {
    pub(super) fn kind(&self, kind: ActorKindId) -> &str {
        &self.view.catalog().actor(kind).name
    }

    pub(super) fn subject(&self, who: Who) -> String {
        match who {
            who if who.is_player() => "you".to_owned(),
            Who { seen: true, id, kind, .. } => match self.view.raider_name(id) {
                Some(name) => name.to_owned(),
                None => format!("the {}", self.kind(kind)),
            },
            _ => "something".to_owned(),
        }
    }

    /// The name of an actor at a door. An enemy that was in sight only just now is named without being seen.
    pub(super) fn at_door(&self, who: Who) -> String {
        let now = self.view.clock();
        let last = self.view.world().last_seen(who.id);
        let is_known = last.is_some_and(|last| now.saturating_sub(last).0 <= FRESH_TURNS);
        self.subject(Who { seen: who.seen || is_known, ..who })
    }

    pub(super) fn object(&self, who: Who) -> String {
        self.subject(who)
    }

    /// The name of an actor, if it was in sight.
    pub(super) fn seen(&self, who: Who) -> Option<String> {
        who.seen.then(|| self.subject(who))
    }

    /// The name of the actor that acts, if it or its victim was in sight.
    pub(super) fn either(&self, by: Who, victim: Who) -> Option<String> {
        (by.seen || victim.seen).then(|| self.subject(by))
    }

    pub(super) fn watched(&self, at: Pos) -> Option<()> {
        self.view.is_visible(at).then_some(())
    }

    pub(super) fn cause(&self, by: Harm) -> String {
        match by {
            Harm::Gas => "the gas".to_owned(),
            Harm::Fire | Harm::Status(Status::Burning) => "the fire".to_owned(),
            Harm::Status(_) => "the poison".to_owned(),
            Harm::Trap(kind) => format!("the {} trap", self.view.catalog().trap(kind).name),
            Harm::Blow { by } => format!("the {}", self.kind(by)),
            Harm::Missile(kind) | Harm::Potion(kind) => self.view.item_name(kind, 1),
        }
    }

    pub(super) fn culprit(&self, by: Harm) -> String {
        capital(&match by {
            Harm::Blow { by } => with_article(self.kind(by)),
            other => self.cause(other),
        })
    }
}

impl View<'_> {
    /// "to the north-east", or that it is right here.
    pub(in crate::view) fn way_from_here(&self, at: Pos) -> String {
        if at.steps_to(self.player().pos) == 0 {
            return "where you stand".to_owned();
        }
        format!("to the {}", direction(self, at))
    }
}

pub(super) fn direction(view: &View<'_>, at: Pos) -> &'static str {
    view.player().pos.bearing(at).name()
}
