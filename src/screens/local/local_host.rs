//! The host of the player at this machine: everything is kept in folders.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use rustix::fs::OFlags;

use super::background::{RivalFinder, Search, Verifier, beside};
use super::kept_run::KeptRun;
use super::timed_session::{PlayClock, read_earlier_play};
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
use runs::save::{self, Overwrite, RunFile, RunId, SaveError, write_branch};

/// The largest settings file that is read, in bytes. One with every setting and all keys has less
/// than 10,000.
const MAX_SETTINGS_BYTES: u64 = 1 << 20;

/// What is read of the file of what is left to the next upkeeper, in bytes: more than it ever has.
const MAX_HAND_ME_DOWN_BYTES: u64 = 1 << 10;
/// The longest part of a file name that comes from a text, in characters.
const MAX_PART_CHARS: usize = 24;

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

    /// Begins a run in a file of its own, at a moment in milliseconds since 1970. The file appears
    /// with the first state and the mark of the start in it, or not at all.
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

    /// What has become of the try at a daily shift that counts, as the file shows that there is
    /// only one of.
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
        let day = match header.setup.mode {
            Mode::Daily { day, ranked: true, .. } => Some(day),
            _ => None,
        };
        let id = match day {
            None => new_run(name, &header.setup, now),
            Some(day) => match self.ranked_try_at(day, Day::of_seconds(now / 1_000))? {
                RankedTry::Open => ranked_try(day),
                RankedTry::Closed => return Err(HostError::DayOver(day)),
                RankedTry::Unfinished(_) | RankedTry::Over(_) => {
                    return Err(HostError::TryTaken(day));
                }
            },
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

    fn once_more(&mut self, run: &RunId, commands: u32) -> Result<Box<dyn Run>, HostError> {
        let mut recording = save::open(&self.folders.run(run))?.whole()?;
        let clock = PlayClock::start();
        let now = clock.now();
        let header = recording.header();
        let id = new_run(&header.name, &header.setup, now);
        let path = self.folders.run(&id);
        let session =
            write_branch(&mut recording, commands, &self.catalog, &path, Overwrite::Never);
        let mut session = session?;
        session.mark(MarkKind::Start, now)?;
        Ok(Box::new(KeptRun::new(session, clock, id, self.folders.scores(), None)?))
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
        let finder = RivalFinder { folders, catalog, modded: self.modded };
        beside(move |sender| _ = sender.send(finder.find(&request).map(Box::new)))
    }

    fn settings_text(&mut self) -> Result<String, HostError> {
        Ok(read_text(&self.folders.config())?.unwrap_or_default())
    }

    fn settings_name(&self) -> String {
        path_text(&self.folders.config())
    }

    fn keep_settings(&mut self, text: &str) -> Result<(), HostError> {
        Ok(save::write_file(&self.folders.config(), text.as_bytes(), Overwrite::Force)?)
    }

    fn theme_names(&mut self) -> Vec<String> {
        let files = fs::read_dir(self.folders.themes()).into_iter().flatten().flatten();
        let names = files
            .filter_map(|file| Some(file.file_name().to_str()?.strip_suffix(".toml")?.to_owned()));
        let mut names: Vec<_> =
            names.filter(|name| config::ThemeName::new(name).is_some()).collect();
        names.sort();
        names
    }

    fn theme_text(&mut self, name: &str) -> Result<(String, String), HostError> {
        theme_text(&self.folders, name)
    }

    fn keep_morgue(&mut self, run: &RunId, text: &str) -> Result<String, HostError> {
        let path = self.folders.morgue().join(run.as_str()).with_extension("txt");
        save::write_file(&path, text.as_bytes(), Overwrite::Force)?;
        Ok(path.display().to_string())
    }

    fn keeps_hand_me_downs(&self) -> bool {
        true
    }

    fn hand_me_down(&mut self) -> Option<HandMeDown> {
        read_hand_me_down(&self.folders.hand_me_down())
    }

    fn keep_hand_me_down(&mut self, item: Option<&HandMeDown>) -> Result<(), HostError> {
        Ok(write_hand_me_down(&self.folders.hand_me_down(), item)?)
    }

    fn environment(&self, name: &str) -> Option<String> {
        self.environment.get(name)
    }
}

