//! A cursor over the floor: to examine a cell, to choose a destination, to aim a throw.

mod aim;
mod moves;
mod plan;
mod things;

pub(crate) use aim::last_target;
pub(crate) use plan::Planned;

use ratatui::{Frame, style::Style};

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    screen::next_of,
    surroundings::bearing,
    terminal::{Input, Mouse, MouseKind},
    theme::ColorRole,
    widgets::{
        KeyHint, hint_text,
        layout::MapLayout,
        map::{MapMark, MarkKind},
        scene::Scene,
        wrap,
    },
};
use base::Pos;
use content::capital;
use engine::sim::{CartIndex, Command};
use engine::view::{View, describe_refusal};

use self::moves::{goal, help_on_moving, leap};
use super::ask::AskScreen;
use super::help::ModeHelpScreen;

/// The action for which a cell is chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CursorPurpose {
    Examine,
    Travel,
    /// To throw the item of this slot of the cart.
    Aim(CartIndex),
    Plan(Planned),
}

/// The cells that a key steps the cursor through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Series {
    /// What is likely meant, for the purpose of the cursor.
    OfInterest,
    Entries,
    Exits,
    Places,
    Actors,
    /// Things and actors that are drawn with this character.
    Sign(char),
}

pub(crate) struct CursorScreen {
    purpose: CursorPurpose,
    at: Pos,
    /// Where it was first told how a cell is known that is not in sight: it is told there alone.
    source_told: Option<Pos>,
    /// The cells that serve for what is planned, the best first.
    places: Vec<Pos>,
    /// What the cursor was last stepped through.
    series: Series,
    /// Whether all that is known of the cell is told, on however many rows.
    is_full: bool,
    /// Whether something was left out of the last picture for lack of room.
    is_cut: bool,
    /// Whether the last key asked for something that is not known here.
    found_nothing: bool,
}

/// The rows of text about a cell on a screen that is not high.
const MAX_TEXT_ROWS: usize = 4;
/// The height from which on a screen is high.
const MIN_HIGH_ROWS: u16 = 30;
const FOUND_NOTHING: &str = "You know of no such thing here.";
/// The cells that a key for a run moves the cursor by.
const LEAP_CELLS: i32 = 8;

impl CursorScreen {
    fn new(purpose: CursorPurpose, at: Pos) -> Self {
        Self {
            purpose,
            at,
            source_told: None,
            places: Vec::new(),
            series: Series::OfInterest,
            is_full: false,
            is_cut: false,
            found_nothing: false,
        }
    }

    /// To examine, on the nearest enemy in sight, or else on the nearest actor, or else on the
    /// player's cell.
    pub(crate) fn examine(view: View<'_>) -> Self {
        let actors = view.actors();
        let enemy = actors.iter().find(|actor| actor.hostile && !actor.harmless);
        let at = enemy.or(actors.first()).map_or(view.player().pos, |actor| actor.pos);
        Self::new(CursorPurpose::Examine, at)
    }

    pub(crate) fn travel(view: View<'_>) -> Self {
        Self::new(CursorPurpose::Travel, view.player().pos)
    }

    pub(crate) fn examine_at(at: Pos) -> Self {
        Self::new(CursorPurpose::Examine, at)
    }

    /// To throw the item of a slot, on the cell that is most likely meant.
    pub(crate) fn aim(slot: CartIndex, run: &ActiveRun) -> Self {
        Self::new(CursorPurpose::Aim(slot), aim::first_cell(slot, run))
    }

    /// To plan something, on the cell that serves best.
    pub(crate) fn plan(what: Planned, run: &ActiveRun) -> Self {
        let places = what.places(run);
        let at = places.first().copied().unwrap_or(run.view().player().pos);
        Self { places, ..Self::new(CursorPurpose::Plan(what), at) }
    }

    /// Whether a key moves a cursor, confirms or cancels: a letter that does is not that of an
    /// item.
    pub(crate) fn has_use_for(input: &Input, context: &Context) -> bool {
        context.intent(InputMode::Cursor, input).is_some()
            || leap(input, context).is_some()
            || context.intent(InputMode::Play, input) == Some(Intent::Fire)
    }

