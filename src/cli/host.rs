//! Who keeps runs, scores and settings for the screens: the local player's folders.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::Failure;
use crate::base::Seed;
use crate::content::Catalog;
use crate::record::{Ending, Replay, RunHeader, Session, SubmitError};
use crate::save::{self, Homes, RunFile, SaveError};
use crate::sim::{Command, Letter, Mode, Outcome, Setup, Status, Turns};
use crate::ui::{self, Host, Receipt, Refusal, Run, Unfinished};
use crate::view::View;

/// The folders of the player at this machine.
pub struct LocalHost {
    homes: Homes,
    catalog: Arc<Catalog>,
    modded: bool,
    /// The run taken up or begun last: the one whose story the morgue keeps.
    current: Option<PathBuf>,
}

impl LocalHost {
    pub fn new(homes: Homes, catalog: Arc<Catalog>, modded: bool) -> LocalHost {
        LocalHost { homes, catalog, modded, current: None }
    }

    fn keep(&mut self, session: Session<RunFile>) -> Box<dyn Run> {
        self.current = Some(session.sink().path().to_owned());
        let (scores, acted) = (self.homes.scores(), Instant::now());
        Box::new(KeptRun { session, scores, acted, warning: None })
    }

    /// The catalog that runs are played by.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// Takes up the newest run that has not come to its end.
    pub fn resume_newest(&mut self) -> Result<Box<dyn Run>, Failure> {
        let newest = save::newest_unfinished(&self.homes.runs(), &self.catalog);
        let Some((path, _)) = newest else {
            let message = "there is no unfinished run".to_owned();
            return Err(Failure { code: 1, message });
        };
        let (mut session, _) = save::resume(&path, &self.catalog)?;
        mark(&mut session)?;
        Ok(self.keep(session))
    }
}

impl Host for LocalHost {
    fn begin(&mut self, mut setup: Setup, word: &str, name: &str) -> Result<Box<dyn Run>, String> {
        setup.options.modded = self.modded;
        let name = if name.is_empty() { "Upkeeper" } else { name };
        let opening = RunHeader::new(name, setup, &self.catalog).named(word);
        let path = self.homes.new_run(name, &opening.setup, SystemTime::now());
        let file = RunFile::create(&path, &opening).map_err(|error| error.to_string())?;
        let begun = Session::begin(opening, &self.catalog, file)
            .map_err(|error| save::begin_error(&path, error))
            .and_then(|mut session| mark(&mut session).map(|()| session));
        match begun {
            Ok(session) => Ok(self.keep(session)),
            Err(error) => {
                // A run that did not begin is not to wait for anybody.
                let _ = fs::remove_file(&path);
                Err(error.to_string())
            }
        }
    }

    fn random_seed(&mut self) -> Seed {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let process = std::process::id();
        // Six digits or so are easier to pass on by word of mouth, and enough to be new each time.
        Seed(Seed::from_text(&format!("{since:?} {process}")).0 % 1_000_000)
    }

    fn unfinished(&mut self) -> Option<Unfinished> {
        let (_, run) = save::newest_unfinished(&self.homes.runs(), &self.catalog)?;
        let Mode::Shift { kind, depth } = &run.opening().setup.mode;
        Some(Unfinished { kind: kind.clone(), depth: *depth, turn: run.game().view().clock() })
    }

    fn resume(&mut self) -> Result<Box<dyn Run>, String> {
        self.resume_newest().map_err(|failure| failure.message)
    }

    fn scores(&mut self) -> Result<Vec<ui::Score>, String> {
        let (list, runs) = (self.homes.scores(), self.homes.runs());
        let list = save::complete_scores(&list, &runs, &self.catalog);
        let list = list.map_err(|error| error.to_string())?;
        Ok(list.scores.into_iter().map(|score| self.shown(score)).collect())
    }

    fn replay(&mut self, file: &str) -> Result<Replay, String> {
        let reel = save::open(Path::new(file)).map_err(|error| error.to_string())?;
        let tape = reel.whole().map_err(|error| error.to_string())?;
        Replay::new(tape, &self.catalog).map_err(|error| error.to_string())
    }

