//! The floor as the upkeeper sees and remembers it, as the source of a map.
//!
//! Seen, remembered and merely planned cells differ by more than their colour: remembered cells are
//! fainter (without colours, seen cells are bold), and of a plan only walls and fixtures are drawn.
//! Hostile actors are bold or reversed.

use ratatui::style::{Modifier, Style};

use crate::{
    Appearance, glyphs::GlyphSet, lamplight::Lamplight, terminal::ColorDepth, theme::ColorRole,
};
use base::{Dir, Pos};
use content::{
    ActorKind, CellPart, CursorStop, FixtureState, Gate, ItemKindId, Slot, Terrain, TerrainRow,
};
use engine::sim::{Fixture, STIRRING_TURNS};
use engine::view::{Cell, SeenActor, View};
use levels::Tile;

use super::map::{MapCell, MapMark, MapSource, MarkKind, Symbol};

pub struct FloorCells<'a> {
    view: View<'a>,
    looks: Appearance,
    /// Walls are lines rather than blocks.
    has_lines: bool,
    /// A character stands for several cells: floor that is only planned is drawn, because its walls
    /// are not.
    is_scaled: bool,
    /// Cells that are far from all of these are as faint as remembered ones.
    about: Option<Vec<Pos>>,
    /// The grounds of the cells, where they have some.
    lamplight: Option<Lamplight<'a>>,
}

/// How far from a party the floor about it is.
const ABOUT_CELLS: i32 = 7;

impl<'a> FloorCells<'a> {
    pub fn new(view: View<'a>, looks: Appearance) -> Self {
        let lamplight = Lamplight::new(view, looks.theme);
        let has_lines = has_drawn_walls(view);
        Self { view, looks, has_lines, is_scaled: false, about: None, lamplight }
    }

    /// The floor about some places: elsewhere it is faint.
    pub fn about(view: View<'a>, looks: Appearance, places: Vec<Pos>) -> Self {
        Self { about: Some(places), ..Self::new(view, looks) }
    }

    /// The floor for a map of several cells to a character.
    pub fn scaled(view: View<'a>, looks: Appearance) -> Self {
        Self { has_lines: false, is_scaled: true, ..Self::new(view, looks) }
    }
}

