//! The lines about the actor on an examined cell, with the odds of a fight.

use crate::sim::{ActorId, Bystander, Duty};
use crate::view::effect_words::EffectOf;
use crate::view::fight::Prospect;
use crate::view::odds::hindrance;
use crate::view::tale::{counted_alike, list};
use crate::view::{Attitude, SeenActor, View};
use base::Pos;
use content::{Effect, Status, capital, with_article};

impl View<'_> {
    /// The actor on a cell: its health, attitude, odds and post.
    pub(super) fn examine_actor(&self, pos: Pos, lines: &mut Vec<String>) {
        let Some(actor) = self.actor_at(pos) else { return };
        if let Some(name) = self.town().and_then(|town| town.name_of(actor.id)) {
            self.examine_townsperson(&name, &actor, lines);
            return;
        }
        let name = match self.own_name(actor.id) {
            Some(name) => format!("{name}, {}", with_article(&actor.kind.name)),
            None => capital(&with_article(&actor.kind.name)),
        };
        lines.push(format!("{name}: {}, and {}.", wounds(actor.health), actor.attitude.describe()));
        if !actor.statuses.is_empty() {
            let words: Vec<&str> = actor.statuses.iter().map(|status| status.name()).collect();
            let held = [Status::Snared, Status::Stunned];
            let is_held = actor.statuses.iter().any(|status| held.contains(status));
            let mark = if is_held { ": easily hit while that lasts" } else { "" };
            lines.push(format!("It is {}{mark}.", words.join(" and ")));
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
                "It is not itself: it belongs at a post {way}. A lure set there calls it home; \
                 beaten below half its health, it goes by itself."
            )),
            Some((_, way)) if actor.attitude == Attitude::Returning => {
                lines.push(format!("Its post is {way}."));
            }
            _ => {}
        }
        lines.push(actor.kind.description.clone());
    }

    fn examine_townsperson(&self, name: &str, actor: &SeenActor<'_>, lines: &mut Vec<String>) {
        lines.push(format!("{}.", capital(name)));
        let town = self.town();
        if let Some(said) = town.and_then(|town| town.heard_from(actor.id)) {
            lines.push(format!("“{said}”"));
        }
        let hero = town.and_then(|town| town.hero(actor.id));
        if let Some(report) = hero.and_then(|id| self.person_report(id)) {
            lines.extend(report.about);
        }
        lines.push(actor.kind.description.clone());
    }

    /// The speed of an actor, compared with that of the player as both are now.
    fn pace(&self, id: ActorId) -> Option<String> {
        let world = self.world();
        let turns = world.pace_of(id)? * 100 / world.pace_of(ActorId::PLAYER)?;
        match turns {
            ..70 => {
                Some(format!("It is much slower than you: {} turns to 10 of yours.", turns / 10))
            }
            70..95 => Some("A little slower than you.".to_owned()),
            95..=105 => None,
            106..130 => Some("A little quicker than you.".to_owned()),
            130.. => {
                Some(format!("It is much quicker than you: {} turns to 10 of yours.", turns / 10))
            }
        }
    }

    /// The odds of a fight against an enemy and whoever would join it, and how the enemy fights.
    fn examine_fight(&self, actor: &SeenActor<'_>, lines: &mut Vec<String>) {
        let odds = self.odds_against(actor.id);
        let (Some((ours, theirs)), Some((prospect, others))) = (odds, self.prospect(actor.id))
        else {
            return;
        };
        lines.push(outlook(prospect, self.player().health, &others));
        // What comes first of a shooter is what it does first.
        lines.extend(self.shooting(actor));
        lines.push(format!(
            "You hit it {}% of the time for {}; it hits you {}% for {}.",
            ours.hit,
            span(ours.damage),
            theirs.hit,
            span(theirs.damage),
        ));
        if let Some(tool) = self.player().tool.filter(|tool| tool.reach > 1) {
            lines.push(format!(
                "Your {} strikes from {} cells away, in a straight line.",
                tool.name, tool.reach
            ));
        }
        if self.world().is_unaware(actor.id) {
            let more = self.catalog().rules.surprise - 100;
            lines.push(format!("It is not on its guard: your first hit does {more}% more."));
        }
        if actor.kind.boss.is_some() {
            lines.push("The odds leave its great blows out: none of them has to land.".to_owned());
        }
        if actor.kind.traits.shuns_light {
            lines.push("It shuns light: where one burns it keeps off, and waits.".to_owned());
        }
        if actor.kind.flies {
            lines.push("It floats: no trap in the floor goes off under it.".to_owned());
        }
        lines.extend(self.pace(actor.id));
        let mends =
            |other: &Bystander| other.statuses.has(Status::Mending) || self.heal(other).is_some();
        if self.bystander(actor.id).as_ref().is_some_and(mends) {
            lines.push("The odds count how it heals itself.".to_owned());
        }
        let shot = actor.kind.shot.iter().flat_map(|shot| hazards("shot", &shot.effects));
        lines.extend(hazards("hit", &actor.kind.melee.effects).into_iter().chain(shot));
        if let Some((entry, odds)) = self.best_throw(actor.id) {
            lines.push(format!(
                "{}, thrown, hits it {}% of the time for {}.",
                capital(&self.item_name(entry.kind, 1)),
                odds.hit,
                span(odds.damage)
            ));
        }
    }

    /// How an enemy shoots, with the odds of its shot at the player.
    fn shooting(&self, actor: &SeenActor<'_>) -> Option<String> {
        let odds = self.world().odds_of_shot(actor.id)?;
        let shot = actor.kind.shot.as_ref()?;
        let often = match (shot.ready + 5) / 10 {
            ..10 => format!("{} turns in 10", ((shot.ready + 5) / 10).max(1)),
            _ => "every turn".to_owned(),
        };
        Some(format!(
            "Over a clear line it shoots from up to {} cells away, {often}, and hits you {}% of \
             the time for {}.",
            shot.range,
            odds.hit,
            span(odds.damage)
        ))
    }

    /// Why no odds are given against an actor that is no enemy.
    fn why_no_odds(&self, actor: &SeenActor<'_>) -> &'static str {
        match self.bystander(actor.id).map(|other| other.duty) {
            Some(Duty::Guard { .. }) => {
                "It is on your side: its blows are for raiders, and there are no odds to give."
            }
            _ => "It has no quarrel with you: there are no odds to give.",
        }
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

/// The prospect of a fight in words, with those who would join it, and the player's `health` for
/// comparison.
fn outlook(prospect: Prospect, health: i32, others: &[SeenActor<'_>]) -> String {
    let Prospect { wins, spread: (low, high), .. } = prospect;
    let cost = match (low, high) {
        (_, 0) => "lose nothing".to_owned(),
        (0, 1) => "lose next to nothing".to_owned(),
        (low, high) if low == high => format!("lose {low} of your {health} health"),
        (low, high) => format!("lose about {low} to {high} of your {health} health"),
    };
    // Rounded to what can be told apart.
    let percent = (wins + 25) / 50 * 5;
    let verdict = match wins {
        980.. if high * 4 <= health => format!("a nuisance: you would win, and {cost}."),
        980.. => format!("you would win, and {cost}."),
        700.. => format!("the odds are yours: you would win {percent}%, and then {cost}."),
        400.. => format!("even odds: you would win {percent}%, and then {cost}."),
        50.. => format!("the odds are against you: you would win {percent}%, and then {cost}."),
        _ => "you would lose.".to_owned(),
    };
    match names_of(others) {
        names if names.is_empty() => capital(&verdict),
        names => {
            format!("{} would come to its help. {}", capital(&list(&names)), capital(&verdict))
        }
    }
}

/// The names of some actors, each kind once: "the mage", "2 squires".
fn names_of(actors: &[SeenActor<'_>]) -> Vec<String> {
    let name = |(name, count): (&str, usize)| match count {
        1 => format!("the {name}"),
        _ => format!("{count} {}", plural(name)),
    };
    let kinds = counted_alike(actors.iter().map(|actor| actor.kind.name.as_str()));
    kinds.into_iter().map(name).collect()
}

/// The plural of the name of a kind of actor: "squires", "hedge witches", "suits of armour".
fn plural(name: &str) -> String {
    let (noun, rest) = name.split_at(name.find(" of ").unwrap_or(name.len()));
    let plural = match noun.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None if noun.ends_with("ch") => format!("{noun}es"),
        None => format!("{noun}s"),
    };
    format!("{plural}{rest}")
}

/// The statuses that a hit or a shot may give: those that the odds do not count, and those that
/// they do.
fn hazards(what: &str, effects: &[Effect]) -> Vec<String> {
    let (counted, others): (Vec<&Effect>, Vec<&Effect>) =
        effects.iter().partition(|effect| hindrance(effect).is_some());
    let line = |effects: Vec<&Effect>, so: &str| {
        let words = effects.into_iter().filter_map(|effect| EffectOf::Enemy.words(effect));
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| format!("A {what} may leave you {}: {so}.", words.join(" or ")))
    };
    let lines = [line(counted, "the odds count that"), line(others, "the odds leave that out")];
    lines.into_iter().flatten().collect()
}

/// A range of damage: "2 to 5".
fn span((low, high): (i32, i32)) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}
