//! Commands as text: what `replay export --to commands` prints and `save step --commands` reads.
//!
//! One command a line, or several with `;` between them; `#` begins a comment that goes to the end
//! of its line. Words are separated by spaces:
//!
//! ```text
//! step DIR            step-anyway DIR     wait                rest
//! work [DIR]          carry [DIR]         close DIR           next-job
//! explore             travel X Y          travel-to-exit      continue
//! get                 equip SLOT          use SLOT            drop SLOT
//! throw SLOT at X Y   clock-out           abandon             bar DIR
//! douse [DIR]         buy X Y             sell SLOT           pay
//! linger              mop                 do-next-job         run DIR
//! make-kit TRAP       set-kit TRAP DIR    take-down DIR       push DIR
//! lead DIR            rehang DIR          lay-coins DIR       take-post
//! send-home
//!
//! go SITE             enter               enter-house DIR     leave-field
//! talk DIR            search DIR          deal N              choose N
//! treat DIR N         dice DIR N          take-order N        pick-perk N
//! take-stairs         depart              stay
//! ```
//!
//! `DIR` is one of `north`, `north-east`, `east`, …, `north-west`. `X` and `Y` are the column and
//! the row of a cell, counted from 0 at the north-western corner, and `SLOT` is a place in the
//! cart, counted from 0, as in `save dump`. `TRAP` is a kind of trap by its place in `traps.ron`,
//! `SITE` a site by its id, and `N` a place in the list that is offered, all counted from 0. Every
//! command that can be recorded can be written, and reads back as itself.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use base::{Dir, Pos};
use content::TrapKindId;
use engine::sim::{CartIndex, Command, JourneyCommand, Preparation, SiteId};

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

impl fmt::Display for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let beside = |f: &mut fmt::Formatter<'_>, verb: &str, dir: Option<Dir>| match dir {
            Some(dir) => write!(f, "{verb} {}", dir.name()),
            None => f.write_str(verb),
        };
        match self.0 {
            Command::Step(dir) => write!(f, "step {}", dir.name()),
            Command::StepAnyway(dir) => write!(f, "step-anyway {}", dir.name()),
            Command::Wait => f.write_str("wait"),
            Command::Rest => f.write_str("rest"),
            Command::Work(dir) => beside(f, "work", dir),
            Command::Carry(dir) => beside(f, "carry", dir),
            Command::CloseDoor(dir) => write!(f, "close {}", dir.name()),
            Command::NextJob => f.write_str("next-job"),
            Command::Explore => f.write_str("explore"),
            Command::Travel(Pos { x, y }) => write!(f, "travel {x} {y}"),
            Command::TravelToExit => f.write_str("travel-to-exit"),
            Command::Continue => f.write_str("continue"),
            Command::Get => f.write_str("get"),
            Command::Equip { slot } => write!(f, "equip {}", slot.0),
            Command::Use { slot } => write!(f, "use {}", slot.0),
            Command::Throw { slot, target: Pos { x, y } } => {
                write!(f, "throw {} at {x} {y}", slot.0)
            }
            Command::Drop { slot } => write!(f, "drop {}", slot.0),
            Command::ClockOut => f.write_str("clock-out"),
            Command::Abandon => f.write_str("abandon"),
            Command::BarDoor(dir) => write!(f, "bar {}", dir.name()),
            Command::Douse(dir) => beside(f, "douse", dir),
            Command::Buy { at: Pos { x, y } } => write!(f, "buy {x} {y}"),
            Command::Sell { slot } => write!(f, "sell {}", slot.0),
            Command::Pay => f.write_str("pay"),
            Command::Linger => f.write_str("linger"),
            Command::Mop => f.write_str("mop"),
            Command::DoNextJob => f.write_str("do-next-job"),
            Command::Run(dir) => write!(f, "run {}", dir.name()),
            Command::Journey(what) => match what {
                JourneyCommand::Go { to } => write!(f, "go {}", to.0),
                JourneyCommand::Enter => f.write_str("enter"),
                JourneyCommand::EnterHouse { dir } => write!(f, "enter-house {}", dir.name()),
                JourneyCommand::Talk { dir } => write!(f, "talk {}", dir.name()),
                JourneyCommand::Search { dir } => write!(f, "search {}", dir.name()),
                JourneyCommand::Deal { offer } => write!(f, "deal {offer}"),
                JourneyCommand::LeaveField => f.write_str("leave-field"),
                JourneyCommand::Choose { choice } => write!(f, "choose {choice}"),
                JourneyCommand::Depart => f.write_str("depart"),
                JourneyCommand::Stay => f.write_str("stay"),
                JourneyCommand::TakeStairs => f.write_str("take-stairs"),
                JourneyCommand::PickPerk { choice } => write!(f, "pick-perk {choice}"),
                JourneyCommand::Treat { dir, drink } => write!(f, "treat {} {drink}", dir.name()),
                JourneyCommand::Dice { dir, game } => write!(f, "dice {} {game}", dir.name()),
                JourneyCommand::TakeOrder { place } => write!(f, "take-order {place}"),
            },
            Command::Prepare(what) => match what {
                Preparation::MakeKit { trap } => write!(f, "make-kit {}", trap.0),
                Preparation::SetKit { trap, dir } => {
                    write!(f, "set-kit {} {}", trap.0, dir.name())
                }
                Preparation::TakeDown { dir } => write!(f, "take-down {}", dir.name()),
                Preparation::MoveWardrobe { dir } => write!(f, "push {}", dir.name()),
                Preparation::Lead { dir } => write!(f, "lead {}", dir.name()),
                Preparation::TakePost => f.write_str("take-post"),
                Preparation::SendHome => f.write_str("send-home"),
                Preparation::RehangDoor { dir } => write!(f, "rehang {}", dir.name()),
                Preparation::LayCoins { dir } => write!(f, "lay-coins {}", dir.name()),
            },
        }
    }
}

