//! The roles of colours: what a piece of a screen means, and how that is stressed.

use serde::Deserialize;

use base::Pigment;

macro_rules! role_table {
    ($($(#[$doc:meta])* $name:ident = $pigment:ident, $coloured:ident, $colourless:ident;)+) => {
        /// The meaning of a piece of the screen.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        pub enum ColorRole {
            $($(#[$doc])* $name,)+
        }

        impl ColorRole {
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The colour, the attribute where there are colours, and that where there are none.
            pub const fn look(self) -> (Pigment, Emphasis, Emphasis) {
                match self {
                    $(Self::$name => {
                        (Pigment::$pigment, Emphasis::$coloured, Emphasis::$colourless)
                    })+
                }
            }
        }
    };
}

/// An attribute of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    None,
    Bold,
    Reversed,
    Underlined,
}

// Each role with its colour, its attributes where there are colours, and those where there are
// none.
role_table! {
    /// Ordinary text without a meaning of its own.
    #[default]
    Text = Plain, None, None;
    /// Text of less weight: labels, explanations.
    Dim = Faint, None, None;
    Title = Amber, Bold, Bold;
    Border = Faint, None, None;
    /// The entry a list stands on.
    Selected = Plain, Reversed, Reversed;
    /// A key that may be pressed.
    Key = Amber, None, Bold;
    Hint = Teal, None, Underlined;
    Good = Green, None, None;
    Bad = Red, Bold, Bold;
    Warning = Orange, None, Bold;
    /// A line of the log that is not of this turn.
    OldMessage = Faint, None, None;
    BarFull = Green, None, Bold;
    /// A full part of a bar that runs out.
    BarLow = Red, None, Bold;
    BarEmpty = Faint, None, None;
    Player = Bright, Bold, Reversed;
    /// Whatever attacks on sight.
    Hostile = Red, None, Bold;
    /// An actor that lets the player be.
    Neutral = Green, None, Bold;
    /// Who came with the party.
    Raider = Orange, None, Bold;
    Undead = Blue, None, Bold;
    /// A hostile actor whose kind has a colour of its own in the data.
    BlueActor = Blue, None, Bold;
    AmberActor = Amber, None, Bold;
    Wall = Stone, None, Bold;
    /// Floor that is seen.
    Floor = Plain, None, Bold;
    /// Floor that is seen by the light of a brazier.
    LitFloor = Amber, None, Bold;
    /// Whatever is remembered and not seen.
    Remembered = Faint, None, None;
    Door = Brown, None, Bold;
    BrokenDoor = Violet, None, Underlined;
    Closet = Teal, None, Bold;
    Chute = Teal, None, Bold;
    Stairs = Bright, None, Bold;
    Well = Blue, None, Bold;
    Light = Yellow, None, Bold;
    DeadLight = Violet, None, Underlined;
    Chest = Brown, None, Bold;
    LootedChest = Violet, None, Underlined;
    TrapArmed = Red, None, Bold;
    TrapSprung = Violet, None, Underlined;
    Body = Violet, None, Underlined;
    BodyStirring = Red, Reversed, Reversed;
    Blood = Violet, None, Underlined;
    Item = Teal, None, Bold;
    Water = Blue, None, None;
    Grass = Green, None, None;
    Rubble = Stone, None, None;
    Crate = Stone, None, None;
    /// An edge with no way back.
    Ledge = Brown, None, Bold;
    Pit = Faint, None, Bold;
    Gas = Green, None, Underlined;
    Fire = Red, Bold, Bold;
    /// The cell the cursor of examine, travel or aim is on.
    Cursor = Bright, Reversed, Reversed;
    /// The way of a throw, a bolt or a walk.
    Path = Amber, Underlined, Underlined;
    /// The player of another run, as a ghost.
    Ghost = Violet, Bold, Reversed;
    /// A cell where a blow will fall.
    Danger = Red, Reversed, Reversed;
}
