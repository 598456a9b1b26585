//! The intents of keys, by the names that settings and help use.
//!
//! An intent that opens a screen touches these places: its line in `intents!` here, with its mode
//! and its default keys; its arm in `screens/intent_handler.rs`, where the compiler asks for it,
//! and `is_harmless` there; its group in `screens/screens/help.rs`, where a test asks for it; the
//! screen's own file in `screens/screens` and its module in `screens/screens/mod.rs`.

use base::Dir;

/// The mode in which a key is read. Within a mode a key has one intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InputMode {
    /// On the map, playing.
    Play,
    /// At the board, where the night is planned.
    Board,
    /// At the hatch, while the raid is on.
    Hatch,
    /// Moving a cursor over the map: examine, travel, aim.
    Cursor,
    /// Lists, menus and pages of text.
    List,
    /// Answering a question, which must not happen by accident.
    Ask,
    /// Watching a run that was recorded.
    Replay,
}

impl InputMode {
    /// All modes, in the order of help.
    pub const ALL: [Self; 7] =
        [Self::Play, Self::Board, Self::Hatch, Self::Cursor, Self::List, Self::Ask, Self::Replay];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Play => "On the floor",
            Self::Board => "At the board, by night",
            Self::Hatch => "At the hatch, at dawn",
            Self::Cursor => "With the cursor",
            Self::List => "In lists",
            Self::Ask => "When asked",
            Self::Replay => "Watching a run",
        }
    }
}

struct Definition {
    name: &'static str,
    modes: &'static [InputMode],
    /// The names of the default keys, parted by blanks.
    keys: &'static str,
    help: &'static str,
}

/// Defines the intents in the order of help, those of a direction first: the name in the settings,
/// the modes, the names of the default keys, and the explanation in help.
macro_rules! intents {
    ($($act:ident $dir:ident: $dir_name:literal, $dir_keys:literal, $dir_help:literal;)*
     -
     $($intent:ident: $name:literal in [$($mode:ident)*], $keys:literal, $help:literal;)*) => {
        /// The purpose of a key. Screens handle intents and not keys.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Intent {
            /// Moves the upkeeper, or a cursor on the map.
            Move(Dir),
            /// Walks on in a direction until something is worth a stop; a cursor goes several
            /// cells.
            Run(Dir),
            $($intent,)*
        }

        impl Intent {
            const ALL: &[Self] = &[$(Self::$act(Dir::$dir),)* $(Self::$intent,)*];

            const fn definition(self) -> Definition {
                match self {
                    $(Self::$act(Dir::$dir) => Definition {
                        name: $dir_name,
                        modes: &[InputMode::Play, InputMode::Cursor],
                        keys: $dir_keys,
                        help: $dir_help,
                    },)*
                    $(Self::$intent => Definition {
                        name: $name,
                        modes: &[$(InputMode::$mode,)*],
                        keys: $keys,
                        help: $help,
                    },)*
                }
            }
        }
    };
}