    /// The cells of a series, in the order in which the cursor goes through them.
    fn cells(&self, series: Series, view: View<'_>, context: &Context) -> Vec<Pos> {
        match (series, self.purpose) {
            (Series::OfInterest, CursorPurpose::Examine) => things::to_examine(view),
            (Series::OfInterest, CursorPurpose::Travel) => things::to_walk_to(view),
            (Series::OfInterest, CursorPurpose::Aim(slot)) => aim::targets(view, slot),
            (Series::OfInterest, CursorPurpose::Plan(_)) => self.places.clone(),
            (Series::Entries, _) => things::entries(view),
            (Series::Exits, _) => things::exits(view),
            (Series::Places, _) => things::places(view),
            (Series::Actors, _) => things::actors_and_player(view),
            (Series::Sign(sign), _) => things::of_sign(view, sign, context.appearance.glyphs),
        }
    }

    fn move_by(&mut self, by: Pos, view: View<'_>) {
        let (width, height) = view.size();
        let to = self.at + by;
        self.move_to(Pos::new(to.x.clamp(0, width - 1), to.y.clamp(0, height - 1)));
    }

    fn move_to(&mut self, at: Pos) {
        (self.at, self.is_full, self.found_nothing) = (at, false, false);
    }

    /// Goes to the next cell of a series, or back to the one before, if there is any.
    fn jump(&mut self, series: Series, back: bool, view: View<'_>, context: &Context) {
        let things = self.cells(series, view, context);
        self.found_nothing = things.is_empty();
        let at = things.iter().position(|&pos| pos == self.at);
        if let Some(next) = next_of(at, !back, things.len()) {
            (self.at, self.is_full, self.series) = (things[next], false, series);
        }
    }

    fn confirm(&mut self, run: &mut ActiveRun, context: &Context) -> Transition {
        match self.purpose {
            CursorPurpose::Examine => Transition::Pop,
            CursorPurpose::Plan(what) if what.refusal(self.at, run.view()).is_some() => {
                Transition::Stay
            }
            CursorPurpose::Plan(what) => match what.confirm(self.at, run, context) {
                Some(next) => {
                    *self = Self::plan(next, run);
                    Transition::Stay
                }
                None => Transition::Pop,
            },
            CursorPurpose::Travel => {
                run.submit(Command::Travel(goal(run.view(), self.at)), &context.settings);
                Transition::Pop
            }
            CursorPurpose::Aim(slot) => {
                let command = Command::Throw { slot, target: self.at };
                if let Some(question) = aim::question(run.view(), slot, self.at) {
                    return Transition::replace(AskScreen::before(question, command));
                }
                let thrown = run.submit(command, &context.settings);
                // After a refusal the cursor stays, so that another target can be chosen.
                if thrown { Transition::Pop } else { Transition::Stay }
            }
        }
    }

    fn marks(&self, run: &ActiveRun) -> Vec<MapMark> {
        let (view, mut marks) = (run.view(), Vec::new());
        if let CursorPurpose::Aim(slot) = self.purpose
            && let Some(range) = aim::range(view, slot)
        {
            let path = view.flight(self.at, range);
            marks.extend(path.into_iter().map(|at| MapMark { at, kind: MarkKind::Path }));
        }
        if let CursorPurpose::Plan(what) = self.purpose {
            marks.extend(run.outlook.heat());
            marks.extend(what.marks(self.at, view));
        }
        // A look at an enemy shows how far a long weapon reaches.
        let is_enemy = view.actor_at(self.at).is_some_and(|actor| actor.hostile);
        if self.purpose == CursorPurpose::Examine && is_enemy {
            let reached = view.cells_in_reach().into_iter();
            marks.extend(reached.map(|at| MapMark { at, kind: MarkKind::Path }));
        }
        marks.push(MapMark { at: self.at, kind: MarkKind::Cursor });
        marks
    }

