//! A stage in which a level was generated, prepared for drawing.

use crate::{
    Appearance,
    glyphs::GlyphId,
    theme::ColorRole,
    widgets::{
        floor::ground,
        map::{MapCell, MapSource, Symbol},
    },
};
use base::{Grid, Pos};
use content::Catalog;
use levels::{Level, Thing, ThingKind, Tile};

/// A stage, prepared for drawing.
pub(super) struct PreparedStage {
    pub pass: String,
    pub tiles: Grid<Tile>,
    /// The number of the level's things at this stage; they are the first ones of its list.
    pub things: usize,
    /// Whether each cell differs from the stage before; false for all if nearly all do.
    changed: Vec<bool>,
    /// The middle of the changed cells.
    pub focus: Option<Pos>,
}

impl PreparedStage {
    pub(super) fn new(
        pass: &str,
        tiles: Grid<Tile>,
        things: usize,
        before: Option<&PreparedStage>,
        level: &Level,
    ) -> PreparedStage {
        let area = tiles.area();
        let changed: Vec<bool> = match before {
            Some(before) => {
                let pairs = before.tiles.cells().iter().zip(tiles.cells());
                pairs.map(|(before, now)| before != now).collect()
            }
            None => vec![false; area],
        };
        let cells = changed.iter().enumerate().filter(|(_, changed)| **changed);
        let mut places: Vec<Pos> = cells.map(|(place, _)| tiles.pos_of(place)).collect();
        let is_nearly_all = places.len() * 3 > area;
        if places.is_empty() {
            let first = before.map_or(things, |before| before.things);
            let new = level.things.iter().take(things).skip(first);
            places.extend(new.map(Thing::pos));
        }
        let focus = (!places.is_empty() && !is_nearly_all).then(|| middle(&places));
        let changed = if is_nearly_all { vec![false; area] } else { changed };
        PreparedStage { pass: pass.to_owned(), tiles, things, changed, focus }
    }
}

/// A stage as a source of a map.
pub(super) struct StageCells<'a> {
    pub level: &'a Level,
    pub stage: &'a PreparedStage,
    /// The number of things that are not new: those of the stage before, and all at the first stage.
    pub old_things: usize,
    pub looks: Appearance,
    pub catalog: &'a Catalog,
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
        let (glyph, role) = ground(tile, false);
        let style = self.looks.style(if is_changed { ColorRole::Title } else { role });
        Some(MapCell { symbol: Symbol::Glyph(self.looks.glyph(glyph)), style })
    }

    /// The things that stand at this stage, the newest first.
    fn figures(&self) -> Vec<(Pos, MapCell)> {
        let things = self.level.things.iter().enumerate().take(self.stage.things);
        let figures = things.map(|(place, thing)| {
            let is_new = place >= self.old_things;
            let (glyph, role) = glyph_of_thing(thing.kind);
            let style = self.looks.style(if is_new { ColorRole::Title } else { role });
            let symbol = match letter(thing, self.catalog) {
                Some(letter) => Symbol::Letter(letter),
                None => Symbol::Glyph(self.looks.glyph(glyph)),
            };
            (thing.pos(), MapCell { symbol, style })
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

/// The letter of an actor; `None` for other things.
fn letter(thing: &Thing, catalog: &Catalog) -> Option<char> {
    let id = (thing.kind == ThingKind::Actor).then(|| catalog.find_actor(&thing.name))??;
    Some(catalog.actor(id).glyph)
}

fn glyph_of_thing(kind: ThingKind) -> (GlyphId, ColorRole) {
    match kind {
        ThingKind::Trap => (GlyphId::TrapArmed, ColorRole::TrapArmed),
        ThingKind::Chest => (GlyphId::ChestFull, ColorRole::Chest),
        ThingKind::Door => (GlyphId::DoorClosed, ColorRole::Door),
        ThingKind::Light => (GlyphId::LightLit, ColorRole::Light),
        ThingKind::Closet => (GlyphId::Closet, ColorRole::Closet),
        ThingKind::Chute => (GlyphId::Chute, ColorRole::Chute),
        ThingKind::Well => (GlyphId::Well, ColorRole::Well),
        ThingKind::Actor => (GlyphId::Unknown, ColorRole::Hostile),
        ThingKind::Item => (GlyphId::Potion, ColorRole::Item),
        ThingKind::Crate => (GlyphId::Undone, ColorRole::Door),
        ThingKind::Key => (GlyphId::Trinket, ColorRole::Key),
        ThingKind::BossKey => (GlyphId::Trinket, ColorRole::Hostile),
        ThingKind::Feather => (GlyphId::Missile, ColorRole::Item),
        ThingKind::Satchel => (GlyphId::Garb, ColorRole::Item),
        ThingKind::House => (GlyphId::Closet, ColorRole::Door),
    }
}
