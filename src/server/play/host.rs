//! The host of a player at the end of a connection: everything is kept in the store.

use std::io::Cursor;
use std::sync::Arc;

use super::stored_run::{GatheringSession, StoredRun};
use super::{RUNS, failed, failed_at};
use crate::FrontEnd;
use crate::front_end::today;
use crate::members;
use crate::random;
use crate::service::{DayTry, Entry, board, fetch_command, run_facts, score};
use crate::session::registry::SessionId;
use crate::store::{Account, BoardQuery, RunKey, RunRow, Standing, StoreError};
use base::{Day, Seed};
use engine::sim::{Mode, Setup, Turns};
use engine::view::JourneyPlace;
use runs::home::Environment;
use runs::record::{
    BeginError, MarkKind, NullSink, Recording, Replay, Ruleset, RunHeader, Session, branch,
};
use runs::save::{self, RunId, RunReader, RunWriter, SaveError, Score};
use screens::config::SSH_VARIABLE;
use screens::local::{PlayClock, read_earlier_play};
use screens::{
    Foresight, Host, HostError, RankedTry, RivalRequest, RivalSearch, Run, ScoreList, Unfinished,
    UnfinishedSearch, UnfinishedShift, UnfinishedStanding,
};

/// What players know the accounts by.
const ACCOUNTS: &str = "the accounts";

/// What a run is called in errors before it has a name.
const NEW_RUN: &str = "a new run";

/// The largest seed of those that are drawn: six digits are easier to pass on by word of mouth.
const DRAWN_SEEDS: u64 = 1_000_000;

/// How many entries of a day's board the screens are told.
const MAX_DAY_PLACES: u32 = 100;

pub(crate) struct StoreHost {
    front_end: Arc<FrontEnd>,
    account: Account,
    environment: Environment,
    session: SessionId,
    unfinished: Vec<Unfinished>,
    /// Where the newest of them stands, if it is a journey: the run, its turn, and the place.
    place: Option<(RunKey, u32, Option<JourneyPlace>)>,
}

impl StoreHost {
    pub(crate) fn new(
        front_end: Arc<FrontEnd>,
        account: Account,
        environment: Environment,
        session: SessionId,
    ) -> StoreHost {
        let unfinished = Vec::new();
        StoreHost { front_end, account, environment, session, unfinished, place: None }
    }

    /// All bytes of a run that this player may see.
    fn bytes(&self, run: &RunId) -> Result<Vec<u8>, HostError> {
        let key = RunKey::try_from(run).map_err(|_| HostError::NoSuchRun)?;
        let info = self.front_end.store.run(key).map_err(failed)?.ok_or(HostError::NoSuchRun)?;
        let account = self.account.id;
        if info.account != account
            && self.front_end.hides_seed(info.facts.seed(), Some(account)).map_err(failed)?
        {
            return Err(HostError::DayHidden);
        }
        self.front_end.store.run_bytes(key).map_err(failed)?.ok_or(HostError::NoSuchRun)
    }

    /// Where a journey stands, by its newest state; `None` of other runs and other rules.
    fn place_of(&self, run: &RunRow) -> Option<JourneyPlace> {
        let catalog = &self.front_end.catalog;
        if run.facts.mode != Mode::Campaign.name()
            || run.facts.ruleset != Ruleset::of(catalog).to_string()
        {
            return None;
        }
        let bytes = self.front_end.store.run_bytes(run.run).ok()??;
        let loaded = save::load_from(RunReader::new(RUNS, bytes.as_slice()).ok()?).ok()?;
        let session = loaded.session(catalog, NullSink).ok()?;
        session.game().view().journey_place()
    }

    /// As [`StoreHost::place_of`], read once for each turn of a run.
    fn known_place(&mut self, run: &RunRow) -> Option<JourneyPlace> {
        if let Some((key, turn, place)) = &self.place
            && (*key, *turn) == (run.run, run.progress.turn)
        {
            return place.clone();
        }
        let place = self.place_of(run);
        self.place = Some((run.run, run.progress.turn, place.clone()));
        place
    }

