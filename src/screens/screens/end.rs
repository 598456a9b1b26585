//! The end of a run, or of a night of one: what is told of it, and the ways on from here; the story
//! of the run, and what of a dead upkeeper's cart goes to the next one.

use std::time::Duration;

use engine::sim::{Fate, HandMeDown, Reckoning, Turns};
use engine::view::{ABOUT_MATTERED, MemberEnd, PartyMember, View, grade_in_short};
use ratatui::{style::Modifier, text::Line};
use runs::record::night_begins;

use crate::{
    ActiveRun, Appearance, Context, HostError, Run, Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::Intent,
    reckoner::Reckoner,
    terminal::sanitize,
    theme::ColorRole,
    widgets::{
        KeyHint, career, fit,
        floor::{FloorCells, letter_style},
        map::{MapCell, Symbol},
        picture::{self, Plate},
        sheet::{Block, Row, Sheet},
    },
};

use super::{hatch::HatchScreen, roll::RollScreen};

/// The columns of text at least where a picture stands beside it, and the rows of a picture.
const MIN_TEXT_COLUMNS: usize = 76;
const MIN_PICTURE_ROWS: u16 = 6;

/// What is undone on a floor weighs so much on a map, and the ways in and out more.
const UNDONE_WEIGHT: u8 = 8;

/// The end of a run, as [`super::result`] tells it.
#[derive(Default)]
pub(crate) struct EndScreen {
    pub heading: String,
    pub text: Vec<Block>,
    pub entries: Vec<Entry>,
    /// The entry that is chosen at first.
    pub first: usize,
    /// The story of the run, as the morgue keeps it.
    pub story: String,
    /// Whether what became of those who came stands below the text, with the reckoning of their
    /// raid, where there is one; and what follows that.
    pub tells_of_raid: bool,
    pub reckoner: Option<Reckoner>,
    pub rest: Vec<Block>,
    /// Where the story is kept; `None` where it was not.
    pub story_file: Option<String>,
    /// Why the story was not kept.
    pub problem: String,
    pub heirlooms: Vec<Heirloom>,
    /// What is handed down, in words, and whether the host has to be asked what that is.
    pub handed_down: Option<String>,
    pub is_choosing: bool,
    /// Whether saving was tried before leaving the run, with or without success.
    pub is_saved: bool,
}

/// A way on from the end of a run.
pub(crate) struct Exit {
    /// The key that chooses it at once.
    pub letter: char,
    pub name: &'static str,
    /// Leaves the end. The error is shown to the player.
    pub go: fn(&mut ActiveRun, &mut Context) -> Result<Transition, HostError>,
}

/// What can be chosen below the text.
#[derive(Clone, Copy)]
pub(crate) enum Entry {
    /// The raid as the raid screen showed it, or, if the player was on the floor then, from the
    /// recording of the run: from this turn on.
    Watch(Option<Turns>),
    LastNight,
    Story,
    /// The same night once more, from its first turn, in a run that does not count.
    OnceMore,
    Roll,
    HandDown,
    Exit(&'static Exit),
}

impl Entry {
    fn row(self) -> Row {
        let (letter, name) = match self {
            Self::Watch(_) => ('v', "watch"),
            Self::LastNight => ('l', "the raid before"),
            Self::Story => ('w', "story"),
            Self::OnceMore => ('o', "once more, unranked"),
            Self::Roll => ('r', "heroes"),
            Self::HandDown => ('l', "leave something"),
            Self::Exit(exit) => (exit.letter, exit.name),
        };
        Row::keyed(letter, name)
    }
}

impl EndScreen {
    /// Has the host keep the story of the run, and notes where it is, or why it is not.
    pub(crate) fn keep_story(&mut self, run: &ActiveRun, context: &mut Context) {
        let Some(receipt) = run.receipt() else { return };
        match context.host.keep_morgue(&receipt.run, &self.story) {
            Ok(file) => self.story_file = Some(file),
            Err(error) => self.problem = error.to_string(),
        }
    }

    pub(crate) fn told_of_file(&self, role: ColorRole) -> Option<Block> {
        self.story_file.as_ref().map(|file| Block::Text(format!("The story is in {file}."), role))
    }

