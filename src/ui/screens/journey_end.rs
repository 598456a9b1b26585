//! The end of a journey: its story, its score part by part, and the ways on from here.

use ratatui::{Frame, layout::Rect, text::Line};

use crate::{
    base::Dir,
    content::capital,
    sim::End,
    ui::{
        ActiveRun, Appearance, Context, HostError, Receipt, RunScreen, RunTransition,
        keymap::{InputMode, Intent},
        morgue,
        reader::CHOSEN,
        terminal::{Input, KeyCode},
        theme::ColorRole,
        widgets::{
            KeyHint, Scroll, Width, draw_lines, letter_menu, notice, selection::Selection, sheet,
            sum_line, text_lines,
        },
    },
    view::epitaph,
};

use super::{help::HelpScreen, morgue::MorgueScreen, result::Exit, roll::RollScreen};

/// The end of the journey that was played.
pub(crate) struct JourneyEndScreen {
    end: End,
    /// Who it was, and how it ended.
    head: String,
    story: Vec<String>,
    /// What it was worth, part by part, and in all.
    parts: Vec<(String, u32)>,
    score: u32,
    receipt: Option<Receipt>,
    seed: String,
    morgue: String,
    /// Where the story is kept; `None` where it was not.
    morgue_file: Option<String>,
    exits: &'static [Exit],
    is_saved: bool,
    problem: String,
    selection: Selection,
    scroll: Scroll,
}

/// What can be chosen below the story.
#[derive(Clone, Copy)]
enum Entry {
    Morgue,
    Roll,
    Exit(&'static Exit),
}

impl Entry {
    const fn letter(self) -> char {
        match self {
            Self::Morgue => 'w',
            Self::Roll => 'r',
            Self::Exit(exit) => exit.letter,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Morgue => "whole story",
            Self::Roll => "heroes",
            Self::Exit(exit) => exit.name,
        }
    }
}

/// The width of the lines of reader mode.
const READER_COLUMNS: usize = 100;

impl JourneyEndScreen {
    /// The end of a journey, with the ways on from it.
    pub(crate) fn new(
        run: &ActiveRun,
        end: End,
        context: &Context,
        exits: &'static [Exit],
    ) -> Self {
        let view = run.view();
        let name = match &*context.settings.name {
            "" => "The upkeeper",
            name => name,
        };
        Self {
            end,
            head: format!("{name} {}.", epitaph(&view)),
            story: view.story_of_journey(),
            parts: view.journey_score(),
            score: view.run_grade().score,
            receipt: run.receipt(),
            seed: run.seed(),
            morgue: morgue::text(run, &context.settings.name),
            morgue_file: None,
            exits,
            is_saved: false,
            problem: String::new(),
            selection: Selection::default(),
            scroll: Scroll::default(),
        }
    }

    /// The story of the run, as the morgue keeps it.
    pub(crate) fn morgue(&self) -> &str {
        &self.morgue
    }

    /// Notes where the story is kept, or why it is not.
    pub(crate) fn note_morgue(&mut self, kept: Result<String, HostError>) {
        match kept {
            Ok(file) => self.morgue_file = Some(file),
            Err(error) => self.problem = error.to_string(),
        }
    }

    fn entries(&self) -> impl Iterator<Item = Entry> + Clone + use<> {
        [Entry::Morgue, Entry::Roll].into_iter().chain(self.exits.iter().map(Entry::Exit))
    }

    fn heading(&self) -> &'static str {
        match self.end {
            End::Won => "The Deep Seat is in order",
            End::Died => "You are dead",
            End::Abandoned => "You went home",
            End::ClockedOut | End::Dawn => "The journey is over",
        }
    }

    fn choose(
        &mut self,
        entry: Entry,
        run: &mut ActiveRun,
        context: &mut Context,
    ) -> RunTransition {
        let exit = match entry {
            Entry::Morgue => {
                return RunTransition::open(MorgueScreen::new(
                    &self.morgue,
                    self.morgue_file.clone(),
                ));
            }
            Entry::Roll => return RollScreen::open(run),
            Entry::Exit(exit) => exit,
        };
        // If saving fails, the error is shown, and the next attempt to leave succeeds without saving.
        let saved = if self.is_saved { Ok(()) } else { run.save() };
        self.is_saved = true;
        saved.and_then(|()| (exit.go)(run, context)).unwrap_or_else(|error| {
            self.problem = error.to_string();
            RunTransition::Stay
        })
    }

    fn go(&mut self, intent: Intent) -> RunTransition {
        self.selection.turn(intent, self.entries().count());
        RunTransition::Stay
    }

