//! The host of the player at this machine: everything is kept in folders.

use std::fs::OpenOptions;
use std::io::{self, Read as _};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use rustix::fs::OFlags;

use super::background::{Search, Verifier};
use super::earlier_play::read_earlier_play;
use super::kept_run::KeptRun;
use super::play_clock::PlayClock;
use super::rivals::RivalFinder;
use super::{hand_me_down, morgue, run_name};
use crate::{
    Host, HostError, RankedTry, RivalRequest, RivalSearch, Run, ScoreList, UnfinishedSearch, config,
};
use base::{Day, Seed, path_text};
use content::Catalog;
use engine::sim::{HandMeDown, Mode, Setup};
use runs::home::{
    Environment, GameFolders, Scores, VerifiedRuns, ranked_try, read_scores, save_whole_part,
    since_epoch,
};
use runs::record::{BeginError, MarkKind, Replay, RunHeader, Session};
use runs::save::{self, Overwrite, RunFile, RunId, SaveError};

/// The largest settings file that is read, in bytes. One with every setting and all keys has less than 10,000.
const MAX_SETTINGS_BYTES: u64 = 1 << 20;

/// The host of the player at this machine.
pub struct LocalHost {
    folders: GameFolders,
    catalog: Arc<Catalog>,
    /// Whether the content is not the built-in one.
    modded: bool,
    environment: Environment,
    /// The search for unfinished runs, if one was begun.
    search: Option<Search>,
    /// What is known of the run files, once it was asked for.
    verified: Option<VerifiedRuns>,
    verifier: Option<Verifier>,
}

impl LocalHost {
    pub fn new(
        folders: GameFolders,
        catalog: Arc<Catalog>,
        modded: bool,
        environment: Environment,
    ) -> LocalHost {
        LocalHost {
            folders,
            catalog,
            modded,
            environment,
            search: None,
            verified: None,
            verifier: None,
        }
    }

    /// Begins a run in a file of its own, at a moment in milliseconds since 1970. The file appears with the first state and the mark
    /// of the start in it, or not at all.
    fn begin_in(
        &self,
        path: &Path,
        header: RunHeader,
        now: u64,
    ) -> Result<Session<RunFile>, HostError> {
        let file = RunFile::draft(path, &header, Overwrite::Never)?;
        let begun = Session::begin(header, &self.catalog, file).map_err(|error| match error {
            BeginError::Level(error) => HostError::Level(error),
            error => save::begin_error(&path_text(path), error).into(),
        });
        let mut session = begun?;
        session.mark(MarkKind::Start, now)?;
        session.sink_mut().install()?;
        Ok(session)
    }

    /// What has become of the try at a daily shift that counts, as the file shows that there is only one of.
    fn ranked_try_at(&self, day: Day, today: Day) -> Result<RankedTry, HostError> {
        let id = ranked_try(day);
        match save::load(&self.folders.run(&id)) {
            Ok(run) => {
                let mode = &run.header.run.setup.mode;
                let is_it = matches!(mode, Mode::Daily { day: of, ranked: true, .. } if *of == day);
                match run.end {
                    _ if !is_it => Err(HostError::OtherRun { name: id.to_string(), day }),
                    None => Ok(RankedTry::Unfinished(id)),
                    Some(_) => Ok(RankedTry::Over(id)),
                }
            }
            Err(SaveError::Missing { .. }) if day == today && !self.modded => Ok(RankedTry::Open),
            Err(SaveError::Missing { .. }) => Ok(RankedTry::Closed),
            Err(error) => Err(error.into()),
        }
    }

    /// A run that goes on, which is read again beside the screens: what it has told and reached.
    fn taken_up(
        &self,
        mut session: Session<RunFile>,
        id: RunId,
    ) -> Result<Box<dyn Run>, HostError> {
        let clock = PlayClock::start();
        session.mark(MarkKind::Resume, clock.now())?;
        let path = self.folders.run(&id);
        let open = move || Some(save::open(&path).ok()?.recording);
        let earlier = read_earlier_play(open, session.commands(), self.catalog.clone());
        Ok(Box::new(KeptRun::new(session, clock, id, self.folders.scores(), Some(earlier))?))
    }
}

impl Host for LocalHost {
    fn begin(
        &mut self,
        mut setup: Setup,
        word: &str,
        name: &str,
    ) -> Result<Box<dyn Run>, HostError> {
        setup.options.modded = self.modded;
        let name = if name.is_empty() { "Upkeeper" } else { name };
        let header = RunHeader::new(name, setup, &self.catalog).named(word);
        let clock = PlayClock::start();
        let now = clock.now();
        let id = match header.setup.mode {
            Mode::Daily { day, ranked: true, .. } => {
                match self.ranked_try_at(day, Day::of_seconds(now / 1_000))? {
                    RankedTry::Open => ranked_try(day),
                    RankedTry::Closed => return Err(HostError::DayOver(day)),
                    RankedTry::Unfinished(_) | RankedTry::Over(_) => {
                        return Err(HostError::TryTaken(day));
                    }
                }
            }
            Mode::Daily { ranked: false, .. }
            | Mode::Shift { .. }
            | Mode::Campaign
            | Mode::CampaignWith { .. }
            | Mode::Tutorial => run_name::new_run(name, &header.setup, now),
        };
        let day = match header.setup.mode {
            Mode::Daily { day, ranked: true, .. } => Some(day),
            Mode::Daily { ranked: false, .. }
            | Mode::Shift { .. }
            | Mode::Campaign
            | Mode::CampaignWith { .. }
            | Mode::Tutorial => None,
        };
        let session = self.begin_in(&self.folders.run(&id), header, now).map_err(|error| {
            match (error, day) {
                // Another window has begun it meanwhile.
                (HostError::Save(SaveError::WouldOverwrite { .. }), Some(day)) => {
                    HostError::TryTaken(day)
                }
                (error, _) => error,
            }
        })?;
        Ok(Box::new(KeptRun::new(session, clock, id, self.folders.scores(), None)?))
    }

