//! The stages in which a level was generated, played one after the other.

use std::time::Duration;

use ratatui::{Frame, buffer::Buffer, layout::Rect, text::Line};

use crate::{
    Appearance, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    playback::{Playback, PlaybackAction, speed_hint, step_hint},
    terminal::{Input, Key, KeyCode},
    theme::ColorRole,
    widgets::{
        KeyHint,
        camera::Camera,
        draw_timeline, fit,
        floor::letter_mark,
        hint_line,
        map::{self, MapCell, MapSource, Symbol},
    },
};
use base::{Grid, Pos};
use content::{ActorKind, Catalog, CellPart, FixtureState, Slot, Terrain};
use levels::{Level, Thing, ThingKind, Tile};

use super::help::HelpScreen;

pub struct StagesScreen {
    level: Level,
    stages: Vec<PreparedStage>,
    at: usize,
    playback: Playback,
    camera: Camera,
    /// The cell that was scrolled to; without one the camera follows the changes.
    centre: Option<Pos>,
    /// The cell in the middle of the screen.
    middle: Pos,
}

impl StagesScreen {
    /// Plays the stages of a level that was generated with its stages kept, from the first one.
    pub fn new(level: Level) -> Self {
        let mut stages: Vec<PreparedStage> = Vec::new();
        for stage in level.stages() {
            let Some(tiles) = stage.tiles() else { continue };
            let pass = stage.pass.clone();
            stages.push(PreparedStage::new(pass, tiles, stage.things, stages.last(), &level));
        }
        if stages.is_empty() {
            let (pass, things) = ("finished".to_owned(), level.things.len());
            stages.push(PreparedStage::new(pass, level.tiles.clone(), things, None, &level));
        }
        Self {
            level,
            playback: Playback::of_stages(stages.len()),
            stages,
            at: 0,
            camera: Camera::default(),
            centre: None,
            middle: Pos::default(),
        }
    }

    fn last(&self) -> usize {
        self.stages.len() - 1
    }

    fn go(&mut self, at: usize) -> Transition {
        self.at = at.min(self.last());
        self.playback.is_playing &= self.at < self.last();
        Transition::Stay
    }

    fn act(&mut self, intent: Intent) -> Transition {
        match intent {
            Intent::Cancel => return Transition::Pop,
            Intent::Help => {
                self.playback.is_playing = false;
                return Transition::push(HelpScreen::keys());
            }
            _ => {}
        }
        match self.playback.take(intent, self.at as u32, self.last() as u32) {
            PlaybackAction::Ignore => Transition::Ignore,
            PlaybackAction::Stay => Transition::Stay,
            PlaybackAction::StepOn => self.go(self.at + 1),
            PlaybackAction::Seek(to) => self.go(to as usize),
        }
    }

    /// The cell that is kept on the screen, and the margin around it in percent.
    fn focus(&self) -> (Pos, i32) {
        let (width, height) = self.size();
        match (self.centre, self.stages[self.at].focus) {
            (Some(centre), _) => (centre, 50),
            (None, Some(changes)) => (changes, 20),
            (None, None) => (Pos::new(width / 2, height / 2), 20),
        }
    }

    fn size(&self) -> (i32, i32) {
        (self.level.tiles.width(), self.level.tiles.height())
    }

    fn draw_map(&mut self, area: Rect, buffer: &mut Buffer, looks: Appearance, catalog: &Catalog) {
        let room = self.camera.fit(area, self.size(), looks.cells);
        let (focus, margin) = self.focus();
        self.camera.follow(focus, self.size(), room, margin);
        self.middle = self.camera.origin + Pos::new(room.0 / 2, room.1 / 2);
        let old_things = self.at.checked_sub(1).map_or(usize::MAX, |at| self.stages[at].things);
        let (level, stage) = (&self.level, &self.stages[self.at]);
        let source = StageCells { level, stage, old_things, looks, catalog };
        map::draw(area, buffer, &source, self.camera);
    }

    fn state(&self) -> String {
        let (at, count) = (self.at + 1, self.stages.len());
        let shown = &self.stages[self.at];
        let speed = self.playback.speed();
        let state = if self.playback.is_playing {
            format!("{speed} a second")
        } else if self.at == self.last() {
            "at the end".to_owned()
        } else {
            "stopped".to_owned()
        };
        format!("{at}/{count} {}  {state}", shown.pass)
    }

    fn name(&self) -> String {
        format!("{} {}", self.level.kind, self.level.seed)
    }
}