impl FromStr for Scripted {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Scripted, CommandError> {
        let mut words = Words(text.split_whitespace());
        let verb = words.next("a command")?;
        let command = match verb {
            "step" => Command::Step(words.dir()?),
            "run" => Command::Run(words.dir()?),
            "step-anyway" => Command::StepAnyway(words.dir()?),
            "wait" => Command::Wait,
            "rest" => Command::Rest,
            "work" => Command::Work(words.any_dir()?),
            "carry" => Command::Carry(words.any_dir()?),
            "close" => Command::CloseDoor(words.dir()?),
            "next-job" => Command::NextJob,
            "explore" => Command::Explore,
            "travel" => Command::Travel(words.pos()?),
            "travel-to-exit" => Command::TravelToExit,
            "continue" => Command::Continue,
            "get" => Command::Get,
            "equip" => Command::Equip { slot: words.slot()? },
            "use" => Command::Use { slot: words.slot()? },
            "throw" => {
                let slot = words.slot()?;
                match words.next("“at”")? {
                    "at" => Command::Throw { slot, target: words.pos()? },
                    other => return Err(CommandError::TooMuch(other.to_owned())),
                }
            }
            "drop" => Command::Drop { slot: words.slot()? },
            "clock-out" => Command::ClockOut,
            "abandon" => Command::Abandon,
            "bar" => Command::BarDoor(words.dir()?),
            "douse" => Command::Douse(words.any_dir()?),
            "buy" => Command::Buy { at: words.pos()? },
            "sell" => Command::Sell { slot: words.slot()? },
            "pay" => Command::Pay,
            "linger" => Command::Linger,
            "mop" => Command::Mop,
            "do-next-job" => Command::DoNextJob,
            "make-kit" => Command::Prepare(Preparation::MakeKit { trap: words.trap()? }),
            "set-kit" => {
                let (trap, dir) = (words.trap()?, words.dir()?);
                Command::Prepare(Preparation::SetKit { trap, dir })
            }
            "take-down" => Command::Prepare(Preparation::TakeDown { dir: words.dir()? }),
            "push" => Command::Prepare(Preparation::MoveWardrobe { dir: words.dir()? }),
            "lead" => Command::Prepare(Preparation::Lead { dir: words.dir()? }),
            "take-post" => Command::Prepare(Preparation::TakePost),
            "send-home" => Command::Prepare(Preparation::SendHome),
            "rehang" => Command::Prepare(Preparation::RehangDoor { dir: words.dir()? }),
            "lay-coins" => Command::Prepare(Preparation::LayCoins { dir: words.dir()? }),
            "go" => {
                let to = SiteId(words.number("the number of a site")?);
                Command::Journey(JourneyCommand::Go { to })
            }
            "choose" => {
                let choice = words.number("the number of a choice")?;
                Command::Journey(JourneyCommand::Choose { choice })
            }
            "leave-field" => Command::Journey(JourneyCommand::LeaveField),
            "enter-house" => Command::Journey(JourneyCommand::EnterHouse { dir: words.dir()? }),
            "talk" => Command::Journey(JourneyCommand::Talk { dir: words.dir()? }),
            "search" => Command::Journey(JourneyCommand::Search { dir: words.dir()? }),
            "deal" => {
                let offer = words.number("the number of an offer")?;
                Command::Journey(JourneyCommand::Deal { offer })
            }
            "enter" => Command::Journey(JourneyCommand::Enter),
            "depart" => Command::Journey(JourneyCommand::Depart),
            "take-stairs" => Command::Journey(JourneyCommand::TakeStairs),
            "stay" => Command::Journey(JourneyCommand::Stay),
            "pick-perk" => {
                let choice = words.number("the number of a perk")?;
                Command::Journey(JourneyCommand::PickPerk { choice })
            }
            "treat" => {
                let (dir, drink) = (words.dir()?, words.number("the number of a drink")?);
                Command::Journey(JourneyCommand::Treat { dir, drink })
            }
            "dice" => {
                let (dir, game) = (words.dir()?, words.number("the number of a game")?);
                Command::Journey(JourneyCommand::Dice { dir, game })
            }
            "take-order" => {
                let place = words.number("the number of an order")?;
                Command::Journey(JourneyCommand::TakeOrder { place })
            }
            _ => return Err(CommandError::NoCommand(verb.to_owned())),
        };
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

    fn number<N: FromStr>(&mut self, what: &'static str) -> Result<N, CommandError> {
        let word = self.next(what)?;
        word.parse().map_err(|_| CommandError::NoNumber(word.to_owned()))
    }

    fn dir(&mut self) -> Result<Dir, CommandError> {
        let word = self.next("a direction")?;
        let dir = Dir::of_name(word);
        dir.ok_or_else(|| CommandError::NoDirection { word: word.to_owned() })
    }

    fn any_dir(&mut self) -> Result<Option<Dir>, CommandError> {
        if self.0.clone().next().is_none() { Ok(None) } else { self.dir().map(Some) }
    }

    fn pos(&mut self) -> Result<Pos, CommandError> {
        Ok(Pos::new(self.number("a column")?, self.number("a row")?))
    }

    fn trap(&mut self) -> Result<TrapKindId, CommandError> {
        self.number("a kind of trap").map(TrapKindId)
    }

    fn slot(&mut self) -> Result<CartIndex, CommandError> {
        self.number("a place in the cart").map(CartIndex)
    }
}
