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
pub enum Context {
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

impl Context {
    /// All contexts, in the order of help.
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
    contexts: &'static [Context],
    keys: &'static str,
    says: &'static str,
}

const fn define(
    intent: Intent,
    name: &'static str,
    contexts: &'static [Context],
    keys: &'static str,
    says: &'static str,
) -> Definition {
    Definition { intent, name, contexts, keys, says }
}

/// In the order of declaration, which is the order of help.
const DEFINITIONS: [Definition; 52] = [
    define(
        Intent::North,
        "north",
        &[Context::Play, Context::Cursor],
        "up k numpad-8 8",
        "move, attack or open to the north",
    ),
    define(
        Intent::NorthEast,
        "north-east",
        &[Context::Play, Context::Cursor],
        "u numpad-9 9 page-up",
        "move, attack or open to the north-east",
    ),
    define(
        Intent::East,
        "east",
        &[Context::Play, Context::Cursor],
        "right l numpad-6 6",
        "move, attack or open to the east",
    ),
    define(
        Intent::SouthEast,
        "south-east",
        &[Context::Play, Context::Cursor],
        "n numpad-3 3 page-down",
        "move, attack or open to the south-east",
    ),
    define(
        Intent::South,
        "south",
        &[Context::Play, Context::Cursor],
        "down j numpad-2 2",
        "move, attack or open to the south",
    ),
    define(
        Intent::SouthWest,
        "south-west",
        &[Context::Play, Context::Cursor],
        "b numpad-1 1 end",
        "move, attack or open to the south-west",
    ),
    define(
        Intent::West,
        "west",
        &[Context::Play, Context::Cursor],
        "left h numpad-4 4",
        "move, attack or open to the west",
    ),
    define(
        Intent::NorthWest,
        "north-west",
        &[Context::Play, Context::Cursor],
        "y numpad-7 7 home",
        "move, attack or open to the north-west",
    ),
    define(Intent::Wait, "wait", &[Context::Play], ". s numpad-5 5 begin", "wait a turn"),
    define(
        Intent::Rest,
        "rest",
        &[Context::Play],
        "Z",
        "rest until healed, or wait until something happens",
    ),
    define(Intent::Work, "work", &[Context::Play], "w", "work: do the job here or beside you"),
    define(Intent::Carry, "carry", &[Context::Play], "c", "pick up a body, or put it down"),
    define(Intent::CloseDoor, "close-door", &[Context::Play], "C", "close a door beside you"),
    define(Intent::BarDoor, "bar-door", &[Context::Play], "B", "bar a shut door beside you"),
    define(Intent::Douse, "douse", &[Context::Play], "D", "put out a brazier or flames beside you"),
    define(Intent::NextJob, "next-job", &[Context::Play], "tab", "walk to the nearest known job"),
    define(Intent::Explore, "explore", &[Context::Play], "o", "explore by yourself"),
    define(Intent::Travel, "travel", &[Context::Play], "_", "walk to a place you pick"),
    define(
        Intent::ToExit,
        "exit",
        &[Context::Play],
        ">",
        "walk to the exit, and clock out when on it",
    ),
    define(Intent::Get, "get", &[Context::Play], "g", "pick up what lies here"),
    define(Intent::Inventory, "inventory", &[Context::Play], "i", "look into the cart"),
    define(Intent::Equip, "equip", &[Context::Play], "e", "put on or take in hand"),
    define(Intent::Use, "use", &[Context::Play], "a", "use something up: drink, read"),
    define(Intent::Fire, "fire", &[Context::Play], "f", "fire or throw"),
    define(Intent::Drop, "drop", &[Context::Play], "d", "put something down"),
    define(Intent::Trade, "trade", &[Context::Play], "$", "buy and sell, in a shop"),
    define(Intent::Examine, "examine", &[Context::Play], "x", "look at a place"),
    define(Intent::FloorMap, "map", &[Context::Play], "m", "the whole floor"),
    define(Intent::History, "history", &[Context::Play], "p", "what was said before"),
    define(Intent::Jobs, "jobs", &[Context::Play], "J", "the work order, job by job"),
    define(Intent::Yourself, "yourself", &[Context::Play], "@", "you: wounds, tools, skills"),
    define(Intent::SaveQuit, "save-quit", &[Context::Play], "S ctrl-c", "save and leave the game"),
    define(Intent::Abandon, "abandon", &[Context::Play], "Q", "give this run up for good"),
    define(Intent::Next, "next", &[Context::List], "down j numpad-2 2", "the next entry"),
    define(Intent::Previous, "previous", &[Context::List], "up k numpad-8 8", "the entry before"),
    define(Intent::PageDown, "page-down", &[Context::List], "page-down space", "a page on"),
    define(Intent::PageUp, "page-up", &[Context::List], "page-up", "a page back"),
    define(
        Intent::First,
        "first",
        &[Context::List, Context::Replay],
        "home",
        "the first entry, the start",
    ),
    define(
        Intent::Last,
        "last",
        &[Context::List, Context::Replay],
        "end",
        "the last entry, the end",
    ),
    define(
        Intent::NextThing,
        "next-thing",
        &[Context::Cursor],
        "tab",
        "the next thing of interest",
    ),
    define(
        Intent::PreviousThing,
        "previous-thing",
        &[Context::Cursor],
        "shift-tab",
        "the thing of interest before",
    ),
    define(Intent::Pause, "pause", &[Context::Replay], "space p", "stop, or go on"),
    define(Intent::StepOn, "step-on", &[Context::Replay], "right l .", "one command on"),
    define(Intent::StepBack, "step-back", &[Context::Replay], "left h ,", "one command back"),
    define(Intent::Faster, "faster", &[Context::Replay], "+ = up k", "play faster"),
    define(Intent::Slower, "slower", &[Context::Replay], "- down j", "play slower"),
    define(Intent::Jump, "jump", &[Context::Replay], "g t", "go to a turn, by its number"),
    define(Intent::Confirm, "confirm", &[Context::Cursor, Context::List], "enter", "choose this"),
    define(Intent::Yes, "yes", &[Context::Ask], "Y", "yes, do it"),
    define(Intent::Cancel, "cancel", &Context::ALL, "esc", "cancel, go back"),
    define(
        Intent::Help,
        "help",
        &[Context::Play, Context::Cursor, Context::List, Context::Replay],
        "?",
        "the keys",
    ),
    define(Intent::Redraw, "redraw", &Context::ALL, "ctrl-l", "draw the screen anew"),
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
    pub fn contexts(self) -> &'static [Context] {
        self.definition().contexts
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
