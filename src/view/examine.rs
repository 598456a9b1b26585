use crate::base::{Dir, Pos};
use crate::content::{Gate, JobKind, Supply, with_article};
use crate::r#gen::Tile;
use crate::sim::{Door, Fixture, Turns};

use super::View;

impl View<'_> {
    /// What is to be said of a cell, a sentence a line, the most important first.
    pub fn examine(&self, pos: Pos) -> Vec<String> {
        let cell = self.cell(pos);
        let Some(tile) = cell.tile else {
            return vec!["You do not know what is there.".to_owned()];
        };
        let mut lines = Vec::new();
        if pos == self.player().pos {
            lines.push("You stand here.".to_owned());
        }
        self.examine_actor(pos, &mut lines);
        if let Some(kind) = cell.body_of {
            if let Some(left) = self.turns_to_rising(pos) {
                lines.extend(stirring(left).map(str::to_owned));
            }
            lines
                .push(format!("{}, for the chute.", capital(&with_article(&self.body_name(kind)))));
            if let Some(by) = self.world().body_at(pos).and_then(|body| body.by) {
                lines.push(format!("Fell to {}.", self.world().harm_name(by)));
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
        }
        if let Some(fixture) = cell.fixture {
            lines.extend(self.examine_fixture(fixture));
        }
        if cell.gas > 0 {
            lines.push("Choking gas hangs here. It hurts more where it is thicker.".to_owned());
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
        if let (Some((ours, theirs)), Some((needed, left)), true) =
            (self.odds_against(actor.id), self.blows_needed(actor.id), actor.hostile)
        {
            lines.push(format!(
                "You hit it {} times in 100 for {}; about {needed} blows would do.",
                ours.hit,
                span(ours.damage)
            ));
            lines.push(format!(
                "It hits you {} times in 100 for {}; about {left} turns of it would be your end. {}",
                theirs.hit,
                span(theirs.damage),
                advice(needed, left)
            ));
            if let Some(shot) = &actor.kind.shot {
                lines.push(format!(
                    "From up to {} cells away it does {} to whoever it has a clear line to.",
                    shot.range,
                    span(shot.damage)
                ));
            }
        }
        lines.push(actor.kind.description.clone());
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
                vec!["A shut door. Vermin have no hands for the latch.".to_owned()]
            }
            Fixture::Door(Door::Locked) => {
                vec![format!("A locked door. {}", self.how_to_open(Gate::LockedDoor))]
            }
            Fixture::Door(Door::Bolted) => {
                vec![format!("A door with too many bolts. {}", self.how_to_open(Gate::BossDoor))]
            }
            Fixture::Light { lit: true } => {
                vec!["A brazier, lit. Whoever stands in its light is seen from afar.".to_owned()]
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
                compass(down)
            )],
            Fixture::Crate => {
                let turns = self.world().smash_turns();
                vec![format!(
                    "A crate, in the way. Walk into it and it is firewood in {turns} {}, loudly.",
                    plural(turns.into(), "turn")
                )]
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

/// The word for one of the four directions of a ledge.
fn compass(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "north",
        Dir::East => "east",
        Dir::South => "south",
        _ => "west",
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

fn advice(needed: i32, left: i32) -> &'static str {
    if needed * 3 <= left {
        "An easy fight."
    } else if needed * 2 <= left {
        "A fair fight, on your side."
    } else if needed < left {
        "You would win it more often than not, and limp."
    } else {
        "Better not."
    }
}

fn span((low, high): (i32, i32)) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

fn plural(count: u32, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}

/// With its first letter large.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