/// The direction in which a key scrolls: shift and arrow, or a capital of HJKL. Plain arrows step
/// and set the speed, as on every screen with playback.
fn direction(input: &Input) -> Option<Pos> {
    let Input::Key(key) = input else { return None };
    let (x, y) = match (key.code, key.shift) {
        (KeyCode::Left, true) | (KeyCode::Char('H'), _) => (-1, 0),
        (KeyCode::Right, true) | (KeyCode::Char('L'), _) => (1, 0),
        (KeyCode::Up, true) | (KeyCode::Char('K') | KeyCode::PageUp, _) => (0, -1),
        (KeyCode::Down, true) | (KeyCode::Char('J') | KeyCode::PageDown, _) => (0, 1),
        _ => return None,
    };
    Some(Pos::new(x, y))
}

impl Screen for StagesScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let area = frame.area();
        // Map, timeline, state, keys; on a small terminal the map and the state.
        let foot = if area.height >= 12 { 3 } else { 1 };
        let map = Rect { height: area.height - foot, ..area };
        self.draw_map(map, frame.buffer_mut(), looks, &context.catalog);
        let row = |at: u16| Rect { y: area.bottom() - at, height: 1, ..area };
        let width = usize::from(area.width);
        let state = Line::styled(fit(&self.state(), width, &looks), looks.style(ColorRole::Text));
        frame.render_widget(&state, row(if foot == 3 { 2 } else { 1 }));
        let name = Line::styled(self.name(), looks.style(ColorRole::Dim));
        if foot == 3 && state.width() + 3 + name.width() <= width {
            frame.render_widget(name.right_aligned(), row(2));
        }
        if foot < 3 {
            return;
        }
        draw_timeline(frame, row(3), &looks, self.at + 1, self.stages.len());
        let mut hints = vec![
            self.playback.pause_hint(context),
            step_hint(context),
            speed_hint(context),
            KeyHint::new("q", "leave"),
        ];
        let (wide, high) = self.size();
        if wide > i32::from(map.width) || high > i32::from(map.height) {
            hints.insert(3, KeyHint::new("H J K L", "scroll"));
        }
        frame.render_widget(hint_line(&hints, width, &looks), row(1));
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        // These leave most programs.
        if let Input::Key(key) = input
            && [Key::char('q'), Key::ctrl('c')].contains(key)
        {
            return Transition::Pop;
        }
        if let Some(by) = direction(input) {
            self.centre = Some(map::scrolled(self.middle, by, self.size()));
            return Transition::Stay;
        }
        match context.intent(InputMode::Replay, input) {
            Some(intent) => self.act(intent),
            None => Transition::Ignore,
        }
    }

    fn tick(&mut self, _: &mut ScreenContext<'_>) -> Transition {
        if !self.playback.is_playing {
            return Transition::Ignore;
        }
        self.go(self.at + 1)
    }

    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        self.playback.tick_interval()
    }

    /// The stage, its open cells and its things in words.
    fn accessible_lines(&mut self, _: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let shown = &self.stages[self.at];
        let open = shown.tiles.cells().iter().filter(|tile| tile.is_passable()).count();
        Some(vec![
            format!("{}, {}.", self.name(), self.state()),
            format!("{open} open cells, {} things.", shown.things),
        ])
    }
}

struct PreparedStage {
    pass: String,
    tiles: Grid<Tile>,
    /// The number of the level's things at this stage; they are the first ones of its list.
    things: usize,
    /// Whether each cell differs from the stage before; false for all if nearly all do.
    changed: Vec<bool>,
    focus: Option<Pos>,
}

impl PreparedStage {
    fn new(
        pass: String,
        tiles: Grid<Tile>,
        things: usize,
        before: Option<&PreparedStage>,
        level: &Level,
    ) -> PreparedStage {
        let old = before.map_or(&tiles, |before| &before.tiles).cells().iter();
        let mut changed: Vec<bool> = old.zip(tiles.cells()).map(|(old, new)| old != new).collect();
        let cells = changed.iter().enumerate().filter(|(_, changed)| **changed);
        let mut places: Vec<Pos> = cells.map(|(place, _)| tiles.pos_of(place)).collect();
        let is_nearly_all = places.len() * 3 > tiles.area();
        if places.is_empty() {
            let first = before.map_or(things, |before| before.things);
            places.extend(level.things.iter().take(things).skip(first).map(Thing::pos));
        }
        let focus = (!places.is_empty() && !is_nearly_all).then(|| middle(&places));
        if is_nearly_all {
            changed.fill(false);
        }
        PreparedStage { pass, tiles, things, changed, focus }
    }
}