    /// What is known of the cell, in sentences. The first time that a cell is not in sight, how it
    /// is known.
    fn told(&mut self, view: View<'_>) -> Vec<String> {
        let planned = view.plan().iter().filter(|lever| lever.at() == self.at);
        let planned = planned.map(|&lever| format!("Planned: {}.", view.name_of_planned(lever)));
        let mut told: Vec<String> = planned.chain(view.examine(self.at)).collect();
        // Where there is nobody to look at, the cursor is on the player, where it is easily
        // overlooked.
        let is_own_cell = self.at == view.player().pos;
        if self.purpose == CursorPurpose::Examine && is_own_cell && view.actors().is_empty() {
            told.insert(0, "Nobody is in sight. The direction keys move the cursor.".to_owned());
        }
        if let Some(source) = view.source_of(self.at)
            && *self.source_told.get_or_insert(self.at) == self.at
        {
            told.push(source.to_owned());
        }
        told
    }

    /// The sentences that fit into some rows of a width: what is told last is left out first.
    fn fit_rows(&mut self, mut told: Vec<String>, width: usize, rows: usize) -> String {
        let count = told.len();
        while told.len() > 1 && wrap(&told.join(" "), width).len() > rows {
            told.pop();
        }
        self.is_cut = told.len() < count;
        told.join(" ")
    }

    fn panel(&self, text: String, run: &ActiveRun, context: &Context) -> Vec<(String, Style)> {
        let (view, looks) = (run.view(), context.appearance);
        let plain = |text: String| (text, Style::new());
        let warning =
            |reject| (describe_refusal(reject, view.catalog()), looks.style(ColorRole::Warning));
        let mut panel = Vec::new();
        match self.purpose {
            CursorPurpose::Examine => panel.push(plain(text)),
            CursorPurpose::Travel => {
                panel.push(("Walk where?".to_owned(), looks.style(ColorRole::Title)));
                panel.push(plain(text));
                if let Some(reject) = view.refusal(&Command::Travel(goal(view, self.at))) {
                    panel.push(match view.refusal_onto_trap(self.at, reject) {
                        Some(text) => (text, looks.style(ColorRole::Warning)),
                        None => warning(reject),
                    });
                }
            }
            CursorPurpose::Plan(what) => {
                panel.push((what.title(view), looks.style(ColorRole::Title)));
                panel.push(plain(text));
                if let Some(reject) = what.refusal(self.at, view) {
                    panel.push(warning(reject));
                } else {
                    let told = run.outlook.told_of(self.at).filter(|_| what.is_on_their_way());
                    panel.extend(told.into_iter().chain(what.effect(self.at, view)).map(plain));
                    let told = what.warning(self.at, view).into_iter();
                    panel.extend(told.map(|text| (text, looks.style(ColorRole::Warning))));
                }
            }
            CursorPurpose::Aim(slot) => {
                panel.push((aim::title(view, slot), looks.style(ColorRole::Title)));
                let command = Command::Throw { slot, target: self.at };
                // The odds of a throw that is refused mean nothing.
                match view.refusal(&command) {
                    Some(reject) => panel.push(warning(reject)),
                    None => panel.extend(aim::odds(view, slot, self.at).map(plain)),
                }
            }
        }
        if self.found_nothing {
            let text = match self.purpose {
                CursorPurpose::Plan(_) => "There is no other place for it that you know of.",
                _ => FOUND_NOTHING,
            };
            panel.push((text.to_owned(), looks.style(ColorRole::Warning)));
        }
        let help = [self.help(context), help_on_moving(context)];
        panel.extend(help.map(|text| (text, looks.style(ColorRole::Dim))));
        panel
    }

    fn help(&self, context: &Context) -> String {
        let does = match self.purpose {
            CursorPurpose::Examine => "done",
            CursorPurpose::Travel => "walk there",
            CursorPurpose::Aim(_) => "throw",
            CursorPurpose::Plan(_) => "plan it here",
        };
        let mut pairs = context.hints([
            (Intent::NextThing, "next"),
            (Intent::Confirm, does),
            (Intent::Cancel, "back"),
        ]);
        if self.purpose == CursorPurpose::Examine {
            pairs.insert(1, KeyHint::of(context, Intent::WalkThere, "walk there"));
        }
        if self.is_cut {
            pairs.insert(1, KeyHint::of(context, Intent::Examine, "all of it"));
        }
        hint_text(&pairs)
    }

