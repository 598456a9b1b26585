//! What is to be said of a cell that is looked at.

use crate::base::Pos;
use crate::content::{Effect, Gate, JobKind, Status, Supply, capital, with_article};
use crate::levelgen::Tile;
use crate::sim::{ActorId, Door, Duty, Fixture, Turns};

use super::fight::Prospect;
use super::shop::Ware;
use super::{Attitude, SeenActor, View};

impl View<'_> {
    /// What is to be said of a cell, a sentence a line, the most important first.
    pub fn examine(&self, pos: Pos) -> Vec<String> {
        let cell = self.cell(pos);
        let Some(tile) = cell.tile else {
            let mut lines = Vec::new();
            self.examine_actor(pos, &mut lines);
            lines.push("You do not know what is there.".to_owned());
            return lines;
        };
        let mut lines = Vec::new();
        if pos == self.player().pos {
            let text =
                if self.player().hidden { "You are in hiding here." } else { "You stand here." };
            lines.push(text.to_owned());
        }
        if self.threatened().contains(&pos) {
            lines.push("A great blow is about to fall here.".to_owned());
        }
        self.examine_actor(pos, &mut lines);
        let colleague = self.chest_on_the_payroll(pos);
        if let Some(kind) = colleague {
            lines.push(format!(
                "Not a chest. That one is on the payroll: {}. {}",
                with_article(&kind.name),
                kind.description
            ));
        }
        if let Some(kind) = cell.body_of {
            if let Some(left) = self.turns_to_rising(pos) {
                lines.extend(stirring(left).map(str::to_owned));
            }
            lines
                .push(format!("{}, for the chute.", capital(&with_article(&self.body_name(kind)))));
            if let Some(by) = self.world().body_at(pos).and_then(|body| body.by) {
                lines.push(format!("Fell to {}.", self.harm_name(by)));
            }
        } else if cell.body {
            lines.push("A body lay here, when you last looked.".to_owned());
        }
        if let Some(kind) = cell.item {
            let known = self.world().is_identified(kind);
            let count = if cell.visible {
                self.world().item_at(pos).map_or(1, |stack| stack.count)
            } else {
                1
            };
            let name = capital(&self.item_name(kind, count));
            let text = if known {
                self.catalog().item(kind).description.as_str()
            } else {
                "Nobody has found out yet what it does."
            };
            lines.push(format!("{name}. {text}"));
            if let Some(ware) = self.ware_at(pos) {
                lines.push(self.price_tag(&ware));
            }
        }
        if let Some(fixture) = cell.fixture.filter(|_| colleague.is_none()) {
            lines.extend(self.examine_fixture(fixture));
            if let (Fixture::Post { empty: true }, Some(kind)) = (fixture, self.missing_from(pos)) {
                lines.push(format!("The bowl says whose it is: {}.", with_article(&kind.name)));
            }
        }
        if cell.gas > 0 {
            lines.push("Choking gas hangs here. It hurts more where it is thicker.".to_owned());
        }
        if cell.fire > 0 {
            lines
                .push("Fire. It goes out by itself when there is nothing left to burn.".to_owned());
        }
        if cell.blood {
            lines.push("Blood. It wants mopping.".to_owned());
        }
        if lines.is_empty() || cell.fixture.is_none() && !cell.blood && !cell.body {
            lines.push(self.examine_tile(tile));
        }
        if !cell.seen {
            lines.push("You know it from the plan only.".to_owned());
        } else if !cell.visible {
            lines.push("That is how you remember it.".to_owned());
        }
        lines
    }

    fn examine_actor(&self, pos: Pos, lines: &mut Vec<String>) {
        let Some(actor) = self.actor_at(pos) else { return };
        let name = capital(&with_article(&actor.kind.name));
        lines.push(format!("{name}: {}, and {}.", wounds(actor.health), actor.attitude.describe()));
        if !actor.statuses.is_empty() {
            let words: Vec<&str> = actor.statuses.iter().map(|status| status.name()).collect();
            lines.push(format!("It is {}.", words.join(" and ")));
        }
        if let (Some((ours, theirs)), Some(prospect), true) =
            (self.odds_against(actor.id), self.prospect(actor.id), actor.hostile)
        {
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
        if !actor.hostile {
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

    /// Why nothing is said of a fight with somebody.
    fn why_no_odds(&self, actor: &SeenActor<'_>) -> &'static str {
        match self.duty_of(actor.id) {
            Some(Duty::Guard { .. }) => {
                "It is on your side: its blows are for raiders, and there are no odds to give."
            }
            _ => "It has no quarrel with you: there are no odds to give.",
        }
    }

    /// What keeps an enemy up, of which the outlook takes account.
    fn mending(&self, id: ActorId) -> Option<String> {
        let other = self.world().bystanders().find(|other| other.id == id)?;
        let healer = self.healers_of(&other).next();
        if let Some(healer) = healer {
            let name = &self.catalog().actor(healer.kind).name;
            return Some(format!("That counts the {name} near it, who heals it."));
        }
        let mends = other.statuses.has(Status::Mending) || self.prayer(&other).is_some();
        mends.then(|| "That counts how it heals itself.".to_owned())
    }

    /// What goods cost, and what that tells of them.
    pub fn price_tag(&self, ware: &Ware<'_>) -> String {
        let price = format!("It costs {}.", ware.price);
        if ware.identified {
            return price;
        }
        format!("{price} At that price it is {}.", self.possible(ware.kind).names())
    }

    /// Turns until a body in sight gets up.
    fn turns_to_rising(&self, pos: Pos) -> Option<Turns> {
        let body = self.world().body_at(pos).filter(|_| self.is_visible(pos))?;
        Some(body.rises.saturating_sub(self.clock()))
    }

    fn examine_fixture(&self, fixture: Fixture) -> Vec<String> {
        let left = |supply: Supply, job: JobKind| {
            let own = self.world().supply(supply);
            let turns = self.world().work_turns(job);
            format!(
                "It takes {turns} {} and one of your {own} {supply}.",
                plural(turns.into(), "turn")
            )
        };
        match fixture {
            Fixture::Trap { kind, armed } => {
                let trap = self.catalog().trap(kind);
                let state = if armed {
                    "armed. Mind your feet.".to_owned()
                } else {
                    format!("sprung. {}", left(Supply::Parts, JobKind::Trap))
                };
                vec![
                    format!("{} trap, {state}", capital(&with_article(&trap.name))),
                    trap.description.clone(),
                ]
            }
            Fixture::Chest { full: true } => vec!["A chest, full, as it should be.".to_owned()],
            Fixture::Chest { full: false } => {
                vec![format!("A looted chest. {}", left(Supply::Stock, JobKind::Chest))]
            }
            Fixture::Door(Door::Broken) => {
                vec![format!("A broken door. {}", left(Supply::Timber, JobKind::Door))]
            }
            Fixture::Door(Door::Open) => vec!["An open door. It can be shut.".to_owned()],
            Fixture::Door(Door::Closed) => {
                vec!["A shut door. Vermin have no hands for the latch. It can be barred.".to_owned()]
            }
            Fixture::Door(Door::Barred) => vec![
                "A barred door. No latch opens it. You can, by walking into it; axes can, in a while."
                    .to_owned(),
            ],
            Fixture::Door(Door::Locked) => {
                vec![format!("A locked door. {}", self.how_to_open(Gate::LockedDoor))]
            }
            Fixture::Door(Door::Bolted) => {
                vec![format!("A door with too many bolts. {}", self.how_to_open(Gate::BossDoor))]
            }
            Fixture::Light { lit: true } => {
                vec!["A brazier, lit. Whoever stands in its light is seen from afar. It can be put out.".to_owned()]
            }
            Fixture::Light { lit: false } => {
                vec![format!("A dead brazier. {}", left(Supply::Oil, JobKind::Light))]
            }
            Fixture::Post { empty: false } => {
                vec!["A post: a mat, a bowl, a view of the door.".to_owned()]
            }
            Fixture::Post { empty: true } => vec![format!(
                "An empty post. Whoever lived here runs wild; a lure set here calls it home. {}",
                left(Supply::Lures, JobKind::Pen)
            )],
            Fixture::Closet => {
                vec!["Your closet: a bucket to rinse the mop in, and no chair.".to_owned()]
            }
            Fixture::Chute => {
                vec!["A chute. Bodies go down here; nobody asks where it ends.".to_owned()]
            }
            Fixture::Well => vec!["A well, to rinse the mop in.".to_owned()],
            Fixture::Drop(down) => vec![format!(
                "A ledge, twice your height. You can jump down to the {}, and not climb back.",
                down.name()
            )],
            Fixture::Crate => {
                let turns = self.world().smash_turns();
                vec![format!(
                    "A crate, in the way. Walk into it and it is firewood in {turns} {}, loudly.",
                    plural(turns.into(), "turn")
                )]
            }
            Fixture::Wardrobe => vec![
                "A wardrobe. Step in while nobody looks, and next to nobody will.".to_owned(),
            ],
            Fixture::Alcove => {
                vec!["A hollow in the rock, your size. Step in while nobody looks.".to_owned()]
            }
            Fixture::House => {
                vec![
                    "A house door. Light under it: somebody is in, and it stays shut tonight."
                        .to_owned(),
                ]
            }
        }
    }

    /// What opens a gate, and whether it hangs on the belt.
    fn how_to_open(&self, gate: Gate) -> String {
        let opens = self.world().opens(gate);
        match gate {
            Gate::LockedDoor if opens => {
                "Walk into it: a small key opens it, and stays in the lock."
            }
            Gate::LockedDoor => "Any small key of this floor opens it; you have none.",
            Gate::BossDoor if opens => "Walk into it: you have the key, and your hip knows it.",
            Gate::BossDoor => "It has a key of its own, and you do not have it.",
            Gate::Pit if opens => "Your boots will not notice it.",
            Gate::Pit => "It wants lighter boots than yours. You see across, at least.",
            Gate::Rubble if opens => match self.world().satchel_wait().0 {
                0 => "Walk into it, and the satchel makes it floor. Everybody will hear.",
                _ => "The satchel is refilling itself.",
            },
            Gate::Rubble => "It is more than a night's work, and wants a bomb.",
            Gate::Drop => "There is no way up.",
        }
        .to_owned()
    }

    fn examine_tile(&self, tile: Tile) -> String {
        match tile {
            Tile::Pit => format!("A pit, with an echo. {}", self.how_to_open(Gate::Pit)),
            Tile::Rubble => {
                format!("Rubble, up to the ceiling. {}", self.how_to_open(Gate::Rubble))
            }
            other => describe_tile(other).to_owned(),
        }
    }
}

/// What is seen of a body's time running out.
fn stirring(left: Turns) -> Option<&'static str> {
    match left.0 {
        0..40 => Some("A finger twitches. Be quick."),
        40..120 => Some("It will not lie still much longer."),
        _ => None,
    }
}

fn describe_tile(tile: Tile) -> &'static str {
    match tile {
        Tile::Wall => "A wall.",
        Tile::Rock => "Solid rock.",
        Tile::Floor => "Floor.",
        Tile::Door => "A doorway.",
        Tile::LockedDoor => "A locked door.",
        Tile::BossDoor => "A door with too many bolts.",
        Tile::Pit => "A pit.",
        Tile::Rubble => "Rubble.",
        Tile::DeepWater => "Deep water, black and quiet. Nobody wades it.",
        Tile::Grass => "Something green has come up through the floor. Not on the order.",
        Tile::Road => "A paved way, worn by feet that were let in.",
        Tile::Start => "The way you came in.",
        Tile::Exit => "The exit. You clock out here.",
    }
}

fn wounds(percent: i32) -> &'static str {
    match percent {
        100.. => "unhurt",
        70.. => "scratched",
        40.. => "hurt",
        15.. => "badly hurt",
        _ => "nearly done for",
    }
}

/// How a fight would go, in words and numbers.
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

/// A share of a thousand as people say it.
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

/// How quick somebody is beside an upkeeper with empty arms.
fn pace(speed: u16) -> Option<&'static str> {
    match speed {
        ..70 => Some("It takes one turn to two of yours, or fewer."),
        70..95 => Some("It is a little slower than you."),
        95..=105 => None,
        106..130 => Some("It is a little quicker than you."),
        130.. => Some("It is much quicker than you: some turns, it strikes twice."),
    }
}

/// What a blow brings besides, which the odds do not count.
fn hazards(effects: &[Effect]) -> Option<String> {
    let words: Vec<&str> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Inflict { status, .. } => Some(status.name()),
            _ => None,
        })
        .collect();
    (!words.is_empty())
        .then(|| format!("A hit may leave you {}, which that does not count.", words.join(" or ")))
}

fn span((low, high): (i32, i32)) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

fn plural(count: u32, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}
