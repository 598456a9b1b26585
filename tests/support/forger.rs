//! A forger of run files: somebody who knows their form and seals them anew.

use base::{Purpose, Seed, Stream};
use content::Depth;
use engine::sim::{Command, Digest, End, Letter, Mode, Turns};
use runs::record::{Frame, Mark, MarkKind, Milestone, Origin, RunHeader};

/// Edits, splices and reorders the frames of runs, by chance and the same way every time.
pub(crate) struct Forger(pub(crate) Stream);

impl Forger {
    pub(crate) fn new(seed: u64) -> Forger {
        Forger(Stream::new(Seed(seed), Purpose::new("forgeries"), ()))
    }

    fn place(&mut self, frames: &[Frame]) -> usize {
        self.0.below(frames.len() as u32) as usize
    }

    /// The place of some frame of a sort.
    fn place_of(&mut self, frames: &[Frame], is_wanted: fn(&Frame) -> bool) -> Option<usize> {
        let places: Vec<usize> =
            (0..frames.len()).filter(|&place| is_wanted(&frames[place])).collect();
        (!places.is_empty()).then(|| places[self.0.below(places.len() as u32) as usize])
    }

    /// Changes something; `other` is a run to take frames from.
    pub(crate) fn forge(
        &mut self,
        header: &mut RunHeader,
        frames: &mut Vec<Frame>,
        other: &[Frame],
    ) {
        let (a, b) = (self.place(frames), self.place(frames));
        match self.0.below(12) {
            0 => _ = frames.remove(a),
            1 => frames.insert(a, frames[b].clone()),
            2 => frames.swap(a, b),
            3 => {
                // The beginning of one run, the end of another.
                let from = self.place(other);
                frames.truncate(a);
                frames.extend_from_slice(&other[from..]);
            }
            4 => {
                let is_command = |frame: &Frame| matches!(frame, Frame::Command(_));
                if let Some(place) = self.place_of(frames, is_command) {
                    let commands = [Command::Wait, Command::Explore, Command::NextJob];
                    frames[place] = Frame::Command(commands[self.0.below(3) as usize]);
                }
            }
            5 => self.forge_end(frames),
            6 => self.forge_keyframe(frames),
            7 => {
                let is_digest = |frame: &Frame| matches!(frame, Frame::Digest(_));
                if let Some(place) = self.place_of(frames, is_digest)
                    && let Frame::Digest(digest) = &mut frames[place]
                {
                    digest.whole = Digest(u64::from(self.0.below(u32::MAX)));
                }
            }
            8 => self.forge_header(header),
            9 => frames.truncate(a),
            10 => {
                let kinds = [Milestone::OrderDone, Milestone::ClockedOut, Milestone::Over];
                let kind = MarkKind::Milestone(kinds[self.0.below(3) as usize]);
                frames.insert(a, Frame::Mark(Mark { kind, turn: Turns(3), time: 7 }));
            }
            _ => {
                let is_mark = |frame: &Frame| matches!(frame, Frame::Mark(_));
                if let Some(place) = self.place_of(frames, is_mark)
                    && let Frame::Mark(mark) = &mut frames[place]
                {
                    mark.time = mark.time.wrapping_sub(500);
                }
            }
        }
    }

    fn forge_end(&mut self, frames: &mut [Frame]) {
        let Some(Frame::End(end)) = frames.last_mut() else { return };
        match self.0.below(4) {
            0 => end.score = 50_000,
            1 => end.letter = Letter::S,
            2 => end.outcome = End::ClockedOut,
            _ => end.commands = 7,
        }
        if end.outcome == End::Abandoned {
            end.score += 1;
        }
    }

    fn forge_keyframe(&mut self, frames: &mut [Frame]) {
        let is_keyframe = |frame: &Frame| matches!(frame, Frame::Keyframe(_));
        let Some(place) = self.place_of(frames, is_keyframe) else { return };
        let Frame::Keyframe(keyframe) = &mut frames[place] else { return };
        match self.0.below(3) {
            0 => keyframe.snapshot.floor.actors[0].vitals.health = 9_000,
            1 => {
                keyframe.turn = Turns(1);
                keyframe.snapshot.shift.clock = Turns(1);
            }
            _ => keyframe.commands += 1,
        }
    }

    fn forge_header(&mut self, header: &mut RunHeader) {
        match self.0.below(6) {
            0 => "Bob".clone_into(&mut header.name),
            1 => header.setup.seed = Seed(99),
            2 => header.setup.mode = Mode::Shift { kind: "vault".to_owned(), depth: Depth(9) },
            3 => header.setup.options.modded = true,
            4 => header.bot = Some("planner".to_owned()),
            _ => header.origin = Origin::Cut,
        }
    }
}
