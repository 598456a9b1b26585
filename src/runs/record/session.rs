//! Sessions: games that are recorded while they are played.

use std::cell::Cell;
use std::convert::Infallible;
use std::sync::Arc;
#[cfg(debug_assertions)]
use std::sync::atomic::{AtomicU32, Ordering};

use thiserror::Error;

use super::recording::ReplayPoint;
use super::{
    Chain, Entry, Frame, Keyframe, Lost, Mark, MarkKind, OtherRuleset, RejectedCommand, RunEnding,
    RunHeader, StateDigest, milestones,
};
use content::Catalog;
use engine::sim::{
    Command, Digest, Game, Outcome, Phase, Reject, RunStatus, SiteId, Snapshot, SnapshotError,
};
use levels::GenError;

/// Number of commands from one keyframe to the next: loading a run replays at most this many.
pub const COMMANDS_PER_KEYFRAME: u32 = 256;

thread_local! {
    static IN_PROGRESS: Cell<Option<Command>> = const { Cell::new(None) };
}

/// The command that a session of this thread is carrying out, for the report of a crash: it is
/// recorded nowhere yet.
pub fn command_in_progress() -> Option<Command> {
    IN_PROGRESS.get()
}

/// The number of commands after which the next one panics, for the tests of crashes.
#[cfg(debug_assertions)]
pub static PANIC_AT_COMMAND: AtomicU32 = AtomicU32::new(u32::MAX);

/// The destination of a session's frames, such as a file.
pub trait Sink {
    type Error;

    /// Writes all of the frames or, on an error, none of them. When it returns `Ok`, they survive
    /// the end of the process.
    fn write(&mut self, frames: &[Frame]) -> Result<(), Self::Error>;
}

#[derive(Clone, Copy, Debug, Default)]
pub struct NullSink;

impl Sink for NullSink {
    type Error = Infallible;

    fn write(&mut self, _: &[Frame]) -> Result<(), Infallible> {
        Ok(())
    }
}

impl Sink for Vec<Frame> {
    type Error = Infallible;

    fn write(&mut self, frames: &[Frame]) -> Result<(), Infallible> {
        self.extend_from_slice(frames);
        Ok(())
    }
}

pub struct Session<S> {
    header: RunHeader,
    game: Game,
    sink: S,
    commands: u32,
    chain: Chain,
    since_keyframe: u32,
    /// Each new floor of a journey has a keyframe.
    floors: FloorChanges,
    /// Frames that the sink has not written yet.
    pending: Vec<Frame>,
}

