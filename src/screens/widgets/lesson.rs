//! The present lesson of the tutorial, above the map.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{Context, glyphs::GlyphSet, theme::ColorRole};
use engine::view::{LessonView, View};

use super::words::wrap;

/// The rows of map that a lesson always leaves.
const MIN_MAP_ROWS: u16 = 8;

/// The rows that lessons need above a map of a width, with the rule below them: as many for each,
/// so that the map stays where it is. None where there is no lesson.
pub(crate) fn height(view: View<'_>, map_columns: u16, context: &Context) -> u16 {
    if view.lesson().is_none() {
        return 0;
    }
    let rows = |lesson| wrap(&told(lesson, context), width(map_columns)).len() as u16;
    view.lessons().map(rows).max().map_or(0, |rows| rows + 1)
}

/// Draws the lesson into the upper rows of the map's area. Returns what is left of that; all of it
/// if there is no lesson.
pub(crate) fn draw(map: Rect, buffer: &mut Buffer, view: View<'_>, context: &Context) -> Rect {
    let Some(lesson) = view.lesson() else { return map };
    let high = height(view, map.width, context).min(map.height.saturating_sub(MIN_MAP_ROWS));
    if high < 2 {
        return map;
    }
    let looks = context.appearance;
    let width = width(map.width);
    let (head, room) = (head(lesson), usize::from(high - 1));
    let mut rows = wrap(&told(lesson, context), width);
    if rows.len() > room {
        rows.truncate(room);
        if let Some(last) = rows.last_mut() {
            while last.chars().count() + 2 > width && last.pop().is_some() {}
            last.push_str(" …");
        }
    }
    for ((place, row), y) in rows.into_iter().enumerate().zip(map.y..) {
        // The head is shorter than any row that it fits into; in a narrower one it is wrapped like
        // the rest.
        let line = match row.strip_prefix(&head).filter(|_| place == 0) {
            Some(rest) => Line::from(vec![
                Span::styled(head.clone(), looks.style(ColorRole::Title)),
                Span::styled(rest.to_owned(), looks.style(ColorRole::Hint)),
            ]),
            None => Line::styled(row, looks.style(ColorRole::Hint)),
        };
        buffer.set_line(map.x, y, &line, map.width);
    }
    let rule = match looks.glyphs {
        GlyphSet::Unicode => "─",
        GlyphSet::Ascii => "-",
    };
    let rule = rule.repeat(width);
    buffer.set_stringn(map.x, map.y + high - 1, rule, width, looks.style(ColorRole::Dim));
    Rect { y: map.y + high, height: map.height - high, ..map }
}

/// The columns of the text above a map.
fn width(map_columns: u16) -> usize {
    usize::from(map_columns.saturating_sub(1)).max(1)
}

/// The lesson in a line, for reader mode.
pub(crate) fn read(view: View<'_>, context: &Context) -> Option<String> {
    view.lesson().map(|lesson| told(lesson, context))
}

fn told(lesson: LessonView<'_>, context: &Context) -> String {
    format!("{} {}", head(lesson), context.settings.keymap.fill_in(lesson.text))
}

fn head(LessonView { number, count, title, .. }: LessonView<'_>) -> String {
    format!("Lesson {number} of {count}: {title}.")
}

#[cfg(test)]
mod tests {
    use crate::keymap::unknown_names;
    use content::Catalog;

    #[test]
    fn the_texts_of_the_tutorial_name_keys_that_there_are() {
        let tutorial = Catalog::embedded().unwrap().tutorial;
        let lessons = tutorial.lessons.iter().flat_map(|lesson| [&lesson.text, &lesson.help]);
        let remarks = tutorial.remarks.iter().map(|remark| &remark.text);
        let pages = tutorial.road.text.iter().chain(&tutorial.ending.text);
        let texts: Vec<&String> = lessons.chain(remarks).chain(pages).collect();
        assert!(texts.iter().any(|text| text.contains("{key:work}")));
        for text in texts {
            assert_eq!(unknown_names(text), Vec::<&str>::new(), "{text}");
        }
    }
}
