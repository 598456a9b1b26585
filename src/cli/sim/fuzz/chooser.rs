//! The commands of a trial: a bot leads the run to where something happens, and random commands
//! come in between, sensible ones and such as no player can give.

use super::journeys;
use base::{Dir, Pos, Purpose, Seed, Stream};
use content::TrapKindId;
use engine::sim::{CartIndex, Command, Preparation};
use engine::view::View;
use runs::record::bot::{self, Bot};

pub(super) struct Chooser {
    pub stream: Stream,
    guide: Box<dyn Bot>,
    /// In a hundred commands, those that the guide does not choose.
    wild_percent: u32,
}

impl Chooser {
    pub(super) fn new(seed: Seed) -> Chooser {
        let mut stream = Stream::new(seed, Purpose::new("fuzz"), ());
        let guides = ["random", "cautious", "runner", "planner", "trapper"];
        let guide = stream.pick(&guides).and_then(|name| bot::find(name, seed));
        let guide = guide.unwrap_or_else(|| Box::new(bot::Runner));
        let wild_percent = [5, 30, 80][stream.below(3) as usize];
        Chooser { stream, guide, wild_percent }
    }

    pub(super) fn next(&mut self, view: &View<'_>) -> Command {
        if self.stream.percent(self.wild_percent) {
            self.wild(view)
        } else {
            self.guide.decide(view)
        }
    }

    fn wild(&mut self, view: &View<'_>) -> Command {
        if let Some(journey) = view.journey()
            && (view.is_between_floors() || self.stream.one_in(6))
            && !self.stream.one_in(20)
        {
            return Command::Journey(journeys::wild(&mut self.stream, &journey));
        }
        let dir = self.dir();
        let slot = self.slot();
        match self.stream.below(34) {
            0 => Command::Step(dir),
            1 => Command::StepAnyway(dir),
            2 => Command::Wait,
            3 => Command::Rest,
            4 => Command::Work(Some(dir)),
            5 => Command::Work(None),
            6 => Command::Carry(Some(dir)),
            7 => Command::Carry(None),
            8 => Command::CloseDoor(dir),
            9 => Command::NextJob,
            10 => Command::Explore,
            11 => Command::Travel(self.pos(view)),
            12 => Command::TravelToExit,
            13 => Command::Continue,
            14 => Command::Get,
            15 => Command::Equip { slot },
            16 => Command::Use { slot },
            17 | 18 => Command::Throw { slot, target: self.pos(view) },
            19 => Command::Drop { slot },
            // Ends of the run are worth little before much has happened.
            20 if self.stream.one_in(10) => Command::ClockOut,
            21 if self.stream.one_in(50) => Command::Abandon,
            22 => Command::BarDoor(dir),
            23 => Command::Douse(Some(dir)),
            24 => Command::Douse(None),
            25 => Command::Buy { at: self.pos(view) },
            26 => Command::Sell { slot },
            27 => Command::Pay,
            28 => Command::Linger,
            29 => Command::Mop,
            30 => Command::DoNextJob,
            31 => Command::Run(dir),
            _ => Command::Prepare(self.preparation(dir)),
        }
    }

    fn preparation(&mut self, dir: Dir) -> Preparation {
        let trap = TrapKindId(match self.stream.below(4) {
            0 => u16::MAX,
            _ => self.stream.below(12) as u16,
        });
        match self.stream.below(9) {
            0 => Preparation::MakeKit { trap },
            1 => Preparation::SetKit { trap, dir },
            2 => Preparation::TakeDown { dir },
            3 => Preparation::MoveWardrobe { dir },
            4 => Preparation::Lead { dir },
            5 => Preparation::TakePost,
            6 => Preparation::SendHome,
            7 => Preparation::RehangDoor { dir },
            _ => Preparation::LayCoins { dir },
        }
    }

    fn dir(&mut self) -> Dir {
        Dir::ALL[self.stream.below(8) as usize]
    }

    fn slot(&mut self) -> CartIndex {
        CartIndex(match self.stream.below(10) {
            0 => u8::MAX,
            1 => self.stream.below(256) as u8,
            _ => self.stream.below(8) as u8,
        })
    }

    fn pos(&mut self, view: &View<'_>) -> Pos {
        const EXTREMES: [i32; 6] = [i32::MIN, i32::MIN + 1, -1, 0, i32::MAX - 1, i32::MAX];
        let (width, height) = view.size();
        let player = view.player().pos;
        let extreme = |stream: &mut Stream| EXTREMES[stream.below(6) as usize];
        match self.stream.below(12) {
            0 => Pos::new(extreme(&mut self.stream), extreme(&mut self.stream)),
            1 => Pos::new(width, height - 1),
            2 => Pos::new(self.stream.range(-3, width + 3), self.stream.range(-3, height + 3)),
            3..=5 => Pos::new(self.stream.range(0, width - 1), self.stream.range(0, height - 1)),
            6 => player,
            7 => view.actors().first().map_or(player, |other| other.pos),
            8 => view.known_jobs().first().map_or(player, |job| job.at),
            _ => Pos::new(player.x + self.stream.range(-4, 4), player.y + self.stream.range(-4, 4)),
        }
    }
}