    fn keep_settings(&mut self, text: &str) -> Result<(), String> {
        let path = self.homes.config();
        let named = |error: std::io::Error| format!("{}: {error}", path.display());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(named)?;
        }
        // Never half a file: the new one takes the place of the old in one step.
        let beside = path.with_extension("toml.new");
        fs::write(&beside, text).map_err(named)?;
        fs::rename(&beside, &path).map_err(named)
    }

    fn keep_morgue(&mut self, text: &str) -> Result<String, String> {
        let run = self.current.clone().ok_or("No run has ended.")?;
        let path = save::write_morgue(&self.homes.morgue(), &run, text);
        path.map(|path| path.display().to_string()).map_err(|error| error.to_string())
    }

    fn environment(&self, name: &str) -> Option<String> {
        env::var(name).ok()
    }
}

impl LocalHost {
    fn shown(&self, score: save::Score) -> ui::Score {
        let file = self.homes.runs().join(&score.run);
        ui::Score {
            score: score.score,
            letter: Letter::ALL
                .into_iter()
                .find(|letter| letter.character() == score.grade)
                .unwrap_or(Letter::F),
            name: score.name,
            kind: score.kind,
            depth: score.depth,
            seed: Seed::from_text(&score.seed),
            word: score.word,
            turns: Turns(score.turns),
            date: date(score.when),
            end: score.outcome.replace('_', " "),
            file: file.exists().then(|| file.display().to_string()),
        }
    }
}

/// How long nobody has acted when what there is goes to the disk, however little that is.
const QUIET: Duration = Duration::from_millis(250);

/// A run whose every command is in its file before anybody sees what it led to.
struct KeptRun {
    session: Session<RunFile>,
    scores: PathBuf,
    acted: Instant,
    /// What went wrong after a command was carried out and recorded, until it is told.
    warning: Option<String>,
}

impl Run for KeptRun {
    fn view(&self) -> View<'_> {
        self.session.game().view()
    }

    fn submit(&mut self, command: Command) -> Result<Outcome, Refusal> {
        let storage = |error: SaveError| Refusal::Storage(error.to_string());
        let outcome = self.session.submit(command).map_err(|error| match error {
            SubmitError::Rejected(reject) => Refusal::Rules(reject),
            SubmitError::Unrecorded(error) => storage(error),
        })?;
        self.acted = Instant::now();
        if matches!(outcome.status, Status::Over(_)) {
            self.warning = self.add_score().err().map(|error| error.to_string());
        }
        Ok(outcome)
    }

    fn idle(&mut self) -> Result<(), String> {
        let is_quiet = self.acted.elapsed() >= QUIET;
        let file = self.session.sink_mut();
        let synced = if is_quiet { file.sync() } else { file.sync_if_due() };
        synced.map_err(|error| error.to_string())
    }

    /// Tells of a score that could not be noted, too: not before, for nothing of the run is lost by that.
    fn save(&mut self) -> Result<(), String> {
        self.session.sink_mut().sync().map_err(|error| error.to_string())?;
        self.warning.take().map_or(Ok(()), Err)
    }

    fn word(&self) -> Option<&str> {
        self.session.opening().word.as_deref()
    }

    fn receipt(&self) -> Option<Receipt> {
        Some(Receipt {
            digest: self.session.chain().digest(),
            file: self.session.sink().path().display().to_string(),
            ranked: self.session.opening().is_ranked(),
        })
    }
}

impl KeptRun {
    fn add_score(&mut self) -> Result<(), SaveError> {
        let session = &self.session;
        let ending = Ending::of(session.game(), session.commands(), session.chain());
        if let Some(ending) = ending {
            let now =
                SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
            let turn = session.game().view().turns_worked();
            let path = session.sink().path();
            let score = save::Score::new(session.opening(), &ending, turn, path, now);
            save::add_score(&self.scores, &score)?;
        }
        Ok(())
    }
}

/// Notes in the run when it was begun or taken up.
fn mark(session: &mut Session<RunFile>) -> Result<(), SaveError> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    session.mark(since.map_or(0, |since| since.as_millis() as u64))
}

/// The day of a moment in seconds since 1970, in UTC: "2026-11-20".
///
/// Howard Hinnant, "chrono-compatible low-level date algorithms" (2013).
fn date(seconds: u64) -> String {
    let days = (seconds / 86_400) as i64 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_their_names() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(951_868_800), "2000-03-01");
        assert_eq!(date(1_795_132_800), "2026-11-20");
    }
}
