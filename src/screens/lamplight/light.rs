//! The light that falls on the cells in sight: of the sky, of the player's lantern, of braziers and
//! flames, and of the torches of a party. Each falls off with its distance, reaches what the rules
//! say that it reaches, and is added to the others part by part.

use base::{Bits, Pos, Rgb, mix};
use engine::view::View;

use super::material::in_light;

/// Light of 16 shows a ground as it is.
const FULL: u16 = 16;

/// What a cell that the rules call lit has of each part at least, in sixteenths, wherever its light
/// comes from.
const MIN_LIT: [u16; 3] = [9, 8, 7];

/// The light on each cell of a floor, in sixteenths of red, green and blue.
pub(super) struct LightMap {
    width: i32,
    is_calm: bool,
    cells: Vec<[u16; 3]>,
}

impl LightMap {
    /// Calm light does not fade with the distance.
    pub(super) fn of(view: View<'_>, is_calm: bool) -> LightMap {
        let (looks, terrain) = (&view.catalog().looks, &view.catalog().terrain);
        let (width, height) = view.size();
        let sky = sky(view).map(u16::from);
        let mut map = LightMap { width, is_calm, cells: vec![sky; (width * height) as usize] };
        let lit = view.lit_cells();
        for source in view.light_sources() {
            if let Some(color) = terrain.part(source.of).shine {
                // One that is remembered to burn may have gone out.
                let mut reached = view.lit_from(source.at, source.reach);
                reached.intersect(&lit);
                map.add(&reached, source.at, source.reach, color);
            }
        }
        if view.is_away() {
            let party = view.actors().into_iter().filter(|actor| actor.kind.raider.is_some());
            for member in party {
                let reach = looks.torch.reach;
                map.add(&view.lit_from(member.pos, reach), member.pos, reach, looks.torch.color);
            }
        } else {
            let (here, reach) = (view.player().pos, view.lantern());
            map.add(&view.lit_from(here, reach), here, reach, looks.lantern);
        }
        for at in lit.iter() {
            let cell = &mut map.cells[(at.y * width + at.x) as usize];
            *cell = std::array::from_fn(|part| cell[part].max(MIN_LIT[part]));
        }
        map
    }

    /// Adds a light on the cells that it reaches. It is full where it stands, and a third of that
    /// at its reach.
    fn add(&mut self, reached: &Bits, from: Pos, reach: i32, color: Rgb) {
        let far = u32::from((reach * reach + reach).unsigned_abs() as u16).max(1);
        for at in reached.iter() {
            let away = (at.squared(from).unsigned_abs() as u32).min(far);
            let away = if self.is_calm { far / 2 } else { away };
            let share = 3 * far - 2 * away;
            let cell = &mut self.cells[(at.y * self.width + at.x) as usize];
            for (part, color) in cell.iter_mut().zip(color) {
                *part += (u32::from(color) * share / (3 * far)) as u16;
            }
        }
    }

    /// A ground in the light of its cell.
    pub(super) fn fall_on(&self, at: Pos, ground: Rgb) -> Rgb {
        let light = self.cells[(at.y * self.width + at.x) as usize];
        // Where lights meet, they do not blind.
        in_light(ground, light.map(|part| part.min(FULL) + part.saturating_sub(FULL) / 8))
    }
}

/// The light that is everywhere: in a town that of the day, else from that of the night to that of
/// dawn in eight steps.
fn sky(view: View<'_>) -> Rgb {
    let looks = &view.catalog().looks;
    if view.is_in_town() {
        return looks.day;
    }
    let (night, dawn) = (looks.night, looks.dawn);
    let hour = (8 * view.clock().0 / view.dawn().0.max(1)).min(8);
    mix(night, 8 - hour, dawn)
}
