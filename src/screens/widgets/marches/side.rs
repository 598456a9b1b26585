//! The panel beside a journey's map: how the player stands, and the site under the cursor.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    Appearance,
    glyphs::GlyphId,
    race::RaceView,
    theme::ColorRole,
    widgets::{
        bar::{health_bar, is_low},
        hud::timer_line,
        layout::draw_panel,
        picture::{PLATE_MARGIN, Plate},
        text_lines,
    },
};
use engine::sim::SiteId;
use engine::view::View;
use unicode_width::UnicodeWidthStr as _;

use super::map::{site_letter, site_role};

/// The raids of a site that the panel shows.
const MAX_RAIDS_SHOWN: usize = 2;

/// Draws the panel, with a border at its left: it is about the site of the cursor.
pub(super) fn draw(
    area: Rect,
    buffer: &mut Buffer,
    view: View<'_>,
    (cursor, race): (SiteId, Option<&RaceView>),
    looks: Appearance,
) {
    draw_panel(area, buffer, looks, |width, rows| {
        let mut lines = standing(view, looks, width);
        lines.extend(race.map(|race| timer_line(race, looks)));
        let site = site(view, cursor, looks, width);
        if lines.len() + 1 + site.len() <= rows {
            lines.push(Line::default());
        }
        lines.extend(site);
        if lines.len() > rows {
            lines.truncate(rows.saturating_sub(1));
            lines.push(Line::styled(looks.glyph(GlyphId::CutOff), looks.style(ColorRole::Dim)));
        }
        // The legend is worth what room is left.
        let legend = legend(looks);
        if lines.len() + 1 + legend.len() <= rows {
            lines.resize(rows - legend.len(), Line::default());
            lines.extend(legend);
        }
        lines
    });
}

/// How the player stands, in one line for a small screen.
pub(crate) fn standing_in_one_line(view: View<'_>) -> String {
    let Some(journey) = view.journey() else { return String::new() };
    let player = view.player();
    format!(
        "Night {}  health {}/{}  rations {}  {}",
        journey.night(),
        player.health,
        player.max_health,
        journey.rations(),
        journey.coins(),
    )
}

/// What is known of a site, in one line for a small screen.
pub(super) fn site_in_one_line(view: View<'_>, id: SiteId) -> String {
    let Some(journey) = view.journey() else { return String::new() };
    let report = journey.site_report(id);
    format!("{}. {} {} {}", report.name, report.way, report.kind, report.state)
}

fn standing(view: View<'_>, looks: Appearance, width: usize) -> Vec<Line<'static>> {
    let Some(journey) = view.journey() else { return Vec::new() };
    let player = view.player();
    let numbers = format!(" {}/{}", player.health, player.max_health);
    let room = width.saturating_sub(7 + numbers.len());
    let is_low = is_low(player.health, player.max_health);
    let role = if is_low { ColorRole::Bad } else { ColorRole::Text };
    let mut health = Line::raw("Health ");
    health.extend(health_bar(&looks, player.health, player.max_health, room));
    health.push_span(Span::styled(numbers, looks.style(role)));
    let role = if journey.rations() == 0 { ColorRole::Warning } else { ColorRole::Text };
    let stores = format!("Rations {:<4} {}", journey.rations(), journey.coins());
    let mut supplies: Vec<String> = player
        .supplies
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(supply, count)| supply.counted(*count))
        .collect();
    let kits = view.kits_in_words();
    supplies.extend((!kits.is_empty()).then(|| format!("kits ({kits})")));
    let supplies = match supplies.len() {
        0 => "Nothing left over.".to_owned(),
        _ => format!("Left over: {}.", supplies.join(", ")),
    };
    let mut lines = vec![
        Line::styled(format!("Night {}", journey.night()), looks.style(ColorRole::Title)),
        health,
        Line::styled(stores, looks.style(role)),
    ];
    lines.extend(text_lines(&supplies, ColorRole::Dim, &looks, width));
    if let Some(order) = journey.extra_order() {
        let text = format!("Off the board: {order}.");
        lines.extend(text_lines(&text, ColorRole::Text, &looks, width));
    }
    lines
}

/// The site under the cursor: what presses first, the past last.
fn site(view: View<'_>, id: SiteId, looks: Appearance, width: usize) -> Vec<Line<'static>> {
    let Some(journey) = view.journey() else { return Vec::new() };
    let (report, site) = (journey.site_report(id), journey.site(id));
    let letter = (site_letter(&site, journey.home()), looks.style(site_role(&site)));
    let plate = Plate { letter, name: report.name, bar: None, note: report.kind.clone() };
    let fits = report.kind.width() + PLATE_MARGIN <= width;
    let mut lines = plate.lines(width, &looks)[..=usize::from(fits)].to_vec();
    if !fits {
        lines.extend(text_lines(&report.kind, ColorRole::Dim, &looks, width));
    }
    let role = if report.is_pressing { ColorRole::Warning } else { ColorRole::Text };
    lines.extend(text_lines(&report.state, role, &looks, width));
    let role = if report.is_open { ColorRole::Key } else { ColorRole::Dim };
    lines.extend(text_lines(&report.way, role, &looks, width));
    for raid in report.rumour.iter().chain(report.raids.iter().take(MAX_RAIDS_SHOWN)) {
        lines.extend(text_lines(raid, ColorRole::Dim, &looks, width));
    }
    lines
}

fn legend(looks: Appearance) -> Vec<Line<'static>> {
    let (done, lost) = (looks.glyph(GlyphId::Done), looks.glyph(GlyphId::Lost));
    let rows = [
        "@ you   [K] an open road".to_owned(),
        format!("K{done} in order   K{lost} lost"),
        "K3 lost in three nights".to_owned(),
        "H home S seat T town".to_owned(),
        "V vault K keep W warren".to_owned(),
        "C cavern Y crypt".to_owned(),
        "B bastion O cloister".to_owned(),
    ];
    rows.map(|row| Line::styled(row, looks.style(ColorRole::Dim))).to_vec()
}
