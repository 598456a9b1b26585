//! What things look like, by what they mean: screens name a [`Role`], never a colour.
//!
//! A theme is made for one player's palette, background and colour depth. Nothing is told by colour alone:
//! a role only underlines what the glyph, the word or the place says already, and without colours the roles
//! that matter are bold, reversed or underlined.

use ratatui::style::{Color, Modifier, Style};

use super::terminal::Depth;

/// What a piece of the screen means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Ordinary text and whatever has no meaning of its own.
    Text,
    /// Text of less weight: labels, what is over, what cannot be chosen.
    Dim,
    Title,
    /// Frames around things.
    Border,
    /// The entry a list stands on.
    Selected,
    /// A key that may be pressed.
    Key,
    Hint,
    Good,
    Bad,
    Warning,
    /// Another line of the log than the newest.
    OldMessage,
    BarFull,
    BarLow,
    BarEmpty,

    Player,
    Hostile,
    /// An actor that lets the player be.
    Neutral,
    /// A raider, who comes with the party.
    Raider,
    Wall,
    Floor,
    /// Whatever is remembered and not seen.
    Remembered,
    Door,
    BrokenDoor,
    Closet,
    Chute,
    Stairs,
    Well,
    Light,
    DeadLight,
    Chest,
    LootedChest,
    TrapArmed,
    TrapSprung,
    Body,
    Blood,
    Item,
    Water,
    Grass,
    Rubble,
    Pit,
    Gas,
    Fire,
    /// The cell the cursor of examine, travel or aim is on.
    Cursor,
    /// The way of a throw, a bolt or a walk.
    Path,
    /// A cell where a blow will fall.
    Danger,
}

impl Role {
    /// All roles, in the order of their declaration.
    pub const ALL: [Self; 47] = [
        Self::Text,
        Self::Dim,
        Self::Title,
        Self::Border,
        Self::Selected,
        Self::Key,
        Self::Hint,
        Self::Good,
        Self::Bad,
        Self::Warning,
        Self::OldMessage,
        Self::BarFull,
        Self::BarLow,
        Self::BarEmpty,
        Self::Player,
        Self::Hostile,
        Self::Neutral,
        Self::Raider,
        Self::Wall,
        Self::Floor,
        Self::Remembered,
        Self::Door,
        Self::BrokenDoor,
        Self::Closet,
        Self::Chute,
        Self::Stairs,
        Self::Well,
        Self::Light,
        Self::DeadLight,
        Self::Chest,
        Self::LootedChest,
        Self::TrapArmed,
        Self::TrapSprung,
        Self::Body,
        Self::Blood,
        Self::Item,
        Self::Water,
        Self::Grass,
        Self::Rubble,
        Self::Pit,
        Self::Gas,
        Self::Fire,
        Self::Cursor,
        Self::Path,
        Self::Danger,
        Self::Dim,
        Self::Text,
    ];
}

/// A set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    #[default]
    Default,
    /// Told apart by eyes of every kind: after Okabe and Ito, "Color Universal Design" (2008).
    ColorBlind,
}

/// What the terminal draws text on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    #[default]
    Dark,
    Light,
}

/// The looks of one player's screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    palette: Palette,
    background: Background,
    depth: Depth,
}
