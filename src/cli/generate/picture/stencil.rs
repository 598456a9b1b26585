//! What stands on a level as small drawings: eight by eight where there is room, three by three
//! where not.

use super::canvas::{Area, Canvas};
use super::ink::{self, Ink};
use levels::ThingKind;

/// A drawing: `#` in its own ink, `+` in its second one.
pub(super) struct Stencil {
    ink: Ink,
    second: Ink,
    large: [&'static str; 8],
    small: [&'static str; 3],
}

/// A side in pixels from which on the large drawing fits a cell.
pub(super) const MIN_LARGE_PIXELS: u32 = 8;

impl Stencil {
    /// Draws it in the middle of a square, as large as whole pixels allow.
    pub(super) fn draw(&self, canvas: &mut Canvas, area: Area) {
        let (rows, side): (&[&str], u32) =
            if area.width >= MIN_LARGE_PIXELS { (&self.large, 8) } else { (&self.small, 3) };
        if area.width < side {
            canvas.fill(area, self.ink);
            return;
        }
        let scale = area.width / side;
        let margin = (area.width - side * scale) / 2;
        for (y, row) in (0..).zip(rows) {
            for (x, mark) in (0..).zip(row.bytes()) {
                let ink = match mark {
                    b'#' => self.ink,
                    b'+' => self.second,
                    _ => continue,
                };
                let (left, top) = (area.x + margin + x * scale, area.y + margin + y * scale);
                canvas.fill(Area::square(left, top, scale), ink);
            }
        }
    }

    pub(super) fn of(kind: ThingKind) -> &'static Stencil {
        match kind {
            ThingKind::Trap => &TRAP,
            ThingKind::Chest => &CHEST,
            ThingKind::Door => &DOOR,
            ThingKind::Light => &LIGHT,
            ThingKind::Closet => &CLOSET,
            ThingKind::Chute => &CHUTE,
            ThingKind::Well => &WELL,
            ThingKind::Actor => &ACTOR,
            ThingKind::Item => &ITEM,
            ThingKind::Crate => &CRATE,
            ThingKind::Key => &KEY,
            ThingKind::BossKey => &BOSS_KEY,
            ThingKind::Feather => &FEATHER,
            ThingKind::Satchel => &SATCHEL,
            ThingKind::House => &HOUSE,
        }
    }
}

pub(super) static START: Stencil = Stencil {
    ink: ink::WHITE,
    second: ink::WHITE,
    large: [
        "........", ".....##.", "...###..", ".###....", ".###....", "...###..", ".....##.",
        "........",
    ],
    small: ["..#", "##.", "..#"],
};

pub(super) static EXIT: Stencil = Stencil {
    ink: ink::WHITE,
    second: ink::WHITE,
    large: [
        "........", ".##.....", "..###...", "....###.", "....###.", "..###...", ".##.....",
        "........",
    ],
    small: ["#..", ".##", "#.."],
};

static TRAP: Stencil = Stencil {
    ink: ink::TRAP,
    second: ink::WHITE,
    large: [
        "........", "...##...", "...##...", "..####..", "..#++#..", ".######.", ".##++##.",
        "########",
    ],
    small: [".#.", ".#.", "###"],
};

static CHEST: Stencil = Stencil {
    ink: ink::CHEST,
    second: ink::DARK,
    large: [
        "........", ".++++++.", "+######+", "+######+", "+++##+++", "+######+", "+######+",
        "++++++++",
    ],
    small: ["...", "###", "###"],
};

static DOOR: Stencil = Stencil {
    ink: ink::DOOR,
    second: ink::LIGHT,
    large: [
        "........", "..####..", ".######.", ".######.", ".####+#.", ".######.", ".######.",
        ".######.",
    ],
    small: ["###", "###", "###"],
};

static LIGHT: Stencil = Stencil {
    ink: ink::LIGHT,
    second: ink::LIGHT_EDGE,
    large: [
        "...++...", ".+.##.+.", "..####..", "+######+", "+######+", "..####..", ".+.##.+.",
        "...++...",
    ],
    small: [".+.", "+#+", ".+."],
};

static CLOSET: Stencil = Stencil {
    ink: ink::CLOSET,
    second: ink::WHITE,
    large: [
        "...##...", "..####..", ".######.", "########", ".######.", ".##++##.", ".##++##.",
        ".##++##.",
    ],
    small: [".#.", "###", "###"],
};

static CHUTE: Stencil = Stencil {
    ink: ink::CHUTE,
    second: ink::CLOSET,
    large: [
        "..++++..", ".+####+.", "+######+", "+######+", "+######+", "+######+", ".+####+.",
        "..++++..",
    ],
    small: ["+++", "+#+", "+++"],
};

static WELL: Stencil = Stencil {
    ink: ink::WELL,
    second: ink::WALL,
    large: [
        ".++++++.", "+######+", "+######+", "+######+", "+######+", "+######+", "+######+",
        ".++++++.",
    ],
    small: [".#.", "###", ".#."],
};

static ACTOR: Stencil = Stencil {
    ink: ink::ACTOR,
    second: ink::WHITE,
    large: [
        "..####..", "..#++#..", "..####..", "...##...", ".######.", ".#.##.#.", "..####..",
        ".##..##.",
    ],
    small: ["#.#", "###", ".#."],
};

static ITEM: Stencil = Stencil {
    ink: ink::ITEM,
    second: ink::WHITE,
    large: [
        "........", "...##...", "...##...", "..####..", ".#+####.", ".######.", ".######.",
        "..####..",
    ],
    small: ["...", ".#.", "###"],
};

static CRATE: Stencil = Stencil {
    ink: ink::CRATE,
    second: ink::CRATE_DARK,
    large: [
        "++++++++", "+#####++", "+####+#+", "+###+##+", "+##+###+", "+#+####+", "++#####+",
        "++++++++",
    ],
    small: ["+++", "+#+", "+++"],
};

/// Keys fill their cell with the colour of what they open.
static KEY: Stencil = Stencil {
    ink: ink::DARK,
    second: ink::KEY,
    large: [
        "++++++++", "+###++++", "##+##+++", "#+++####", "##+##+#+", "+###++#+", "++++++++",
        "++++++++",
    ],
    small: ["++#", "+#+", "#++"],
};

static BOSS_KEY: Stencil = Stencil {
    ink: ink::WHITE,
    second: ink::BOSS_KEY,
    large: [
        "++++++++", "+###++++", "##+##+++", "#+++####", "##+##+#+", "+###++#+", "++++++++",
        "++++++++",
    ],
    small: ["++#", "+#+", "#++"],
};

static FEATHER: Stencil = Stencil {
    ink: ink::FEATHER,
    second: ink::WHITE,
    large: [
        "......##", "....####", "...###+#", "..##+###", "..#+###.", "..+###..", ".+......",
        "+.......",
    ],
    small: ["..#", ".##", "#.."],
};

static SATCHEL: Stencil = Stencil {
    ink: ink::SATCHEL,
    second: ink::DARK,
    large: [
        "...++...", "..+..+..", ".+....+.", "++++++++", "+##++##+", "+######+", "+######+",
        ".++++++.",
    ],
    small: [".+.", "###", "###"],
};

static HOUSE: Stencil = Stencil {
    ink: ink::HOUSE,
    second: ink::DARK,
    large: [
        "...##...", "..####..", ".######.", "########", ".######.", ".##++##.", ".##++##.",
        ".##++##.",
    ],
    small: [".#.", "###", "###"],
};
