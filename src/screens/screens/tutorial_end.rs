//! The end of the tutorial: a page about the road, then what was learned, and the ways on from here.

use ratatui::{Frame, text::Line};

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition, terminal::Input, theme::ColorRole,
    widgets::text_lines,
};
use engine::sim::End;

use super::{
    help::HelpScreen,
    menu_sheet::{MenuSheet, SheetInput},
    result::Exit,
};

/// The end of the tutorial that was played.
pub(crate) struct TutorialEndScreen {
    page: Page,
    is_left_early: bool,
    exits: &'static [Exit],
    is_saved: bool,
    sheet: MenuSheet,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Page {
    Road,
    Ending,
}

/// The key that goes on from the first page.
const GO_ON: (char, &str) = ('o', "go on");
/// The width of the lines of reader mode.
const READER_COLUMNS: usize = 100;

impl TutorialEndScreen {
    /// The end, with the ways on from it. Who has left early is not told of the road.
    pub(crate) fn new(end: End, exits: &'static [Exit]) -> Self {
        let is_left_early = end == End::Abandoned;
        let page = if is_left_early { Page::Ending } else { Page::Road };
        Self { page, is_left_early, exits, is_saved: false, sheet: MenuSheet::default() }
    }

    fn entries(&self) -> impl Iterator<Item = (char, &'static str)> + Clone + use<> {
        let exits = self.exits.iter().map(|exit| (exit.letter, exit.name));
        let (on, exits) = match self.page {
            Page::Road => (Some(GO_ON), None),
            Page::Ending => (None, Some(exits)),
        };
        on.into_iter().chain(exits.into_iter().flatten())
    }

    fn heading<'a>(&self, context: &'a Context) -> &'a str {
        let tutorial = &context.catalog.tutorial;
        match self.page {
            Page::Road => &tutorial.road.title,
            Page::Ending if self.is_left_early => &tutorial.ending.left,
            Page::Ending => &tutorial.ending.title,
        }
    }

    fn lines(&self, run: &ActiveRun, context: &Context, width: usize) -> Vec<Line<'static>> {
        match self.page {
            Page::Road => road(context, width),
            Page::Ending => ending(run, context, width),
        }
    }

    fn choose(&mut self, at: usize, run: &mut ActiveRun, context: &mut Context) -> Transition {
        if self.page == Page::Road {
            (self.page, self.sheet) = (Page::Ending, MenuSheet::default());
            return Transition::Stay;
        }
        let Some(exit) = self.exits.get(at) else { return Transition::Ignore };
        // If saving fails, the error is shown, and the next attempt to leave succeeds without saving.
        let saved = if self.is_saved { Ok(()) } else { run.save() };
        self.is_saved = true;
        saved.and_then(|()| (exit.go)(run, context)).unwrap_or_else(|error| {
            self.sheet.problem = error.to_string();
            Transition::Stay
        })
    }
}

/// The little map, and what there is to know of journeys.
fn road(context: &Context, width: usize) -> Vec<Line<'static>> {
    let looks = context.appearance;
    let road = &context.catalog.tutorial.road;
    let map = road.map.iter();
    let mut lines: Vec<Line<'static>> =
        map.map(|row| Line::styled(row.clone(), looks.style(ColorRole::Key))).collect();
    for text in &road.text {
        lines.push(Line::default());
        lines.extend(paragraph(text, ColorRole::Text, context, width));
    }
    lines
}

/// What was learned and what was missed.
fn ending(run: &ActiveRun, context: &Context, width: usize) -> Vec<Line<'static>> {
    let ending = &context.catalog.tutorial.ending;
    let learned = run.view().learned();
    let mut lines = Vec::new();
    for (heading, is_learned) in [(&ending.learned, true), (&ending.missed, false)] {
        let mut own = learned.iter().filter(|(_, own)| *own == is_learned).peekable();
        if own.peek().is_none() {
            continue;
        }
        lines.extend(paragraph(heading, ColorRole::Title, context, width));
        let role = if is_learned { ColorRole::Good } else { ColorRole::Dim };
        for (text, _) in own {
            lines.extend(paragraph(&format!("- {text}"), role, context, width));
        }
        lines.push(Line::default());
    }
    for text in &ending.text {
        lines.extend(paragraph(text, ColorRole::Text, context, width));
    }
    lines
}

fn paragraph(text: &str, role: ColorRole, context: &Context, width: usize) -> Vec<Line<'static>> {
    text_lines(&context.settings.keymap.fill_in(text), role, &context.appearance, width)
}

impl Screen for TutorialEndScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let mut sheet = std::mem::take(&mut self.sheet);
        let heading = self.heading(context);
        sheet.draw(frame, context, heading, self.entries(), |width| {
            self.lines(run, context, width.saturating_sub(2))
        });
        self.sheet = sheet;
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        let letters = self.entries().map(|(letter, _)| letter);
        match self.sheet.input(input, context, letters) {
            SheetInput::Ignore => Transition::Ignore,
            SheetInput::Stay => Transition::Stay,
            SheetInput::Help => Transition::open(HelpScreen::keys()),
            SheetInput::Choose(at) => self.choose(at, run, context),
        }
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let (run, context) = context.in_run();
        let text = self.lines(run, context, READER_COLUMNS);
        Some(self.sheet.accessible_lines(self.heading(context), &text, self.entries()))
    }
}
