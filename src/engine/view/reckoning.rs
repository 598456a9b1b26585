//! The reckoning in words: what became of each raider, what mattered, and what to do otherwise.

use crate::sim::{
    Deed, DeedKind, EndCause, Fate, Fixture, Lever, Loss, Missed, RaiderEnd, Reckoning, Suggestion,
    Worth,
};
use base::Pos;
use content::{JobKind, capital, counted};

use super::raid::PartyMember;
use super::tale::chests_worth;
use super::{Party, View};

/// How near something is that a place is named by, in cells.
const NEAR_CELLS: i32 = 6;

/// What became of a raider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberEnd<'a> {
    pub name: &'a str,
    pub surname: &'a str,
    /// "mage"
    pub class: &'a str,
    /// The place of its company among those of the raid.
    pub wave: u8,
    /// "fell", "driven", "fled", "through" or "inside".
    pub fate: &'static str,
    pub harm_percent: i32,
    pub loot: u8,
    /// What it fell to: "spike trap".
    pub by: Option<String>,
    pub at: Option<Pos>,
    pub cause: Option<EndCause>,
    /// "Wynn, mage: fell to a spike trap by the exit, by your cord 1"
    pub text: String,
}

/// What is said where nothing that was tried is worth a point.
const NO_SUGGESTION: &str = "Nothing that you left undone would have brought a point more.";

/// What stands above what mattered: the points are no parts of a sum.
pub const ABOUT_MATTERED: &str = "What mattered, each alone left out; it does not add up:";

