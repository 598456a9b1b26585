//! The picture of a journey so far: the upkeeper's plate, and the points of every night as a bar.

use ratatui::text::{Line, Span};

use super::picture::Plate;
use super::{pad, share_bar};
use crate::{Appearance, theme::ColorRole};
use content::{capital, counted};
use engine::sim::Leg;
use engine::view::View;

/// The columns of a night's number, letter and points, with the blanks around them.
const NUMBER_COLUMNS: usize = 10;
const MIN_BAR_COLUMNS: usize = 4;
const MAX_NAME_COLUMNS: usize = 18;
const MIN_COLUMNS_WITH_HEALTH: u16 = 30;
const MAX_BAR_COLUMNS: usize = 20;

/// The last nights that there are rows for; nothing in other modes than a journey.
pub(crate) fn picture(
    view: View<'_>,
    name: &str,
    (columns, rows): (u16, u16),
    looks: &Appearance,
) -> Vec<Line<'static>> {
    let Some(journey) = view.journey() else { return Vec::new() };
    let nights: Vec<_> = journey
        .trail()
        .iter()
        .filter_map(|leg| match *leg {
            Leg::Work { site, night, points, max_points, letter, .. } => {
                Some((night, capital(&journey.site_name(site)), letter, points, max_points))
            }
            Leg::Road { .. } => None,
        })
        .collect();
    let player = view.player();
    let best = nights.iter().max_by_key(|(.., points, _)| *points);
    let best = best.map_or(String::new(), |(.., letter, points, _)| {
        format!(", best {} {points}", letter.character())
    });
    let plate = Plate {
        letter: ('@', looks.style(ColorRole::Player)),
        name: if name.is_empty() { "The upkeeper" } else { name }.to_owned(),
        bar: (columns >= MIN_COLUMNS_WITH_HEALTH).then(|| {
            let told = format!("{}/{}", player.health.max(0), player.max_health);
            (player.health, player.max_health, told)
        }),
        note: format!("{}{best}", counted(nights.len() as u32, "night")),
    };
    let mut lines = plate.lines(columns.into(), looks).to_vec();
    lines.push(Line::default());
    let first = nights.len().saturating_sub(usize::from(rows).saturating_sub(lines.len()));
    let room = usize::from(columns).saturating_sub(NUMBER_COLUMNS);
    let name_columns = room.saturating_sub(MIN_BAR_COLUMNS).min(MAX_NAME_COLUMNS);
    let bar_columns = (room - name_columns).min(MAX_BAR_COLUMNS);
    lines.extend(nights[first..].iter().map(|(night, name, letter, points, max_points)| {
        let mut line = Line::from(format!("{night:>2} {} ", pad(name, name_columns, looks)));
        let letter = format!("{} ", letter.character());
        line.push_span(Span::styled(letter, looks.style(ColorRole::Title)));
        line.extend(share_bar(looks, *points, *max_points, bar_columns, ColorRole::BarFull));
        line.push_span(format!(" {points:>3}"));
        line
    }));
    lines
}
