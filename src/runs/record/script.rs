//! Commands as text: what `replay export --to commands` prints and `save step --commands` reads.
//!
//! One command a line, or several with `;` between them; `#` begins a comment that goes to the end
//! of its line. Words are separated by spaces: a verb, then its arguments, as the rows of
//! `commands!` below list them. Every command that can be recorded has a row.
//!
//! A direction is one of `north`, `north-east`, `east`, …, `north-west`; `beside` is a direction
//! that may be left out. `x` and `y` are the column and the row of a cell, counted from 0 at the
//! north-western corner. The other arguments are numbers, counted from 0: `slot` is a place in the
//! cart, as in `save dump`, `from`, `to` and `place` are places on the plan, `trap` is a place in
//! `traps.ron`, and `site` and `who` are ids of sites and actors.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use base::{Dir, Pos};
use content::{Supply, TrapKindId};
use engine::sim::{ActorId, CartIndex, Command, JourneyCommand, PlanCommand, Preparation, SiteId};

/// A command in the words of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scripted(pub Command);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct ScriptError {
    /// Counted from 1.
    pub line: usize,
    pub error: CommandError,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    #[error("“{0}” is no command")]
    NoCommand(String),
    #[error("“{word}” is no direction; there are {}", Dir::ALL.map(Dir::name).join(", "))]
    NoDirection { word: String },
    #[error("“{word}” is no supply; there are {}", Supply::ALL.map(Supply::name).join(", "))]
    NoSupply { word: String },
    #[error("“{0}” is no number that fits here")]
    NoNumber(String),
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("nothing was expected after that, and there stands “{0}”")]
    TooMuch(String),
}

pub fn parse_script(text: &str) -> Result<Vec<Command>, ScriptError> {
    let commands = parse_script_lines(text)?;
    Ok(commands.into_iter().map(|(_, command)| command).collect())
}

/// The commands of a script in order, each with its line, counted from 1.
pub fn parse_script_lines(text: &str) -> Result<Vec<(usize, Command)>, ScriptError> {
    let mut commands = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.split('#').next().unwrap_or_default();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let Scripted(command) = part.parse().map_err(|error| ScriptError { line, error })?;
            commands.push((line, command));
        }
    }
    Ok(commands)
}

/// Makes the readers and writers of commands from one table: the verb, the arguments in order, and
/// the command, which is a pattern to write and an expression to read. A number has what it counts
/// after its name; a word in quotes stands before an argument.
macro_rules! commands {
    ($($verb:literal ($($($word:literal)? $arg:ident $(: $name:literal)?),*)
        => [$($command:tt)*];)*) => {
        /// The verbs, each with the names of its arguments and the words between them.
        pub const VERBS: &[(&str, &[&str])] =
            &[$(($verb, &[$($($word,)? stringify!($arg)),*])),*];

        impl fmt::Display for Scripted {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.0 {
                    $($($command)* => {
                        f.write_str($verb)?;
                        $($(write!(f, " {}", $word)?;)? $arg.write(f)?;)*
                    })*
                }
                Ok(())
            }
        }

        fn read(verb: &str, words: &mut Words<'_>) -> Result<Command, CommandError> {
            Ok(match verb {
                $($verb => {
                    $($(words.exactly($word, concat!("“", $word, "”"))?;)?
                    let $arg = Argument::read(words, concat!($($name)?))?;)*
                    $($command)*
                })*
                _ => return Err(CommandError::NoCommand(verb.to_owned())),
            })
        }
    };
}