impl<'a> View<'a> {
    /// The raiders of dawn and what became of them, as far as `ends` tell through what.
    pub fn member_ends(&self, ends: &[RaiderEnd]) -> Vec<MemberEnd<'a>> {
        let Some(Party { members, .. }) = self.site_party() else { return Vec::new() };
        let end_of = |own: &PartyMember<'a>| ends.iter().find(|end| end.id == own.id);
        members.iter().map(|own| self.member_end(own, end_of(own))).collect()
    }

    /// Whether a member has left the floor hurt enough to go home.
    pub fn is_driven_home(&self, member: &PartyMember<'_>) -> bool {
        matches!(member.fate, Fate::Fled | Fate::Through)
            && member.health * 100 < member.max_health * self.catalog().rules.raid.home_percent
    }

    fn member_end(&self, member: &PartyMember<'a>, end: Option<&RaiderEnd>) -> MemberEnd<'a> {
        let PartyMember { name, surname, kind, wave, loot, .. } = *member;
        let harm = member.harm_percent();
        let hurt = if harm == 0 { "unhurt".to_owned() } else { format!("{harm}% hurt") };
        let place = end.map_or(String::new(), |end| format!(" {}", self.place(end.at, end.floor)));
        let cause = end.and_then(|end| end.cause);
        let by = cause.map_or(String::new(), |cause| format!(", by {}", cause_in_words(cause)));
        let bag = match loot {
            0 => String::new(),
            _ => format!(", with {}", chests_worth(loot.into())),
        };
        let (fate, told) = match member.fate {
            Fate::Inside => ("inside", "is still in there somewhere".to_owned()),
            Fate::Fell(own) => ("fell", format!("{}{place}{by}", self.fell_to(own, false))),
            Fate::Through | Fate::Fled if self.is_driven_home(member) => {
                ("driven", format!("driven home, {hurt}{by}{bag}"))
            }
            Fate::Through => ("through", format!("got through, {hurt}{bag}")),
            Fate::Fled => ("fled", format!("ran home, {hurt}{bag}")),
        };
        MemberEnd {
            name,
            surname,
            class: &kind.name,
            wave,
            fate,
            harm_percent: harm,
            loot,
            by: match member.fate {
                Fate::Fell(own) => Some(self.harm_noun(own)),
                _ => None,
            },
            at: end.map(|end| end.at),
            cause,
            text: format!("{name}, {}: {told}", kind.name),
        }
    }

    /// Something that was done or left: "the brazier by the exit, lit".
    pub fn deed_in_words(&self, Deed { kind, at, floor }: Deed) -> String {
        let place = self.place(at, floor);
        let body = |body, person| match person {
            Some(_) => format!("the {} {place}", self.body_of(body, person)),
            None => format!("the {} {place}", self.body_name(body)),
        };
        match kind {
            DeedKind::Mended(was) => self.mended_in_words(was, &place),
            DeedKind::LedHome { kind, .. } => {
                format!("the {}, led home {place}", self.catalog().actor(kind).name)
            }
            DeedKind::CarriedOff { body: own, person } => {
                format!("{}, carried off", body(own, person))
            }
            DeedKind::LeftLying { body: own, person } => {
                format!("{}, left lying", body(own, person))
            }
            DeedKind::Unarmed { trap } => {
                format!("the {} trap {place}, not armed", self.catalog().trap(trap).name)
            }
            DeedKind::Barred => format!("the door {place}, barred"),
            DeedKind::Kit { trap } => {
                format!("your {} trap {place}", self.catalog().trap(trap).name)
            }
            DeedKind::Cord { cord, end } => {
                format!("cord {} to the {} {place}", cord + 1, self.name_of_cord_end(end))
            }
            DeedKind::Post { kind, .. } => {
                format!("the {}, posted {place}", self.catalog().actor(kind).name)
            }
            DeedKind::Pull { cord, end, turn, .. } => {
                let what = end.map_or_else(|| "cord".to_owned(), |end| self.name_of_cord_end(end));
                format!("your pull of cord {} on turn {turn}: the {what} {place}", cord + 1)
            }
        }
    }

    /// What a fixture was put in order as.
    fn mended_in_words(&self, was: Fixture, place: &str) -> String {
        match was {
            Fixture::Trap { kind, .. } => {
                format!("the {} trap {place}, armed", self.catalog().trap(kind).name)
            }
            Fixture::Chest { .. } => format!("the chest {place}, filled"),
            Fixture::Door(_) => format!("the door {place}, hung"),
            Fixture::Light { .. } => format!("the brazier {place}, lit"),
            _ => format!("the post {place}, kept"),
        }
    }

    /// What the raid has cost, and the points that it was worth, as far as they are known.
    pub fn loss_in_words(&self, loss: Loss) -> (String, Option<i32>) {
        match loss {
            Loss::Chests { count, points } => {
                (format!("{} carried off", counted(u32::from(count), "chest")), Some(points))
            }
            Loss::Trap { trap, at, floor, by } => {
                let members = self.site_party().map_or(Vec::new(), |party| party.members);
                let by = members.iter().find(|own| own.id == by).map_or("somebody", |own| own.name);
                let trap = &self.catalog().trap(trap).name;
                (format!("the {trap} trap {}, taken apart by {by}", self.place(at, floor)), None)
            }
        }
    }

    fn missed_in_words(&self, missed: Missed) -> String {
        match missed {
            Missed::Lever(lever) => self.lever_in_words(lever),
            Missed::Pull(Deed { kind: DeedKind::Pull { cord, end, turn, .. }, at, floor }) => {
                let what = end.map_or_else(|| "cord".to_owned(), |end| self.name_of_cord_end(end));
                let place = self.place(at, floor);
                format!("a pull of cord {} on turn {turn}, the {what} {place},", cord + 1)
            }
            Missed::Pull(deed) => self.deed_in_words(deed),
        }
    }

    fn lever_in_words(&self, lever: Lever) -> String {
        let floor = self.world().floor();
        let here = self.world().journey().map_or(0, |journey| journey.floor);
        let place = |at| self.place(at, here);
        let trap = |at| floor.fixture(at).and_then(Fixture::trap);
        match lever {
            Lever::Kit { at, trap } => {
                format!("a {} trap {}", self.catalog().trap(trap).name, place(at))
            }
            Lever::Cord { at } => {
                let what = trap(at).map_or("trap".to_owned(), |kind| {
                    format!("{} trap", self.catalog().trap(kind).name)
                });
                format!("a cord to the {what} {}", place(at))
            }
            Lever::Job { at, job } => match floor.fixture(at) {
                Some(own) if matches!(job, JobKind::Trap | JobKind::Chest) => {
                    self.mended_in_words(own, &place(at))
                }
                _ => format!("the {} {}", job.name(), place(at)),
            },
            Lever::Post { who, at } => match self.world().actor_ref(who) {
                Some(own) => {
                    format!("the {}, posted {}", self.catalog().actor(own.kind).name, place(at))
                }
                None => format!("a resident posted {}", place(at)),
            },
        }
    }

    /// The one thing to do otherwise, in a sentence; `None` as long as it is not known.
    pub fn suggestion_in_words(&self, reckoning: &Reckoning) -> Option<String> {
        let points = |points: i32| counted(points.unsigned_abs(), "point");
        match reckoning.suggestion() {
            Some(Suggestion::With(Worth { what, points: more })) => {
                let what = capital(&self.missed_in_words(what));
                Some(format!("{what} would have brought {} more.", points(more)))
            }
            Some(Suggestion::Without(Worth { what, points: less })) => {
                let what = capital(&self.deed_in_words(what));
                Some(format!("{what}: without it, {} more.", points(less)))
            }
            None if reckoning.is_done() => Some(NO_SUGGESTION.to_owned()),
            None => None,
        }
    }

    /// Where a cell is, by what is near it or by the part of the floor: "by the exit", "in the
    /// north-west".
    fn place(&self, at: Pos, number: u8) -> String {
        let here = self.world().journey().map_or(0, |journey| journey.floor);
        if number != here {
            return format!("on floor {}", u16::from(number) + 1);
        }
        let floor = self.world().floor();
        let exit = if self.has_stairs_down() { "by the stairs down" } else { "by the exit" };
        let closet = floor.fixtures().find(|&(_, own)| own == Fixture::Closet);
        let marks = [(Some(floor.exit), exit), (Some(floor.start), "by the way in")];
        let marks = marks.into_iter().chain([(closet.map(|(pos, _)| pos), "by the closet")]);
        let near = marks.filter_map(|(pos, words)| Some((pos?.steps_to(at), words)));
        if let Some((_, words)) = near.filter(|&(cells, _)| cells <= NEAR_CELLS).min() {
            return words.to_owned();
        }
        let third = |own: i32, of: i32| (3 * own / of.max(1)).clamp(0, 2) as usize;
        let row = ["north", "", "south"][third(at.y, floor.height())];
        let column = ["west", "", "east"][third(at.x, floor.width())];
        match (row, column) {
            ("", "") => "in the middle".to_owned(),
            ("", only) | (only, "") => format!("in the {only}"),
            (row, column) => format!("in the {row}-{column}"),
        }
    }
}

fn cause_in_words(cause: EndCause) -> String {
    match cause {
        EndCause::Cord(cord) => format!("your cord {}", cord + 1),
        EndCause::Kit => "your kit".to_owned(),
        EndCause::ArmedTrap => "a trap you armed".to_owned(),
        EndCause::Posted => "a resident you posted".to_owned(),
        EndCause::Loose => "a resident you let loose".to_owned(),
        EndCause::Risen => "a body you left".to_owned(),
    }
}
