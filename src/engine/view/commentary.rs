//! The commentary on a raid that the player watches from outside: who comes in, who springs which
//! trap, who dies, who flees.
//!
//! Events without a remark of their own are told in the words of the log.

mod remarks;

use crate::sim::{ActorId, Event, Fate};
use base::Pos;
use content::capital;

use super::message::news::message;
use super::tale::roll_call;
use super::{Message, Tone, View};

/// The state of a commentary: what was said already.
#[derive(Clone, Debug, Default)]
pub struct Commentator {
    /// The pairs of actors whose fight was remarked on.
    fights: Vec<(ActorId, ActorId)>,
    /// The raiders who were said to be in a bad way, as long as they are.
    failing: Vec<ActorId>,
    /// The doors that were said to be hammered at.
    door_damage: Vec<Pos>,
    /// Counts the remarks with several wordings, which take turns.
    varied: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    pub text: String,
    pub tone: Tone,
    /// The cell that it is about.
    pub at: Option<Pos>,
}

enum CommentaryLine {
    Own(Remark),
    /// The line of the log.
    AsInLog,
    Silence,
}

impl CommentaryLine {
    fn at(text: &str, tone: Tone, at: Pos) -> CommentaryLine {
        CommentaryLine::Own(Remark { text: capital(text), tone, at: Some(at) })
    }

    fn anywhere(text: &str, tone: Tone) -> CommentaryLine {
        CommentaryLine::Own(Remark { text: text.to_owned(), tone, at: None })
    }
}

/// Percent of its health under which a raider is in a bad way.
const FAILING_PERCENT: i32 = 34;

/// The least healing that is remarked on.
const MIN_HEALING_TOLD: i32 = 3;

impl Commentator {
    pub fn introduce(view: View<'_>) -> Vec<Remark> {
        let Some(party) = view.party() else { return Vec::new() };
        let text = format!("{} come in: {}.", capital(&party.name), roll_call(&party));
        let at = party.members.first().and_then(|leader| leader.at);
        vec![Remark { text, tone: Tone::Warning, at }]
    }

    pub fn tell(&mut self, view: View<'_>, events: &[Event]) -> Vec<Remark> {
        let mut remarks: Vec<Remark> =
            events.iter().filter_map(|event| self.remark(view, event)).collect();
        remarks.extend(self.badly_hurt(view));
        remarks
    }

    fn remark(&mut self, view: View<'_>, event: &Event) -> Option<Remark> {
        let line = match *event {
            Event::Fight(ref event) => self.fight(view, event),
            Event::Raid(ref event) => self.raid(view, event),
            Event::Floor(ref event) => self.floor(view, event),
            Event::Actor(ref event) => Commentator::actor(view, event),
            Event::Item(_) | Event::Work(_) | Event::Journey(_) | Event::Tutor(_) => {
                CommentaryLine::AsInLog
            }
        };
        match line {
            CommentaryLine::Own(remark) => Some(remark),
            CommentaryLine::Silence => None,
            CommentaryLine::AsInLog => {
                let Message { text, tone } = message(&view, event)?;
                Some(Remark { text, tone, at: None })
            }
        }
    }

    fn vary<const N: usize>(&mut self, wordings: [&'static str; N]) -> &'static str {
        self.varied += 1;
        wordings[self.varied % N]
    }

    fn badly_hurt(&mut self, view: View<'_>) -> Vec<Remark> {
        let Some(party) = view.party() else { return Vec::new() };
        let mut remarks = Vec::new();
        for member in party.members {
            let fails = member.health * 100 < member.max_health * FAILING_PERCENT;
            if member.fate != Fate::Inside || !fails {
                self.failing.retain(|&id| id != member.id);
            } else if !self.failing.contains(&member.id) {
                self.failing.push(member.id);
                let text = format!("{} is in a bad way.", member.name);
                remarks.push(Remark { text, tone: Tone::Good, at: member.at });
            }
        }
        remarks
    }
}
