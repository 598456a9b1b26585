//! Levels as pictures: one with its legend, or many on a contact sheet.

mod canvas;
mod ink;
mod legend;
pub(super) mod marches;
pub(super) mod plot;
mod sheet;
mod stencil;
mod terrain;

use canvas::TooLarge;

use super::series::Series;
use crate::cli::Failure;
use crate::cli::metric::{Metric, Sample};
use crate::cli::workers::Batch;
use canvas::{Canvas, MARGIN_PIXELS};
use content::Terrain;
use levels::{GenError, Level};
use sheet::ContactSheet;

impl From<TooLarge> for Failure {
    fn from(error: TooLarge) -> Failure {
        Failure::usage(&error)
    }
}

/// The possible sides of a cell: a single level is drawn with the largest one that fits.
const CELL_PIXELS: [u32; 8] = [12, 10, 8, 6, 5, 4, 3, 2];
/// The largest width and height of a map, unless its cells cannot be made small enough.
const MAX_MAP_PIXELS: (i64, i64) = (2000, 1500);

/// A level with a title above it and a legend below.
pub(super) fn single(level: &Level, terrain: &Terrain) -> Result<Canvas, TooLarge> {
    let (width, height) = (level.tiles.width(), level.tiles.height());
    let fits = |side: &u32| {
        i64::from(width) * i64::from(*side) <= MAX_MAP_PIXELS.0
            && i64::from(height) * i64::from(*side) <= MAX_MAP_PIXELS.1
    };
    let side = CELL_PIXELS.into_iter().find(fits).unwrap_or(2);
    let map = (width as u32 * side, height as u32 * side);
    let legend = legend::Legend::of(level, terrain, map.0.max(legend::MIN_LEGEND_PIXELS));
    let heading = 2 * canvas::GLYPH_PIXELS + MARGIN_PIXELS;
    let mut canvas = Canvas::new(
        u64::from(legend.width() + 2 * MARGIN_PIXELS),
        u64::from(heading + map.1 + legend.height() + 3 * MARGIN_PIXELS),
    )?;
    canvas.write((MARGIN_PIXELS, MARGIN_PIXELS), 2, ink::TEXT, &title(level));
    let left = (canvas.width() - map.0) / 2;
    terrain::draw(&mut canvas, (left, MARGIN_PIXELS + heading), side, level);
    legend.draw(&mut canvas, (MARGIN_PIXELS, 2 * MARGIN_PIXELS + heading + map.1));
    Ok(canvas)
}

fn title(level: &Level) -> String {
    let Level { kind, seed, depth, tiles, .. } = level;
    format!("{kind} · seed {seed} · depth {depth} · {}×{}", tiles.width(), tiles.height())
}

/// A contact sheet of a series: each level small, with its seed; an empty frame for a level that
/// could not be made.
pub(super) fn sheet(series: &Series<'_>, batch: &Batch) -> Result<Canvas, Failure> {
    let kind = &series.first.kind;
    let heading = format!("{kind} · {}", about(series));
    let mut sheet = ContactSheet::new(&heading, kind, series.size(), series.count)?;
    batch.for_each(
        |place| Some(series.level(place)),
        |place, level| {
            match level {
                Ok(level) => sheet.put(place, level.seed, Some(&level)),
                Err(GenError::OutOfAttempts { seed, .. }) => sheet.put(place, seed, None),
                Err(other) => return Err(other.into()),
            }
            Ok(())
        },
    )?;
    Ok(sheet.into_canvas())
}

/// The plot of a series' levels in the plane of two metrics.
pub(super) fn plot(
    series: &Series<'_>,
    batch: &Batch,
    metrics: [&'static Metric; 2],
) -> Result<Canvas, Failure> {
    let work = |place| {
        let level = match series.level(place) {
            Err(GenError::OutOfAttempts { .. }) => return Ok(None),
            other => other?,
        };
        let sample = Sample::new(&level, series.catalog);
        let [across, up] = metrics.map(|metric| {
            let untold = || metric.untold(&level.kind);
            metric.of(&sample).ok_or_else(untold)
        });
        Ok::<_, Failure>(Some((across?, up?)))
    };
    let mut points = Vec::new();
    batch.for_each(
        |place| Some(work(place)),
        |_, point| {
            points.extend(point?);
            Ok(())
        },
    )?;
    let mut about = about(series);
    let failures = batch.done() - points.len() as u64;
    if failures > 0 {
        about = format!("{about} · {failures} could not be made");
    }
    let levels = if points.len() == 1 { "level" } else { "levels" };
    let heading = [format!("{} · {} {levels}", series.first.kind, points.len()), about];
    Ok(plot::draw(metrics, &points, &heading)?)
}

/// The properties that the levels of a series have in common, except their kind.
fn about(series: &Series<'_>) -> String {
    let (width, height) = series.size();
    format!("depth {} · {width}×{height} · {}", series.first.depth, series.seeds())
}
