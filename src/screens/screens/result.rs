//! The result of a shift: the grade point by point, the digest and the location of the run, and the ways on from here.

use std::sync::Arc;

use ratatui::{
    Frame,
    text::{Line, Span},
};
use unicode_width::UnicodeWidthStr;

use crate::{
    ActiveRun, Appearance, Context, HostError, Receipt, Screen, ScreenContext, Transition, morgue,
    terminal::Input,
    theme::ColorRole,
    widgets::{banner, notice, sum_line, wrap},
};
use content::{Catalog, Depth};
use engine::sim::{End, Grade, GradeLine, Letter, Pay, Turns};
use engine::view::{describe_grade_line, describe_pay, epitaph, time_and_letter, verdict};

use super::{
    help::HelpScreen,
    menu_sheet::{MenuSheet, SheetInput},
    morgue::MorgueScreen,
    raid_show::RaidScreen,
};

/// The result of the run that has just ended.
pub struct ResultScreen {
    grade: Grade,
    end: End,
    /// Kind, depth and seed of the level.
    place: String,
    /// What a night of a journey pays.
    pay: Option<Pay>,
    turns: u32,
    par: Option<Turns>,
    name: String,
    epitaph: String,
    /// What became of the party, in sentences.
    tale: Vec<String>,
    /// The raid can be watched again.
    is_watchable: bool,
    /// Whether the player was on the floor when the raid began.
    was_inside: bool,
    /// The turn of the run at dawn, from which the recorded raid is watched again.
    dawn: Turns,
    /// Percent for the grades from S to D.
    thresholds: [u32; 5],
    depth: Depth,
    catalog: Arc<Catalog>,
    receipt: Option<Receipt>,
    story: String,
    /// Where the story is kept; `None` where it was not.
    story_file: Option<String>,
    exits: &'static [Exit],
    /// Whether saving was tried before leaving the run, with or without success.
    is_saved: bool,
    sheet: MenuSheet,
}

/// A way on from a result.
pub struct Exit {
    /// The key that chooses it at once.
    pub letter: char,
    pub name: &'static str,
    /// Leaves the result. The error is shown to the player.
    pub go: fn(&mut ActiveRun, &mut Context) -> Result<Transition, HostError>,
}

/// What can be chosen below a result.
#[derive(Clone, Copy)]
enum Entry {
    Watch,
    LastNight,
    Story,
    Exit(&'static Exit),
}

impl Entry {
    const fn letter(self) -> char {
        match self {
            Self::Watch => 'v',
            Self::LastNight => 'l',
            Self::Story => 'w',
            Self::Exit(exit) => exit.letter,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Watch => "view the raid",
            Self::LastNight => "the raid before",
            Self::Story => "whole story",
            Self::Exit(exit) => exit.name,
        }
    }
}

impl ResultScreen {
    /// The result of a run that has just ended, with the ways on from it.
    pub fn new(run: &ActiveRun, end: End, context: &Context, exits: &'static [Exit]) -> Self {
        let view = run.view();
        let was_inside = view.party().is_some()
            && view.tally().left_at.is_none_or(|left_at| left_at > view.dawn());
        let is_watchable = run.at_dawn.is_some() || (was_inside && run.receipt().is_some());
        let mut sheet = MenuSheet::default();
        if view.is_tutorial() || view.pay().is_some() {
            // Whoever presses enter without reading goes on: the raid has been seen.
            sheet.selection.at = usize::from(is_watchable) + 1;
        }
        Self {
            grade: view.grade(),
            end,
            // All floors of a site are graded together.
            place: match view.night_title() {
                Some((site, night)) => {
                    format!("{site}, {night}: {}, depth {}", view.kind(), view.depth())
                }
                None => format!("{}, depth {}, seed {}", view.kind(), view.depth(), run.seed()),
            },
            pay: view.pay(),
            turns: view.shift_turns_worked().0,
            par: view.par(),
            name: match &*context.settings.name {
                "" => "The upkeeper".to_owned(),
                name => name.to_owned(),
            },
            epitaph: epitaph(&view),
            tale: view.tale_of_dawn(),
            is_watchable,
            was_inside,
            dawn: Turns(view.turns().saturating_sub(view.clock()).0 + view.dawn().0),
            thresholds: view.catalog().rules.grade.thresholds,
            depth: view.depth(),
            catalog: view.catalog().clone(),
            receipt: run.receipt(),
            story: morgue::text(run, &context.settings.name),
            story_file: None,
            exits,
            is_saved: false,
            sheet,
        }
    }

    /// The story of the run, as the morgue keeps it.
    pub fn story(&self) -> &str {
        &self.story
    }

    /// Notes where the story is kept, or why it is not.
    pub fn note_morgue(&mut self, kept: Result<String, HostError>) {
        match kept {
            Ok(file) => self.story_file = Some(file),
            Err(error) => self.sheet.problem = error.to_string(),
        }
    }

