//! A site of a journey's map in words: what it is, how it stands, who was there, and what the way
//! there costs. And what is left of the season and of the rations.

use crate::sim::{Command, JourneyCommand, Reject, RoadCost, SiteId, SiteRaid, SiteState};
use content::capital;

use super::journey::{JourneyView, SiteView};
use super::message::describe_refusal;
use super::tale::{number, plural};

/// What the player may know of a site, in sentences.
#[derive(Clone, Debug)]
pub struct SiteReport {
    /// "Nether Wold".
    pub name: String,
    /// "Keep, depth 3: rough."
    pub kind: String,
    /// How it stands, and whether that presses.
    pub state: String,
    pub is_pressing: bool,
    /// The way there, or what to do where the player is, and whether it can be gone now.
    pub way: String,
    pub is_open: bool,
    /// Who would come tonight, if that was told.
    pub rumour: Option<String>,
    /// The raids, the newest first.
    pub raids: Vec<String>,
}

/// How dangerous a depth is, from the first on.
const DANGERS: [&str; 10] = [
    "quiet",
    "quiet enough",
    "uneasy",
    "uneasy",
    "rough",
    "rough",
    "bad",
    "very bad",
    "foul",
    "the worst there is",
];

impl JourneyView<'_> {
    pub fn site_report(&self, id: SiteId) -> SiteReport {
        let site = self.site(id);
        let way = self.way_to(id);
        SiteReport {
            name: capital(&site.name),
            kind: self.kind_of(&site, id == self.home()),
            state: self.state_of(&site),
            is_pressing: site.state == SiteState::Open && site.falls_on.is_some(),
            is_open: way.is_ok(),
            way: way.unwrap_or_else(|why| why),
            rumour: self.rumour(id),
            raids: site.raids.iter().rev().map(|raid| self.raid_told(raid)).collect(),
        }
    }

    /// The nights until a site is lost, if nobody puts it in order.
    pub fn nights_left(&self, site: &SiteView<'_>) -> Option<u16> {
        let falls_on = site.falls_on.filter(|_| site.state == SiteState::Open)?;
        Some(self.nights_until(falls_on))
    }

    /// The nights that pass until the end of one, that night included.
    pub(super) fn nights_until(&self, night: i16) -> u16 {
        (night + 1 - self.night()).max(1).unsigned_abs()
    }

    fn kind_of(&self, site: &SiteView<'_>, is_home: bool) -> String {
        if is_home {
            return "Where the upkeepers come from.".to_owned();
        }
        if site.is_town {
            return "A town.".to_owned();
        }
        let danger = DANGERS[usize::from(site.depth.0.max(1) - 1).min(DANGERS.len() - 1)];
        let count = self.catalog().campaign.floors_at(site.kind, site.depth.0);
        let floors =
            if count > 1 { format!(", {} floors", number(count.into())) } else { String::new() };
        let is_open = site.state == SiteState::Open;
        let prowlers = match self.catalog().campaign.prowlers(site.depth) {
            count if count > 0 && is_open => {
                let noun = plural(count.into(), "prowler");
                format!(", {} {noun} or more", number(count.into()))
            }
            _ => String::new(),
        };
        format!("{}, depth {}{floors}: {danger}{prowlers}.", capital(site.kind), site.depth)
    }

    fn state_of(&self, site: &SiteView<'_>) -> String {
        match site.state {
            SiteState::Worked { .. } if site.id == self.home() => "You began here.".to_owned(),
            SiteState::Worked { .. } if site.is_town => {
                "You have been through: its roads are open.".to_owned()
            }
            SiteState::Worked { night } => format!("In order since night {night}."),
            SiteState::Lost { night } => format!("Lost on night {night}. Nobody goes there."),
            SiteState::Open if site.is_town => {
                "Shops, a healer, an inn. Its far gate opens the roads beyond.".to_owned()
            }
            SiteState::Open if site.is_goal => self.seat_state(),
            SiteState::Open if self.settler(site.id).is_some() => {
                self.settled_told(site.id).unwrap_or_default()
            }
            SiteState::Open => match self.nights_left(site) {
                Some(nights) => {
                    let noun = plural(nights.into(), "night");
                    format!(
                        "Plundered: lost in {} {noun}, unless you see to it.",
                        number(nights.into())
                    )
                }
                None if site.raids.is_empty() && site.id == self.at() => {
                    "Nobody had been in before tonight.".to_owned()
                }
                None if site.raids.is_empty() => {
                    "Nobody has been in yet. Once you set out, somebody will.".to_owned()
                }
                None => "Nobody has cleaned up after them.".to_owned(),
            },
        }
    }

    /// What the way to a site costs, or what there is to do where the player is.
    fn way_to(&self, id: SiteId) -> Result<String, String> {
        if id == self.at() {
            if let Some(cost) = self.town_cost() {
                return self.way_in(cost);
            }
            let here =
                if self.has_work() { "There is work for you here." } else { "You are here." };
            return Ok(here.to_owned());
        }
        match self.roads().into_iter().find(|road| road.to == id).map(|road| road.cost) {
            Some(Ok(cost)) => Ok(road_told(cost)),
            Some(Err(reject)) => Err(describe_refusal(reject, self.catalog())),
            None => {
                let rations = self.atlas().way(self.at(), id).div_ceil(self.ration_cells());
                let why = describe_refusal(Reject::NoRoad, self.catalog());
                Err(format!("{why} The way round is some {rations} {}.", plural(rations, "ration")))
            }
        }
    }

    /// What it takes to walk into the town where the player is.
    fn way_in(&self, cost: RoadCost) -> Result<String, String> {
        let enter = Command::Journey(JourneyCommand::Enter);
        if let Some(reject) = self.refusal(&enter) {
            return Err(describe_refusal(reject, self.catalog()));
        }
        let RoadCost { rations, lacking, hunger, .. } = cost;
        let bed = format!("To walk in: {rations} {}.", plural(rations.into(), "ration"));
        Ok(match (rations, lacking) {
            (0, _) => "You can walk in.".to_owned(),
            (_, 0) => bed,
            _ => format!("{bed} You lack {lacking}, and go hungry: {hunger} health."),
        })
    }

    fn raid_told(&self, raid: &SiteRaid) -> String {
        let leader = raid.party.members.first().and_then(|leader| leader.person);
        let who = leader.map_or_else(|| "strangers".to_owned(), |leader| self.company(leader.id));
        let when = match self.night().saturating_sub(raid.night) {
            0 => "today".to_owned(),
            1 => "last night".to_owned(),
            nights => format!("{} nights ago", number(nights.unsigned_abs().into())),
        };
        let loot = match raid.chests {
            0 => "with nothing to show".to_owned(),
            chests => format!("{} {}", number(chests.into()), plural(chests.into(), "chest")),
        };
        let dead = match raid.fallen {
            0 => String::new(),
            fallen => format!(", {} dead", number(fallen.into())),
        };
        format!("Raided {when} by {who}: {loot}{dead}.")
    }
}

