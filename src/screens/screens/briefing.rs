//! The briefing before a shift: last night's raid, the work order, the time until dawn and the
//! supplies.

use crate::{
    ActiveRun, Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    terminal::{Input, KeyCode},
    widgets::{
        KeyHint, hint_text,
        sheet::{Block, Sheet},
    },
};
use content::capital;
use engine::sim::{JobCount, Mode};
use engine::view::View;
use ratatui::text::Line;

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
        let view = context.run().view();
        let bullet = looks.glyph(GlyphId::Bullet);
        let sheet =
            |text| Sheet { text, is_compact: true, ..Sheet::boxed(66, title(context.run())) };
        let task = task(view).into_iter();
        let mut sheet = if sheet(blocks(view, bullet, task.clone())).fits(context.sheet, &looks) {
            sheet(blocks(view, bullet, task))
        } else {
            // Those about this night come before those about every night, which only the first of a
            // journey needs.
            let mut text = blocks(view, bullet, [].into_iter());
            if view.journey().is_some_and(|journey| journey.night() <= 1) {
                text.extend(task.map(Block::text));
            }
            sheet(text)
        };
        let take = match view.orders_to_take().len() {
            0 => None,
            count => Some(format!("1 to {count}: take one")),
        };
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

    /// A job of the order a line, where the picture has two.
    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let run = context.run();
        let view = run.view();
        let order = view.order().into_iter();
        let order = order.map(|count| (job_name(count), view.progress(count).1));
        let order = order.map(|(name, wanted)| format!("{}: {wanted}.", capital(name)));
        let mut lines = vec![format!("{}.", title(run))];
        lines.extend(task(view).into_iter().chain(tonight(view)));
        lines.push("The work order:".to_owned());
        lines.extend(order);
        lines.extend(closing(view));
        lines.extend(orders_to_take(view));
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

/// What is told, which begins with some paragraphs.
fn blocks(view: View<'_>, bullet: &str, task: impl Iterator<Item = String>) -> Vec<Block> {
    let paragraphs = task.chain(tonight(view)).map(Block::text);
    let mut blocks: Vec<Block> = paragraphs.flat_map(|text| [text, Block::blank()]).collect();
    // What can be chosen here stands before what the panel shows all night: the end of the page may
    // have to be scrolled to.
    let orders = orders_to_take(view);
    if !orders.is_empty() {
        blocks.extend(orders.into_iter().map(Block::text).chain([Block::blank()]));
    }
    blocks.push(Block::heading("Work order"));
    // Two to a line, so that all of it fits on a small screen.
    for pair in view.order().chunks(2) {
        let entries = pair.iter().map(|&count| {
            format!("{bullet} {:<8}{:>4}      ", job_name(count), view.progress(count).1)
        });
        let line = entries.collect::<String>().trim_end().to_owned();
        blocks.push(Block::Line(Line::raw(line)));
    }
    blocks.push(Block::blank());
    blocks.extend(closing(view).into_iter().map(Block::text));
    blocks
}

/// The paragraphs about what an upkeeper does every night.
fn task(view: View<'_>) -> Vec<String> {
    view.catalog().texts.briefing.clone()
}

/// The paragraphs before the order about this night: last night's raid, what is different, and who
/// is expected at dawn.
fn tonight(view: View<'_>) -> Vec<String> {
    let last_night = view.tale_of_last_night().into_iter();
    daily_notice(view)
        .into_iter()
        .chain(view.another_night_notice())
        .chain(last_night)
        .chain(view.household_notice())
        .chain(view.condition_notice())
        .chain(view.prowlers_notice())
        .chain(view.notice_of_dawn())
        .collect()
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

/// The sentences after the order: the time that is left, and the supplies.
fn closing(view: View<'_>) -> Vec<String> {
    let left = view.turns_left();
    let dawn = match view.par() {
        Some(par) => format!(
            "Par is {par} turns, dawn comes in {left}. The nearer to par you leave with all of it \
             done, the better the pay."
        ),
        None => format!("Dawn comes in {left} turns."),
    };
    let supplies: Vec<_> = view
        .player()
        .supplies
        .into_iter()
        .filter(|&(_, count)| count > 0)
        .map(|(supply, count)| supply.counted(count))
        .collect();
    let closet = match supplies.split_last() {
        None => "The closet is empty.".to_owned(),
        Some((last, [])) => format!("The closet gave you {last}."),
        Some((last, others)) => format!("The closet gave you {} and {last}.", others.join(", ")),
    };
    view.floors_notice()
        .into_iter()
        .chain([dawn])
        .chain(view.exit_notice())
        .chain([closet])
        .chain(view.extra_orders())
        .chain(view.rising_notice())
        .collect()
}

/// The orders in the closet, with the keys that take them and what stands on them.
fn orders_to_take(view: View<'_>) -> Vec<String> {
    let orders = view.orders_to_take();
    let labels =
        (1..).zip(&orders).map(|(key, order)| format!("[{key}] {}. {}", order.label, order.text));
    let head = "There hang orders besides, for who wants one:".to_owned();
    (!orders.is_empty()).then_some(head).into_iter().chain(labels).collect()
}

fn job_name(count: JobCount) -> &'static str {
    if count.total == 1 { count.job.name() } else { count.job.plural() }
}
