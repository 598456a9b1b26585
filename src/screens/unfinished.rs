//! The runs that wait to be played on, as a host lists them.

use base::{Day, sanitize};
use content::Depth;
use engine::sim::Turns;
use engine::view::{JourneyPlace, place_of_run};
pub use runs::home::WholePart;
use runs::save::RunId;

/// What the search for unfinished runs has come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum UnfinishedSearch {
    #[default]
    Searching,
    /// The run played last comes first.
    Done(Vec<Unfinished>),
}

impl UnfinishedSearch {
    pub fn runs(&self) -> &[Unfinished] {
        match self {
            Self::Searching => &[],
            Self::Done(runs) => runs,
        }
    }

    /// The run to continue: the one played last of those that can be.
    pub fn newest(&self) -> Option<&Unfinished> {
        self.runs().iter().find(|run| run.can_be_played())
    }

    /// What is told before another run is begun while one waits to be played on.
    pub fn told_before_another(&self) -> Option<String> {
        let run = self.newest()?.describe();
        Some(format!("Unfinished: {run}. It is kept, and stays on the title."))
    }

    /// The run played last of those whose files are damaged and whose whole part was not saved yet.
    pub fn newest_damaged(&self) -> Option<&Unfinished> {
        self.runs().iter().find(|run| match &run.standing {
            UnfinishedStanding::Damaged { whole, .. } => !matches!(whole, WholePart::Saved(_)),
            _ => false,
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    pub run: RunId,
    /// What is played; `None` where that cannot be read.
    pub shift: Option<UnfinishedShift>,
    /// The day on which it was played last.
    pub played: Day,
    pub standing: UnfinishedStanding,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedShift {
    pub kind: String,
    pub depth: Depth,
    /// The seed of a shift, with its word; `None` where it says nothing or is not told.
    pub seed: Option<String>,
    pub turn: Option<Turns>,
    /// Where a journey stands; `None` of other runs, and where that is not known.
    pub place: Option<JourneyPlace>,
    pub day: Option<Day>,
}

/// Whether an unfinished run can be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnfinishedStanding {
    Waiting,
    /// Another session plays it, from which it can be taken over.
    BeingPlayed,
    /// It cannot be played on here; why, and what can be done about it.
    Refused(String),
    /// Its file is damaged; where and how.
    Damaged {
        why: String,
        whole: WholePart,
    },
}

impl Unfinished {
    /// ", seed mop (371…)", where that is told: what tells runs of the same kind apart.
    pub fn describe_seed(&self) -> String {
        let seed = self.shift.as_ref().and_then(|shift| shift.seed.as_deref());
        seed.map_or_else(String::new, |seed| format!(", seed {}", sanitize(seed)))
    }

    pub fn can_be_played(&self) -> bool {
        matches!(self.standing, UnfinishedStanding::Waiting | UnfinishedStanding::BeingPlayed)
    }

    /// What it is and where it stands: "vault, depth 3, turn 214".
    pub fn describe(&self) -> String {
        let Some(UnfinishedShift { kind, depth, turn, place, day, .. }) = &self.shift else {
            return sanitize(self.run.as_str());
        };
        let mut text = place_of_run(kind, *depth);
        match (place, turn) {
            (Some(place), _) => text = format!("{text}, {place}"),
            (None, Some(turn)) => text = format!("{text}, turn {turn}"),
            (None, None) => {}
        }
        if let Some(day) = day {
            text = format!("{text}, the shift of {day}");
        }
        sanitize(&text)
    }
}