    /// What there is to choose from.
    fn entries(&self) -> impl Iterator<Item = Entry> + Clone + use<> {
        let watch = self.is_watchable.then_some(Entry::Watch);
        // The story of a journey is told at its end.
        let story = self.pay.is_none().then_some(Entry::Story);
        // A journey's site was raided by people who will be met again.
        let last_night = self.pay.is_some().then_some(Entry::LastNight);
        watch.into_iter().chain(last_night).chain(story).chain(self.exits.iter().map(Entry::Exit))
    }

    /// The turns taken, beside par where it is known.
    fn pace(&self) -> String {
        let turns = self.turns;
        self.par.map_or_else(
            || format!("{turns} turns"),
            |par| format!("par {par} turns: you took {turns}"),
        )
    }

    fn heading(&self) -> &'static str {
        match self.end {
            End::ClockedOut => "Clocked out",
            End::Dawn => "Dawn",
            End::Died => "You are dead",
            End::Abandoned => "You walked off",
            End::Won => "The Deep Seat is in order",
        }
    }

    fn choose(&mut self, entry: Entry, run: &mut ActiveRun, context: &mut Context) -> Transition {
        match entry {
            Entry::Story => {
                Transition::open(MorgueScreen::new(&self.story, self.story_file.clone()))
            }
            Entry::Watch => self.watch(run, context),
            Entry::LastNight => {
                if let Some(show) = RaidScreen::of_last_night(run) {
                    return Transition::push(show);
                }
                "Nobody was here last night.".clone_into(&mut self.sheet.problem);
                Transition::Stay
            }
            Entry::Exit(exit) => self.leave(exit, run, context),
        }
    }

    /// Saves the run and leaves it. If saving fails, the error is shown, and the next attempt to leave succeeds without
    /// saving.
    fn leave(&mut self, exit: &Exit, run: &mut ActiveRun, context: &mut Context) -> Transition {
        let saved = if self.is_saved { Ok(()) } else { run.save() };
        self.is_saved = true;
        saved.and_then(|()| (exit.go)(run, context)).unwrap_or_else(|error| {
            self.sheet.problem = error.to_string();
            Transition::Stay
        })
    }

    /// Shows the raid again, all of it: as the raid screen showed it, or, if the player was on the floor at dawn, from the
    /// recording of the run.
    fn watch(&mut self, run: &mut ActiveRun, context: &mut Context) -> Transition {
        let show = match &self.receipt {
            Some(receipt) if self.was_inside => match context.host.replay(&receipt.run) {
                Ok(replay) => RaidScreen::recorded(replay, self.dawn, run),
                Err(error) => {
                    self.sheet.problem = error.to_string();
                    return Transition::Stay;
                }
            },
            _ => RaidScreen::again(run),
        };
        let Some(show) = show else {
            "The record of this raid is not there any more.".clone_into(&mut self.sheet.problem);
            return Transition::Stay;
        };
        Transition::push(show)
    }

