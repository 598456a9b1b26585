//! What the player may know: everything that screens and bots see of a run, and the texts of the
//! game.
//!
//! A [`View`] borrows the state and shows what the player sees or remembers, no more. Nothing here
//! changes the state or knows how it will be drawn.

mod acquaintance;
mod actors;
mod cell;
mod choices;
mod commentary;
mod deed;
mod effect_words;
mod encounter;
mod examine;
mod extra_orders;
pub mod fight;
mod forecast;
mod hatch;
mod household;
mod journey;
mod journey_story;
mod journey_tale;
mod light;
mod message;
mod names;
mod notice;
mod odds;
mod outlook;
mod person_report;
mod plan;
mod player;
mod prepare;
mod raid;
mod reckoning;
mod result;
mod shop;
mod site_report;
mod sketch;
mod tale;
mod town;
mod trap_kits;
mod tutor;
mod ways_out;

use std::sync::Arc;

use crate::sim::{Activity, Game, RunStatus, Setup, Turns, World};
use base::{Pos, Seed};
use content::{Catalog, Depth};

pub use actors::{Attitude, SeenActor};
pub use cell::Cell;
pub use choices::{KnownJob, NextJob, Task, TaskChoice};
pub use commentary::{Commentator, Remark};
pub use deed::Deed;
pub use effect_words::EffectOf;
pub use encounter::{ChoiceView, EncounterView};
pub use forecast::ForetoldName;
pub use hatch::{HatchCord, RaidGoal};
pub use journey::{JourneyPlace, JourneyView, PersonView, RoadView, SiteView};
pub use journey_tale::{MAX_PLACES, enemy_of};
pub use message::{Message, Tone, describe_refusal, first_sights, messages};
pub use notice::ExpectedMember;
pub use person_report::PersonReport;
pub use plan::PlanItem;
pub use player::{CartSlot, Comparison, ItemAction, Player, weigh};
pub use prepare::PreparationChoice;
pub use raid::{Company, Party, PartyMember};
pub use reckoning::{ABOUT_MATTERED, MemberEnd};
pub use result::{
    GradeInShort, describe_grade_line, describe_pay, epitaph, grade_in_short, is_of_journey,
    place_of_run, verdict,
};
pub use shop::Ware;
pub use site_report::road_told;
pub use sketch::{SketchView, SketchedCell};
pub use town::{HouseView, OfferView, PlaceKind, PlaceView, TownView};
pub use tutor::LessonView;

#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Game,
    /// Whether everything on the floor is shown, whatever the player sees of it.
    is_spectator: bool,
}

impl Game {
    /// What the player knows: the only access of screens and bots to the state.
    pub fn view(&self) -> View<'_> {
        View { game: self, is_spectator: false }
    }
}

impl<'a> View<'a> {
    /// The same state as somebody sees it who watches from outside: the whole floor, and the
    /// raiders by their names.
    pub fn as_spectator(self) -> View<'a> {
        View { is_spectator: true, ..self }
    }

    /// Whether everything on the floor is shown: the player has left it, or somebody watches a
    /// recording.
    fn shows_everything(&self) -> bool {
        self.is_spectator || self.is_away()
    }

    fn world(&self) -> &'a World {
        self.game.world()
    }

    pub fn catalog(&self) -> &'a Arc<Catalog> {
        self.world().catalog()
    }

    /// Width and height of the floor, in cells.
    pub fn size(&self) -> (i32, i32) {
        (self.world().floor().width(), self.world().floor().height())
    }

    /// Every cell of the floor, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Pos> + use<> {
        let (width, height) = self.size();
        (0..width * height).map(move |index| Pos::new(index % width, index / width))
    }

    /// The kind of the level: "vault".
    pub fn kind(&self) -> &'a str {
        match self.world().level_kind {
            Some(id) => &self.catalog().level(id).name,
            None => self.game.setup().mode.kind(),
        }
    }

    /// Whether the plan of this kind of level is known from the start.
    pub fn is_plan_known(&self) -> bool {
        self.world().level_kind.is_some_and(|id| self.catalog().level(id).plan_known)
    }

    pub fn setup(&self) -> &'a Setup {
        self.game.setup()
    }

    pub fn seed(&self) -> Seed {
        self.game.setup().seed
    }

    pub fn depth(&self) -> Depth {
        self.world().depth()
    }

    /// Whether a boss lives on a floor of this kind and depth.
    pub fn has_boss(&self) -> bool {
        let kind = self.world().level_kind.map(|id| self.catalog().level(id));
        kind.is_some_and(|kind| kind.bosses.iter().any(|(depth, _)| *depth <= self.depth()))
    }

    pub fn status(&self) -> RunStatus {
        self.game.status()
    }

    /// The activity that continues without further commands, if there is one.
    pub fn activity(&self) -> Option<Activity> {
        self.game.activity()
    }

    fn is_on_the_way(&self) -> bool {
        let Some(activity) = self.activity() else { return false };
        match activity {
            Activity::Travel { .. }
            | Activity::Leave
            | Activity::NextJob
            | Activity::Explore
            | Activity::DoJob { .. }
            | Activity::Run { .. }
            | Activity::DoPlanned(_)
            | Activity::CarryOn
            | Activity::SeekJob => true,
            Activity::Work { .. }
            | Activity::Rest
            | Activity::Watch
            | Activity::Linger { .. }
            | Activity::Mop
            | Activity::Prepare(_) => false,
        }
    }

    /// Turns since the shift began.
    pub fn clock(&self) -> Turns {
        self.world().clock()
    }

    /// Turns since the run began.
    pub fn turns(&self) -> Turns {
        self.game.turns()
    }

    /// Turns from the start of a shift to dawn.
    pub fn dawn(&self) -> Turns {
        self.world().shift.dawn
    }

    /// Turns that the certified order of the night's work takes; `None` on floors without a
    /// certificate.
    pub fn par(&self) -> Option<Turns> {
        self.world().shift.par
    }

    pub fn turns_left(&self) -> Turns {
        self.dawn().saturating_sub(self.clock())
    }

    /// The exit, which the player knows from the beginning.
    pub fn exit(&self) -> Pos {
        self.world().floor().exit
    }

    /// Whether a cell that is not known is marked on the map as the exit of a site, or as its
    /// stairs down: the upkeeper has been told where it lies, but not the way.
    pub fn is_exit_marked(&self, pos: Pos) -> bool {
        pos == self.exit() && self.par().is_some() && self.cell(pos).tile.is_none()
    }

    /// Turns that the walk to the exit takes by the ways that the player knows: a safe one, or else
    /// one on which there are only such dangers as go away. `None` if there is none.
    pub fn turns_to_exit(&self) -> Option<Turns> {
        self.world().turns_to_exit()
    }

    /// Where to look for the exit first while no way to it is known; `None` where no safe way leads
    /// on.
    pub fn edge_towards_exit(&self) -> Option<Pos> {
        self.world().edge_towards_exit()
    }

    /// About how many turns the floors below take from the stairs of this one to the exit of the
    /// site.
    pub fn turns_below(&self) -> Turns {
        self.world().turns_below()
    }

    pub fn start(&self) -> Pos {
        self.world().floor().start
    }

    /// The cells that an item thrown at a target would cross; it lands on the last.
    pub fn flight(&self, target: Pos, range: i32) -> Vec<Pos> {
        self.world().flight(target, range)
    }
}