impl MapSource for FloorCells<'_> {
    fn size(&self) -> (i32, i32) {
        self.view.size()
    }

    fn cell(&self, pos: Pos) -> Option<MapCell> {
        let cell = self.view.cell(pos);
        if self.view.is_exit_marked(pos) {
            let symbol = self.symbol(self.terrain().tile(Tile::Exit));
            return Some(MapCell { symbol, style: self.looks.theme.remembered() });
        }
        let tile = cell.tile?;
        let is_bare = tile == Tile::Floor && cell.fixture.is_none() && cell.item.is_none();
        let is_bare = is_bare && !cell.blood && !cell.body && !self.is_scaled;
        let is_faint = self.is_faint(pos);
        // Floor that is out of sight is an area, or nothing where it is known from the plan alone.
        let is_aside = !cell.visible || is_faint;
        if is_bare && is_aside && (self.lamplight.is_some() || !cell.seen) {
            let lamplight = self.lamplight.as_ref()?;
            let style = lamplight.style(pos, &cell, Style::new(), is_faint);
            return Some(MapCell { symbol: Symbol::Glyph(" "), style });
        }
        let mut is_covered = cell.blood;
        let ground = self.terrain().tile(tile);
        let (symbol, top) = if tile.is_wall() {
            (self.wall(pos, tile)?, ground)
        } else {
            let top = self.top(&cell, ground);
            // A way in or out is never hidden: what lies there gives it a colour and a line.
            let is_way = matches!(tile, Tile::Start | Tile::Exit);
            is_covered |= is_way && top.of != ground.of;
            let is_ledge = !is_way && top.of == CellPart::Fixture(FixtureState::Ledge);
            let arrow = match cell.fixture {
                Some(Fixture::Drop(down)) if is_ledge => self.looks.glyphs.ledge(down),
                _ => None,
            };
            let sign = self.symbol(if is_way { ground } else { top });
            (arrow.map_or(sign, Symbol::Letter), top)
        };
        if tile.is_wall()
            && let Some(lamplight) = &self.lamplight
            && cell.seen
            && self.has_lit_walls()
        {
            let stands_over = self.is_open(pos + Dir::South);
            let (glyph, style) = lamplight.wall(pos, &cell, tile, stands_over, is_faint);
            return Some(MapCell { symbol: Symbol::Glyph(glyph), style });
        }
        let role = top.role_in(cell.lit);
        let mut style = if !is_faint && (cell.visible || !top.fades && cell.seen) {
            self.looks.style(role)
        } else {
            self.looks.theme.remembered()
        };
        if is_covered && role != ColorRole::Blood {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if let Some(lamplight) = &self.lamplight {
            style = lamplight.style(pos, &cell, style, is_faint);
        }
        // In a town the doors have signs.
        let sign =
            (cell.fixture == Some(Fixture::House)).then(|| self.view.house_sign(pos)).flatten();
        let symbol = sign.map_or(symbol, Symbol::Letter);
        Some(MapCell { symbol, style })
    }

    /// The upkeeper, unless away, and every actor that is seen.
    fn figures(&self) -> Vec<(Pos, MapCell)> {
        let player = (!self.view.is_away()).then(|| {
            let glyph = self.view.catalog().actor(self.view.catalog().rules.upkeeper.id).glyph;
            let style = self.looks.style(ColorRole::Player);
            (self.view.player().pos, MapCell { symbol: Symbol::Letter(glyph), style }, false)
        });
        let actors = self.view.actors();
        let is_met = !self.view.is_away();
        let actors = actors.iter().map(|own| (own.pos, self.actor(own), own.harmless && is_met));
        let on_ground = |(at, figure, is_aside): (Pos, MapCell, bool)| match &self.lamplight {
            Some(lamplight) => {
                (at, MapCell { style: lamplight.figure(at, figure.style, is_aside), ..figure })
            }
            None => (at, figure),
        };
        player.into_iter().chain(actors).map(on_ground).collect()
    }

    /// The entry and the exit first, then open jobs, and so on down to walls and to cells that are
    /// not known.
    fn weight(&self, pos: Pos) -> u8 {
        let view = self.view;
        let cell = view.cell(pos);
        match (cell.tile, cell.fixture) {
            (None, _) if view.is_exit_marked(pos) => 9,
            (None, _) => 0,
            (Some(Tile::Start | Tile::Exit), _) => 9,
            _ if view.job_at(pos).is_some() && !cell.blood => 8,
            (_, Some(Fixture::Closet | Fixture::Chute | Fixture::Well)) => 7,
            (_, Some(fixture)) if fixture.gate().is_some() => 7,
            (_, Some(fixture)) if fixture.is_armed_trap() => 6,
            _ if cell.item.is_some() => 5,
            (_, Some(_)) => 4,
            _ if cell.blood => 3,
            (Some(tile), _) if tile.is_wall() => 1,
            _ => 2,
        }
    }
}

/// Whether the walls of this kind of level are built and so are drawn as lines; those of a cavern
/// are rock.
fn has_drawn_walls(view: View<'_>) -> bool {
    view.is_plan_known() || view.is_in_town()
}

impl<'a> FloorCells<'a> {
    fn terrain(&self) -> &'a Terrain {
        &self.view.catalog().terrain
    }

    /// Whether it is of no concern to those whom the picture is about.
    fn is_faint(&self, pos: Pos) -> bool {
        let is_far = |places: &Vec<Pos>| !places.iter().any(|at| at.steps_to(pos) <= ABOUT_CELLS);
        self.about.as_ref().is_some_and(is_far)
    }

    /// Whether walls are areas of colour: half blocks are no ASCII.
    fn has_lit_walls(&self) -> bool {
        !self.is_scaled && self.looks.glyphs == GlyphSet::Unicode
    }

    fn symbol(&self, row: &TerrainRow) -> Symbol {
        Symbol::Letter(self.looks.glyphs.sign(row.sign))
    }

    /// What is drawn of a cell; blood hides no way in or out.
    fn top(&self, cell: &Cell, ground: &'a TerrainRow) -> &'a TerrainRow {
        let is_way = matches!(cell.tile, Some(Tile::Start | Tile::Exit));
        let mut parts = parts(self.view, cell).into_iter().flatten();
        parts.find(|row| row.of != CellPart::Blood || !is_way).unwrap_or(ground)
    }

    fn actor(&self, actor: &SeenActor<'_>) -> MapCell {
        let mut style = letter_style(actor.kind, !actor.harmless, &self.looks);
        if !actor.harmless {
            style = style.add_modifier(Modifier::BOLD);
            if self.looks.theme.depth == ColorDepth::None {
                style = style.add_modifier(Modifier::REVERSED);
            }
        }
        MapCell { symbol: Symbol::Letter(actor.kind.glyph), style }
    }

    /// A wall with the walls that it goes on in: those that stand with it at the side of an open
    /// cell.
    fn wall(&self, pos: Pos, tile: Tile) -> Option<Symbol> {
        let is_face = pos.neighbours().any(|near| self.is_open(near));
        if tile == Tile::Rock && !is_face {
            return None;
        }
        if !self.has_lines || self.looks.glyphs == GlyphSet::Ascii {
            return Some(self.symbol(self.terrain().tile(tile)));
        }
        let neighbours = Dir::CARDINAL.map(|dir| self.goes_on(pos, dir));
        Some(Symbol::Glyph(self.looks.glyphs.wall(neighbours)))
    }

    fn goes_on(&self, pos: Pos, dir: Dir) -> bool {
        let next = pos + dir;
        let side = Dir::CARDINAL[(dir as usize / 2 + 1) % 4];
        let is_open_at = |side| self.is_open(pos + side) || self.is_open(next + side);
        self.is_solid(next) && (is_open_at(side) || is_open_at(side.opposite()))
    }

    fn is_solid(&self, pos: Pos) -> bool {
        match self.view.tile(pos) {
            None => false,
            Some(tile) if tile.is_wall() || tile == Tile::Door => true,
            Some(_) => {
                matches!(self.view.cell(pos).fixture, Some(Fixture::Door(_) | Fixture::House))
            }
        }
    }

    /// Known, and no wall.
    fn is_open(&self, pos: Pos) -> bool {
        self.view.tile(pos).is_some_and(|tile| !tile.is_wall())
    }
}

