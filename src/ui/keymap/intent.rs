//! What a player can want by pressing a key, named by the words that settings and help use.

/// What a key is pressed for. Screens act on intents and never on keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Intent {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
    Wait,
    Rest,
    Work,
    Carry,
    CloseDoor,
    BarDoor,
    Douse,
    NextJob,
    Explore,
    Travel,
    ToExit,
    Get,
    Inventory,
    Equip,
    Use,
    Fire,
    Drop,
    Trade,
    Examine,
    FloorMap,
    History,
    Jobs,
    Yourself,
    SaveQuit,
    Abandon,
    Next,
    Previous,
    PageDown,
    PageUp,
    First,
    Last,
    NextThing,
    PreviousThing,
    Pause,
    StepOn,
    StepBack,
    Faster,
    Slower,
    Jump,
    Confirm,
    Yes,
    Cancel,
    Help,
    Redraw,
}

/// Where keys are read. In one context a key means one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InputMode {
    /// On the map, playing.
    Play,
    /// Moving a cursor over the map: examine, travel, aim.
    Cursor,
    /// Lists, menus and pages of text.
    List,
    /// A question that must not be answered by accident.
    Ask,
    /// Watching a run that was recorded.
    Replay,
}

impl InputMode {
    /// All modes, in the order of help.
    pub const ALL: [Self; 5] = [Self::Play, Self::Cursor, Self::List, Self::Ask, Self::Replay];

    /// Its heading in help.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Play => "On the floor",
            Self::Cursor => "With the cursor",
            Self::List => "In lists",
            Self::Ask => "When asked",
            Self::Replay => "Watching a run",
        }
    }
}

/// All there is to say of an intent.
struct Definition {
    intent: Intent,
    name: &'static str,
    modes: &'static [InputMode],
    keys: &'static str,
    says: &'static str,
}

const fn define(
    intent: Intent,
    name: &'static str,
    modes: &'static [InputMode],
    keys: &'static str,
    says: &'static str,
) -> Definition {
    Definition { intent, name, modes, keys, says }
}