// To run is shift with an arrow or a key of the block above the arrows, and the capital of the
// letter that moves, where it is free; alt with that letter always.
intents! {
    Move North: "north", "up k numpad-8 8", "move, attack or open to the north";
    Move NorthEast: "north-east", "u numpad-9 9 page-up", "move, attack or open to the north-east";
    Move East: "east", "right l numpad-6 6", "move, attack or open to the east";
    Move SouthEast: "south-east", "n numpad-3 3 page-down", "move, attack or open to the \
        south-east";
    Move South: "south", "down j numpad-2 2", "move, attack or open to the south";
    Move SouthWest: "south-west", "b numpad-1 1 end", "move, attack or open to the south-west";
    Move West: "west", "left h numpad-4 4", "move, attack or open to the west";
    Move NorthWest: "north-west", "y numpad-7 7 home", "move, attack or open to the north-west";
    Run North: "run-north", "shift-up K alt-k", "run to the north";
    Run NorthEast: "run-north-east", "U shift-page-up alt-u", "run to the north-east";
    Run East: "run-east", "shift-right L alt-l", "run to the east";
    Run SouthEast: "run-south-east", "N shift-page-down alt-n", "run to the south-east";
    Run South: "run-south", "shift-down alt-j", "run to the south";
    Run SouthWest: "run-south-west", "shift-end alt-b", "run to the south-west";
    Run West: "run-west", "shift-left H alt-h", "run to the west";
    Run NorthWest: "run-north-west", "Y shift-home alt-y", "run to the north-west";
    -
    Wait: "wait" in [Play], ". s numpad-5 5 begin", "wait a turn";
    Rest: "rest" in [Play], "Z", "rest until healed, or wait until something happens";
    Work: "work" in [Play], "w", "work: do the job here or beside you";
    Strike: "strike" in [Play], "F", "strike somebody beside you, or go to meet who hunts you";
    Carry: "carry" in [Play], "c", "pick up a body, or put it down";
    CloseDoor: "close-door" in [Play], "C", "close a door beside you";
    BarDoor: "bar-door" in [Play], "B", "bar a shut door beside you";
    Douse: "douse" in [Play], "D", "put out a brazier or flames beside you";
    NextJob: "next-job" in [Play], "tab", "walk to the nearest known job";
    DoNextJob: "do-next-job" in [Play Board], "W", "do the next job: walk there and work";
    CarryOn: "carry-on" in [Play Board], "A", "carry on with the plan, or the order, until \
        something is worth a stop";
    Prepare: "prepare" in [Play], "P", "what else can be prepared here: trades, doors, wardrobes";
    Explore: "explore" in [Play], "o", "explore by yourself";
    Travel: "travel" in [Play], "_", "walk to a place you pick";
    ToExit: "exit" in [Play], ">", "walk to the exit, and clock out when on it";
    ToStairsUp: "stairs-up" in [Play], "<", "on a journey: up the stairs, or to them";
    Get: "get" in [Play], "g", "pick up what lies here";
    Inventory: "inventory" in [Play], "i", "look into the cart";
    Equip: "equip" in [Play], "e", "put on or take in hand";
    Use: "use" in [Play], "a", "use something up: drink, read";
    Fire: "fire" in [Play], "f", "fire or throw";
    Drop: "drop" in [Play], "d", "put something down";
    Trade: "trade" in [Play], "$", "buy and sell, in a shop";
    Examine: "examine" in [Play Board], "x", "look at a place";
    FloorMap: "map" in [Play], "m", "the whole floor";
    History: "history" in [Play], "p", "what was said before";
    Jobs: "jobs" in [Play], "J", "the board: plan the night, job by job";
    Yourself: "yourself" in [Play], "@", "you: wounds, tools, skills";
    Roll: "roll" in [Play], "R", "who comes at dawn; on a journey also the roll of heroes";
    PlanUp: "plan-up" in [Board], "K", "what is chosen goes up on the plan";
    PlanDown: "plan-down" in [Board], "J", "what is chosen goes down on the plan";
    PlanKit: "plan-kit" in [Board], "t", "plan a kit: its kind, and then its place";
    PlanCord: "plan-cord" in [Board], "c", "plan a cord";
    PlanPost: "plan-post" in [Board], "r", "plan another post for a resident";
    PlanOrder: "plan-order" in [Board], "p", "plan the order, from the nearest job to the nearest";
    Outlook: "outlook" in [Board], "tab", "the order, who comes, and what to expect of dawn";
    NextStop: "next-stop" in [Hatch], "enter", "on to the next thing worth a stop";
    ToEnd: "to-end" in [Hatch], "> end", "let dawn go on to its end";
    SaveQuit: "save-quit" in [Play Hatch], "S ctrl-c", "save and go to the title; there, leave";
    Abandon: "abandon" in [Play], "Q", "give this run up for good";
    Privacy: "privacy" in [Play], "V", "on a server: keep others from watching you, or let them";
    Next: "next" in [Board List], "down j numpad-2 2", "the next entry";
    Previous: "previous" in [Board List], "up k numpad-8 8", "the entry before";
    PageDown: "page-down" in [Board List], "page-down space", "a page on";
    PageUp: "page-up" in [Board List], "page-up", "a page back";
    First: "first" in [Board List Replay], "home", "the first entry, the start";
    Last: "last" in [Board List Replay], "end", "the last entry, the end";
    NextThing: "next-thing" in [Cursor], "tab", "the next thing of interest";
    PreviousThing: "previous-thing" in [Cursor], "shift-tab", "the thing of interest before";
    NextEntry: "next-entry" in [Cursor], "<", "the next way in, or stairs up";
    NextExit: "next-exit" in [Cursor], ">", "the next way out, or stairs down";
    NextPlace: "next-place" in [Cursor], "_",
        "the next place to go to: ways out, closet, chutes, wells, water, hiding places, gates";
    NextActor: "next-actor" in [Cursor], "@", "the next one in sight, and yourself";
    WalkThere: "walk-there" in [Board Cursor], ".", "walk to the cell of the cursor";
    Pause: "pause" in [Hatch Replay], "space p", "stop, or go on";
    StepOn: "step-on" in [Hatch Replay], ". right l", "one command on, or one turn";
    StepBack: "step-back" in [Replay], ", left h", "one command back";
    Faster: "faster" in [Hatch Replay], "+ = up k", "play faster";
    Slower: "slower" in [Hatch Replay], "- down j", "play slower";
    Jump: "jump" in [Replay], "g t", "go to a turn, by its number";
    NextEvent: "next-event" in [Replay], "e n", "to the next event: a job done, a danger, good \
        news";
    PreviousEvent: "previous-event" in [Replay], "E N", "to the event before";
    NextDone: "next-done" in [Replay], "w", "to the next job done";
    PreviousDone: "previous-done" in [Replay], "W", "to the job done before";
    NextSplit: "next-split" in [Replay], "s tab", "to the next split";
    PreviousSplit: "previous-split" in [Replay], "S shift-tab", "to the split before";
    Confirm: "confirm" in [Board Cursor List], "enter", "choose this";
    Yes: "yes" in [Ask], "enter Y", "yes, do it";
    Cancel: "cancel" in [Play Board Hatch Cursor List Ask Replay], "esc", "cancel, go back";
    Help: "help" in [Play Board Hatch Cursor List Replay], "?", "the keys";
    Redraw: "redraw" in [Play Board Hatch Cursor List Ask Replay], "ctrl-l", "draw the screen anew";
}

impl Intent {
    /// Every intent, in the order of help.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        Self::ALL.iter().copied()
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::all().find(|known| known.name() == name)
    }

    pub fn name(self) -> &'static str {
        self.definition().name
    }

    pub fn help(self) -> &'static str {
        self.definition().help
    }

    pub fn modes(self) -> &'static [InputMode] {
        self.definition().modes
    }

    /// Whether it moves the upkeeper or a cursor on the map.
    pub fn is_move(self) -> bool {
        matches!(self, Self::Move(_))
    }

    pub(super) fn default_keys(self) -> &'static str {
        self.definition().keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_intent_stands_once_under_its_name() {
        for (place, intent) in Intent::all().enumerate() {
            assert_eq!(Intent::of_name(intent.name()), Some(intent));
            assert_eq!(Intent::all().position(|other| other == intent), Some(place));
        }
        for dir in Dir::ALL {
            assert!(Intent::all().any(|intent| intent == Intent::Move(dir)), "{dir:?}");
        }
        assert_eq!(Intent::of_name("north-west"), Some(Intent::Move(Dir::NorthWest)));
        assert_eq!(Intent::of_name("fly"), None);
    }
}
