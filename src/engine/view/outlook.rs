//! What is to be expected of dawn, in words.

use std::cmp::Reverse;

use base::Pos;
use content::counted;

use crate::sim::{Forecast, NoForecast, Spread};

use super::View;

/// Things that are told of one by one, at most.
const MAX_TOLD: usize = 6;

impl View<'_> {
    /// The mean and the range of the points, and of who falls and what is lost, a line each; why
    /// there is nothing to tell; nothing where nobody comes.
    pub fn outlook_in_short(&self, forecast: &Forecast) -> Vec<String> {
        match forecast.none {
            Some(NoForecast::NoWay) => vec!["No way to the exit is known yet.".to_owned()],
            Some(NoForecast::TooLate) => Vec::new(),
            None => {
                let rules = &self.catalog().rules.grade;
                let all = rules.harm + rules.kept;
                vec![
                    format!("Dawn {} of {all}", range(forecast.points)),
                    format!("Fall {}, lost {}", range(forecast.fallen), range(forecast.lost)),
                ]
            }
        }
    }

    /// Who of them falls or goes home hurt, which chests they take and which residents they slay,
    /// each with how often.
    pub fn outlook(&self, forecast: &Forecast) -> Vec<String> {
        let of = forecast.samples;
        if forecast.none.is_some() || of == 0 {
            return Vec::new();
        }
        let here = self.player().pos;
        let names = self.names_of_foretold(&forecast.members);
        let members = names.iter().zip(&forecast.members);
        let harmed = members.filter(|(_, member)| member.fallen + member.driven > 0);
        let members = harmed.map(|(own, member)| {
            let driven = match member.driven {
                0 => String::new(),
                raids => format!(", is driven home in {raids}"),
            };
            format!(
                "{} the {} falls in {} of {of} raids{driven}.",
                own.name, own.kind, member.fallen
            )
        });
        let place = |at| {
            let planned = self.plan().iter().position(|lever| lever.at() == at);
            let planned = planned.map_or(String::new(), |place| format!(", number {}", place + 1));
            let cells = counted(here.steps_to(at), "cell");
            format!("{cells} {}{planned}", here.bearing(at).name())
        };
        let told = |what: &str, all: &[(Pos, u32)]| {
            let mut often: Vec<_> = all.iter().filter(|(_, raids)| *raids > 0).collect();
            often.sort_by_key(|&&(at, raids)| (Reverse(raids), at));
            let often = often.into_iter().take(MAX_TOLD);
            let often = often.map(|&(at, raids)| format!("{} in {raids}", place(at)));
            let often: Vec<String> = often.collect();
            (!often.is_empty()).then(|| format!("{what}: {}.", often.join("; ")))
        };
        let nobody = forecast.members.iter().all(|own| own.fallen + own.driven == 0);
        let nobody = nobody.then(|| format!("Nobody falls or is driven home in {of} raids."));
        let Spread { p10, p90, mean, .. } = forecast.points;
        let most = if p10 == p90 { p10.to_string() } else { format!("{p10} to {p90}") };
        let range = format!(
            "Points of dawn: {mean} on average; eight raids in ten bring {most}. Only what is more \
             than a night in bed had brought counts."
        );
        let members = [range].into_iter().chain(nobody).chain(members);
        let chests = told("Chests that they take", &forecast.chests);
        let posts = told("Residents that they slay", &forecast.posts);
        members.chain(chests).chain(posts).collect()
    }
}

/// The mean, and from where to where eight in ten come out. Points often have two peaks, a trap
/// that is hit or missed, between which the middle one jumps.
fn range(Spread { p10, p90, mean, .. }: Spread) -> String {
    if p10 == p90 { mean.to_string() } else { format!("{mean} ({p10}–{p90})") }
}