#[derive(Debug, Error)]
pub enum BeginError<E> {
    #[error(transparent)]
    Level(#[from] GenError),
    #[error("the state cannot be: {0}")]
    Snapshot(#[from] SnapshotError),
    #[error(transparent)]
    Ruleset(#[from] OtherRuleset),
    #[error(transparent)]
    Rejected(#[from] RejectedCommand),
    #[error(transparent)]
    Lost(#[from] Lost),
    #[error("it cannot be recorded: {0}")]
    Unrecorded(E),
}

#[derive(Debug)]
pub enum SubmitError<E> {
    /// The rules reject it. The state was not changed.
    Rejected(Reject),
    /// The sink failed. The frames are kept and written before the next command; until then the
    /// result of this command must not be shown.
    Unrecorded(E),
}

impl<S: Sink> Session<S> {
    /// Begins a run and records its first state.
    /// Errors: refuses other rules than the header's, a level that cannot be generated, and a sink
    /// that fails.
    pub fn begin(
        header: RunHeader,
        catalog: &Arc<Catalog>,
        sink: S,
    ) -> Result<Session<S>, BeginError<S::Error>> {
        let game = Game::new(header.setup.clone(), catalog)?;
        Session::begin_with(header, game, catalog, sink)
    }

    /// Begins a recording with a state. `header` says where the state is from: a made one stays
    /// that, all else is a cut.
    pub fn begin_from(
        header: &RunHeader,
        snapshot: Snapshot,
        catalog: &Arc<Catalog>,
        sink: S,
    ) -> Result<Session<S>, BeginError<S::Error>> {
        let header = header.cut();
        let game = Game::restore(header.setup.clone(), snapshot, catalog)?;
        Session::begin_with(header, game, catalog, sink)
    }

    /// Begins a recording with the first state of its header's setup, or with a state of its own.
    pub(super) fn begin_with(
        header: RunHeader,
        game: Game,
        catalog: &Catalog,
        sink: S,
    ) -> Result<Session<S>, BeginError<S::Error>> {
        header.check_ruleset(catalog)?;
        let chain = Chain::start(&header, game.digest());
        let mut session = Session::at(header, ReplayPoint { game, commands: 0, chain }, sink);
        session.push_keyframe();
        session.push_end();
        session.flush().map_err(BeginError::Unrecorded)?;
        Ok(session)
    }

    fn at(header: RunHeader, position: ReplayPoint, sink: S) -> Session<S> {
        let ReplayPoint { game, commands, chain } = position;
        let pending = Vec::with_capacity(3);
        let mut floors = FloorChanges::default();
        floors.observe(&game);
        Session { header, game, sink, commands, chain, since_keyframe: 0, floors, pending }
    }

    /// Resumes a run: restores its last keyframe, or its beginning if it has none, and plays what
    /// was recorded after that. Nothing is written to the sink, which has all of it.
    pub fn resume(
        header: RunHeader,
        keyframe: Option<Keyframe>,
        entries: impl IntoIterator<Item = Entry>,
        catalog: &Arc<Catalog>,
        sink: S,
    ) -> Result<Session<S>, BeginError<S::Error>> {
        header.check_ruleset(catalog)?;
        let position = ReplayPoint::of::<BeginError<S::Error>>(&header, keyframe, catalog)?;
        let mut session = Session::at(header, position, sink);
        for entry in entries {
            let command = match entry {
                Entry::Command(command) => command,
                Entry::Mark(mark) => {
                    session.chain.link_mark(&mark);
                    continue;
                }
            };
            let number = session.commands + 1;
            session
                .game
                .step(command)
                .map_err(|reject| RejectedCommand::new(number, reject, catalog))?;
            session.count(session.game.digest());
            session.floors.observe(&session.game);
        }
        Ok(session)
    }

    pub fn header(&self) -> &RunHeader {
        &self.header
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn status(&self) -> RunStatus {
        self.game.status()
    }

    pub fn commands(&self) -> u32 {
        self.commands
    }

    /// The chain over all states so far, which identifies the run.
    pub fn chain(&self) -> Chain {
        self.chain
    }

    pub fn sink(&self) -> &S {
        &self.sink
    }

    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// The same session with another sink, to which the rest is written.
    /// Errors: that of `change`.
    pub fn with_sink<T, E>(self, change: impl FnOnce(S) -> Result<T, E>) -> Result<Session<T>, E> {
        let Session { header, game, sink, commands, chain, since_keyframe, floors, pending } = self;
        let sink = change(sink)?;
        Ok(Session { header, game, sink, commands, chain, since_keyframe, floors, pending })
    }

    pub fn into_sink(self) -> S {
        self.sink
    }

    /// Carries out a command and records it. When this returns `Ok`, the sink has written it.
    pub fn submit(&mut self, command: Command) -> Result<Outcome, SubmitError<S::Error>> {
        self.submit_marked(command, None)
    }

    /// The same at a moment in milliseconds since 1970, with which the milestones that it reaches
    /// are marked.
    pub fn submit_at(
        &mut self,
        command: Command,
        time: u64,
    ) -> Result<Outcome, SubmitError<S::Error>> {
        self.submit_marked(command, Some(time))
    }

    fn submit_marked(
        &mut self,
        command: Command,
        time: Option<u64>,
    ) -> Result<Outcome, SubmitError<S::Error>> {
        self.flush().map_err(SubmitError::Unrecorded)?;
        IN_PROGRESS.set(Some(command));
        #[cfg(debug_assertions)]
        assert!(self.commands != PANIC_AT_COMMAND.load(Ordering::SeqCst), "on purpose");
        let outcome = self.game.step(command);
        IN_PROGRESS.set(None);
        let outcome = outcome.map_err(SubmitError::Rejected)?;
        let check = StateDigest::of(&self.game);
        self.count(check.whole);
        self.pending.push(Frame::Command(command));
        self.pending.push(Frame::Digest(check));
        if let Some(time) = time {
            for milestone in milestones(&outcome, self.game.view()) {
                self.push_mark(MarkKind::Milestone(milestone), time);
            }
        }
        let is_floor_new = self.floors.observe(&self.game);
        if is_floor_new || self.since_keyframe >= COMMANDS_PER_KEYFRAME {
            self.push_keyframe();
        }
        self.push_end();
        self.flush().map_err(SubmitError::Unrecorded)?;
        Ok(outcome)
    }

    /// Records a moment in milliseconds since 1970, unless the run is over: nothing follows its
    /// end.
    pub fn mark(&mut self, kind: MarkKind, time: u64) -> Result<(), S::Error> {
        if !matches!(self.status(), RunStatus::Over(_)) {
            self.push_mark(kind, time);
        }
        self.flush()
    }

    fn push_mark(&mut self, kind: MarkKind, time: u64) {
        let mark = Mark { kind, turn: self.game.turns(), time };
        self.chain.link_mark(&mark);
        self.pending.push(Frame::Mark(mark));
    }

    /// Records the end of a run that is over, for a resumed run whose end was not recorded.
    pub fn record_end(&mut self) -> Result<(), S::Error> {
        self.push_end();
        self.flush()
    }

    pub fn pending(&self) -> &[Frame] {
        &self.pending
    }

    /// Writes the frames that the sink has not written yet.
    pub fn flush(&mut self) -> Result<(), S::Error> {
        if !self.pending.is_empty() {
            self.sink.write(&self.pending)?;
            self.pending.clear();
        }
        Ok(())
    }

    fn count(&mut self, whole: Digest) {
        self.commands += 1;
        self.since_keyframe += 1;
        self.chain.link(whole);
    }

    fn push_keyframe(&mut self) {
        let snapshot = self.game.snapshot();
        let keyframe = Keyframe {
            commands: self.commands,
            turn: snapshot.turns(),
            chain: self.chain,
            snapshot,
        };
        self.pending.push(Frame::Keyframe(Box::new(keyframe)));
        self.since_keyframe = 0;
    }

    fn push_end(&mut self) {
        let ending = RunEnding::of(&self.game, self.commands, self.chain);
        self.pending.extend(ending.map(Frame::End));
    }
}

/// Follows a run from floor to floor.
#[derive(Clone, Debug, Default)]
struct FloorChanges {
    place: Place,
    /// The floors of the site that the player has come to, as bits by their numbers.
    seen: u64,
}

/// On a floor of a site, counted from 1, or in a fight on the road to one. Nothing over the map of
/// a journey, and in a single shift.
type Place = Option<(SiteId, Option<u8>)>;

fn place(game: &Game) -> Place {
    let journey = game.view().journey()?;
    match journey.phase() {
        Phase::Map | Phase::Encounter(_) | Phase::Seniority | Phase::Over(_) => None,
        Phase::Field { to } => Some((to, None)),
        Phase::Site | Phase::Town => Some((journey.at(), Some(journey.floor().0))),
    }
}

impl FloorChanges {
    /// Takes note of the next state. True if the player has come to a floor for the first time in
    /// this night, or to the map.
    fn observe(&mut self, game: &Game) -> bool {
        let place = place(game);
        if std::mem::replace(&mut self.place, place) == place {
            return false;
        }
        let Some((_, Some(number))) = place else {
            self.seen = 0;
            return true;
        };
        let floor = 1 << number.min(63);
        let is_new = self.seen & floor == 0;
        self.seen |= floor;
        is_new
    }
}
