//! The lines about the actor on an examined cell, with the odds of a fight.

use crate::base::Pos;
use crate::content::{Effect, Status, capital, with_article};
use crate::sim::{ActorId, Duty};
use crate::view::fight::Prospect;
use crate::view::{Attitude, SeenActor, View};

impl View<'_> {
    /// The actor on a cell: its health, attitude, odds and post.
    pub(super) fn examine_actor(&self, pos: Pos, lines: &mut Vec<String>) {
        let Some(actor) = self.actor_at(pos) else { return };
        let name = capital(&with_article(&actor.kind.name));
        lines.push(format!("{name}: {}, and {}.", wounds(actor.health), actor.attitude.describe()));
        if !actor.statuses.is_empty() {
            let words: Vec<&str> = actor.statuses.iter().map(|status| status.name()).collect();
            lines.push(format!("It is {}.", words.join(" and ")));
        }
        if actor.hostile {
            if actor.harmless {
                lines.push("It leaves you alone if you leave it alone.".to_owned());
            }
            self.examine_fight(&actor, lines);
        } else {
            lines.push(self.why_no_odds(&actor).to_owned());
        }
        match self.way_to_post(actor.id) {
            Some((Duty::Stray { .. }, way)) => lines.push(format!(
                "It is not itself: it belongs at a post {way}. A lure set there calls it home; beaten \
                 below half its health, it goes by itself."
            )),
            Some((_, way)) if actor.attitude == Attitude::Returning => {
                lines.push(format!("Its post is {way}."));
            }
            _ => {}
        }
        lines.push(actor.kind.description.clone());
    }

    /// The odds of a fight against an enemy, and how the enemy fights.
    fn examine_fight(&self, actor: &SeenActor<'_>, lines: &mut Vec<String>) {
        let odds = self.odds_against(actor.id);
        let (Some((ours, theirs)), Some(prospect)) = (odds, self.prospect(actor.id)) else {
            return;
        };
        lines.push(format!(
            "You hit it {} times in 100 for {}; it hits you {} times in 100 for {}.",
            ours.hit,
            span(ours.damage),
            theirs.hit,
            span(theirs.damage),
        ));
        lines.push(outlook(prospect, self.player().health));
        if actor.kind.boss.is_some() {
            lines.push(
                "That counts none of its great blows, and none of them has to land.".to_owned(),
            );
        }
        lines.extend(pace(actor.kind.speed).map(str::to_owned));
        lines.extend(self.mending(actor.id));
        lines.extend(hazards(&actor.kind.melee.effects));
        if let Some((entry, odds)) = self.best_throw(actor.id) {
            lines.push(format!(
                "{}, thrown, hits it {} times in 100 for {}.",
                capital(&self.item_name(entry.kind, 1)),
                odds.hit,
                span(odds.damage)
            ));
        }
        if let Some(shot) = actor.kind.shot.as_ref().filter(|shot| shot.damage.1 > 0) {
            lines.push(format!(
                "From up to {} cells away it does {} to whoever it has a clear line to.",
                shot.range,
                span(shot.damage)
            ));
        }
    }

    /// Why no odds are given against an actor that is no enemy.
    fn why_no_odds(&self, actor: &SeenActor<'_>) -> &'static str {
        match self.duty_of(actor.id) {
            Some(Duty::Guard { .. }) => {
                "It is on your side: its blows are for raiders, and there are no odds to give."
            }
            _ => "It has no quarrel with you: there are no odds to give.",
        }
    }

    /// How an enemy is healed, which the outlook takes into account.
    fn mending(&self, id: ActorId) -> Option<String> {
        let other = self.world().bystanders().find(|other| other.id == id)?;
        let healer = self.healers_of(&other).next();
        if let Some(healer) = healer {
            let name = &self.catalog().actor(healer.kind).name;
            return Some(format!("That counts the {name} near it, who heals it."));
        }
        let mends = other.statuses.has(Status::Mending) || self.heal(&other).is_some();
        mends.then(|| "That counts how it heals itself.".to_owned())
    }
}

/// The state of an actor with this percentage of its health.
fn wounds(percent: i32) -> &'static str {
    match percent {
        100.. => "unhurt",
        70.. => "scratched",
        40.. => "hurt",
        15.. => "badly hurt",
        _ => "nearly done for",
    }
}

/// The prospect of a fight in words, with the player's `health` for comparison.
fn outlook(Prospect { wins, loss }: Prospect, health: i32) -> String {
    let cost = match loss {
        0 => "lose next to nothing".to_owned(),
        _ => format!("lose about {loss} of your {health} health"),
    };
    match wins {
        980.. if loss * 6 <= health => format!("A nuisance: you would win, and {cost}."),
        980.. => format!("You would win, and {cost}."),
        700.. => format!("On your side: you would win {}, and {cost}.", fights(wins)),
        400.. => format!("Even: you would win {}, and {cost}.", fights(wins)),
        50.. => format!("Against you: you would win {}, and {cost}.", fights(wins)),
        _ => "You would lose.".to_owned(),
    }
}

/// A share of a thousand fights as a rounded fraction: "about 2 fights in 5".
fn fights(wins: u32) -> String {
    let (part, whole) = match (wins + 50) / 100 {
        0 | 1 => (1, 10),
        5 => (1, 2),
        tenths if tenths % 2 == 0 && tenths < 10 => (tenths / 2, 5),
        tenths => (tenths.min(9), 10),
    };
    let noun = if part == 1 { "fight" } else { "fights" };
    format!("about {part} {noun} in {whole}")
}

/// The speed of an actor, compared with a player who carries nothing.
fn pace(speed: u16) -> Option<&'static str> {
    match speed {
        ..70 => Some("It takes one turn to two of yours, or fewer."),
        70..95 => Some("It is a little slower than you."),
        95..=105 => None,
        106..130 => Some("It is a little quicker than you."),
        130.. => Some("It is much quicker than you: some turns, it strikes twice."),
    }
}

/// The statuses that a hit may give, which the odds do not count.
fn hazards(effects: &[Effect]) -> Option<String> {
    let word = |effect: &Effect| match effect {
        Effect::Inflict { status, .. } => Some(status.name()),
        // What these do is seen at once, or is no lasting harm to the player.
        Effect::Damage { .. }
        | Effect::Heal { .. }
        | Effect::Cure { .. }
        | Effect::Gas { .. }
        | Effect::Noise { .. }
        | Effect::Teleport
        | Effect::Map
        | Effect::FinishJob
        | Effect::Kindle
        | Effect::Identify
        | Effect::Supply { .. }
        | Effect::Ignite { .. }
        | Effect::Jet { .. }
        | Effect::Douse { .. }
        | Effect::Snuff { .. }
        | Effect::Around { .. }
        | Effect::Coins { .. }
        | Effect::Shove { .. }
        | Effect::Recall
        | Effect::Scrub { .. } => None,
    };
    let words: Vec<&str> = effects.iter().filter_map(word).collect();
    (!words.is_empty())
        .then(|| format!("A hit may leave you {}, which that does not count.", words.join(" or ")))
}

/// A range of damage: "2 to 5".
fn span((low, high): (i32, i32)) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}
