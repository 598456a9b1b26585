//! `upkeeper scenario`: plays scenario pictures and compares what happens with what they expect.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};

use super::failure::WorstAnswer;
use super::{Answer, Call, Failure, Format, inputs};
use base::path_text;
use content::Catalog;
use runs::record::scenario::{ScenarioDifference, ScenarioError, ScenarioFile, play};
use runs::save::{self, Overwrite};

/// Bytes of the largest file of scenarios that is read.
const MAX_FILE_BYTES: u64 = 16 << 20;

#[derive(Debug, Args)]
pub(crate) struct ScenarioArgs {
    /// Files of scenarios, in the form of docs/scenarios.md; `-` reads the standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Writes what happens into the files, in the place of what they expect
    #[arg(long)]
    update: bool,
    /// How to print: the scenarios that differ, or one object for each scenario
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &ScenarioArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    inputs::check_once(args.files.iter().map(PathBuf::as_path))?;
    let catalog = call.invocation.catalog()?;
    let mut worst = WorstAnswer::default();
    for path in &args.files {
        match play_file(args, path, &catalog, call) {
            Ok(true) => {}
            Ok(false) => worst.no(),
            Err(failure) => worst.fail(&failure),
        }
    }
    worst.result()
}

/// Plays the scenarios of a file; whether all of them end as expected, or were updated.
fn play_file(
    args: &ScenarioArgs,
    path: &Path,
    catalog: &Arc<Catalog>,
    call: &mut Call<'_>,
) -> Result<bool, Failure> {
    let name = path_text(path);
    let wrong = |error: ScenarioError| Failure {
        code: if error.is_fault { 70 } else { 65 },
        message: format!("{name}:{}: {}", error.line, error.reason),
    };
    if args.update && inputs::is_standard_input(path) {
        return Err(Failure::usage(&"-: --update needs a file to write to"));
    }
    let text = inputs::read_text(path, MAX_FILE_BYTES, call.invocation)?;
    let file = ScenarioFile::parse(&text).map_err(wrong)?;
    let mut happened = Vec::new();
    let mut differing = 0;
    for scenario in &file.scenarios {
        let found = play(scenario, catalog).map_err(wrong)?;
        let ok = scenario.expects(&found);
        differing += usize::from(!ok);
        let (line, title, expected) = (scenario.line, &scenario.title, &scenario.expected);
        if args.format == Format::Json {
            let facts = [
                ("file", path.display().to_string().into()),
                ("line", line.into()),
                ("title", title.as_str().into()),
                ("ok", ok.into()),
                ("expected", expected.as_str().into()),
                ("happened", found.as_str().into()),
            ];
            call.out.facts(args.format, "upkeeper.scenario/1", &facts, "")?;
        } else if !ok && !args.update {
            writeln!(call.out, "{name}:{line}: {title}")?;
            writeln!(call.out, "{}", ScenarioDifference { expected, happened: &found })?;
        }
        happened.push(found);
    }
    let count = happened.len();
    let plural = if count == 1 { "" } else { "s" };
    if args.update && differing > 0 {
        let updated = file.with_expected(&happened);
        save::write_file(path, updated.as_bytes(), Overwrite::Force)?;
    }
    if args.format == Format::Text {
        let result = match (differing, args.update) {
            (0, _) => "all as expected".to_owned(),
            (_, true) => format!("{differing} updated"),
            (_, false) => format!("{differing} not as expected"),
        };
        writeln!(call.out, "{name}: {count} scenario{plural}, {result}")?;
    }
    Ok(differing == 0 || args.update)
}
