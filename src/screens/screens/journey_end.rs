//! The end of a journey: its story, its score part by part, and the ways on from here.

use ratatui::{Frame, text::Line};

use crate::{
    ActiveRun, Appearance, Context, HostError, Receipt, Screen, ScreenContext, Transition,
    config::HandMeDowns,
    morgue,
    terminal::Input,
    theme::ColorRole,
    widgets::{sum_line, text_lines},
};
use content::capital;
use engine::sim::{End, HandMeDown};
use engine::view::{CartSlot, epitaph};

use super::{
    hand_down::{HandDownScreen, Heirloom},
    help::HelpScreen,
    menu_sheet::{MenuSheet, SheetInput},
    morgue::MorgueScreen,
    result::Exit,
    roll::RollScreen,
};

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
    /// What can be handed down; empty where nothing can be.
    heirlooms: Vec<Heirloom>,
    /// What is handed down, in words.
    handed_down: Option<String>,
    /// Whether the host has to be asked what that is.
    is_choosing: bool,
    is_saved: bool,
    sheet: MenuSheet,
}

/// What can be chosen below the story.
#[derive(Clone, Copy)]
enum Entry {
    Morgue,
    Roll,
    HandDown,
    Exit(&'static Exit),
}

impl Entry {
    const fn letter(self) -> char {
        match self {
            Self::Morgue => 'w',
            Self::Roll => 'r',
            Self::HandDown => 'l',
            Self::Exit(exit) => exit.letter,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Morgue => "whole story",
            Self::Roll => "heroes",
            Self::HandDown => "leave something",
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
            heirlooms: heirlooms(run, end, context),
            handed_down: None,
            is_choosing: false,
            is_saved: false,
            sheet: MenuSheet::default(),
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
            Err(error) => self.sheet.problem = error.to_string(),
        }
    }

    fn entries(&self) -> impl Iterator<Item = Entry> + Clone + use<> {
        let hand_down = (!self.heirlooms.is_empty()).then_some(Entry::HandDown);
        let own = [Entry::Morgue, Entry::Roll].into_iter().chain(hand_down);
        own.chain(self.exits.iter().map(Entry::Exit))
    }

    /// Asks the host what was chosen to be handed down.
    fn note_choice(&mut self, context: &mut Context) {
        if std::mem::take(&mut self.is_choosing) {
            let kept = context.host.hand_me_down();
            let of_kept = |(item, _): &&Heirloom| Some(item) == kept.as_ref();
            self.handed_down = self.heirlooms.iter().find(of_kept).map(|(_, name)| name.clone());
        }
    }

    fn heading(&self) -> &'static str {
        match self.end {
            End::Won => "The Deep Seat is in order",
            End::Died => "You are dead",
            End::Abandoned => "You went home",
            End::ClockedOut | End::Dawn => "The journey is over",
        }
    }

    fn choose(&mut self, entry: Entry, run: &mut ActiveRun, context: &mut Context) -> Transition {
        let exit = match entry {
            Entry::Morgue => {
                return Transition::open(MorgueScreen::new(&self.morgue, self.morgue_file.clone()));
            }
            Entry::Roll => return RollScreen::open(run),
            Entry::HandDown => {
                self.is_choosing = true;
                return Transition::open(HandDownScreen::new(self.heirlooms.clone()));
            }
            Entry::Exit(exit) => exit,
        };
        // If saving fails, the error is shown, and the next attempt to leave succeeds without saving.
        let saved = if self.is_saved { Ok(()) } else { run.save() };
        self.is_saved = true;
        saved.and_then(|()| (exit.go)(run, context)).unwrap_or_else(|error| {
            self.sheet.problem = error.to_string();
            Transition::Stay
        })
    }

    fn lines(&self, looks: &Appearance, width: usize) -> Vec<Line<'static>> {
        let text = |text: &str, role| text_lines(text, role, looks, width);
        let sum = |what: &str, worth: u32, role| {
            sum_line(&capital(what), &worth.to_string(), role, looks, width)
        };
        let mut lines = text(&self.head, ColorRole::Title);
        if let Some(name) = &self.handed_down {
            let left = format!("For whoever comes next: {name}.");
            lines.extend(text(&left, ColorRole::Good));
        }
        lines.push(Line::default());
        for paragraph in &self.story {
            lines.extend(text(paragraph, ColorRole::Text));
            lines.push(Line::default());
        }
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

/// What of the cart can be handed down: of who died, and not on a seed that was chosen.
fn heirlooms(run: &ActiveRun, end: End, context: &Context) -> Vec<Heirloom> {
    let is_on = context.settings.hand_me_downs == HandMeDowns::On;
    let is_seeded = run.word().is_some_and(|word| !word.is_empty());
    if end != End::Died || !is_on || is_seeded || !context.host.keeps_hand_me_downs() {
        return Vec::new();
    }
    let view = run.view();
    let from = if context.settings.name.is_empty() { "Upkeeper" } else { &context.settings.name };
    let item = |slot: CartSlot<'_>| {
        let item = HandMeDown { item: slot.item.name.clone(), from: from.to_owned() };
        (item, view.item_name(slot.kind, 1))
    };
    view.cart().into_iter().map(item).collect()
}

impl Screen for JourneyEndScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        self.note_choice(context);
        let mut sheet = std::mem::take(&mut self.sheet);
        let entries = self.entries().map(|entry| (entry.letter(), entry.name()));
        sheet.draw(frame, context, self.heading(), entries, |width| {
            self.lines(&looks, width.saturating_sub(2))
        });
        self.sheet = sheet;
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        let letters = self.entries().map(Entry::letter);
        match self.sheet.input(input, context, letters) {
            SheetInput::Ignore => Transition::Ignore,
            SheetInput::Stay => Transition::Stay,
            SheetInput::Help => Transition::open(HelpScreen::keys()),
            SheetInput::Choose(at) => match self.entries().nth(at) {
                Some(entry) => self.choose(entry, run, context),
                None => Transition::Ignore,
            },
        }
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        self.note_choice(context);
        let entries = self.entries().map(|entry| (entry.letter(), entry.name()));
        let text = self.lines(&context.appearance, READER_COLUMNS);
        Some(self.sheet.accessible_lines(self.heading(), &text, entries))
    }
}
