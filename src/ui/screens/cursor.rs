//! A cursor over the floor: to examine a cell, to choose a destination, to aim a throw.

use std::collections::BTreeSet;

use ratatui::{Frame, style::Style};

use crate::{
    base::{Dir, Pos},
    content::{JobKind, Slot, Status, capital},
    levelgen::Tile,
    sim::{CartIndex, Command, Fixture},
    ui::{
        ActiveRun, Context, RunScreen, RunTransition,
        keymap::{InputMode, Intent},
        surroundings::bearing,
        terminal::{Input, Key, Mouse, MouseKind},
        theme::ColorRole,
        widgets::{
            KeyHint, hint_text,
            layout::ShiftLayout,
            map::{MapMark, MarkKind},
            scene::Scene,
            wrap,
        },
    },
    view::{KnownJob, View, describe_refusal},
};

use super::ask::{AskScreen, on_yes};

/// The action for which a cell is chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CursorPurpose {
    Examine,
    Travel,
    /// To throw the item of this slot of the cart.
    Aim(CartIndex),
}

/// The cursor and its position.
pub(crate) struct CursorScreen {
    purpose: CursorPurpose,
    at: Pos,
    /// Where it was first told how a cell is known that is not in sight: it is told there alone.
    source_told: Option<Pos>,
    /// Whether all that is known of the cell is told, on however many rows.
    is_full: bool,
    /// Whether something was left out of the last picture for lack of room.
    is_cut: bool,
}

/// The rows of text about a cell on a screen that is not high.
const MAX_TEXT_ROWS: usize = 4;
/// The height from which on a screen is high.
const MIN_HIGH_ROWS: u16 = 30;

impl CursorScreen {
    fn new(purpose: CursorPurpose, at: Pos) -> Self {
        Self { purpose, at, source_told: None, is_full: false, is_cut: false }
    }

    /// To examine, on the nearest actor in sight, or else on the player's cell.
    pub(crate) fn examine(view: View<'_>) -> Self {
        let at = view.actors().first().map_or(view.player().pos, |actor| actor.pos);
        Self::new(CursorPurpose::Examine, at)
    }

    /// To choose a destination, on the player's cell.
    pub(crate) fn travel(view: View<'_>) -> Self {
        Self::new(CursorPurpose::Travel, view.player().pos)
    }

    /// To examine, on a cell that was clicked.
    pub(crate) fn examine_at(at: Pos) -> Self {
        Self::new(CursorPurpose::Examine, at)
    }

    /// To throw the item of a slot, on the last target if it can be hit, or else on the nearest enemy in sight that can; with
    /// none in sight, on the first cell beside the player that it would fly over. A player who burns may want it over the own
    /// head.
    pub(crate) fn aim(slot: CartIndex, run: &ActiveRun) -> Self {
        let view = run.view();
        let here = view.player().pos;
        let burns = view.player().statuses.iter().any(|&(status, _)| status == Status::Burning);
        let beside = || {
            let is_refused =
                |&at: &Pos| view.refusal(&Command::Throw { slot, target: at }).is_some();
            Dir::CARDINAL.into_iter().map(|dir| here + dir).find(|at| !is_refused(at))
        };
        let targets = targets(view, slot);
        let target = Self::last_target(slot, run).or_else(|| targets.first().copied());
        let at = target.or_else(|| beside().filter(|_| !burns)).unwrap_or(here);
        Self::new(CursorPurpose::Aim(slot), at)
    }

    /// The cell of the actor at whom was thrown last, if the item of a slot would reach it.
    pub(crate) fn last_target(slot: CartIndex, run: &ActiveRun) -> Option<Pos> {
        let view = run.view();
        let target = run.thrown?.target?;
        let actor = view.actors().into_iter().find(|actor| actor.id == target)?;
        let path = view.flight(actor.pos, range(view, slot)?);
        (path.last() == Some(&actor.pos)).then_some(actor.pos)
    }

