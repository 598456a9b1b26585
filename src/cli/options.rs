//! Options that several commands take.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum, ValueHint};

use crate::base::ColorChoice;

/// What every command takes.
#[derive(Clone, Debug, Args)]
pub struct Globals {
    /// All of the game's files in one folder
    #[arg(long, global = true, help_heading = "Global options", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub home: Option<PathBuf>,
    /// Content from this folder in the place of the built-in one; marks runs as modded
    #[arg(long, global = true, help_heading = "Global options", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// Colours, in the place of the setting
    #[arg(long, global = true, help_heading = "Global options", value_enum)]
    pub color: Option<ColorChoice>,
    /// Signs on the map, in the place of the setting
    #[arg(long, global = true, help_heading = "Global options", value_enum)]
    pub glyphs: Option<GlyphChoice>,
    /// Says on the standard error what is being done: files read and written, folders, runs verified
    #[arg(short, long, global = true, help_heading = "Global options")]
    pub verbose: bool,
}

impl ValueEnum for ColorChoice {
    fn value_variants<'a>() -> &'a [Self] {
        const CHOICES: [ColorChoice; ColorChoice::WORDS.len()] = {
            let mut choices = [ColorChoice::Auto; ColorChoice::WORDS.len()];
            let mut at = 0;
            while at < choices.len() {
                choices[at] = ColorChoice::WORDS[at].1;
                at += 1;
            }
            choices
        };
        &CHOICES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (word, _) = ColorChoice::WORDS.iter().find(|(_, choice)| choice == self)?;
        let value = PossibleValue::new(*word);
        let is_auto = *self == ColorChoice::Auto;
        Some(if is_auto { value.help("As many as the terminal says it has") } else { value })
    }
}

/// Which signs to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GlyphChoice {
    Unicode,
    Ascii,
}

/// How to print a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    /// One object a line
    Json,
}
