//! What a raid came to, as somebody tells it who had to clean up after it.

use crate::sim::{Fate, Report};

use super::View;
use super::examine::capital;

impl View<'_> {
    /// The story of a raid, a sentence a line: who came, who went home, what they did meanwhile.
    pub fn story(&self, raid: &Report) -> Vec<String> {
        let Some(party) = raid.party else { return Vec::new() };
        let party = &self.catalog().parties[usize::from(party.0)];
        let (came, home) = (raid.members.len(), raid.home());
        let mut lines = vec![format!("{} came.", capital(&party.name))];
        lines.push(match (came, home) {
            (came, home) if came == home => {
                format!("They came in {} and went home {}.", number(came), number(home))
            }
            (came, 0) => format!("They came in {}; nobody went home.", number(came)),
            (came, home) => format!("They came in {}; {} went home.", number(came), number(home)),
        });
        for member in &raid.members {
            let name = &self.catalog().actor(member.kind).name;
            match member.fate {
                Fate::Fell(by) => {
                    lines.push(format!("A {name} fell to {}.", self.world().harm_name(by)));
                }
                Fate::Inside => lines.push(format!("A {name} never came out.")),
                Fate::Through | Fate::Fled => {}
            }
        }
        let deeds = [
            (raid.traps_sprung, "trap", "sprung"),
            (raid.traps_disarmed, "trap", "taken apart"),
            (raid.chests_looted, "chest", "emptied"),
            (raid.doors_broken, "door", "kicked in"),
            (raid.lights_out, "brazier", "put out"),
            (raid.residents_slain, "resident", "slain"),
            (raid.residents_driven, "resident", "driven off"),
        ];
        let told: Vec<String> = deeds
            .into_iter()
            .filter(|&(count, ..)| count > 0)
            .map(|(count, noun, done)| {
                let plural = if count == 1 { "" } else { "s" };
                format!("{} {noun}{plural} {done}", number(count.into()))
            })
            .collect();
        if !told.is_empty() {
            lines.push(format!("{}.", capital(&told.join(", "))));
        }
        lines
    }
}

fn number(count: usize) -> String {
    const WORDS: [&str; 13] = [
        "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(count).map_or_else(|| count.to_string(), |&word| word.to_owned())
}