    fn listed(&self, run: &RunRow, place: Option<JourneyPlace>) -> Unfinished {
        let ruleset = Ruleset::of(&self.front_end.catalog).to_string();
        let standing = match () {
            () if run.facts.ruleset != ruleset => UnfinishedStanding::Refused(format!(
                "It was played by other rules, and cannot be gone on with here. Its file: {}",
                fetch_command(&run.run)
            )),
            () if run.holder.is_some() => UnfinishedStanding::BeingPlayed,
            () => UnfinishedStanding::Waiting,
        };
        let facts = &run.facts;
        let seed = facts.day.is_none().then(|| facts.seed().with_word(facts.word.as_deref()));
        let shift = UnfinishedShift {
            kind: facts.kind.clone(),
            depth: facts.depth(),
            seed,
            turn: Some(Turns(run.progress.turn)),
            place,
            day: facts.day(),
        };
        let played = Day::of_seconds(run.held.unsigned_abs() / 1_000);
        Unfinished { run: run.run.into(), shift: Some(shift), played, standing }
    }

    /// Whether a try at a day's shift can be begun.
    fn admit_to_day(&mut self, day: Day, is_ranked: bool) -> Result<DayTry, HostError> {
        match (is_ranked, self.ranked_try(day)?) {
            (true, RankedTry::Open) => {}
            (true, RankedTry::Closed) => return Err(HostError::DayOver(day)),
            (true, RankedTry::Unfinished(_) | RankedTry::Over(_)) => {
                return Err(HostError::TryTaken(day));
            }
            (false, _) if day < self.today() => {}
            (false, _) => return Err(HostError::DayNotOver(day)),
        }
        Ok(DayTry { day, is_ranked })
    }

    /// The shift of a day with this server's seed: as any other, so that its run is true anywhere.
    fn setup_of_day(&self, setup: &Setup, day: Day) -> Setup {
        let mode = &setup.mode;
        Setup::shift(mode.kind(), mode.depth(), self.front_end.daily.seed(day))
    }

    /// Keeps a run that has been begun, and gives it to the player.
    fn keep(
        &self,
        mut session: GatheringSession,
        day: Option<DayTry>,
    ) -> Result<Box<dyn Run>, HostError> {
        let clock = PlayClock::start();
        session.mark(MarkKind::Start, clock.now())?;
        let facts = run_facts(session.header(), &self.account, day.as_ref());
        let bytes = std::mem::take(session.sink_mut().get_mut());
        let store = &self.front_end.store;
        let lease = store.begin_run(self.account.id, facts, &bytes, &self.front_end.id);
        let lease = lease.map_err(|error| match (error, day) {
            (StoreError::TryTaken, Some(try_at)) => HostError::TryTaken(try_at.day),
            (error, _) => match self.front_end.refuse_run(&error) {
                Some(refusal) => HostError::Refused(refusal.told()),
                None => refused(error),
            },
        })?;
        self.front_end.registry.play(self.session, lease.run());
        let front_end = self.front_end.clone();
        Ok(Box::new(StoredRun::new(front_end, self.session, session, clock, lease, None)))
    }

    /// Goes on with a run of this account, wherever it was played last.
    fn take_over(&self, key: RunKey) -> Result<Box<dyn Run>, HostError> {
        let store = &self.front_end.store;
        let taken = store.take_over(self.account.id, key, &self.front_end.id).map_err(refused)?;
        self.front_end.registry.play(self.session, key);
        let name = key.to_string();
        let (lease, mut bytes) = (taken.lease, taken.bytes);
        let session = resume(&name, &mut bytes, &self.front_end);
        let mut session = match session {
            Ok(session) => session,
            Err(error) => {
                if matches!(error, HostError::Save(SaveError::Damaged { .. })) {
                    // That it is damaged is told below.
                    let _ = store.mark_damaged(&lease, &error.to_string());
                }
                // Nobody plays it.
                self.front_end.registry.leave(self.session, key);
                if let Err(error) = store.release(&lease) {
                    tracing::warn!(run = name, %error, "a run was not given back");
                }
                return Err(error);
            }
        };
        let clock = PlayClock::start();
        session.mark(MarkKind::Resume, clock.now())?;
        let (commands, catalog) = (session.commands(), self.front_end.catalog.clone());
        let open = move || recording(&name, bytes).ok();
        let earlier = read_earlier_play(open, commands, catalog);
        let mut run = StoredRun::new(
            self.front_end.clone(),
            self.session,
            session,
            clock,
            lease,
            Some(earlier),
        );
        run.commit()?;
        Ok(Box::new(run))
    }
}

