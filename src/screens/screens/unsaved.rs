//! What can be done when the player leaves and the run cannot be saved.

use std::path::{Path, PathBuf};

use crate::{
    ActiveRun, HostError, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    terminal::Input,
    theme::ColorRole,
    widgets::{
        Field,
        sheet::{Block, Row, Sheet},
    },
};
use base::path_text;

use super::ask::AskScreen;

const HEADING: &str = "Not saved";
const WHAT_IS_LOST: &str =
    "What you have done since may be lost if you leave like this. Leave all the same?";
const WHAT_IS_KEPT: &str = "What was written before that is kept.";
const WHERE_TO: &str = "A file that is not there yet, best on another disk:";

const NO_TILDE: &str = "Nobody knows here whose home “~” is: write the folder out.";

const MAX_PATH_COLUMNS: usize = 250;

/// The choice of a player whose run cannot be saved.
pub(crate) struct UnsavedScreen {
    error: String,
    /// Where the host proposes to put a copy, if it can write one.
    place: Option<PathBuf>,
    /// Where to save it, while that is written.
    path: Option<Field>,
}

impl UnsavedScreen {
    pub(crate) fn new(error: &HostError, run: &ActiveRun) -> UnsavedScreen {
        UnsavedScreen { error: error.to_string(), place: run.proposed_copy(), path: None }
    }

    /// Shows the field for the path, or the choice again.
    fn show(&mut self, path: Option<Field>, context: &mut ScreenContext<'_>) -> Transition {
        context.sheet.chosen = Some(usize::from(path.is_none()));
        self.path = path;
        context.fail("")
    }

    fn try_again(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        match context.in_run().0.save() {
            Ok(()) => Transition::Title,
            Err(error) => {
                self.error = error.to_string();
                context.fail("It is the same again.")
            }
        }
    }

    fn save_copy(path: &str, context: &mut ScreenContext<'_>) -> Transition {
        if path.starts_with('~') {
            return context.fail(NO_TILDE);
        }
        let path = Path::new(path);
        match context.in_run().0.save_copy(path) {
            Ok(()) => {
                context.notices.push(format!("All of the run is in {}.", path_text(path)));
                Transition::Title
            }
            Err(error) => context.fail(error),
        }
    }

    fn path_sheet(field: &Field, context: &ScreenContext<'_>) -> Sheet {
        let row = Row { field: Some(field.clone()), ..Row::new(field.text()) };
        Sheet {
            text: vec![Block::text(WHERE_TO)],
            rows: vec![row],
            hints: context.hints([(Intent::Confirm, "save"), (Intent::Cancel, "back")]),
            is_spaced: true,
            is_read: true,
            told: Some(WHERE_TO.to_owned()),
            ..Sheet::form(HEADING)
        }
    }
}

impl Screen for UnsavedScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        if let Some(field) = &self.path {
            return Some(Self::path_sheet(field, context));
        }
        let elsewhere = self.place.is_some().then(|| Row::keyed('e', "save it elsewhere"));
        let others = [Row::keyed('p', "play on"), Row::keyed('l', "leave all the same")];
        Some(Sheet {
            text: vec![
                Block::Text(self.error.clone(), ColorRole::Bad),
                Block::blank(),
                Block::text(WHAT_IS_KEPT),
            ],
            rows: [Row::keyed('t', "try again")]
                .into_iter()
                .chain(elsewhere)
                .chain(others)
                .collect(),
            stays: false,
            ..Sheet::menu(HEADING, context)
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        match (row, &self.place) {
            (0, _) => self.try_again(context),
            (1, Some(place)) => {
                let proposed = place.to_str().unwrap_or_default();
                self.show(Some(Field::new(proposed, MAX_PATH_COLUMNS)), context)
            }
            (1, None) | (2, Some(_)) => Transition::Pop,
            _ => Transition::push(AskScreen::new(WHAT_IS_LOST, |_, _| Transition::Title)),
        }
    }

    /// Takes all keys into the path while it is written.
    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        let field = self.path.as_mut()?;
        if field.take(input) {
            return Some(Transition::Stay);
        }
        let path = field.text().to_owned();
        Some(match context.intent(InputMode::List, input) {
            Some(Intent::Confirm) => Self::save_copy(&path, context),
            Some(Intent::Cancel) => self.show(None, context),
            _ => Transition::Ignore,
        })
    }
}