/// The path of the file of a player's own theme, as messages name it, and its text.
pub fn theme_text(folders: &GameFolders, name: &str) -> Result<(String, String), HostError> {
    let path = folders.themes().join(name).with_extension("toml");
    let file = path_text(&path);
    match read_text(&path)? {
        Some(text) => Ok((file, text)),
        None => Err(HostError::NoSuchTheme(file)),
    }
}

/// The text of a file of settings or of a theme; `None` where there is none.
fn read_text(path: &Path) -> Result<Option<String>, HostError> {
    match read_settings(path) {
        Ok(bytes) => Ok(Some(config::decode(&path_text(path), bytes)?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SaveError::io(path, error).into()),
    }
}

/// The bytes of such a file. It is not waited for: a pipe would be opened only when somebody writes
/// to it.
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

/// The file name of a run that begins now, in milliseconds since 1970: player, kind, seed and time.
fn new_run(name: &str, setup: &Setup, now: u64) -> RunId {
    let (name, kind, seed) = (name_part(name), name_part(setup.mode.kind()), setup.seed);
    let file = format!("{name}-{kind}-{seed}-{now}.upk");
    RunId::try_from(file).expect("no part of it has a separator")
}

/// A text as a part of a file name: 1 to [`MAX_PART_CHARS`] ASCII letters, digits and `_`. No other
/// character remains, such as a separator, a dot or a dash, that has a meaning to a file system or
/// a shell.
fn name_part(text: &str) -> String {
    let kept: String = text
        .chars()
        .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
        .filter(char::is_ascii)
        .take(MAX_PART_CHARS)
        .collect();
    let kept = kept.trim_matches('_');
    if kept.is_empty() { "upkeeper".to_owned() } else { kept.to_owned() }
}

/// What is left to the next upkeeper; `None` if nothing is, or the file cannot be read or has texts
/// that no run could have.
fn read_hand_me_down(path: &Path) -> Option<HandMeDown> {
    let mut text = String::new();
    File::open(path).ok()?.take(MAX_HAND_ME_DOWN_BYTES).read_to_string(&mut text).ok()?;
    let item: HandMeDown = serde_json::from_str(&text).ok()?;
    let is_possible = [&item.item, &item.from].into_iter().all(|text| RunHeader::is_name(text));
    is_possible.then_some(item)
}

/// Keeps what is left in place of what was left before; `None` takes it away.
fn write_hand_me_down(path: &Path, item: Option<&HandMeDown>) -> Result<(), SaveError> {
    let Some(item) = item else {
        return match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(SaveError::io(path, error)),
            _ => Ok(()),
        };
    };
    let text = serde_json::json!({ "item": item.item, "from": item.from });
    save::write_file(path, format!("{text}\n").as_bytes(), Overwrite::Force)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_players_cannot_leave_their_folder() {
        assert_eq!(name_part("Ann"), "ann");
        assert_eq!(name_part("../../etc/passwd"), "etc_passwd");
        assert_eq!(name_part("-rf *"), "rf");
        assert_eq!(name_part("\0\n"), "upkeeper");
        assert_eq!(name_part(""), "upkeeper");
        assert_eq!(name_part("Ærøskøbing"), "rskbing");
        assert_eq!(name_part(&"x".repeat(300)).len(), 24);
    }

    #[test]
    fn what_is_left_is_there_once_and_rubbish_is_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hand-me-down.json");
        assert_eq!(read_hand_me_down(&path), None);
        let item = HandMeDown { item: "pike".to_owned(), from: "Ann".to_owned() };
        write_hand_me_down(&path, Some(&item)).expect("written");
        assert_eq!(read_hand_me_down(&path), Some(item));
        write_hand_me_down(&path, None).expect("taken away");
        write_hand_me_down(&path, None).expect("there is nothing to take away");
        assert_eq!(read_hand_me_down(&path), None);
        let long = "a".repeat(41);
        for text in [
            "{}",
            "pike",
            "{\"item\":\"pike\",\"from\":\"\\u001b[2J\"}",
            &format!("{{\"item\":\"{long}\",\"from\":\"\"}}"),
        ] {
            fs::write(&path, text).expect("written");
            assert_eq!(read_hand_me_down(&path), None, "{text}");
        }
    }
}
