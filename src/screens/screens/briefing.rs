//! The briefing before a shift: who comes and what for, the work order, the time until dawn and the
//! supplies, in a few lines, and the sketch of the floor.

use crate::{
    ActiveRun, Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    terminal::{Input, KeyCode},
    widgets::{
        KeyHint, hint_text,
        map::MapSource as _,
        picture::small_map,
        sheet::{Block, Sheet},
        sketch::{MIN_PICTURE_ROWS, MIN_SHEET_COLUMNS, SKETCHED_SIGNS, SketchCells, expected},
    },
};
use engine::sim::Mode;
use engine::view::View;
use ratatui::text::Line;

use super::roll::RollScreen;

/// The columns of text, and those beside a picture below it.
const SHEET_COLUMNS: u16 = 66;
const LEGEND_COLUMNS: u16 = 32;

/// The most rows of that picture.
const MAX_PICTURE_ROWS: u16 = 24;

const SKETCH_LEGEND: &str = "Their sketch of the floor. Reversed: what they come for.";

/// The briefing with the work order. Any key goes on, but for those that scroll; past orders that
/// nobody has taken it goes on at the second press, since the first may have been meant for the
/// screen before.
#[derive(Default)]
pub struct BriefingScreen {
    /// Whether a key has been pressed to go on without an order.
    declines: bool,
}

impl Screen for BriefingScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let looks = context.appearance;
        let (run, size) = (context.run(), context.sheet.size);
        let view = run.view();
        let mut text: Vec<Block> = told(view).into_iter().map(Block::text).collect();
        let take = match view.orders_to_take().len() {
            0 => None,
            count => Some(format!("1 to {count}: take one")),
        };
        let rest = format!("[{}] tells who they are, and who was here.", context.key(Intent::Roll));
        let sheet = |text| Sheet {
            text,
            is_compact: true,
            ..Sheet::boxed(usize::from(SHEET_COLUMNS), title(run))
        };
        // Below the text the picture has the rows that this leaves.
        let used = sheet(text.clone()).text_rows(context.sheet, &looks) as u16;
        let rows = size.height.saturating_sub(used + 3).min(MAX_PICTURE_ROWS);
        let side = context.sheet.side(MIN_SHEET_COLUMNS);
        let sketch = SketchCells::new(view, looks);
        let sketch = sketch.filter(|_| side.is_some() || rows >= MIN_PICTURE_ROWS);
        let legend = [Block::dim(SKETCH_LEGEND), Block::dim(rest)];
        let mut picture = Vec::new();
        match (&sketch, side) {
            (None, _) => text.extend(legend.into_iter().skip(1)),
            (Some(sketch), None) => {
                let size = (SHEET_COLUMNS - LEGEND_COLUMNS, rows);
                let picture = small_map(sketch, &sketch.figures(), size, SKETCHED_SIGNS, &looks);
                let columns = picture.iter().map(Line::width).max().unwrap_or(0) + 2;
                let text_beside = legend.into_iter().flat_map(|line| [line, Block::blank()]);
                text.extend([
                    Block::blank(),
                    Block::Beside { picture, columns, text: text_beside.collect() },
                ]);
            }
            (Some(sketch), Some(size)) => {
                picture = expected(view, sketch, size, &looks);
                text.extend(legend.into_iter().flat_map(|line| [Block::blank(), line]));
            }
        }
        let mut sheet = Sheet { side: picture, ..sheet(text) };
        let more = (!sheet.fits(context.sheet, &looks)).then(|| {
            hint_text(&[KeyHint::of_arrows(&looks, [GlyphId::Up, GlyphId::Down], "scroll")])
        });
        let any = match (take.is_some(), more.is_some()) {
            (true, _) if self.declines => "any other key again",
            (false, false) => "any key",
            _ => "any other key",
        };
        let without = if take.is_some() { " without" } else { "" };
        let begin = Some(format!("{any}: begin{without}"));
        let footer: Vec<_> = take.into_iter().chain(more).chain(begin).collect();
        sheet.footer = Some(footer.join(" · "));
        Some(sheet)
    }

    /// The number of an order takes that; any other key begins.
    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        if context.sheet.scroll.wheel(input) {
            return Transition::Stay;
        }
        let Input::Key(key) = input else { return Transition::Ignore };
        if context.intent(InputMode::Play, input) == Some(Intent::Roll) {
            return RollScreen::open(context.in_run().0);
        }
        let number = match key.code {
            KeyCode::Char(letter) => letter.to_digit(10),
            _ => None,
        };
        let orders = context.run().view().orders_to_take();
        let chosen = number.and_then(|number| orders.get((number as usize).checked_sub(1)?));
        if let Some(order) = chosen {
            return context.submit(order.command());
        }
        match context.intent(InputMode::List, input) {
            // Keys that only look round begin no night. In a list a space turns the page; here it
            // is the key under the thumb.
            Some(intent)
                if !matches!(intent, Intent::Confirm | Intent::Cancel)
                    && key.code != KeyCode::Char(' ') =>
            {
                context.sheet.scroll.take(intent);
                Transition::Stay
            }
            _ if orders.is_empty() || self.declines => Transition::Pop,
            _ => {
                self.declines = true;
                Transition::Stay
            }
        }
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let run = context.run();
        let view = run.view();
        let mut lines = vec![format!("{}.", title(run))];
        lines.extend(told(view));
        lines.push(format!("[{}] who they are, and who was here.", context.key(Intent::Roll)));
        lines.push(match (view.orders_to_take().is_empty(), self.declines) {
            (true, _) => "Any other key: begin.".to_owned(),
            (false, false) => "Any other key, twice: begin without one of them.".to_owned(),
            (false, true) => "Any other key again: begin without one of them.".to_owned(),
        });
        Some(lines)
    }
}