    /// The cells that next and previous jump to. To aim: the targets. To examine: the actors in sight, then the jobs and
    /// things by distance. To walk: exits and hiding places by distance, then the jobs, the things by use, and the actors.
    fn things(&self, view: View<'_>) -> Vec<Pos> {
        if let CursorPurpose::Aim(slot) = self.purpose {
            return targets(view, slot);
        }
        let here = view.player().pos;
        let (width, height) = view.size();
        let cells = (0..width * height).map(|index| Pos::new(index % width, index / width));
        let mut items: Vec<Pos> = cells
            .filter(|&pos| {
                let cell = view.cell(pos);
                cell.item.is_some()
                    || cell.seen && matches!(cell.tile, Some(Tile::Exit))
                    || cell
                        .fixture
                        .is_some_and(|fixture| fixture.is_armed_trap() || is_service(fixture))
                    || is_gate(view, pos)
            })
            .collect();
        items.sort_by_key(|&pos| (use_of(view, pos), pos.steps_to(here), pos));
        let actors: Vec<Pos> = view.actors().into_iter().map(|actor| actor.pos).collect();
        let mut rest = jobs(view);
        rest.extend(items);
        let order = if self.purpose == CursorPurpose::Examine {
            rest.sort_by_key(|&pos| (pos.steps_to(here), pos));
            [actors, rest, Vec::new()]
        } else {
            [refuges(view), rest, actors]
        };
        let mut things: Vec<Pos> = Vec::new();
        for pos in order.into_iter().flatten() {
            if !things.contains(&pos) {
                things.push(pos);
            }
        }
        things
    }

    fn move_by(&mut self, by: Pos, view: View<'_>) {
        let (width, height) = view.size();
        let to = self.at + by;
        self.is_full = false;
        self.at = Pos::new(to.x.clamp(0, width - 1), to.y.clamp(0, height - 1));
    }

    fn jump(&mut self, view: View<'_>, back: bool) {
        let things = self.things(view);
        self.is_full = false;
        let Some(last) = things.len().checked_sub(1) else { return };
        let at = things.iter().position(|&pos| pos == self.at);
        self.at = things[match (at, back) {
            (None, false) => 0,
            (None, true) => last,
            (Some(index), false) => (index + 1) % things.len(),
            (Some(index), true) => (index + last) % things.len(),
        }];
    }

    fn confirm(&self, run: &mut ActiveRun, context: &Context) -> RunTransition {
        match self.purpose {
            CursorPurpose::Examine => RunTransition::Pop,
            CursorPurpose::Travel => {
                run.submit(Command::Travel(self.at), &context.settings);
                RunTransition::Pop
            }
            CursorPurpose::Aim(slot) => {
                let command = Command::Throw { slot, target: self.at };
                if let Some(question) = self.question_before_throw(run.view(), slot) {
                    return RunTransition::replace(AskScreen::new(question, on_yes(command)));
                }
                let thrown = run.submit(command, &context.settings);
                // After a refusal the cursor stays, so that another target can be chosen.
                if thrown { RunTransition::Pop } else { RunTransition::Stay }
            }
        }
    }

    /// The question before an item is thrown that is no missile; `None` for missiles, and for throws that are refused.
    fn question_before_throw(&self, view: View<'_>, slot: CartIndex) -> Option<String> {
        let entry = view.cart().into_iter().find(|entry| entry.slot == slot)?;
        let command = Command::Throw { slot, target: self.at };
        if entry.item.slot == Slot::Missile || view.refusal(&command).is_some() {
            return None;
        }
        let name = view.item_name(entry.kind, 1);
        let target = view.actor_at(self.at);
        let whom = target.map_or("there".to_owned(), |actor| format!("at the {}", actor.kind.name));
        Some(format!("Throw {name} {whom}?"))
    }

