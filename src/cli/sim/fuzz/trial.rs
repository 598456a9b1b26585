//! One run of the fuzzer, and all that is checked of it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::chooser::Chooser;
use super::journeys;
#[cfg(feature = "tui")]
use super::screens::draw;
use crate::cli::crash;
use base::Pos;
use content::Catalog;
use engine::sim::{Command, Game, Outcome, RunStatus, Setup};
use engine::view::{describe_grade_line, describe_refusal, messages};
use runs::record::{Dump, DumpedState, RunHeader, Session, SubmitError, VerifyLimits, verify};
use runs::save::{self, RunReader, RunWriter};

/// Commands from one thorough check to the next, on average.
const COMMANDS_PER_AUDIT: u32 = 12;
/// The same for being saved and loaded, and for being dumped and read back.
const COMMANDS_PER_LOAD: u32 = 90;
/// The same for being drawn.
const COMMANDS_PER_PICTURE: u32 = 120;
/// How often a run is loaded again at most while its commands are checked.
const MAX_LOADS: usize = 64;
/// Commands for which a state that was loaded again is played beside the one that was not.
const TWIN_COMMANDS: u32 = 30;

thread_local! {
    /// Where and why this thread panicked last.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
    /// Whether panics of this thread are caught.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Panics of trials are findings: they are kept instead of printed.
pub(super) fn silence_panics() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !IS_CAUGHT.get() {
            return before(info);
        }
        let place = info.location().map_or(String::new(), ToString::to_string);
        let text = format!("a panic at {place}: {}", crash::message(info));
        PANIC.with_borrow_mut(|last| *last = text);
    }));
}

pub(super) struct Trial<'a> {
    pub setup: Setup,
    pub catalog: &'a Arc<Catalog>,
    pub max_commands: u32,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub what: String,
    /// The commands that were given, rejected ones too; the last is the one that failed.
    pub commands: Vec<Command>,
}

impl Finding {
    /// What tells findings of one cause from others: the place of a panic, or the promise that is
    /// broken.
    pub(super) fn cause(what: &str) -> &str {
        what.split(": ").next().unwrap_or(what)
    }
}

impl Trial<'_> {
    /// Plays the run of the setup's seed, and returns the number of commands.
    pub(super) fn run(&self) -> Result<usize, Finding> {
        let given = RefCell::new(Vec::new());
        let played = caught(|| self.play(&given));
        let commands = given.into_inner();
        played.map(|()| commands.len()).map_err(|what| Finding { what, commands })
    }

    /// Plays commands and checks after each of them; returns what is wrong first. Loading takes as
    /// long as the run is, so that long runs are loaded again so many times alone; only the last
    /// state is drawn.
    pub(super) fn check(&self, commands: &[Command]) -> Option<Finding> {
        let commands_per_load = commands.len() / MAX_LOADS + 1;
        let count = Cell::new(0_usize);
        let played = caught(|| {
            let mut session = self.begin()?;
            let mut twin: Option<Game> = None;
            for &command in commands {
                count.set(count.get() + 1);
                submit(&mut session, command, self.catalog)?;
                journeys::lead_on(session.game())?;
                self.audit(session.game())?;
                step_twin(&mut twin, session.game(), command)?;
                if count.get().is_multiple_of(commands_per_load) || count.get() == commands.len() {
                    twin = Some(self.loaded(&session)?);
                    self.dumped(&session)?;
                }
            }
            draw(&self.setup, session.game(), self.catalog)?;
            self.verified(session)
        });
        let what = played.err()?;
        Some(Finding { what, commands: commands[..count.get()].to_vec() })
    }

    fn begin(&self) -> Result<Recorded, String> {
        let header = RunHeader::of_bot("fuzz", self.setup.clone(), self.catalog);
        let writer = RunWriter::begin("fuzz", Vec::new(), &header).map_err(|e| e.to_string())?;
        Session::begin(header, self.catalog, writer).map_err(|error| format!("no level: {error}"))
    }

    fn play(&self, given: &RefCell<Vec<Command>>) -> Result<(), String> {
        let mut chooser = Chooser::new(self.setup.seed);
        let mut session = self.begin()?;
        let mut twin: Option<Game> = None;
        let mut twin_commands = 0;
        let mut drawn = BTreeSet::new();
        for _ in 0..self.max_commands {
            let is_over = matches!(session.status(), RunStatus::Over(_));
            // A run that is over is poked at a little more.
            if is_over && chooser.stream.one_in(4) {
                break;
            }
            let command = chooser.next(&session.game().view());
            given.borrow_mut().push(command);
            submit(&mut session, command, self.catalog)?;
            journeys::lead_on(session.game())?;
            step_twin(&mut twin, session.game(), command)?;
            twin_commands += 1;
            if twin_commands > TWIN_COMMANDS {
                twin = None;
            }
            if chooser.stream.one_in(COMMANDS_PER_AUDIT) {
                self.audit(session.game())?;
            }
            if chooser.stream.one_in(COMMANDS_PER_LOAD) {
                twin = Some(self.loaded(&session)?);
                twin_commands = 0;
            }
            if chooser.stream.one_in(COMMANDS_PER_LOAD) {
                self.dumped(&session)?;
            }
            // Besides, each kind of state is drawn when the run first comes to it.
            let is_due = chooser.stream.one_in(COMMANDS_PER_PICTURE);
            if drawn.insert(journeys::moment(session.game())) || is_due {
                draw(&self.setup, session.game(), self.catalog)?;
            }
        }
        self.audit(session.game())?;
        self.verified(session)
    }

    fn audit(&self, game: &Game) -> Result<(), String> {
        game.audit(self.catalog)?;
        look(game);
        Ok(())
    }

    /// The game of the run's bytes, loaded as from a file.
    fn loaded(&self, session: &Recorded) -> Result<Game, String> {
        let bytes = session.sink().get_ref();
        let reader = RunReader::new("fuzz", &bytes[..]).map_err(|e| format!("is not read: {e}"))?;
        let loaded = save::load_from(reader).map_err(|error| format!("is not loaded: {error}"))?;
        let again = loaded.session(self.catalog, runs::record::NullSink);
        let again = again.map_err(|error| format!("is not taken up: {error}"))?;
        if again.chain() != session.chain() {
            return Err("loaded it is another run".to_owned());
        }
        let setup = self.setup.clone();
        let game = Game::restore(setup, again.game().snapshot(), self.catalog);
        game.map_err(|error| format!("is not restored: {error}"))
    }

    fn dumped(&self, session: &Recorded) -> Result<(), String> {
        let dump = Dump::of_session(session).to_value().map_err(|e| e.to_string())?;
        let read = DumpedState::read(&dump, self.catalog)
            .map_err(|error| format!("the dump is refused: {error}"))?;
        if read.snapshot != session.game().snapshot() {
            return Err("read back from its dump it is another state".to_owned());
        }
        Ok(())
    }

    fn verified(&self, session: Recorded) -> Result<(), String> {
        let chain = session.chain();
        let bytes = session.into_sink().into_inner();
        let mut reader =
            RunReader::new("fuzz", &bytes[..]).map_err(|e| format!("is not read: {e}"))?;
        let header = reader.header().run.clone();
        let modded = self.setup.options.modded;
        let found = verify(&header, self.catalog, modded, VerifyLimits::default(), &mut reader)
            .map_err(|error| format!("cannot be verified: {error}"))?;
        if let Some(mismatch) = found.mismatch {
            return Err(format!("does not verify: {mismatch:?}"));
        }
        if found.digest != chain.digest() {
            return Err("verified it has another digest".to_owned());
        }
        Ok(())
    }
}

