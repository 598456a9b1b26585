//! Options that several commands take.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};

use super::Failure;
use base::{ColorChoice, Seed, compose};
use content::{Catalog, Category, CategoryMode};

/// What every command takes.
#[derive(Clone, Debug, Args)]
pub(crate) struct Globals {
    /// All of the game's files in one folder
    #[arg(long, global = true, help_heading = "Global \
        options", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub home: Option<PathBuf>,
    /// Content from this folder in the place of the built-in one; marks runs as modded
    #[arg(long, global = true, help_heading = "Global \
        options", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// Colours, in the place of the setting
    #[arg(long, global = true, help_heading = "Global options", value_parser = color_choices())]
    pub color: Option<ColorChoice>,
    /// Signs on the map, in the place of the setting
    #[arg(long, global = true, help_heading = "Global options", value_enum)]
    pub glyphs: Option<GlyphChoice>,
    /// Says on the standard error what is being done: files read and written, folders, runs
    /// verified
    #[arg(short, long, global = true, help_heading = "Global options")]
    pub verbose: bool,
}

fn color_choices() -> impl TypedValueParser<Value = ColorChoice> {
    let words = ColorChoice::WORDS.iter().map(|(word, choice)| {
        let value = PossibleValue::new(*word);
        let is_auto = *choice == ColorChoice::Auto;
        if is_auto { value.help("As many as the terminal says it has") } else { value }
    });
    PossibleValuesParser::new(words).map(|chosen| {
        let named = ColorChoice::WORDS.iter().find(|(word, _)| *word == chosen);
        named.map_or(ColorChoice::Auto, |(_, choice)| *choice)
    })
}

/// Which signs to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GlyphChoice {
    Unicode,
    Ascii,
}

/// How to print a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    /// One object a line
    Json,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeedArg {
    pub seed: Seed,
    /// The text, unless it is the number itself.
    word: Option<String>,
}

impl SeedArg {
    /// The text that was typed for the seed at a place after this one: the series begins with it.
    pub(super) fn word_at(&self, place: u64) -> Option<&str> {
        self.word.as_deref().filter(|_| place == 0)
    }
}

impl FromStr for SeedArg {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<SeedArg, Infallible> {
        let seed = Seed::from_text(text);
        let text = compose(text.trim());
        let word = (text != seed.to_string()).then(|| text.into_owned());
        Ok(SeedArg { seed, word })
    }
}

/// The category of a name, among those of a mode if one is given.
/// Errors: names those that there are.
pub(super) fn find_category<'a>(
    catalog: &'a Catalog,
    id: &str,
    mode: Option<CategoryMode>,
) -> Result<&'a Category, Failure> {
    let found = catalog.find_category(id);
    if let Some(category) = found.filter(|found| mode.is_none_or(|mode| found.mode == mode)) {
        return Ok(category);
    }
    let is_asked = |known: &&Category| mode.is_none_or(|mode| known.mode == mode);
    let known = catalog.categories.iter().filter(is_asked).map(|known| known.id.as_str());
    let known = known.collect::<Vec<_>>().join(", ");
    Err(Failure::usage(&match (found, mode) {
        (Some(category), Some(mode)) => {
            let (of, asked) = (category.mode.runs(), mode.runs());
            format!("“{id}” is a category of {of}; of {asked} there are {known}")
        }
        (_, Some(mode)) => {
            format!("there is no category “{id}” of {}; there are {known}", mode.runs())
        }
        (_, None) => format!("there is no category “{id}”; there are {known}"),
    }))
}

/// The longest span of time that an option takes: ten years.
const MAX_SPAN_SECONDS: u64 = 10 * 366 * 86_400;

/// A span of time: a whole number and its unit, such as 30m.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span(pub(super) Duration);

impl FromStr for Span {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Span, &'static str> {
        const UNITS: [(char, u64); 5] =
            [('s', 1), ('m', 60), ('h', 3_600), ('d', 86_400), ('w', 7 * 86_400)];
        let read = || {
            let unit = |(unit, seconds)| Some((text.strip_suffix(unit)?, seconds));
            let (number, seconds) = UNITS.into_iter().find_map(unit)?;
            number.parse::<u64>().ok()?.checked_mul(seconds)
        };
        let seconds = read().filter(|seconds| (1..=MAX_SPAN_SECONDS).contains(seconds));
        let span = seconds.map(|seconds| Span(Duration::from_secs(seconds)));
        span.ok_or("a time is a number and s, m, h, d or w: 30m, 12h, 7d; ten years at most")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_what_is_not_its_number() {
        let word = |text: &str| {
            let Ok(arg) = text.parse::<SeedArg>();
            assert_eq!(arg.word_at(1), None);
            arg.word_at(0).map(str::to_owned)
        };
        assert_eq!(word("mop").as_deref(), Some("mop"));
        assert_eq!(word(" -5 ").as_deref(), Some("-5"));
        assert_eq!(word("007").as_deref(), Some("007"));
        assert_eq!(word(" 7 "), None);
    }

    #[test]
    fn spans_are_numbers_with_units() {
        for (text, seconds) in
            [("30s", 30), ("5m", 300), ("12h", 43_200), ("7d", 604_800), ("2w", 1_209_600)]
        {
            assert_eq!(text.parse(), Ok(Span(Duration::from_secs(seconds))), "{text}");
        }
        for text in ["", "d", "7", "0d", "-1d", "7é", "7 d", "99999999999999999999w", "600w", "1y"]
        {
            assert!(text.parse::<Span>().is_err(), "{text}");
        }
    }
}
