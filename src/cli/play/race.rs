//! The options of `play` for races: the timer, and the runs to race against.

use std::path::{Path, PathBuf};

use crate::cli::Failure;
use crate::cli::options::find_category;
use base::path_text;
use content::{Catalog, CategoryMode};
use engine::sim::Setup;
use runs::record::{RunHeader, check_same_shift};
use runs::save::RunReader;
use screens::RaceFiles;
use screens::config::{Opponent, Settings, TimerChoice};

#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct RaceArgs {
    /// Shows worked turns, real time or both, with the splits of a category [default: the setting]
    #[arg(long, value_name = "TIME", value_parser = ["turns", "real", "both", "off"])]
    timer: Option<String>,
    /// The category whose splits the timer shows [default: the setting, or the first one]
    #[arg(long, value_name = "CATEGORY")]
    pub(super) category: Option<String>,
    /// Compares the splits with your best run of the same shift, or with a run file
    #[arg(long, value_name = "best|FILE")]
    compare: Option<PathBuf>,
    /// Shows on the map where your best run of the same shift stood at that turn, or the run of a
    /// file
    #[arg(long, value_name = "best|FILE")]
    ghost: Option<PathBuf>,
}

impl RaceArgs {
    /// Replaces settings by these options. Splits to compare are of no use without a timer.
    pub(super) fn override_settings(&self, settings: &mut Settings) {
        match self.timer.as_deref() {
            Some("turns") => settings.timer = TimerChoice::Turns,
            Some("real") => settings.timer = TimerChoice::Real,
            Some("both") => settings.timer = TimerChoice::Both,
            Some(_) => settings.timer = TimerChoice::Off,
            None if settings.timer != TimerChoice::Off => {}
            None if self.compare.is_some() || self.category.is_some() => {
                settings.timer = TimerChoice::Turns;
            }
            None => {}
        }
        if let Some(category) = &self.category {
            settings.category.clone_from(category);
        }
        if is_best(self.compare.as_deref()) {
            settings.compare = Opponent::Best;
        }
        if is_best(self.ghost.as_deref()) {
            settings.ghost = Opponent::Best;
        }
    }

    pub(super) fn files(&self) -> RaceFiles {
        let file = |named: &Option<PathBuf>| named.clone().filter(|path| !is_best(Some(path)));
        RaceFiles { compare: file(&self.compare), ghost: file(&self.ghost) }
    }

    /// The shift that the files claim to be of, with the word for its seed: what is played where
    /// nothing else is named.
    /// Errors: refuses what is no run file.
    pub(super) fn shift_of_files(&self) -> Result<Option<RunHeader>, Failure> {
        let RaceFiles { compare, ghost } = self.files();
        let named = ghost.or(compare);
        named.map(|path| Ok(RunReader::open(&path)?.header().run.clone())).transpose()
    }

    /// Errors: refuses a category of other runs than the one that is played.
    pub(super) fn check_category(
        &self,
        catalog: &Catalog,
        is_journey: bool,
    ) -> Result<(), Failure> {
        let mode = if is_journey { CategoryMode::Campaign } else { CategoryMode::Shift };
        let named = self.category.as_deref();
        named.map_or(Ok(()), |id| find_category(catalog, id, Some(mode)).map(drop))
    }

    /// Errors: refuses a file whose header says that it is of another shift than this one, before
    /// that is begun.
    pub(super) fn check_files(&self, setup: &Setup) -> Result<(), Failure> {
        let RaceFiles { compare, ghost } = self.files();
        compare.iter().chain(&ghost).try_for_each(|path| check_rival(path, setup))
    }
}

/// Errors: refuses a file that is no run file, and one whose header says that it is of another
/// shift.
pub(in crate::cli) fn check_rival(path: &Path, setup: &Setup) -> Result<(), Failure> {
    let reader = RunReader::open(path)?;
    check_same_shift(&reader.header().run.setup, setup).map_err(|why| {
        let path = path_text(path);
        Failure::usage(&format!("{path}: it is not of the same shift: {why}"))
    })
}

fn is_best(named: Option<&Path>) -> bool {
    named == Some(Path::new("best"))
}