    fn has_played(&mut self) -> bool {
        !runs::home::run_files(&self.folders.runs()).is_empty() || self.folders.scores().exists()
    }

    fn random_seed(&mut self) -> Seed {
        let now = since_epoch(SystemTime::now());
        let process = std::process::id();
        // Six digits or so are easier to pass on by word of mouth, and enough to be new each time.
        Seed(Seed::from_text(&format!("{now:?} {process}")).0 % 1_000_000)
    }

    fn search_unfinished(&mut self) {
        self.search = Some(Search::begin(self.folders.runs(), self.catalog.clone()));
    }

    fn unfinished(&mut self) -> UnfinishedSearch {
        let nothing = UnfinishedSearch::Done(Vec::new());
        self.search.as_mut().map_or(nothing, Search::state)
    }

    fn save_whole_part(&mut self, run: &RunId) -> Result<Box<dyn Run>, HostError> {
        let damaged = self.folders.run(run);
        let (id, session) = save_whole_part(&damaged, &self.catalog)?;
        self.taken_up(session, id)
    }

    fn today(&self) -> Day {
        Day::of_seconds(since_epoch(SystemTime::now()).as_secs())
    }

    fn ranked_try(&mut self, day: Day) -> Result<RankedTry, HostError> {
        self.ranked_try_at(day, self.today())
    }

    fn take_up(&mut self, run: &RunId) -> Result<Box<dyn Run>, HostError> {
        let (session, _) = save::resume(&self.folders.run(run), &self.catalog)?;
        self.taken_up(session, run.clone())
    }

    fn scores(&mut self) -> Result<ScoreList, HostError> {
        let (list, runs) = (self.folders.scores(), self.folders.runs());
        let verified =
            self.verified.get_or_insert_with(|| VerifiedRuns::read(&self.folders.verified()));
        if let Some(verifier) = &mut self.verifier {
            verified.add(verifier.take());
        }
        let Scores { scores, untrue, pending, .. } =
            read_scores(&list, &runs, verified, &self.catalog)?;
        let mut verifying = self.verifier.as_ref().and_then(Verifier::progress);
        if verifying.is_none() && !pending.is_empty() {
            verifying = Some((0, pending.len()));
            self.verifier = Some(Verifier::begin(pending, self.catalog.clone(), self.modded));
        }
        Ok(ScoreList { scores, untrue, verifying })
    }

    fn location(&self, run: &RunId) -> Option<String> {
        let path = self.folders.run(run);
        path.exists().then(|| path.display().to_string())
    }

    fn replay(&mut self, run: &RunId) -> Result<Replay, HostError> {
        let recording = save::open(&self.folders.run(run))?.whole()?;
        Ok(Replay::new(recording, &self.catalog)?)
    }

    fn find_rival(&mut self, request: RivalRequest) -> RivalSearch {
        let (folders, catalog) = (self.folders.clone(), self.catalog.clone());
        RivalFinder { folders, catalog, modded: self.modded }.begin(request)
    }

    fn settings_text(&mut self) -> Result<String, HostError> {
        let path = self.folders.config();
        match read_settings(&path) {
            Ok(bytes) => Ok(config::decode(&path_text(&path), bytes)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
            Err(error) => Err(SaveError::io(&path, error).into()),
        }
    }

    fn settings_name(&self) -> String {
        path_text(&self.folders.config())
    }

    fn keep_settings(&mut self, text: &str) -> Result<(), HostError> {
        Ok(save::write_file(&self.folders.config(), text.as_bytes(), Overwrite::Force)?)
    }

    fn keep_morgue(&mut self, run: &RunId, text: &str) -> Result<String, HostError> {
        let path = morgue::write(&self.folders.morgue(), run, text)?;
        Ok(path.display().to_string())
    }

    fn keeps_hand_me_downs(&self) -> bool {
        true
    }

    fn hand_me_down(&mut self) -> Option<HandMeDown> {
        hand_me_down::read(&self.folders.hand_me_down())
    }

    fn keep_hand_me_down(&mut self, item: Option<&HandMeDown>) -> Result<(), HostError> {
        Ok(hand_me_down::write(&self.folders.hand_me_down(), item)?)
    }

    fn environment(&self, name: &str) -> Option<String> {
        self.environment.get(name)
    }
}

/// The bytes of the settings file. It is not waited for: a pipe would be opened only when somebody writes to it.
fn read_settings(path: &Path) -> io::Result<Vec<u8>> {
    let mut options = OpenOptions::new();
    let file = options.read(true).custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)?;
    if file.metadata()?.file_type().is_fifo() {
        return Err(io::Error::other("it is a pipe"));
    }
    let mut bytes = Vec::new();
    file.take(MAX_SETTINGS_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_SETTINGS_BYTES {
        return Err(io::Error::other(format!("it is longer than {MAX_SETTINGS_BYTES} bytes")));
    }
    Ok(bytes)
}