/// What a road costs: "2 rations, and a night."
pub fn road_told(cost: RoadCost) -> String {
    let RoadCost { rations, is_long, lacking, hunger } = cost;
    let night = if is_long { ", and a night" } else { "" };
    let road = format!("By road: {rations} {}{night}.", plural(rations.into(), "ration"));
    match lacking {
        0 => road,
        _ => format!("{road} You lack {lacking}, and go hungry: {hunger} health."),
    }
}

impl JourneyView<'_> {
    /// The nights that are left until the season is over.
    pub fn nights_of_season_left(&self) -> u16 {
        (self.catalog().campaign.nights - self.night()).max(0).unsigned_abs()
    }

    /// Cells of road for which the rations last.
    pub fn cells_by_rations(&self) -> u32 {
        u32::from(self.rations()) * self.ration_cells()
    }

    /// Whether a road of a length in cells takes a night.
    pub fn is_long(&self, length: u32) -> bool {
        length > self.catalog().campaign.long
    }

    /// Whether something that happened has shut the road between two sites.
    pub fn is_road_shut(&self, one: SiteId, other: SiteId) -> bool {
        self.own.is_road_closed(one, other)
    }

    /// Nights since the player was last in a town; `None` if they never were.
    pub fn nights_since_visit(&self, town: SiteId) -> Option<u16> {
        let visited = self.own.town(town)?.visited;
        Some((self.night() - visited).max(0).unsigned_abs())
    }
}