type Recorded = Session<RunWriter<Vec<u8>>>;

/// Carries out a command. What `check` says must come of it, and a rejected one must change
/// nothing.
fn submit(session: &mut Recorded, command: Command, catalog: &Catalog) -> Result<(), String> {
    let checked = session.game().check(&command);
    let before = session.game().snapshot();
    match session.submit(command) {
        Ok(Outcome { events, .. }) => {
            if checked.is_err() {
                return Err(format!("was accepted, but the check says: {checked:?}"));
            }
            let _ = messages(&session.game().view(), &events);
            Ok(())
        }
        Err(SubmitError::Rejected(reject)) => {
            let _ = describe_refusal(reject, catalog);
            if checked != Err(reject) {
                return Err(format!("was rejected, but the check says: {reject:?}, {checked:?}"));
            }
            if session.game().snapshot() != before {
                return Err(format!("a rejected command has changed the state: {reject:?}"));
            }
            Ok(())
        }
        Err(SubmitError::Unrecorded(error)) => Err(format!("cannot be recorded: {error}")),
    }
}

/// Gives a state that was loaded again the same command, and compares.
fn step_twin(twin: &mut Option<Game>, game: &Game, command: Command) -> Result<(), String> {
    let Some(twin) = twin else { return Ok(()) };
    let _ = twin.step(command);
    if twin.digest() == game.digest() {
        return Ok(());
    }
    Err("a run that was loaded again goes on otherwise".to_owned())
}

/// Asks for all that screens show.
fn look(game: &Game) {
    let view = game.view();
    if let Some(journey) = view.journey() {
        journeys::look(&view, &journey);
    }
    let player = view.player();
    let (width, height) = view.size();
    for pos in (0..height).flat_map(|y| (0..width).map(move |x| Pos::new(x, y))) {
        let _ = view.cell(pos);
    }
    let near = (-6..=6).flat_map(|y| (-6..=6).map(move |x| Pos::new(x, y)));
    for pos in near.map(|offset| player.pos + offset).chain([Pos::new(-1, -1), view.exit()]) {
        let _ = view.examine(pos);
    }
    for slot in view.cart() {
        let _ = view.offer(slot.slot);
    }
    for actor in view.actors() {
        let _ = (view.odds_against(actor.id), view.prospect(actor.id), view.best_throw(actor.id));
    }
    for line in &view.grade().lines {
        let _ = describe_grade_line(line);
    }
    let _ = (view.order(), view.known_jobs(), view.tasks(), view.turns_to_exit());
    let _ = (view.threatened(), view.cells_near_dozing(), view.cells_in_reach(), view.wares());
    let _ = (
        view.carry_choices(),
        view.directions_for(Command::CloseDoor),
        view.directions_for(Command::BarDoor),
        view.places_to_douse(),
    );
    let _ = (view.party(), view.hatch_cords(), view.raid_goals(), view.standing());
    let _ = (view.tale_of_last_night(), view.tale_of_dawn(), view.kits(), view.trap_kinds());
}

/// There are no screens to draw a state on.
#[cfg(not(feature = "tui"))]
#[expect(clippy::unnecessary_wraps, reason = "drawing may fail where there are screens")]
fn draw(_: &Setup, _: &Game, _: &Arc<Catalog>) -> Result<(), String> {
    Ok(())
}

/// The result of what is done, or the words of its panic.
fn caught<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    IS_CAUGHT.set(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    IS_CAUGHT.set(false);
    result.unwrap_or_else(|_| Err(PANIC.with_borrow(String::clone)))
}