/// In the order of declaration, which is the order of help.
const DEFINITIONS: [Definition; 52] = [
    define(
        Intent::North,
        "north",
        &[InputMode::Play, InputMode::Cursor],
        "up k numpad-8 8",
        "move, attack or open to the north",
    ),
    define(
        Intent::NorthEast,
        "north-east",
        &[InputMode::Play, InputMode::Cursor],
        "u numpad-9 9 page-up",
        "move, attack or open to the north-east",
    ),
    define(
        Intent::East,
        "east",
        &[InputMode::Play, InputMode::Cursor],
        "right l numpad-6 6",
        "move, attack or open to the east",
    ),
    define(
        Intent::SouthEast,
        "south-east",
        &[InputMode::Play, InputMode::Cursor],
        "n numpad-3 3 page-down",
        "move, attack or open to the south-east",
    ),
    define(
        Intent::South,
        "south",
        &[InputMode::Play, InputMode::Cursor],
        "down j numpad-2 2",
        "move, attack or open to the south",
    ),
    define(
        Intent::SouthWest,
        "south-west",
        &[InputMode::Play, InputMode::Cursor],
        "b numpad-1 1 end",
        "move, attack or open to the south-west",
    ),
    define(
        Intent::West,
        "west",
        &[InputMode::Play, InputMode::Cursor],
        "left h numpad-4 4",
        "move, attack or open to the west",
    ),
    define(
        Intent::NorthWest,
        "north-west",
        &[InputMode::Play, InputMode::Cursor],
        "y numpad-7 7 home",
        "move, attack or open to the north-west",
    ),
    define(Intent::Wait, "wait", &[InputMode::Play], ". s numpad-5 5 begin", "wait a turn"),
    define(
        Intent::Rest,
        "rest",
        &[InputMode::Play],
        "Z",
        "rest until healed, or wait until something happens",
    ),
    define(Intent::Work, "work", &[InputMode::Play], "w", "work: do the job here or beside you"),
    define(Intent::Carry, "carry", &[InputMode::Play], "c", "pick up a body, or put it down"),
    define(Intent::CloseDoor, "close-door", &[InputMode::Play], "C", "close a door beside you"),
    define(Intent::BarDoor, "bar-door", &[InputMode::Play], "B", "bar a shut door beside you"),
    define(
        Intent::Douse,
        "douse",
        &[InputMode::Play],
        "D",
        "put out a brazier or flames beside you",
    ),
    define(Intent::NextJob, "next-job", &[InputMode::Play], "tab", "walk to the nearest known job"),
    define(Intent::Explore, "explore", &[InputMode::Play], "o", "explore by yourself"),
    define(Intent::Travel, "travel", &[InputMode::Play], "_", "walk to a place you pick"),
    define(
        Intent::ToExit,
        "exit",
        &[InputMode::Play],
        ">",
        "walk to the exit, and clock out when on it",
    ),
    define(Intent::Get, "get", &[InputMode::Play], "g", "pick up what lies here"),
    define(Intent::Inventory, "inventory", &[InputMode::Play], "i", "look into the cart"),
    define(Intent::Equip, "equip", &[InputMode::Play], "e", "put on or take in hand"),
    define(Intent::Use, "use", &[InputMode::Play], "a", "use something up: drink, read"),
    define(Intent::Fire, "fire", &[InputMode::Play], "f", "fire or throw"),
    define(Intent::Drop, "drop", &[InputMode::Play], "d", "put something down"),
    define(Intent::Trade, "trade", &[InputMode::Play], "$", "buy and sell, in a shop"),
    define(Intent::Examine, "examine", &[InputMode::Play], "x", "look at a place"),
    define(Intent::FloorMap, "map", &[InputMode::Play], "m", "the whole floor"),
    define(Intent::History, "history", &[InputMode::Play], "p", "what was said before"),
    define(Intent::Jobs, "jobs", &[InputMode::Play], "J", "the work order, job by job"),
    define(Intent::Yourself, "yourself", &[InputMode::Play], "@", "you: wounds, tools, skills"),
    define(
        Intent::SaveQuit,
        "save-quit",
        &[InputMode::Play],
        "S ctrl-c",
        "save and leave the game",
    ),
    define(Intent::Abandon, "abandon", &[InputMode::Play], "Q", "give this run up for good"),
    define(Intent::Next, "next", &[InputMode::List], "down j numpad-2 2", "the next entry"),
    define(Intent::Previous, "previous", &[InputMode::List], "up k numpad-8 8", "the entry before"),
    define(Intent::PageDown, "page-down", &[InputMode::List], "page-down space", "a page on"),
    define(Intent::PageUp, "page-up", &[InputMode::List], "page-up", "a page back"),
    define(
        Intent::First,
        "first",
        &[InputMode::List, InputMode::Replay],
        "home",
        "the first entry, the start",
    ),
    define(
        Intent::Last,
        "last",
        &[InputMode::List, InputMode::Replay],
        "end",
        "the last entry, the end",
    ),
    define(
        Intent::NextThing,
        "next-thing",
        &[InputMode::Cursor],
        "tab",
        "the next thing of interest",
    ),
    define(
        Intent::PreviousThing,
        "previous-thing",
        &[InputMode::Cursor],
        "shift-tab",
        "the thing of interest before",
    ),
    define(Intent::Pause, "pause", &[InputMode::Replay], "space p", "stop, or go on"),
    define(Intent::StepOn, "step-on", &[InputMode::Replay], "right l .", "one command on"),
    define(Intent::StepBack, "step-back", &[InputMode::Replay], "left h ,", "one command back"),
    define(Intent::Faster, "faster", &[InputMode::Replay], "+ = up k", "play faster"),
    define(Intent::Slower, "slower", &[InputMode::Replay], "- down j", "play slower"),
    define(Intent::Jump, "jump", &[InputMode::Replay], "g t", "go to a turn, by its number"),
    define(
        Intent::Confirm,
        "confirm",
        &[InputMode::Cursor, InputMode::List],
        "enter",
        "choose this",
    ),
    define(Intent::Yes, "yes", &[InputMode::Ask], "enter Y", "yes, do it"),
    define(Intent::Cancel, "cancel", &InputMode::ALL, "esc", "cancel, go back"),
    define(
        Intent::Help,
        "help",
        &[InputMode::Play, InputMode::Cursor, InputMode::List, InputMode::Replay],
        "?",
        "the keys",
    ),
    define(Intent::Redraw, "redraw", &InputMode::ALL, "ctrl-l", "draw the screen anew"),
];

impl Intent {
    /// Every intent, in the order of help.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        DEFINITIONS.iter().map(|definition| definition.intent)
    }

    /// The intent with a name; `None` if there is none.
    pub fn of_name(name: &str) -> Option<Self> {
        DEFINITIONS.iter().find(|known| known.name == name).map(|known| known.intent)
    }

    /// Its name in settings.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// What it does, for help.
    pub fn says(self) -> &'static str {
        self.definition().says
    }

    /// Where it can be wanted.
    pub fn modes(self) -> &'static [InputMode] {
        self.definition().modes
    }

    /// Whether it moves somebody or a cursor on the map.
    pub fn is_move(self) -> bool {
        self <= Self::NorthWest
    }

    /// The names of the keys it has unless settings say otherwise, parted by blanks.
    pub(super) fn default_keys(self) -> &'static str {
        self.definition().keys
    }

    fn definition(self) -> &'static Definition {
        &DEFINITIONS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_stand_in_the_order_of_their_intents() {
        for (index, definition) in DEFINITIONS.iter().enumerate() {
            assert_eq!(definition.intent as usize, index, "{}", definition.name);
            assert_eq!(Intent::of_name(definition.name), Some(definition.intent));
        }
        assert_eq!(Intent::of_name("fly"), None);
        assert!(Intent::NorthWest.is_move() && !Intent::Wait.is_move());
    }
}
