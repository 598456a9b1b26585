//! Levels as pictures: one with its legend, or many on a contact sheet; and plots of many.

mod canvas;
pub(super) mod marches;
pub(super) mod plot;
mod sheet;
mod terrain;

use canvas::TooLarge;

use std::io::Write;

use super::args::LevelFormat;
use super::ascii;
use super::series::Series;
use crate::cli::Failure;
use crate::cli::metric::{Metric, Sample};
use crate::cli::workers::Batch;
use canvas::Canvas;
use content::Catalog;
use levels::{GenError, Level};
use sheet::Sheet;

impl From<TooLarge> for Failure {
    fn from(error: TooLarge) -> Failure {
        Failure::usage(&error)
    }
}

/// One level with a legend below it.
pub(super) fn single(level: &Level, catalog: &Catalog) -> Result<Canvas, TooLarge> {
    let Level { kind, seed, depth, tiles, .. } = level;
    let (width, height) = (tiles.width(), tiles.height());
    let title = format!("{kind} · seed {seed} · depth {depth} · {width}×{height}");
    let legend = ascii::legend_entries(level, catalog);
    let mut sheet = Sheet::new(&title, (width, height), 1, &legend)?;
    sheet.put(0, &[], Some(|canvas: &mut Canvas, at| terrain::draw(canvas, at, level, catalog)));
    Ok(sheet.canvas)
}

/// Many levels small, each with its seed; an empty frame for a level that could not be made.
pub(super) fn sheet(series: &Series<'_>, batch: &Batch) -> Result<Canvas, Failure> {
    let kind = &series.first.kind;
    let heading = format!("{kind} · {}", about(series));
    let mut sheet = Sheet::new(&heading, series.size(), series.count, &[])?;
    batch.for_each(
        |place| Some(series.level(place)),
        |place, level| {
            let level = match level {
                Err(GenError::OutOfAttempts { .. }) => None,
                level => Some(level?),
            };
            let captions =
                [format!("{kind} {}", series.seed(place)), series.seed(place).to_string()];
            let catalog = series.catalog;
            let draw = level.as_ref().map(|level| {
                move |canvas: &mut Canvas, at| terrain::draw(canvas, at, level, catalog)
            });
            sheet.put(place, &captions, draw);
            Ok(())
        },
    )?;
    Ok(sheet.canvas)
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

/// Prints a picture as SVG or as PNG, which has text only where this program has a font.
pub(super) fn write(
    canvas: &Canvas,
    format: LevelFormat,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match format {
        LevelFormat::Svg => out.write_all(canvas.svg().as_bytes())?,
        #[cfg(feature = "pictures")]
        _ => out.write_all(&crate::cli::raster::png(&canvas.svg(), 1)?)?,
        #[cfg(not(feature = "pictures"))]
        _ => canvas.encode(out)?,
    }
    Ok(())
}

/// The properties that the levels of a series have in common, except their kind.
fn about(series: &Series<'_>) -> String {
    let (width, height) = series.size();
    format!("depth {} · {width}×{height} · {}", series.first.depth, series.seeds())
}