fn title(run: &ActiveRun) -> String {
    let view = run.view();
    if view.is_journey() {
        return format!("{}: {}, depth {}", view.floor_title(), view.kind(), view.depth());
    }
    format!("{}, seed {}", view.floor_title(), run.seed())
}

/// What is told: who comes and what for, the order, the time, the supplies, and what is different
/// tonight.
fn told(view: View<'_>) -> Vec<String> {
    let order = view.order().into_iter().map(|count| {
        let (_, wanted) = view.progress(count);
        format!("{wanted} {}", if wanted == 1 { count.job.name() } else { count.job.plural() })
    });
    let order = format!("The order: {}.", order.collect::<Vec<_>>().join(", "));
    daily_notice(view)
        .into_iter()
        .chain(view.expected_at_dawn())
        .chain(view.hearsay_notice())
        .chain([order, dawn(view), supplies(view)])
        .chain(second_hand(view))
        .chain(view.last_night_in_short())
        .chain(view.another_night_notice())
        .chain(view.household_notice())
        .chain(view.condition_notice())
        .chain(view.prowlers_notice())
        .chain(view.floors_notice())
        .chain(view.extra_orders())
        .chain(orders_to_take(view))
        .collect()
}

/// Whether a second hand comes along.
fn second_hand(view: View<'_>) -> Option<String> {
    let nights = match view.nights_of_second_hand() {
        0 => return None,
        1 => "this is its last night".to_owned(),
        nights => format!("for {nights} nights yet"),
    };
    Some(format!("A second hand does one thing of the plan that you leave open: {nights}."))
}

/// Which day's shift it is, and whether this is the try that counts.
fn daily_notice(view: View<'_>) -> Option<String> {
    let setup = view.setup();
    match setup.mode {
        Mode::Shift { .. } | Mode::Campaign | Mode::CampaignWith { .. } | Mode::Tutorial => None,
        Mode::Daily { day, ranked: true, .. } if !setup.options.modded => Some(format!(
            "The shift of {day}, and your one try at it that counts. You may leave it and come \
             back."
        )),
        Mode::Daily { day, .. } => Some(format!("The shift of {day}, for practice.")),
    }
}

fn dawn(view: View<'_>) -> String {
    format!("Dawn comes in {} turns.", view.turns_left())
}

fn supplies(view: View<'_>) -> String {
    let supplies = view.player().supplies.into_iter().filter(|&(_, count)| count > 0);
    let supplies: Vec<_> = supplies.map(|(supply, count)| supply.counted(count)).collect();
    match supplies.split_last() {
        None => "The closet is empty.".to_owned(),
        Some((last, [])) => format!("The closet gave you {last}."),
        Some((last, others)) => format!("The closet gave you {} and {last}.", others.join(", ")),
    }
}

/// The orders in the closet, with the keys that take them and what stands on them.
fn orders_to_take(view: View<'_>) -> Vec<String> {
    let orders = view.orders_to_take();
    let labels =
        (1..).zip(&orders).map(|(key, order)| format!("[{key}] {}. {}", order.label, order.text));
    let head = "There hang orders besides, for who wants one:".to_owned();
    (!orders.is_empty()).then_some(head).into_iter().chain(labels).collect()
}