/// The mark of a ghost on a cell; `None` where it would tell what the player does not know, or hide
/// what is there.
pub(super) fn ghost_mark(view: View<'_>, at: Pos) -> Option<MapMark> {
    let cell = view.cell(at);
    let is_floor = cell.seen && cell.tile.is_some_and(|tile| !tile.is_wall());
    let is_taken = view.actor_at(at).is_some()
        || (!view.is_away() && view.player().pos == at)
        || cell.item.is_some();
    (is_floor && !is_taken).then_some(MapMark { at, kind: MarkKind::Ghost })
}

/// The numbers of what is planned; of several things on a cell that of the first.
pub(crate) fn plan_marks(view: View<'_>) -> impl Iterator<Item = MapMark> {
    let plan = view.plan().to_vec().into_iter().enumerate().rev();
    plan.map(|(place, lever)| MapMark { at: lever.at(), kind: MarkKind::Planned { place } })
}

/// What the player knows to be on a cell and the cursor stops at, but for actors.
pub(crate) fn stops_at(view: View<'_>, pos: Pos) -> impl Iterator<Item = &TerrainRow> {
    let parts = parts(view, &view.cell(pos)).into_iter().flatten();
    parts.filter(|row| row.jump != CursorStop::Never)
}

/// What lies and stands on a cell, the topmost first, and its ground.
fn parts<'a>(view: View<'a>, cell: &Cell) -> [Option<&'a TerrainRow>; 8] {
    let terrain = &view.catalog().terrain;
    let part = |is_there: bool, part| is_there.then(|| terrain.part(part));
    let is_stirring = cell.body_rises.is_some_and(|left| left <= STIRRING_TURNS);
    let body = if is_stirring { CellPart::StirringBody } else { CellPart::Body };
    let fixture = cell.fixture.map(|fixture| terrain.fixture(fixture.state()));
    [
        part(cell.fire > 0, CellPart::Fire),
        part(cell.body, body),
        fixture.filter(|_| cell.fixture.is_some_and(Fixture::is_armed_trap)),
        cell.item.map(|item| terrain.part(item_part(view, item))),
        fixture,
        part(cell.gas > 0, CellPart::Gas),
        part(cell.blood, CellPart::Blood),
        cell.tile.map(|tile| terrain.tile(tile)),
    ]
}

pub(super) fn item_part(view: View<'_>, kind: ItemKindId) -> CellPart {
    let item = view.catalog().item(kind);
    let is_key = item.slot == Slot::Belt && item.opens.is_some_and(Gate::keeps_its_key);
    if is_key { CellPart::Key } else { CellPart::Item(item.slot) }
}

/// How the letter of a kind is drawn: green if it lets the player be, else in its colour. The
/// second kind of a letter is underlined, whatever the colours.
pub fn letter_style(kind: &ActorKind, hostile: bool, looks: &Appearance) -> Style {
    let role = if hostile { kind.role() } else { ColorRole::Neutral };
    looks.style(role).add_modifier(letter_mark(kind))
}

/// The mark of the second kind of a letter.
pub fn letter_mark(kind: &ActorKind) -> Modifier {
    if kind.is_underlined { Modifier::UNDERLINED } else { Modifier::empty() }
}