fn not_begun(error: BeginError<SaveError>) -> HostError {
    match error {
        BeginError::Level(error) => HostError::Level(error),
        error => save::begin_error(&NEW_RUN, error).into(),
    }
}

fn resume(
    name: &str,
    bytes: &mut Vec<u8>,
    front_end: &FrontEnd,
) -> Result<GatheringSession, HostError> {
    let loaded = save::load_from(RunReader::new(name, bytes.as_slice())?)?;
    let is_over = loaded.end.is_some();
    let writer = RunWriter::resume(name, Vec::new());
    let mut session = loaded.session(&front_end.catalog, writer)?;
    if !is_over {
        session.record_end()?;
    }
    Ok(session)
}

fn recording(name: &str, bytes: Vec<u8>) -> Result<Recording, SaveError> {
    let reader = RunReader::new(name, Cursor::new(bytes.clone()))?;
    save::open_from(reader, Cursor::new(bytes)).whole()
}

impl Host for StoreHost {
    /// The player's name is that of the account.
    fn begin(&mut self, setup: Setup, word: &str, _name: &str) -> Result<Box<dyn Run>, HostError> {
        let day = match setup.mode {
            Mode::Daily { day, ranked, .. } => Some(self.admit_to_day(day, ranked)?),
            Mode::Shift { .. } | Mode::Campaign | Mode::CampaignWith { .. } | Mode::Tutorial => {
                None
            }
        };
        if day.is_none() && self.front_end.is_secret_seed(setup.seed) {
            return Err(HostError::DayNotOver(self.today()));
        }
        let (setup, word) = match &day {
            Some(try_at) => (self.setup_of_day(&setup, try_at.day), ""),
            None => (setup, word),
        };
        let catalog = &self.front_end.catalog;
        let header = RunHeader::new(&self.account.name, setup, catalog).named(word);
        let writer = RunWriter::begin(NEW_RUN, Vec::new(), &header)?;
        let session = Session::begin(header, catalog, writer).map_err(not_begun)?;
        self.keep(session, day)
    }

    fn has_accounts(&self) -> bool {
        true
    }

    fn has_played(&mut self) -> bool {
        // Whoever cannot be looked up is offered the usual list.
        self.front_end.store.has_runs(self.account.id).unwrap_or(true)
    }

    fn random_seed(&mut self) -> Seed {
        Seed(u64::from_le_bytes(random::bytes()) % DRAWN_SEEDS)
    }

    fn search_unfinished(&mut self) {
        let found = match self.front_end.store.unfinished_runs(self.account.id) {
            Ok(found) => found,
            // What was found before may still be there.
            Err(error) => return tracing::warn!(%error, "no unfinished run was looked for"),
        };
        let ruleset = Ruleset::of(&self.front_end.catalog).to_string();
        let newest = found.iter().position(|run| run.facts.ruleset == ruleset);
        let mut listed = Vec::with_capacity(found.len());
        for (at, run) in found.iter().enumerate() {
            // The bytes of the others are not read for a row of a list.
            let place = if Some(at) == newest { self.known_place(run) } else { None };
            listed.push(self.listed(run, place));
        }
        self.unfinished = listed;
    }

    fn unfinished(&mut self) -> UnfinishedSearch {
        UnfinishedSearch::Done(self.unfinished.clone())
    }

    fn shares_runs(&self) -> bool {
        true
    }

    fn today(&self) -> Day {
        today()
    }

    fn ranked_try(&mut self, day: Day) -> Result<RankedTry, HostError> {
        let store = &self.front_end.store;
        let found = store.ranked_try(self.account.id, &day.to_string()).map_err(failed)?;
        Ok(match found {
            Some(run) if run.ended.is_some() => RankedTry::Over(run.run.into()),
            Some(run) => RankedTry::Unfinished(run.run.into()),
            None if day == self.today() && !self.account.is_guest() => RankedTry::Open,
            None => RankedTry::Closed,
        })
    }

    fn keeps_all_stories(&self) -> bool {
        true
    }

    fn fetch(&self, run: &RunId) -> Option<String> {
        Some(fetch_command(run))
    }

    fn hides_seed(&self, seed: Seed) -> bool {
        self.front_end.is_secret_seed(seed)
    }