    /// Saves the run and leaves it. If saving fails, the error is shown, and the next attempt to
    /// leave succeeds without saving.
    fn leave(&mut self, exit: &Exit, context: &mut ScreenContext<'_>) -> Transition {
        let (run, shared) = context.in_run();
        let saved = if self.is_saved { Ok(()) } else { run.save() };
        self.is_saved = true;
        match saved.and_then(|()| (exit.go)(run, shared)) {
            Ok(transition) => transition,
            Err(error) => context.fail(error),
        }
    }
}

fn watch(dawn: Option<Turns>, context: &mut ScreenContext<'_>) -> Transition {
    let (run, shared) = context.in_run();
    let show = match (dawn, run.receipt()) {
        (Some(dawn), Some(receipt)) => match shared.host.replay(&receipt.run) {
            Ok(replay) => HatchScreen::recorded(replay, dawn, run),
            Err(error) => return context.fail(error),
        },
        _ => HatchScreen::again(run),
    };
    match show {
        Some(show) => Transition::push(show),
        None => context.fail("The record of this raid is not there any more."),
    }
}

/// The night of the run once more, as a run of its own.
fn once_more(run: &ActiveRun, context: &mut Context) -> Result<Box<dyn Run>, HostError> {
    let receipt = run.receipt().ok_or(HostError::NoSuchRun)?;
    let mut replay = context.host.replay(&receipt.run)?;
    let before = run.view().turns().saturating_sub(run.view().clock());
    let commands = night_begins(&mut replay, before)?;
    context.host.once_more(&receipt.run, commands)
}

/// What became of each who came, what mattered, and what to do otherwise, as far as it is known.
fn reckoned(view: View<'_>, reckoner: Option<&Reckoner>) -> Vec<Block> {
    let nothing = Reckoning::default();
    let so_far = reckoner.and_then(Reckoner::so_far);
    let reckoning = so_far.unwrap_or(&nothing);
    let members = view.member_ends(&reckoning.ends).into_iter();
    let mut blocks: Vec<Block> = members.map(|member| Block::text(member.text)).collect();
    // First, so that a small screen has it.
    let suggestion = so_far.and_then(|own| view.suggestion_in_words(own));
    if let Some(suggestion) = suggestion {
        blocks.push(Block::Text(suggestion, ColorRole::Key));
    } else if reckoner.is_some_and(Reckoner::is_going_on) {
        let Reckoning { done, of, .. } = reckoning;
        blocks.push(Block::dim(format!("What mattered is being reckoned: {done} of {of}.")));
    }
    let mattered =
        reckoning.mattered.iter().map(|own| (view.deed_in_words(own.what), Some(own.points)));
    let lost = reckoning.lost.iter().map(|&loss| view.loss_in_words(loss));
    let told: Vec<_> = mattered.chain(lost).collect();
    blocks.extend((!told.is_empty()).then(|| Block::dim(ABOUT_MATTERED)));
    blocks.extend(told.into_iter().map(|(what, points)| {
        let role =
            if points.is_none_or(|points| points < 0) { ColorRole::Bad } else { ColorRole::Good };
        let points = points.map_or("lost".to_owned(), |points| format!("{points:+}"));
        Block::Text(format!("{points} {what}"), role)
    }));
    blocks
}

/// The points as bars, the floor in small with what is undone on it and those who fell, and a plate
/// for each who came.
fn raided(
    view: View<'_>,
    reckoner: Option<&Reckoner>,
    (columns, rows): (u16, u16),
    looks: Appearance,
) -> Vec<Line<'static>> {
    let Some(party) = view.site_party() else { return Vec::new() };
    let ends = reckoner.and_then(Reckoner::so_far).map_or(&[][..], |own| &own.ends);
    let floor = view.journey().map_or(0, |journey| journey.floor().0.saturating_sub(1));
    let letter = |own: &PartyMember<'_>| (own.kind.glyph, letter_style(own.kind, true, &looks));
    let fell = |own: &&PartyMember<'_>| matches!(own.fate, Fate::Fell(_));
    let fallen = party.members.iter().filter(fell).filter_map(|own| {
        let end = ends.iter().find(|end| end.id == own.id && end.floor == floor)?;
        let (letter, style) = letter(own);
        let style = style.add_modifier(Modifier::REVERSED);
        Some((end.at, MapCell { symbol: Symbol::Letter(letter), style }))
    });
    let fallen: Vec<_> = fallen.collect();
    let members = view.member_ends(ends);
    let plate = |(own, end): (&PartyMember<'_>, &MemberEnd<'_>)| Plate {
        letter: letter(own),
        name: own.name.to_owned(),
        bar: Some((
            100 - end.harm_percent,
            100,
            match own.fate {
                Fate::Fell(_) => "fell".to_owned(),
                _ => format!("{}%", 100 - end.harm_percent),
            },
        )),
        note: own.kind.name.clone(),
    };
    // Of those who came to no harm the text tells all.
    let mut all: Vec<_> = party.members.iter().zip(&members).collect();
    all.retain(|(_, end)| end.harm_percent > 0);
    let parties = all.chunk_by(|(one, _), (other, _)| one.wave == other.wave);
    let groups: Vec<_> =
        parties.map(|party| party.iter().map(|&own| plate(own)).collect()).collect();
    let plates = picture::plates(&groups, (columns, rows), &looks);
    let short = grade_in_short(&view.grade(), view.catalog().rules.grade.max_of_dawn());
    let mut lines: Vec<_> = short
        .iter()
        .filter_map(|line| {
            let share = (u32::try_from(line.points?).unwrap_or(0), line.max_points?);
            let (name, _) = line.text.split_once(':')?;
            Some(picture::meter(name, share, &line.worth(), columns, &looks))
        })
        .collect();
    let rows = rows.saturating_sub((lines.len() + 1 + plates.len()) as u16);
    let floor = FloorCells::scaled(view, looks);
    if rows >= MIN_PICTURE_ROWS {
        lines.push(Line::default());
        lines.extend(picture::small_map(&floor, &fallen, (columns, rows), UNDONE_WEIGHT, &looks));
    }
    lines.extend(plates);
    lines
}