    fn marks(&self, view: View<'_>) -> Vec<MapMark> {
        let mut marks = Vec::new();
        if let CursorPurpose::Aim(slot) = self.purpose
            && let Some(range) = range(view, slot)
        {
            let path = view.flight(self.at, range);
            marks.extend(path.into_iter().map(|at| MapMark { at, kind: MarkKind::Path }));
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

    /// What is known of the cell, in sentences. The first time that a cell is not in sight, how it is known.
    fn told(&mut self, view: View<'_>) -> Vec<String> {
        let mut told = view.examine(self.at);
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

    fn panel(&self, text: String, view: View<'_>, context: &Context) -> Vec<(String, Style)> {
        let looks = context.appearance;
        let plain = |text: String| (text, Style::new());
        let warning =
            |reject| (describe_refusal(reject, view.catalog()), looks.style(ColorRole::Warning));
        let mut panel = Vec::new();
        match self.purpose {
            CursorPurpose::Examine => panel.push(plain(text)),
            CursorPurpose::Travel => {
                panel.push(("Walk where?".to_owned(), looks.style(ColorRole::Title)));
                panel.push(plain(text));
                if let Some(reject) = view.refusal(&Command::Travel(self.at)) {
                    panel.push(warning(reject));
                }
            }
            CursorPurpose::Aim(slot) => {
                panel.push((aim_title(view, slot), looks.style(ColorRole::Title)));
                let command = Command::Throw { slot, target: self.at };
                // The odds of a throw that is refused mean nothing.
                match view.refusal(&command) {
                    Some(reject) => panel.push(warning(reject)),
                    None => panel.extend(self.odds(view, slot).map(plain)),
                }
            }
        }
        panel.push((self.help(context), looks.style(ColorRole::Dim)));
        panel
    }

    /// What the throw would hit, how likely, and its damage.
    fn odds(&self, view: View<'_>, slot: CartIndex) -> Option<String> {
        let range = range(view, slot)?;
        let lands = view.flight(self.at, range).last().copied()?;
        let actor = view.actor_at(lands);
        let first = if lands == self.at { "" } else { "It would meet somebody else first. " };
        if shatters(view, slot) {
            return Some(match actor {
                Some(actor) => format!("{first}It will break over the {}.", actor.kind.name),
                None if lands == self.at => "It will break there.".to_owned(),
                None => "It will break short of there.".to_owned(),
            });
        }
        let Some(actor) = actor else {
            let why = if lands == self.at {
                "Nobody stands there."
            } else {
                "It would come down short of there."
            };
            return Some(why.to_owned());
        };
        let odds = view.odds_of_throw(slot, actor.id)?;
        let (low, high) = odds.damage;
        let damage = match (low, high) {
            (_, 0) => String::new(),
            (low, high) if low == high => format!(" for {low}"),
            (low, high) => format!(" for {low} to {high}"),
        };
        Some(format!(
            "{first}It would hit the {} ({}% health) {}% of the time{damage}.",
            actor.kind.name, actor.health, odds.hit
        ))
    }

    fn help(&self, context: &Context) -> String {
        let does = match self.purpose {
            CursorPurpose::Examine => "done",
            CursorPurpose::Travel => "walk there",
            CursorPurpose::Aim(_) => "throw",
        };
        let mut pairs = vec![
            KeyHint::of(context, Intent::NextThing, "next"),
            KeyHint::of(context, Intent::Confirm, does),
            KeyHint::of(context, Intent::Cancel, "back"),
        ];
        match self.purpose {
            CursorPurpose::Examine => {
                pairs.insert(1, KeyHint::of(context, Intent::Travel, "walk there"));
            }
            CursorPurpose::Travel => pairs.insert(1, KeyHint::new("< >", "entry, exit")),
            CursorPurpose::Aim(_) => {}
        }
        if self.is_cut {
            pairs.insert(1, KeyHint::of(context, Intent::Examine, "all of it"));
        }
        hint_text(&pairs)
    }

    fn click(&mut self, mouse: Mouse, run: &mut ActiveRun, context: &Context) -> RunTransition {
        let Some(at) = run.cell_at(mouse) else { return RunTransition::Ignore };
        match mouse.kind {
            MouseKind::Click if at == self.at && self.purpose != CursorPurpose::Examine => {
                self.confirm(run, context)
            }
            MouseKind::Click => {
                self.at = at;
                RunTransition::Stay
            }
            MouseKind::RightClick => RunTransition::Pop,
            _ => RunTransition::Ignore,
        }
    }
}

/// The cells of the known jobs, the nearest first; of each connected pool of blood only the nearest cell.
fn jobs(view: View<'_>) -> Vec<Pos> {
    let known = view.known_jobs();
    let stains = known.iter().filter(|known| known.job == JobKind::Stain).map(|known| known.at);
    let mut blood: BTreeSet<Pos> = stains.collect();
    let mut jobs = Vec::new();
    for KnownJob { job, at, .. } in known {
        if job != JobKind::Stain {
            jobs.push(at);
        } else if blood.remove(&at) {
            jobs.push(at);
            let mut pool = vec![at];
            while let Some(pos) = pool.pop() {
                pool.extend(pos.neighbours().filter(|next| blood.remove(next)));
            }
        }
    }
    jobs
}

/// The exit and the known hiding places, the nearest first: where one goes in a hurry.
fn refuges(view: View<'_>) -> Vec<Pos> {
    let here = view.player().pos;
    let (width, height) = view.size();
    let cells = (0..width * height).map(|index| Pos::new(index % width, index / width));
    let is_refuge = |&pos: &Pos| {
        let cell = view.cell(pos);
        cell.tile == Some(Tile::Exit) || cell.fixture.is_some_and(Fixture::hides)
    };
    let mut refuges: Vec<Pos> = cells.filter(is_refuge).collect();
    refuges.sort_by_key(|&pos| (pos.steps_to(here), pos));
    refuges
}

/// The rank of a cell's thing as a destination: items first, armed traps last.
fn use_of(view: View<'_>, pos: Pos) -> u8 {
    let cell = view.cell(pos);
    match cell.fixture {
        _ if cell.item.is_some() => 0,
        Some(fixture) if is_service(fixture) => 1,
        Some(fixture) if fixture.is_armed_trap() => 4,
        _ if cell.tile == Some(Tile::Exit) => 2,
        _ => 3,
    }
}

/// Whether the fixture serves the work: closet, chute and well.
fn is_service(fixture: Fixture) -> bool {
    matches!(fixture, Fixture::Closet | Fixture::Chute | Fixture::Well)
}

/// Whether a gate is here; of a gate several cells wide only the first cell counts.
fn is_gate(view: View<'_>, pos: Pos) -> bool {
    let gate = view.gate_at(pos);
    let before = [Pos::new(-1, 0), Pos::new(0, -1)].map(|back| view.gate_at(pos + back));
    gate.is_some() && !before.contains(&gate)
}

/// The title of the panel while aiming.
fn aim_title(view: View<'_>, slot: CartIndex) -> String {
    let entry = view.cart().into_iter().find(|entry| entry.slot == slot);
    entry
        .map_or_else(String::new, |entry| format!("Throw {} where?", view.item_name(entry.kind, 1)))
}

fn shatters(view: View<'_>, slot: CartIndex) -> bool {
    let entry = view.cart().into_iter().find(|entry| entry.slot == slot);
    entry.and_then(|entry| entry.item.thrown.as_ref()).is_some_and(|thrown| thrown.shatters)
}

fn range(view: View<'_>, slot: CartIndex) -> Option<i32> {
    let entry = view.cart().into_iter().find(|entry| entry.slot == slot)?;
    entry.item.thrown.as_ref().map(|thrown| thrown.range)
}

/// The cells of the enemies in sight: first those that a throw would reach, then the others, each by distance.
fn targets(view: View<'_>, slot: CartIndex) -> Vec<Pos> {
    let Some(range) = range(view, slot) else { return Vec::new() };
    let enemies = view.actors().into_iter().filter(|actor| actor.hostile).map(|actor| actor.pos);
    let mut targets: Vec<Pos> = enemies.collect();
    targets.sort_by_key(|&pos| view.flight(pos, range).last() != Some(&pos));
    targets
}

impl RunScreen for CursorScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, run: &mut ActiveRun, context: &mut Context) {
        let view = run.view();
        let area = frame.area();
        let width = usize::from(ShiftLayout::of(area, view.size()).log.width);
        let is_short = area.height < MIN_HIGH_ROWS && !self.is_full;
        let rows = if is_short { MAX_TEXT_ROWS } else { usize::MAX };
        let told = self.told(view);
        let text = self.fit_rows(told, width, rows);
        let panel = self.panel(text, view, context);
        let scene = Scene { marks: self.marks(view), panel: Some(panel), focus: Some(self.at) };
        scene.draw(frame, run, context);
    }

    fn input(
        &mut self,
        input: &Input,
        run: &mut ActiveRun,
        context: &mut Context,
    ) -> RunTransition {
        if let Input::Mouse(mouse) = input {
            return self.click(*mouse, run, context);
        }
        let playing = context.intent(InputMode::Play, input);
        let cursor = context.intent(InputMode::Cursor, input);
        let view = run.view();
        if let Some(Intent::Move(dir)) = cursor {
            self.move_by(dir.offset(), view);
            return RunTransition::Stay;
        }
        match (cursor, playing) {
            (Some(Intent::Cancel), _) => return RunTransition::Pop,
            (Some(Intent::Confirm), _) => return self.confirm(run, context),
            (Some(Intent::NextThing), _) => self.jump(view, false),
            (Some(Intent::PreviousThing), _) => self.jump(view, true),
            (_, Some(Intent::ToExit)) => self.at = view.exit(),
            _ if *input == Input::Key(Key::char('<')) => self.at = view.start(),
            (_, Some(Intent::Fire)) if matches!(self.purpose, CursorPurpose::Aim(_)) => {
                return self.confirm(run, context);
            }
            (_, Some(Intent::Travel)) if !matches!(self.purpose, CursorPurpose::Aim(_)) => {
                self.purpose = CursorPurpose::Travel;
                return self.confirm(run, context);
            }
            (_, Some(Intent::Examine)) if self.is_cut => self.is_full = true,
            (_, Some(Intent::Examine)) if self.purpose == CursorPurpose::Examine => {
                return RunTransition::Pop;
            }
            _ => return RunTransition::Ignore,
        }
        RunTransition::Stay
    }
    fn accessible_lines(
        &mut self,
        run: &mut ActiveRun,
        context: &mut Context,
    ) -> Option<Vec<String>> {
        let view = run.view();
        let place = capital(&bearing(view.player().pos, self.at));
        let text = self.told(view).join(" ");
        let panel = self.panel(text, view, context);
        Some(std::iter::once(place).chain(panel.into_iter().map(|(text, _)| text)).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        base::Seed,
        content::Catalog,
        sim::{Game, Setup},
    };

    /// A game in which the player knows at least `min_jobs` stains.
    fn stained(catalog: &Arc<Catalog>, min_jobs: usize) -> Game {
        for seed in 1..60 {
            let mut game =
                Game::new(Setup::shift("vault", crate::content::Depth(1), Seed(seed)), catalog)
                    .expect("made");
            for _ in 0..60 {
                let _ = game.step(Command::Explore);
            }
            let known = game.view().known_jobs();
            if known.iter().filter(|known| known.job == JobKind::Stain).count() >= min_jobs {
                return game;
            }
        }
        panic!("no raid has bled enough");
    }

    #[test]
    fn blood_that_hangs_together_is_one_stop_and_the_nearest_is_first() {
        let catalog = Arc::new(Catalog::embedded().expect("valid content"));
        let game = stained(&catalog, 8);
        let view = game.view();
        let here = view.player().pos;
        let is_stain = |&pos: &Pos| view.job_at(pos) == Some(JobKind::Stain);
        let stops: Vec<Pos> = jobs(view).into_iter().filter(is_stain).collect();
        let stains: Vec<Pos> = view.known_jobs().into_iter().map(|known| known.at).collect();
        let stains: BTreeSet<Pos> = stains.into_iter().filter(is_stain).collect();
        assert!(stops.len() < stains.len());
        let mut left = stains;
        for &stop in &stops {
            assert!(left.remove(&stop), "two stops in the same blood");
            let mut pool = vec![stop];
            while let Some(pos) = pool.pop() {
                assert!(pos.steps_to(here) >= stop.steps_to(here), "a nearer cell of it");
                pool.extend(pos.neighbours().filter(|next| left.remove(next)));
            }
        }
        assert!(left.is_empty(), "blood without a stop");

        let examine = CursorScreen::new(CursorPurpose::Examine, here);
        let things = examine.things(view);
        let actors: Vec<Pos> = view.actors().iter().map(|actor| actor.pos).collect();
        assert!(things.starts_with(&actors));
        assert!(things[actors.len()..].is_sorted_by_key(|pos| pos.steps_to(here)));
    }
}