    fn practises_today(&self) -> bool {
        false
    }

    fn day_note(&self, day: Day) -> Option<String> {
        Some(self.front_end.daily.note(day, self.today()))
    }

    fn day_board(&mut self, day: Day) -> Result<Option<Vec<Score>>, HostError> {
        let query =
            BoardQuery { day: Some(day.to_string()), ..BoardQuery::of_days(1, MAX_DAY_PLACES) };
        let board = board(&self.front_end, &query).map_err(failed)?;
        Ok(Some(board.iter().filter_map(Entry::score).collect()))
    }

    fn take_up(&mut self, run: &RunId) -> Result<Box<dyn Run>, HostError> {
        let taken = self.take_over(RunKey::try_from(run).map_err(|_| HostError::NoSuchRun)?);
        if taken.is_err() {
            // It may have come to its end elsewhere.
            self.search_unfinished();
        }
        taken
    }

    fn once_more(&mut self, run: &RunId, commands: u32) -> Result<Box<dyn Run>, HostError> {
        let mut recording = recording(run.as_str(), self.bytes(run)?)?;
        let header = recording.header().branched();
        if self.front_end.is_secret_seed(header.setup.seed) {
            return Err(HostError::DayNotOver(self.today()));
        }
        let writer = RunWriter::begin(NEW_RUN, Vec::new(), &header)?;
        let begun = branch(&mut recording, commands, &self.front_end.catalog, writer);
        self.keep(begun.map_err(not_begun)?, None)
    }

    fn scores(&mut self) -> Result<ScoreList, HostError> {
        let runs = self.front_end.store.runs_of(self.account.id).map_err(failed)?;
        let untrue = runs.iter().filter(|run| matches!(run.standing, Standing::Untrue(_))).count();
        let ruleset = Ruleset::of(&self.front_end.catalog).to_string();
        let scores = runs.iter().filter_map(|run| score(run, &ruleset)).collect();
        let (ended, pending) =
            runs.iter().filter(|run| run.ended.is_some()).fold((0, 0), |(all, some), run| {
                (all + 1, some + usize::from(run.standing == Standing::Unverified))
            });
        let verifying = (pending > 0).then_some((ended - pending, ended));
        Ok(ScoreList { scores, untrue, verifying })
    }

    fn location(&self, run: &RunId) -> Option<String> {
        Some(format!("{run}.upk"))
    }

    fn replay(&mut self, run: &RunId) -> Result<Replay, HostError> {
        let recording = recording(run.as_str(), self.bytes(run)?)?;
        Ok(Replay::new(recording, &self.front_end.catalog)?)
    }

    fn find_rival(&mut self, request: RivalRequest) -> RivalSearch {
        self.front_end.rivals.search(self.account.id, request)
    }

    fn foresight(&mut self) -> Arc<Foresight> {
        self.front_end.foresight.clone()
    }

    fn settings_text(&mut self) -> Result<String, HostError> {
        self.front_end.store.settings(self.account.id).map_err(account_failed)
    }

    fn keep_settings(&mut self, text: &str) -> Result<(), HostError> {
        self.front_end.store.keep_settings(self.account.id, text).map_err(account_failed)
    }

    fn keep_morgue(&mut self, run: &RunId, text: &str) -> Result<String, HostError> {
        let key = RunKey::try_from(run).map_err(|_| HostError::NoSuchRun)?;
        self.front_end.store.keep_morgue(self.account.id, key, text).map_err(failed)?;
        Ok(if self.account.is_guest() {
            "the books of this dungeon".to_owned()
        } else {
            format!("the books: ssh HOST story {run}")
        })
    }

    fn turn_door(&mut self) -> Result<Option<bool>, HostError> {
        members::turn_door(&self.front_end.store, self.account.id).map(Some).map_err(account_failed)
    }

    fn environment(&self, name: &str) -> Option<String> {
        // The client's own says nothing of the line that it comes by.
        if name == SSH_VARIABLE {
            return Some(SSH_VARIABLE.to_owned());
        }
        self.environment.get(name)
    }
}

fn refused(error: StoreError) -> HostError {
    match error {
        StoreError::NoSuchRun => HostError::NoSuchRun,
        error => failed(error),
    }
}

fn account_failed(error: StoreError) -> HostError {
    failed_at(ACCOUNTS, error)
}
