//! A bot that plays random commands.

use base::{Dir, Pos, Purpose, Seed, Stream};
use content::{Supply, TrapKindId};
use engine::sim::{ActorId, CartIndex, Command, PlanCommand, Preparation, RunStatus};
use engine::view::View;

use super::Bot;

/// Gives random commands of every kind, rejected ones too: for tests of the rules.
pub struct Random {
    stream: Stream,
}

impl Random {
    pub fn new(seed: Seed) -> Random {
        Random { stream: Stream::new(seed, Purpose::new("bot"), ()) }
    }

    fn dir(&mut self) -> Dir {
        Dir::ALL[self.stream.below(8) as usize]
    }

    fn maybe_dir(&mut self) -> Option<Dir> {
        let dir = self.dir();
        self.stream.percent(80).then_some(dir)
    }

    fn slot(&mut self) -> CartIndex {
        CartIndex(self.stream.below(14) as u8)
    }

    /// A random command of a shop, whether there is one here or not.
    fn deal(&mut self, view: &View<'_>) -> Command {
        let wares = view.wares();
        match self.stream.below(4) {
            0 => Command::Sell { slot: self.slot() },
            1 => Command::Pay,
            _ => match self.stream.pick(&wares) {
                Some(ware) => Command::Buy { at: ware.at },
                None => Command::Buy { at: self.pos(view) },
            },
        }
    }

    /// A random command for work that goes on, or a preparation, whether there is anything to
    /// prepare or not.
    fn chore(&mut self, view: &View<'_>) -> Command {
        let kits = view.kits();
        match self.stream.below(12) {
            0 => Command::Mop,
            1 => Command::DoNextJob,
            2 => Command::Prepare(Preparation::TakeDown { dir: self.dir() }),
            3 => Command::Prepare(Preparation::MoveWardrobe { dir: self.dir() }),
            4 => Command::Prepare(Preparation::MakeKit {
                trap: TrapKindId(self.stream.below(8) as u16),
            }),
            5 => Command::Prepare(Preparation::Lead { dir: self.dir() }),
            6 => Command::Prepare(Preparation::TakePost),
            7 => Command::Prepare(Preparation::SendHome),
            8 => Command::Prepare(Preparation::Cord { dir: self.dir() }),
            9 => Command::Prepare(Preparation::Uncord { dir: self.dir() }),
            10 => {
                let [give, take] = [self.supply(), self.supply()];
                Command::Prepare(Preparation::Trade { give, take })
            }
            _ => match self.stream.pick(&kits) {
                Some(&(trap, _)) => Command::Prepare(Preparation::SetKit { trap, dir: self.dir() }),
                None => {
                    Command::Prepare(Preparation::SetKit { trap: TrapKindId(0), dir: self.dir() })
                }
            },
        }
    }

    /// A random change of the plan: of what can be planned, or of numbers that may be on it.
    fn planning(&mut self, view: &View<'_>) -> PlanCommand {
        let (jobs, residents) = (view.known_jobs(), view.residents_to_lead());
        let kinds = view.trap_kinds();
        let at = self.pos(view);
        match self.stream.below(8) {
            0 => PlanCommand::Drop { place: self.stream.below(4) as u8 },
            1 => PlanCommand::Move {
                from: self.stream.below(4) as u8,
                to: self.stream.below(4) as u8,
            },
            2 => PlanCommand::Cord { at },
            3 => PlanCommand::Kit {
                trap: self.stream.pick(&kinds).copied().unwrap_or(TrapKindId(0)),
                at,
            },
            4 => PlanCommand::Post {
                who: self.stream.pick(&residents).map_or(ActorId(1), |&(id, _)| id),
                at,
            },
            _ => PlanCommand::Job { at: self.stream.pick(&jobs).map_or(at, |known| known.at) },
        }
    }

    fn supply(&mut self) -> Supply {
        *self.stream.pick(&Supply::ALL).unwrap_or(&Supply::Parts)
    }

    fn pos(&mut self, view: &View<'_>) -> Pos {
        let (width, height) = view.size();
        Pos::new(self.stream.below(width as u32) as i32, self.stream.below(height as u32) as i32)
    }
}

impl Bot for Random {
    fn decide(&mut self, view: &View<'_>) -> Command {
        if view.status() == RunStatus::Busy && self.stream.percent(85) {
            return Command::Continue;
        }
        if view.is_away() && self.stream.percent(80) {
            return match self.stream.below(2) {
                0 => Command::Watch { turns: self.stream.below(4) as u16 },
                _ => Command::Pull { cord: self.stream.below(4) as u8 },
            };
        }
        match self.stream.below(100) {
            0..41 => Command::Step(self.dir()),
            41..43 => Command::Run(self.dir()),
            43..45 => self.deal(view),
            45..48 => Command::StepAnyway(self.dir()),
            48..50 => Command::Wait,
            50 => Command::Plan(self.planning(view)),
            51 => self.chore(view),
            52 => Command::Rest,
            53 => Command::Linger,
            54..66 => Command::Work(self.maybe_dir()),
            66..72 => Command::Carry(self.maybe_dir()),
            72 => Command::BarDoor(self.dir()),
            73 => Command::Douse(self.maybe_dir()),
            74 => Command::CloseDoor(self.dir()),
            75..78 => Command::NextJob,
            78 if self.stream.one_in(2) => Command::CarryOn,
            78 => Command::DoNextJob,
            79..84 => Command::Explore,
            84..86 => Command::Travel(self.pos(view)),
            86 => Command::TravelToExit,
            87..90 => Command::Get,
            90..92 => Command::Equip { slot: self.slot() },
            92..94 => Command::Use { slot: self.slot() },
            94..97 => Command::Throw { slot: self.slot(), target: self.pos(view) },
            97 => Command::Drop { slot: self.slot() },
            98 => Command::Continue,
            _ => Command::ClockOut,
        }
    }
}
