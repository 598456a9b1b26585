//! The commands of a trial: a bot leads the run to where something happens, and random commands
//! come in between, sensible ones and such as no player can give.

use base::{Dir, Pos, Purpose, Seed, Stream};
use content::Supply;
use engine::sim::Command;
use engine::view::View;
use runs::record::bot::{self, Bot};
use runs::record::{Scripted, VERBS};

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

    /// A command by one of the verbs of scripts: those of journeys where they are of use, and
    /// elsewhere seldom.
    fn wild(&mut self, view: &View<'_>) -> Command {
        let is_of_journey = view.journey().is_some()
            && (view.is_between_floors() || self.stream.one_in(6))
            && !self.stream.one_in(20);
        loop {
            let command = self.any(view);
            let is_taken = match command {
                // Ends of the run are worth little before much has happened.
                Command::ClockOut => self.stream.one_in(10),
                Command::Abandon => self.stream.one_in(50),
                _ => true,
            };
            if is_taken && matches!(command, Command::Journey(_)) == is_of_journey {
                return command;
            }
        }
    }

    fn any(&mut self, view: &View<'_>) -> Command {
        let (verb, arguments) = VERBS[self.stream.below(VERBS.len() as u32) as usize];
        let cell = self.pos(view);
        let mut text = verb.to_owned();
        for &argument in arguments {
            let word = match argument {
                "beside" if self.stream.one_in(2) => continue,
                "dir" | "beside" => Dir::ALL[self.stream.below(8) as usize].name().to_owned(),
                "at" => argument.to_owned(),
                "x" => cell.x.to_string(),
                "y" => cell.y.to_string(),
                "give" | "take" => {
                    let place = self.stream.below(Supply::ALL.len() as u32);
                    Supply::ALL[place as usize].name().to_owned()
                }
                "site" => self.site(view).to_string(),
                "trap" => self.number(u16::MAX.into(), 12).to_string(),
                _ => self.number(u8::MAX.into(), 8).to_string(),
            };
            text.extend([" ", &word]);
        }
        let Scripted(command) = text.parse().expect("every argument of a verb is known");
        command
    }

    /// Mostly a neighbouring site.
    fn site(&mut self, view: &View<'_>) -> u32 {
        let roads = view.journey().map_or(Vec::new(), |journey| journey.roads());
        match self.stream.pick(&roads) {
            Some(road) if !self.stream.one_in(3) => road.to.0.into(),
            _ => self.number(u16::MAX.into(), 100),
        }
    }

    /// A number up to `max`, mostly one below `usual`.
    fn number(&mut self, max: u32, usual: u32) -> u32 {
        match self.stream.below(10) {
            0 => max,
            1 => self.stream.below(max + 1),
            _ => self.stream.below(usual),
        }
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
