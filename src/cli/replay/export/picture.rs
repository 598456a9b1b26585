//! The screen of a run at a turn, as a picture.

use std::io::{self, IsTerminal as _};

use clap::Args;
use ratatui::Terminal;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::cast::{DEFAULT_SIZE, appearance, title};
use crate::cli::{Failure, Invocation, failure::warn};
use base::sanitize;
use engine::sim::Turns;
use runs::record::{Recording, Replay, TimedRun};
use screens::config::ThemeName;
use screens::local::theme_text;
use screens::run_film::RunFilm;
use screens::terminal::{Backend, ColorDepth, Paint};
use screens::theme::{Colors, Theme};

#[derive(Clone, Debug, Default, PartialEq, Args)]
#[command(next_help_heading = "Options of --to svg and --to png")]
pub(in crate::cli) struct PictureArgs {
    /// The turn of the clock [default: the last]
    #[arg(long, value_name = "TURN")]
    turn: Option<u32>,
    /// Columns and rows of the screen [default: 80x24]
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = parse_size)]
    size: Option<(u16, u16)>,
    /// The colours: lamplight, high-contrast, colour-blind, paper, colour-blind-paper, or a theme
    /// of your own [default: lamplight]
    #[arg(long, value_name = "THEME")]
    theme: Option<String>,
    /// The width and height of a PNG, as multiples of an SVG's [default: 2]
    #[arg(long, value_name = "TIMES", value_parser = clap::value_parser!(u32).range(1..=4))]
    scale: Option<u32>,
}

impl PictureArgs {
    /// Refuses options of another target than the one that is given, and PNG where there can be
    /// none.
    pub(super) fn check(&self, is_svg: bool, is_png: bool) -> Result<(), Failure> {
        let faults = [
            (
                *self != PictureArgs::default() && !is_svg && !is_png,
                "--turn, --size, --theme and --scale go with --to svg and --to png",
            ),
            (self.scale.is_some() && !is_png, "--scale goes with --to png"),
            (
                is_png && cfg!(not(feature = "pictures")),
                "this program was built without PNG: take --to svg, or build it with `cargo build \
                 --release --features pictures`",
            ),
            (
                is_png && io::stdout().is_terminal(),
                "a picture is nothing to print on a terminal: send it to a file with `> FILE`",
            ),
        ];
        let fault = faults.into_iter().find(|(is_wrong, _)| *is_wrong);
        fault.map_or(Ok(()), |(_, why)| Err(Failure::usage(&why)))
    }

    /// A picture as PNG.
    #[cfg(feature = "pictures")]
    pub(super) fn pixels(&self, svg: &str) -> Result<Vec<u8>, Failure> {
        crate::cli::raster::png(svg, self.scale.unwrap_or(2))
    }

    fn colors(&self, invocation: &Invocation) -> Result<Colors, Failure> {
        let Some(name) = &self.theme else { return Ok(Colors::default()) };
        if let Some(colors) = Colors::built_in(name) {
            return Ok(colors);
        }
        if ThemeName::new(name).is_none() {
            return Err(Failure::usage(&format!(
                "--theme: no theme is called '{}'",
                sanitize(name)
            )));
        }
        let usage = |error| Failure::usage(&format!("--{error}"));
        let (file, text) = theme_text(&invocation.folders()?, name).map_err(usage)?;
        let (colors, problems) = Colors::read(&file, &text);
        for problem in &problems {
            warn(problem);
        }
        Ok(colors)
    }
}

fn parse_size(text: &str) -> Result<(u16, u16), String> {
    let (width, height) = text.split_once('x').ok_or("it takes the form 120x40")?;
    let side = |text: &str, min, max| match text.parse() {
        Ok(side) if (min..=max).contains(&side) => Ok(side),
        _ => Err(format!("{text} is not in {min}..={max}")),
    };
    Ok((side(width, 20, 500)?, side(height, 5, 200)?))
}

/// The picture in SVG.
pub(super) fn draw(
    name: &str,
    run: &TimedRun,
    recording: Recording,
    args: &PictureArgs,
    invocation: &Invocation,
) -> Result<String, Failure> {
    let mut looks = appearance(invocation);
    looks.theme.colors = args.colors(invocation)?;
    let failed = |error| Failure::replay(name, &error);
    let replay = Replay::new(recording, &invocation.catalog()?).map_err(failed)?;
    let mut film = RunFilm::new(replay, looks).map_err(failed)?;
    let (width, height) = args.size.unwrap_or(DEFAULT_SIZE);
    let area = Rect { x: 0, y: 0, width, height };
    let turn = args.turn.map_or(Turns(u32::MAX), Turns);
    while film.replay().turn() < turn {
        // The camera goes by where it was before.
        film.draw_screen(area, &mut Buffer::empty(area));
        if film.forward().map_err(failed)?.is_none() {
            break;
        }
    }
    let last = film.replay().turn();
    if args.turn.is_some() && last < turn {
        return Err(Failure::no_turn(name, turn, last));
    }
    let paint =
        Paint { depth: looks.theme.depth, plain: looks.theme.plain(), erases_to_color: true };
    let mut terminal = Terminal::new(Backend::new(Vec::new(), Size { width, height }, paint))?;
    terminal.draw(|frame| film.draw_screen(area, frame.buffer_mut()))?;
    let colored = Theme { depth: ColorDepth::Truecolor, ..looks.theme };
    let colors = colored.plain().unwrap_or_default();
    let title = sanitize(&format!("{}, turn {last}", title(run)));
    Ok(terminal.backend().to_svg(colors, &title))
}
