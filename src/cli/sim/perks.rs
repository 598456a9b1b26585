//! The perks that journeys were offered and took, and how those journeys went: whether one is
//! better than the others.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use engine::sim::Leg;
use engine::view::View;

/// The perks of a journey, and how far it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Seniority {
    /// What was offered at each choice and what was taken, in order.
    perks: Vec<PerkChoice>,
    /// The sites that were worked, and the depth of the deepest of them.
    sites_worked: usize,
    deepest: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct PerkChoice {
    offered: Vec<String>,
    taken: String,
}

impl Seniority {
    /// That of a run; `None` if it is no journey.
    pub(super) fn of(view: View<'_>) -> Option<Seniority> {
        let journey = view.journey()?;
        let worked = journey.trail().iter().filter_map(|leg| match leg {
            Leg::Work { site, .. } => Some(journey.site(*site).depth.0),
            Leg::Road { .. } => None,
        });
        let choices = view.perk_choices().into_iter();
        let perks = choices.map(|(offered, taken)| PerkChoice {
            offered: offered.into_iter().map(str::to_owned).collect(),
            taken: taken.to_owned(),
        });
        Some(Seniority {
            perks: perks.collect(),
            sites_worked: worked.clone().count(),
            deepest: worked.max().unwrap_or(0),
        })
    }
}

/// Counts over journeys, by the name of a perk.
#[derive(Debug, Default)]
pub(super) struct PerkCounts {
    perks: BTreeMap<String, PerkCount>,
    /// Choices, and those of journeys that were won.
    choices: u32,
    choices_of_winners: u32,
}

#[derive(Debug, Default)]
struct PerkCount {
    offered: u32,
    taken: u32,
    /// Among those offered and taken, the ones of journeys that were won.
    offered_to_winners: u32,
    taken_by_winners: u32,
    /// The depths of the journeys that took it, added up.
    depths: u32,
}

impl PerkCounts {
    pub(super) fn add(&mut self, journey: &Seniority, is_won: bool) {
        let won = u32::from(is_won);
        for PerkChoice { offered, taken } in &journey.perks {
            self.choices += 1;
            self.choices_of_winners += won;
            for name in offered {
                let count = self.perks.entry(name.clone()).or_default();
                count.offered += 1;
                count.offered_to_winners += won;
            }
            let count = self.perks.entry(taken.clone()).or_default();
            count.taken += 1;
            count.taken_by_winners += won;
            count.depths += u32::from(journey.deepest);
        }
    }

    /// Writes a line for each perk; nothing if none was taken.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        if self.choices == 0 {
            return Ok(());
        }
        let (choices, won) = (self.choices, self.choices_of_winners);
        writeln!(out, "  perks       {choices} taken, {won} of them by winners")?;
        for (name, count) in &self.perks {
            let PerkCount { offered, taken, offered_to_winners, taken_by_winners, depths } = *count;
            let depth = match taken {
                0 => "–".to_owned(),
                _ => format!("{}.{}", depths / taken, depths * 10 / taken % 10),
            };
            writeln!(
                out,
                "    {name:<24}taken {taken} of {offered}, by winners {taken_by_winners} of \
                 {offered_to_winners} · mean depth {depth}"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{PerkChoice, PerkCounts, Seniority};

    #[test]
    fn perks_are_counted_by_name() {
        let journey = |taken: &str, deepest| Seniority {
            perks: vec![PerkChoice {
                offered: ["a", "b", "c"].map(str::to_owned).to_vec(),
                taken: taken.to_owned(),
            }],
            sites_worked: 4,
            deepest,
        };
        let mut counts = PerkCounts::default();
        counts.add(&journey("a", 4), false);
        counts.add(&journey("a", 9), true);
        counts.add(&journey("b", 3), false);
        let mut out = Vec::new();
        counts.write(&mut out).expect("memory");
        let expected = "  perks       3 taken, 1 of them by winners
    a                       taken 2 of 3, by winners 1 of 1 · mean depth 6.5
    b                       taken 1 of 3, by winners 0 of 1 · mean depth 3.0
    c                       taken 0 of 3, by winners 0 of 1 · mean depth –
";
        assert_eq!(String::from_utf8(out).expect("text"), expected);
    }
}