    fn lines(&self, looks: &Appearance, width: usize) -> Vec<Line<'static>> {
        let text = |text: &str, role| text_lines(text, role, looks, width);
        let sum = |what: &str, worth: u32, role| {
            sum_line(&capital(what), &worth.to_string(), role, looks, width)
        };
        let mut lines = text(&self.head, ColorRole::Title);
        lines.push(Line::default());
        lines.extend(self.story.iter().flat_map(|it| text(it, ColorRole::Text)));
        lines.push(Line::default());
        lines.extend(self.parts.iter().flat_map(|(it, worth)| sum(it, *worth, ColorRole::Text)));
        lines.extend(sum("score", self.score, ColorRole::Title));
        lines.push(Line::default());
        lines.extend(text(&format!("Seed {}.", self.seed), ColorRole::Dim));
        if let Some(Receipt { digest, location, fetch, .. }) = &self.receipt {
            let proof = format!("Digest {digest}. Show the run to anyone:");
            lines.extend(text(&proof, ColorRole::Dim));
            lines.extend(fetch.iter().flat_map(|it| text(&format!("  {it}"), ColorRole::Key)));
            let verify = format!("  upkeeper replay verify {location}");
            lines.extend(text(&verify, ColorRole::Key));
        }
        let file = self.morgue_file.iter();
        lines.extend(file.flat_map(|it| text(&format!("The story is in {it}."), ColorRole::Dim)));
        lines
    }
}

impl RunScreen for JourneyEndScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, _: &mut ActiveRun, context: &mut Context) {
        let looks = context.appearance;
        let hints = [
            KeyHint::of(context, Intent::Confirm, "choose"),
            KeyHint::of(context, Intent::PageDown, "more"),
            KeyHint::of(context, Intent::PageUp, "back up"),
        ];
        let area = sheet(frame, &looks, Width::Text, self.heading(), &hints);
        let width = usize::from(area.width);
        let rows = if area.height < 8 { 1 } else { self.entries().count() };
        let entries = self.entries().map(|entry| (entry.letter(), entry.name()));
        let menu = letter_menu(&looks, entries, self.selection, width, rows);
        let problem: Vec<Line<'static>> = notice(&self.problem, width)
            .into_iter()
            .map(|row| Line::styled(row, looks.style(ColorRole::Bad)))
            .collect();
        let below = (menu.len() + problem.len()).min(usize::from(area.height)) as u16;
        let air = u16::from(area.height > below + 12);
        let text = Rect { height: area.height - below - air, ..area };
        let lines = self.lines(&looks, width.saturating_sub(2));
        self.scroll.draw(frame, text, &looks, &lines);
        let foot = Rect { y: text.bottom() + air, height: below, ..area };
        draw_lines(foot, frame.buffer_mut(), problem.iter().chain(&menu));
    }

    fn input(
        &mut self,
        input: &Input,
        run: &mut ActiveRun,
        context: &mut Context,
    ) -> RunTransition {
        if self.scroll.wheel(input) {
            return RunTransition::Stay;
        }
        if let Input::Key(key) = input
            && let KeyCode::Char(pressed) = key.code
            && !key.ctrl
            && !key.alt
            && let Some((at, entry)) =
                self.entries().enumerate().find(|(_, entry)| entry.letter() == pressed)
        {
            self.selection.at = at;
            return self.choose(entry, run, context);
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Confirm) => match self.entries().nth(self.selection.at) {
                Some(entry) => self.choose(entry, run, context),
                None => RunTransition::Ignore,
            },
            Some(Intent::Help) => RunTransition::open(HelpScreen::keys()),
            Some(intent @ (Intent::Next | Intent::Previous)) => self.go(intent),
            Some(intent) if self.scroll.take(intent) => RunTransition::Stay,
            _ => match context.intent(InputMode::Cursor, input) {
                Some(Intent::Move(Dir::East)) => self.go(Intent::Next),
                Some(Intent::Move(Dir::West)) => self.go(Intent::Previous),
                _ => RunTransition::Ignore,
            },
        }
    }

    /// The story as it is drawn, and one entry a line.
    fn accessible_lines(
        &mut self,
        _: &mut ActiveRun,
        context: &mut Context,
    ) -> Option<Vec<String>> {
        let mut lines = vec![format!("{}.", self.heading())];
        let text = self.lines(&context.appearance, READER_COLUMNS);
        lines.extend(text.iter().map(ToString::to_string));
        for (at, entry) in self.entries().enumerate() {
            let chosen = if at == self.selection.at { CHOSEN } else { "" };
            lines.push(format!("{chosen}{} {}", entry.letter(), entry.name()));
        }
        lines.push(self.problem.clone());
        Some(lines)
    }
}