struct StageCells<'a> {
    level: &'a Level,
    stage: &'a PreparedStage,
    /// The number of things that are not new: those of the stage before, and all at the first
    /// stage.
    old_things: usize,
    looks: Appearance,
    catalog: &'a Catalog,
}

impl MapSource for StageCells<'_> {
    fn size(&self) -> (i32, i32) {
        (self.stage.tiles.width(), self.stage.tiles.height())
    }

    /// Nothing is drawn of rock that has no open cell beside it.
    fn cell(&self, pos: Pos) -> Option<MapCell> {
        let PreparedStage { tiles, changed, .. } = self.stage;
        let tile = *tiles.get(pos)?;
        let is_open = |near| tiles.get(near).is_some_and(|tile| !tile.is_wall());
        let is_changed = changed[tiles.index_of(pos)];
        if tile.is_wall() && !is_changed && !pos.neighbours().any(is_open) {
            return None;
        }
        let row = self.catalog.terrain.tile(tile);
        let style = self.looks.style(if is_changed { ColorRole::Title } else { row.role });
        Some(MapCell { symbol: Symbol::Letter(self.looks.glyphs.sign(row.sign)), style })
    }

    /// The things that stand at this stage, the newest first.
    fn figures(&self) -> Vec<(Pos, MapCell)> {
        let things = self.level.things.iter().enumerate().take(self.stage.things);
        let figures = things.map(|(place, thing)| {
            let is_new = place >= self.old_things;
            let (sign, role) = look_of_thing(thing.kind, &self.catalog.terrain);
            let style = self.looks.style(if is_new { ColorRole::Title } else { role });
            let cell = match actor(thing, self.catalog) {
                Some(kind) => MapCell {
                    symbol: Symbol::Letter(kind.glyph),
                    style: style.add_modifier(letter_mark(kind)),
                },
                None => MapCell { symbol: Symbol::Letter(self.looks.glyphs.sign(sign)), style },
            };
            (thing.pos(), cell)
        });
        figures.rev().collect()
    }
}

/// The middle of the rectangle around some cells.
fn middle(places: &[Pos]) -> Pos {
    let ends = |of: fn(&Pos) -> i32| {
        let values = places.iter().map(of);
        values.clone().min().unwrap_or(0).midpoint(values.max().unwrap_or(0))
    };
    Pos::new(ends(|pos| pos.x), ends(|pos| pos.y))
}

fn actor<'a>(thing: &Thing, catalog: &'a Catalog) -> Option<&'a ActorKind> {
    let id = (thing.kind == ThingKind::Actor).then(|| catalog.find_actor(&thing.name))??;
    Some(catalog.actor(id))
}

fn look_of_thing(kind: ThingKind, terrain: &Terrain) -> ((char, char), ColorRole) {
    let (part, role) = match kind {
        ThingKind::Trap => (CellPart::Fixture(FixtureState::TrapArmed), None),
        ThingKind::Chest => (CellPart::Fixture(FixtureState::ChestFull), None),
        ThingKind::Door => (CellPart::Fixture(FixtureState::DoorClosed), None),
        ThingKind::Light => (CellPart::Fixture(FixtureState::LightLit), None),
        ThingKind::Closet => (CellPart::Fixture(FixtureState::Closet), None),
        ThingKind::Chute => (CellPart::Fixture(FixtureState::Chute), None),
        ThingKind::Well => (CellPart::Fixture(FixtureState::Well), None),
        // One that the content does not know.
        ThingKind::Actor => return ((' ', ' '), ColorRole::Hostile),
        ThingKind::Item => (CellPart::Item(Slot::Potion), None),
        ThingKind::Crate => (CellPart::Tile(Tile::Floor), Some(ColorRole::Door)),
        ThingKind::Key => (CellPart::Item(Slot::Trinket), Some(ColorRole::Key)),
        ThingKind::BossKey => (CellPart::Item(Slot::Trinket), Some(ColorRole::Hostile)),
        ThingKind::Feather => (CellPart::Item(Slot::Missile), None),
        ThingKind::Satchel => (CellPart::Item(Slot::Garb), None),
        ThingKind::House => (CellPart::Fixture(FixtureState::Closet), Some(ColorRole::Door)),
    };
    let row = terrain.part(part);
    (row.sign, role.unwrap_or(row.role))
}