impl Screen for EndScreen {
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        context.sheet.chosen = Some(self.first);
        context.fail(&self.problem);
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        if std::mem::take(&mut self.is_choosing) {
            let kept = context.host.hand_me_down();
            let of_kept = |(item, _): &&Heirloom| Some(item) == kept.as_ref();
            self.handed_down = self.heirlooms.iter().find(of_kept).map(|(_, name)| name.clone());
        }
        let mut text = self.text.clone();
        if self.tells_of_raid {
            text.extend(reckoned(context.run().view(), self.reckoner.as_ref()));
        }
        text.extend(self.rest.iter().cloned());
        if let Some(name) = &self.handed_down {
            let left = format!("For whoever comes next: {name}.");
            text.insert(1, Block::Text(left, ColorRole::Good));
        }
        let rows = self.entries.iter().map(|entry| entry.row()).collect();
        let side = context.sheet.side(MIN_TEXT_COLUMNS).map(|size| {
            let (view, looks) = (context.run().view(), context.appearance);
            if self.tells_of_raid {
                raided(view, self.reckoner.as_ref(), size, looks)
            } else {
                career::picture(view, &context.settings.name, size, &looks)
            }
        });
        let side = side.unwrap_or_default();
        Some(Sheet { text, rows, side, ..Sheet::menu(&*self.heading, context) })
    }

    fn tick(&mut self, _: &mut ScreenContext<'_>) -> Transition {
        let is_new = self.reckoner.as_mut().is_some_and(Reckoner::take);
        if is_new { Transition::Stay } else { Transition::Ignore }
    }

    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        self.reckoner.as_ref().and_then(Reckoner::interval)
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        match self.entries[row] {
            Entry::Story => {
                let title = match &self.story_file {
                    Some(file) => format!("The whole story, as it is in {file}"),
                    None => "The whole story".to_owned(),
                };
                Transition::open(StoryScreen { title, story: self.story.clone() })
            }
            Entry::Watch(dawn) => watch(dawn, context),
            Entry::OnceMore => {
                let (run, shared) = context.in_run();
                let begun = run.save().and_then(|()| once_more(run, shared));
                context.play(begun)
            }
            Entry::LastNight => match HatchScreen::of_last_night(context.in_run().0) {
                Some(show) => Transition::push(show),
                None => context.fail("Nobody was here last night."),
            },
            Entry::Roll => RollScreen::open(context.in_run().0),
            Entry::HandDown => {
                self.is_choosing = true;
                Transition::open(HandDownScreen { items: self.heirlooms.clone() })
            }
            Entry::Exit(exit) => self.leave(exit, context),
        }
    }
}

/// An item that can be handed down, with its name.
pub(crate) type Heirloom = (HandMeDown, String);

pub(crate) struct HandDownScreen {
    pub items: Vec<Heirloom>,
}

const ABOUT: &str = "One thing out of your cart goes to the next upkeeper, on a seed that is \
                     drawn. A journey with it is not ranked.";

impl Screen for HandDownScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let names = self.items.iter().map(|(_, name)| &**name);
        Some(Sheet {
            rows: names.chain(["nothing"]).map(Row::new).collect(),
            foot: vec![Block::dim(ABOUT)],
            hints: vec![
                KeyHint::of(context, Intent::Confirm, "this one"),
                KeyHint::of(context, Intent::Cancel, "back"),
                KeyHint::of_arrows(&context.appearance, [GlyphId::Up, GlyphId::Down], "choose"),
            ],
            ..Sheet::list("For whoever comes next")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let item = self.items.get(row).map(|(item, _)| item);
        match context.host.keep_hand_me_down(item) {
            Ok(()) => Transition::Pop,
            Err(error) => context.fail(error),
        }
    }

    fn may_be_watched(&self) -> bool {
        true
    }
}

/// A text of some length, in lines of its own.
pub struct StoryScreen {
    pub title: String,
    pub story: String,
}

impl Screen for StoryScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let (looks, width) = (context.appearance, context.sheet.columns() + 2);
        let rows = self.story.lines().map(|row| fit(&sanitize(row), width, &looks));
        Some(Sheet {
            text: rows.map(|row| Block::Line(Line::raw(row))).collect(),
            hints: context.hints([
                (Intent::Cancel, "back"),
                (Intent::PageDown, "more"),
                (Intent::PageUp, "back up"),
            ]),
            ..Sheet::page(self.title.clone())
        })
    }
}