    fn lines(&self, looks: &Appearance, width: usize, margin: usize) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        self.push_head(&mut lines, looks, width, margin);
        lines.push(Line::default());
        let (raid, work): (Vec<_>, Vec<_>) =
            self.grade.lines.iter().partition(|line| line.what.is_of_raid());
        self.push_points(&mut lines, &work, looks, width);
        if !self.tale.is_empty() {
            lines.push(Line::default());
            for sentence in &self.tale {
                push_text(&mut lines, sentence, ColorRole::Text, looks, width);
            }
            lines.push(Line::default());
            self.push_points(&mut lines, &raid, looks, width);
        }
        let Grade { points, max_points: max, score, .. } = &self.grade;
        let all = format!("{points} of {max}, by depth {}: score {score}", self.depth);
        lines.extend(sum_line("in all", &all, ColorRole::Title, looks, width));
        lines.push(Line::default());
        self.push_pay(&mut lines, looks, width);
        self.push_proof(&mut lines, looks, width);
        let grades: Vec<_> = Letter::ALL
            .iter()
            .zip(self.thresholds)
            .map(|(letter, percent)| format!("{} from {percent}", letter.character()))
            .collect();
        let grades = format!(
            "Grades in percent of order and raid: {}. {}",
            grades.join(", "),
            time_and_letter(&self.grade, self.thresholds[0])
        );
        push_text(&mut lines, &grades, ColorRole::Dim, looks, width);
        lines
    }

    /// What is paid, part by part, where it is more than one.
    fn push_pay(&self, lines: &mut Vec<Line<'static>>, looks: &Appearance, width: usize) {
        let Some(pay) = self.pay.as_ref().filter(|pay| pay.parts.len() > 1) else { return };
        for part in &pay.parts {
            let role = if part.coins < 0 { ColorRole::Bad } else { ColorRole::Text };
            let coins = format!("{:+}", part.coins);
            lines.extend(sum_line(&describe_pay(part.why), &coins, role, looks, width));
        }
        let total = pay.total().to_string();
        lines.extend(sum_line("you are paid", &total, ColorRole::Title, looks, width));
        lines.push(Line::default());
    }

    /// Where the run is kept and how it is verified. On a journey that is told at its end.
    fn push_proof(&self, lines: &mut Vec<Line<'static>>, looks: &Appearance, width: usize) {
        if self.pay.is_some() {
            return;
        }
        if let Some(Receipt { digest, location, fetch, ranked, .. }) = &self.receipt {
            let place = fetch.as_ref().map_or(location.as_str(), |_| "this server's keeping");
            let text = format!("Digest {digest}. The run is in {place}; show it to anyone:");
            push_text(lines, &text, ColorRole::Text, looks, width);
            if let Some(fetch) = fetch {
                push_text(lines, &format!("  {fetch}"), ColorRole::Key, looks, width);
            }
            let command = format!("  upkeeper replay verify {location}");
            push_text(lines, &command, ColorRole::Key, looks, width);
            if !ranked {
                push_text(lines, "It is not ranked.", ColorRole::Dim, looks, width);
            }
        } else {
            push_text(lines, "Nobody has kept this run.", ColorRole::Dim, looks, width);
        }
        if let Some(file) = &self.story_file {
            push_text(lines, &format!("The story is in {file}."), ColorRole::Text, looks, width);
        }
    }

    fn push_points(
        &self,
        lines: &mut Vec<Line<'static>>,
        reasons: &[&GradeLine],
        looks: &Appearance,
        width: usize,
    ) {
        for line in reasons {
            let role = if line.points < 0 { ColorRole::Bad } else { ColorRole::Text };
            let worth = match line.max_points {
                0 => format!("{:+}", line.points),
                max => format!("{:+} of {max}", line.points),
            };
            lines.extend(sum_line(
                &describe_grade_line(line, &self.catalog),
                &worth,
                role,
                looks,
                width,
            ));
        }
    }

    /// The grade, large in a margin where there is one, and what it is for.
    fn push_head(
        &self,
        lines: &mut Vec<Line<'static>>,
        looks: &Appearance,
        width: usize,
        margin: usize,
    ) {
        let letter = self.grade.letter;
        let pay = self.pay.as_ref();
        let pay = pay.map_or(String::new(), |pay| format!(": you are paid {}", pay.total()));
        let texts = [
            (ColorRole::Title, format!("Grade {}{pay}", letter.character())),
            (ColorRole::Text, verdict(letter).to_owned()),
            (ColorRole::Dim, format!("{}, {}", self.place, self.pace())),
            (ColorRole::Dim, format!("{} {}.", self.name, self.epitaph)),
        ];
        let large = banner::banner(&letter.character().to_string(), looks);
        let mut beside = Vec::new();
        for (role, text) in texts {
            for row in wrap(&text, width.saturating_sub(margin)) {
                beside.push(Span::styled(row, looks.style(role)));
            }
        }
        if margin == 0 {
            lines.extend(beside.into_iter().map(Line::from));
            return;
        }
        for row in 0..beside.len().max(banner::BANNER_ROWS) {
            let left = large.get(row).map_or("", String::as_str);
            let gap = " ".repeat(margin - left.width());
            let mut line =
                vec![Span::styled(format!("{left}{gap}"), looks.style(ColorRole::Title))];
            line.extend(beside.get(row).cloned());
            lines.push(Line::from(line));
        }
    }
}

/// The width of the large grade and of the gap beside it.
const GRADE_COLUMNS: usize = 9;
/// The width of the lines of reader mode.
const READER_COLUMNS: usize = 100;

fn push_text(
    lines: &mut Vec<Line<'static>>,
    text: &str,
    role: ColorRole,
    looks: &Appearance,
    width: usize,
) {
    let rows = notice(text, width).into_iter();
    lines.extend(rows.map(|row| Line::styled(row, looks.style(role))));
}

impl Screen for ResultScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let mut sheet = std::mem::take(&mut self.sheet);
        let entries = self.entries().map(|entry| (entry.letter(), entry.name()));
        sheet.draw(frame, context, self.heading(), entries, |width| {
            let margin = if width >= 40 { GRADE_COLUMNS } else { 0 };
            self.lines(&looks, width.saturating_sub(2), margin)
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
        let entries = self.entries().map(|entry| (entry.letter(), entry.name()));
        let text = self.lines(&context.appearance, READER_COLUMNS, 0);
        Some(self.sheet.accessible_lines(self.heading(), &text, entries))
    }
}