commands! {
    "step" (dir) => [Command::Step(dir)];
    "step-anyway" (dir) => [Command::StepAnyway(dir)];
    "run" (dir) => [Command::Run(dir)];
    "wait" () => [Command::Wait];
    "rest" () => [Command::Rest];
    "linger" () => [Command::Linger];
    "work" (beside) => [Command::Work(beside)];
    "carry" (beside) => [Command::Carry(beside)];
    "douse" (beside) => [Command::Douse(beside)];
    "mop" () => [Command::Mop];
    "close" (dir) => [Command::CloseDoor(dir)];
    "bar" (dir) => [Command::BarDoor(dir)];
    "plan-kit" (trap: "a kind of trap", x: "a column", y: "a row")
        => [Command::Plan(PlanCommand::Kit { trap: TrapKindId(trap), at: Pos { x, y } })];
    "plan-cord" (x: "a column", y: "a row")
        => [Command::Plan(PlanCommand::Cord { at: Pos { x, y } })];
    "plan-job" (x: "a column", y: "a row") => [Command::Plan(PlanCommand::Job { at: Pos { x, y } })];
    "plan-post" (who: "the id of an actor", x: "a column", y: "a row")
        => [Command::Plan(PlanCommand::Post { who: ActorId(who), at: Pos { x, y } })];
    "plan-drop" (place: "a place on the plan") => [Command::Plan(PlanCommand::Drop { place })];
    "plan-move" (from: "a place on the plan", to: "a place on the plan")
        => [Command::Plan(PlanCommand::Move { from, to })];
    "carry-on" () => [Command::CarryOn];
    "next-job" () => [Command::NextJob];
    "do-next-job" () => [Command::DoNextJob];
    "explore" () => [Command::Explore];
    "travel" (x: "a column", y: "a row") => [Command::Travel(Pos { x, y })];
    "travel-to-exit" () => [Command::TravelToExit];
    "continue" () => [Command::Continue];
    "get" () => [Command::Get];
    "equip" (slot: "a place in the cart") => [Command::Equip { slot: CartIndex(slot) }];
    "use" (slot: "a place in the cart") => [Command::Use { slot: CartIndex(slot) }];
    "drop" (slot: "a place in the cart") => [Command::Drop { slot: CartIndex(slot) }];
    "throw" (slot: "a place in the cart", "at" x: "a column", y: "a row")
        => [Command::Throw { slot: CartIndex(slot), target: Pos { x, y } }];
    "buy" (x: "a column", y: "a row") => [Command::Buy { at: Pos { x, y } }];
    "sell" (slot: "a place in the cart") => [Command::Sell { slot: CartIndex(slot) }];
    "pay" () => [Command::Pay];
    "clock-out" () => [Command::ClockOut];
    "abandon" () => [Command::Abandon];
    "make-kit" (trap: "a kind of trap")
        => [Command::Prepare(Preparation::MakeKit { trap: TrapKindId(trap) })];
    "set-kit" (trap: "a kind of trap", dir)
        => [Command::Prepare(Preparation::SetKit { trap: TrapKindId(trap), dir })];
    "take-down" (dir) => [Command::Prepare(Preparation::TakeDown { dir })];
    "push" (dir) => [Command::Prepare(Preparation::MoveWardrobe { dir })];
    "lead" (dir) => [Command::Prepare(Preparation::Lead { dir })];
    "cord" (dir) => [Command::Prepare(Preparation::Cord { dir })];
    "uncord" (dir) => [Command::Prepare(Preparation::Uncord { dir })];
    "trade" (give: "what is given", take: "what is taken")
        => [Command::Prepare(Preparation::Trade { give, take })];
    "pull" (cord: "the number of a cord") => [Command::Pull { cord }];
    "watch" (turns: "a number of turns") => [Command::Watch { turns }];
    "take-post" () => [Command::Prepare(Preparation::TakePost)];
    "send-home" () => [Command::Prepare(Preparation::SendHome)];
    "go" (site: "the number of a site")
        => [Command::Journey(JourneyCommand::Go { to: SiteId(site) })];
    "enter" () => [Command::Journey(JourneyCommand::Enter)];
    "depart" () => [Command::Journey(JourneyCommand::Depart)];
    "stay" () => [Command::Journey(JourneyCommand::Stay)];
    "choose" (choice: "the number of a choice")
        => [Command::Journey(JourneyCommand::Choose { choice })];
    "leave-field" () => [Command::Journey(JourneyCommand::LeaveField)];
    "take-stairs" () => [Command::Journey(JourneyCommand::TakeStairs)];
    "enter-house" (dir) => [Command::Journey(JourneyCommand::EnterHouse { dir })];
    "talk" (dir) => [Command::Journey(JourneyCommand::Talk { dir })];
    "search" (dir) => [Command::Journey(JourneyCommand::Search { dir })];
    "deal" (offer: "the number of an offer") => [Command::Journey(JourneyCommand::Deal { offer })];
    "pick-perk" (choice: "the number of a perk")
        => [Command::Journey(JourneyCommand::PickPerk { choice })];
    "treat" (dir, drink: "the number of a drink")
        => [Command::Journey(JourneyCommand::Treat { dir, drink })];
    "dice" (dir, game: "the number of a game")
        => [Command::Journey(JourneyCommand::Dice { dir, game })];
    "take-order" (place: "the number of an order")
        => [Command::Journey(JourneyCommand::TakeOrder { place })];
}

impl FromStr for Scripted {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Scripted, CommandError> {
        let mut words = Words(text.split_whitespace());
        let command = read(words.next("a command")?, &mut words)?;
        match words.0.next() {
            Some(word) => Err(CommandError::TooMuch(word.to_owned())),
            None => Ok(Scripted(command)),
        }
    }
}

struct Words<'a>(std::str::SplitWhitespace<'a>);

impl<'a> Words<'a> {
    fn next(&mut self, what: &'static str) -> Result<&'a str, CommandError> {
        self.0.next().ok_or(CommandError::Missing(what))
    }

    fn exactly(&mut self, word: &str, what: &'static str) -> Result<(), CommandError> {
        match self.next(what)? {
            found if found == word => Ok(()),
            other => Err(CommandError::TooMuch(other.to_owned())),
        }
    }
}

/// An argument of a verb; `name` is what a number counts.
trait Argument: Sized {
    fn read(words: &mut Words<'_>, name: &'static str) -> Result<Self, CommandError>;
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Argument for $number {
            fn read(words: &mut Words<'_>, name: &'static str) -> Result<Self, CommandError> {
                let word = words.next(name)?;
                word.parse().map_err(|_| CommandError::NoNumber(word.to_owned()))
            }

            fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, " {self}")
            }
        }
    )*};
}

numbers!(u8 u16 u32 i32);

impl Argument for Supply {
    fn read(words: &mut Words<'_>, name: &'static str) -> Result<Self, CommandError> {
        let word = words.next(name)?;
        let named = Supply::ALL.into_iter().find(|supply| supply.name() == word);
        named.ok_or_else(|| CommandError::NoSupply { word: word.to_owned() })
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {}", self.name())
    }
}

impl Argument for Dir {
    fn read(words: &mut Words<'_>, _: &'static str) -> Result<Self, CommandError> {
        let word = words.next("a direction")?;
        Dir::of_name(word).ok_or_else(|| CommandError::NoDirection { word: word.to_owned() })
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {}", self.name())
    }
}

impl Argument for Option<Dir> {
    fn read(words: &mut Words<'_>, name: &'static str) -> Result<Self, CommandError> {
        if words.0.clone().next().is_none() { Ok(None) } else { Dir::read(words, name).map(Some) }
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.map_or(Ok(()), |dir| dir.write(f))
    }
}