    fn click(&mut self, mouse: Mouse, run: &mut ActiveRun, context: &Context) -> Transition {
        let Some(at) = run.cell_at(mouse) else { return Transition::Ignore };
        match mouse.kind {
            MouseKind::Click if at == self.at => {
                if self.purpose == CursorPurpose::Examine {
                    self.purpose = CursorPurpose::Travel;
                }
                self.confirm(run, context)
            }
            MouseKind::Click => {
                self.move_to(at);
                Transition::Stay
            }
            MouseKind::RightClick => Transition::Pop,
            _ => Transition::Ignore,
        }
    }
}

impl Screen for CursorScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let view = run.view();
        let area = frame.area();
        let width = usize::from(MapLayout::of(area, view.size()).log.width);
        let is_short = area.height < MIN_HIGH_ROWS && !self.is_full;
        let rows = if is_short { MAX_TEXT_ROWS } else { usize::MAX };
        let told = self.told(view);
        let text = self.fit_rows(told, width, rows);
        let panel = self.panel(text, run, context);
        let scene = Scene { marks: self.marks(run), panel: Some(panel), focus: Some(self.at) };
        scene.draw(frame, run, context);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        if let Input::Mouse(mouse) = input {
            return self.click(*mouse, run, context);
        }
        let playing = context.intent(InputMode::Play, input);
        let cursor = context.intent(InputMode::Cursor, input);
        let view = run.view();
        if let Some(Intent::Move(dir)) = cursor {
            self.move_by(dir.offset(), view);
            return Transition::Stay;
        }
        if let Some(dir) = leap(input, context) {
            let Pos { x, y } = dir.offset();
            self.move_by(Pos::new(x * LEAP_CELLS, y * LEAP_CELLS), view);
            return Transition::Stay;
        }
        let is_aim = matches!(self.purpose, CursorPurpose::Aim(_) | CursorPurpose::Plan(_));
        let series = match cursor {
            Some(Intent::NextThing) => Some((Series::OfInterest, false)),
            Some(Intent::PreviousThing) => Some((self.series, true)),
            Some(Intent::NextEntry) => Some((Series::Entries, false)),
            Some(Intent::NextExit) => Some((Series::Exits, false)),
            Some(Intent::NextPlace) => Some((Series::Places, false)),
            Some(Intent::NextActor) => Some((Series::Actors, false)),
            _ => None,
        };
        if let Some((series, back)) = series {
            self.jump(series, back, view, context);
            return Transition::Stay;
        }
        match (cursor, playing) {
            (Some(Intent::Cancel), _) => return Transition::Pop,
            (Some(Intent::Confirm), _) => return self.confirm(run, context),
            (Some(Intent::Help), _) => {
                return Transition::push(ModeHelpScreen(InputMode::Cursor));
            }
            (Some(Intent::WalkThere), _) if !is_aim => {
                self.purpose = CursorPurpose::Travel;
                return self.confirm(run, context);
            }
            (_, Some(Intent::Fire)) if is_aim => return self.confirm(run, context),
            (_, Some(Intent::Examine)) if self.is_cut => self.is_full = true,
            (_, Some(Intent::Examine)) if self.purpose == CursorPurpose::Examine => {
                return Transition::Pop;
            }
            (None, _) => {
                let Input::Key(key) = input else { return Transition::Ignore };
                let Some(sign) = key.text() else { return Transition::Ignore };
                self.jump(Series::Sign(sign), false, view, context);
            }
            _ => return Transition::Ignore,
        }
        Transition::Stay
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let (run, context) = context.in_run();
        let view = run.view();
        let place = capital(&bearing(view.player().pos, self.at));
        let text = self.told(view).join(" ");
        let panel = self.panel(text, run, context);
        Some(std::iter::once(place).chain(panel.into_iter().map(|(text, _)| text)).collect())
    }
}
