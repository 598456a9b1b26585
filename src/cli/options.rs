//! Options that several commands take.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};

use base::ColorChoice;

/// What every command takes.
#[derive(Clone, Debug, Args)]
pub(crate) struct Globals {
    /// All of the game's files in one folder
    #[arg(long, global = true, help_heading = "Global options", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub home: Option<PathBuf>,
    /// Content from this folder in the place of the built-in one; marks runs as modded
    #[arg(long, global = true, help_heading = "Global options", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// Colours, in the place of the setting
    #[arg(long, global = true, help_heading = "Global options", value_parser = color_choices())]
    pub color: Option<ColorChoice>,
    /// Signs on the map, in the place of the setting
    #[arg(long, global = true, help_heading = "Global options", value_enum)]
    pub glyphs: Option<GlyphChoice>,
    /// Says on the standard error what is being done: files read and written, folders, runs verified
    #[arg(short, long, global = true, help_heading = "Global options")]
    pub verbose: bool,
}

/// Reads a choice of colours by its word.
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
