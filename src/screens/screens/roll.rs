//! The roll of heroes: everybody of the cast whom the player has heard of; and the pages about one
//! of them, and about a site.

use engine::{
    sim::{PersonId, SiteId},
    view::{PersonReport, View},
};
use unicode_width::UnicodeWidthStr;

use crate::{
    ActiveRun, Appearance, Screen, ScreenContext, Transition,
    keymap::Intent,
    theme::ColorRole,
    widgets::{
        KeyHint, TEXT_COLUMNS, career, pad,
        sheet::{Block, Row, Sheet},
        sketch::{MIN_SHEET_COLUMNS, SketchCells, expected},
    },
};

use super::ask::say;

/// The columns of a row of the roll; what is left over is for how they stand, and what is between
/// them and the player.
const NAME_COLUMNS: usize = 20;
const RANK_COLUMNS: usize = 18;
const HABIT_COLUMNS: usize = 9;
const MIN_COLUMNS_WITH_HABITS: usize = 84;

pub(crate) struct RollScreen;

impl RollScreen {
    /// Opens the notice of dawn where somebody is expected, and else the roll, if there is one.
    pub(crate) fn open(run: &mut ActiveRun) -> Transition {
        let view = run.view();
        let is_on_map = view.journey().is_some_and(|journey| journey.is_on_map());
        if !is_on_map && view.shift_end().is_none() && view.notice_of_dawn().is_some() {
            return Transition::push(NoticeScreen);
        }
        if view.is_journey() {
            return Transition::push(RollScreen);
        }
        say("Nobody else is expected.", run)
    }
}

/// Who comes at dawn, and who was here before.
struct NoticeScreen;

impl Screen for NoticeScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let view = context.run().view();
        let told = view.notice_of_dawn().into_iter().chain(view.tale_of_last_night());
        let told = told.chain(view.rising_notice()).collect::<Vec<_>>();
        let roll = view.is_journey().then(|| Row::keyed('r', "the roll of heroes"));
        let looks = context.appearance;
        let side = SketchCells::new(view, looks).zip(context.sheet.side(MIN_SHEET_COLUMNS));
        let side = side.map(|(sketch, size)| expected(view, &sketch, size, &looks));
        Some(Sheet {
            side: side.unwrap_or_default(),
            text: told.into_iter().flat_map(|told| [Block::text(told), Block::blank()]).collect(),
            rows: roll.into_iter().collect(),
            hints: vec![KeyHint::of(context, Intent::Cancel, "back")],
            opened_by: Some(Intent::Roll),
            is_compact: true,
            is_read: true,
            ..Sheet::boxed(66, "Who comes at dawn")
        })
    }

    fn chosen(&mut self, _: usize, _: &mut ScreenContext<'_>) -> Transition {
        Transition::replace(RollScreen)
    }
}

fn people(view: View<'_>) -> Vec<(PersonId, PersonReport)> {
    let roll = view.journey().map_or_else(Vec::new, |journey| journey.roll());
    roll.into_iter().filter_map(|it| Some((it.id, view.person_report(it.id)?))).collect()
}

/// How many of the cast are not on it, in words; empty if all are.
fn others(view: View<'_>) -> String {
    match view.journey().map_or(0, |journey| journey.unheard()) {
        0 => String::new(),
        1 => "One more raids the marches, of whom you have not heard yet.".to_owned(),
        more => format!("{more} more raid the marches, of whom you have not heard yet."),
    }
}

fn row(person: &PersonReport, looks: &Appearance, width: usize) -> Row {
    let mut text = format!(
        "{} {} ",
        pad(&person.name, NAME_COLUMNS, looks),
        pad(&person.short_rank, RANK_COLUMNS, looks)
    );
    if width >= MIN_COLUMNS_WITH_HABITS {
        text.push_str(&pad(&person.habit, HABIT_COLUMNS, looks));
        text.push(' ');
    }
    let room = width.saturating_sub(text.width());
    text.push_str(&standing_within(person, room));
    let PersonReport { name, rank, habit, .. } = person;
    let standing = standing_within(person, usize::MAX);
    Row {
        role: match (person.is_expected, person.is_gone) {
            (true, _) => ColorRole::Warning,
            (_, true) => ColorRole::Dim,
            _ => ColorRole::Text,
        },
        told: Some(format!("{name}, {rank}, {habit}: {standing}.")),
        ..Row::new(text)
    }
}

/// How somebody stands, and what is between them and the player if there is room for all of it.
fn standing_within(person: &PersonReport, room: usize) -> String {
    let PersonReport { standing, tie, .. } = person;
    if tie.is_empty() {
        return standing.clone();
    }
    let both = format!("{standing}; {tie}");
    if both.width() <= room { both } else { standing.clone() }
}

impl Screen for RollScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let view = context.run().view();
        let (looks, width) = (context.appearance, context.sheet.columns() + 1);
        let side = context.sheet.side(TEXT_COLUMNS.into());
        let side = side.map(|size| career::picture(view, &context.settings.name, size, &looks));
        Some(Sheet {
            side: side.unwrap_or_default(),
            rows: people(view).iter().map(|(_, person)| row(person, &looks, width)).collect(),
            foot: vec![Block::dim(others(view))],
            hints: context.hints([(Intent::Confirm, "more of them"), (Intent::Cancel, "back")]),
            opened_by: Some(Intent::Roll),
            is_unmarked: true,
            is_read: true,
            ..Sheet::list("The roll of heroes")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        match people(context.run().view()).get(row) {
            Some((id, _)) => Transition::push(PersonScreen(*id)),
            None => Transition::Ignore,
        }
    }
}

/// The page about a site of a journey's map: what its panel says, and every raid there that is
/// known of.
pub(super) struct SiteScreen(pub SiteId);

impl Screen for SiteScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let report = context.run().view().journey()?.site_report(self.0);
        let state = if report.is_pressing { ColorRole::Warning } else { ColorRole::Text };
        let way = if report.is_open { ColorRole::Key } else { ColorRole::Dim };
        let told = report.rumour.into_iter().chain(report.raids);
        let mut text = vec![
            Block::text(report.kind),
            Block::Text(report.state, state),
            Block::Text(report.way, way),
        ];
        text.extend(told.flat_map(Block::after_blank));
        Some(Sheet {
            text,
            hints: vec![KeyHint::of(context, Intent::Cancel, "back")],
            opened_by: Some(Intent::Examine),
            ..Sheet::boxed(66, report.name)
        })
    }
}

pub(super) struct PersonScreen(pub PersonId);

impl Screen for PersonScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let person = context.run().view().person_report(self.0)?;
        Some(Sheet {
            text: person.about.into_iter().map(Block::text).collect(),
            hints: vec![KeyHint::of(context, Intent::Cancel, "back")],
            is_read: true,
            ..Sheet::boxed(66, format!("{}, {}", person.name, person.rank))
        })
    }
}
