use crate::base::Pos;
use crate::content::{JobKind, Supply, with_article};
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
            lines.push(describe_tile(tile).to_owned());
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
            Fixture::Door(Door::Locked) => vec!["A locked door.".to_owned()],
            Fixture::Light { lit: true } => {
                vec!["A brazier, lit. Whoever stands in its light is seen from afar.".to_owned()]
            }
            Fixture::Light { lit: false } => {
                vec![format!("A dead brazier. {}", left(Supply::Oil, JobKind::Light))]
            }
            Fixture::Closet => {
                vec!["Your closet: a bucket to rinse the mop in, and no chair.".to_owned()]
            }
            Fixture::Chute => {
                vec!["A chute. Bodies go down here; nobody asks where it ends.".to_owned()]
            }
            Fixture::Well => vec!["A well, to rinse the mop in.".to_owned()],
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
        Tile::DeepWater => "Deep water.",
        Tile::Grass => "Something green has come up through the floor.",
        Tile::Road => "A paved way.",
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
