//! `gen marches`: the overworld, which is a map of sites and no level.

#![expect(clippy::float_arithmetic, reason = "a report about maps: it is timed")]

use std::io::{self, Write};

use super::args::{Args, LevelFormat};
use super::picture::{
    self,
    marches::{draw, region_pigment},
};
use super::stats::{GenerationTotals, Measure, NamedMeasures, StatsReport};
use crate::cli::metric::Unit;
use crate::cli::output::json_line;
use crate::cli::paint::Paint;
use crate::cli::workers::{Batch, own_time};
use crate::cli::{Answer, Call, Failure};
use base::{Grid, Pigment, Pos};
use content::{Catalog, MarchesRules};
use levels::{
    Marches, MarchesMeasures, Request, Site, check_marches, generate_marches, measure_marches,
};

pub(super) fn run(
    args: &Args,
    catalog: &Catalog,
    paint: Paint,
    call: &mut Call<'_>,
) -> Result<Answer, Failure> {
    let unknown =
        [(args.trace, "--trace"), (args.animate, "--animate"), (args.plot.is_some(), "--plot")];
    if let Some((_, option)) = unknown.into_iter().find(|(given, _)| *given) {
        let why = "shows how a level is made or measured; the marches are none";
        return Err(Failure::usage(&format!("{option} {why}")));
    }
    let first = args.level.unchecked_request(&catalog.marches.name, args.seed)?;
    check_marches(&first, catalog)?;
    let batch = args.batch(call.invocation);
    let map = |place| {
        let request = Request { seed: args.seed.offset(place), ..first.clone() };
        Some(generate_marches(&request, catalog))
    };
    // A picture that cannot be drawn leaves no file behind.
    let canvas = match args.format {
        LevelFormat::Png | LevelFormat::Svg => {
            let mut maps = Vec::new();
            batch.for_each(map, |_, marches| {
                maps.push(marches?);
                Ok(())
            })?;
            Some(draw(&maps)?)
        }
        _ => None,
    };
    let mut out = args.output(call.out)?;
    match args.format {
        LevelFormat::Ascii => {
            batch.for_each(map, |place, marches| {
                if place > 0 {
                    writeln!(out)?;
                }
                write_map(&marches?, &catalog.marches, paint, &mut out)?;
                out.flush()
            })?;
        }
        LevelFormat::Json => {
            batch.for_each(map, |_, marches| {
                out.write_all(&json_line(&marches?)?)?;
                out.flush()
            })?;
        }
        LevelFormat::Stats => write_stats(&first, &batch, catalog, &mut out)?,
        LevelFormat::Png | LevelFormat::Svg => {
            canvas.map_or(Ok(()), |canvas| picture::write(&canvas, args.format, &mut out))?;
        }
    }
    out.finish()?;
    Ok(batch.answer("levels"))
}

/// Prints sites, roads and the bounds of the regions, which on a colour terminal are filled.
fn write_map(
    marches: &Marches,
    rules: &MarchesRules,
    paint: Paint,
    out: &mut impl Write,
) -> io::Result<()> {
    let regions = &marches.regions;
    let Marches { seed, sites, roads, .. } = marches;
    let (width, height) = (regions.width(), regions.height());
    let name = &rules.name;
    let (count, ways) = (sites.len(), roads.len());
    writeln!(out, "{name} · seed {seed} · {width}×{height} · {count} sites · {ways} roads")?;

    let colours = marches.colours();
    let mut cells: Grid<(char, Pigment)> = Grid::filled(width, height, (' ', Pigment::Plain));
    for (pos, &site) in regions.iter() {
        let differs = |dx, dy| regions.get(pos + Pos::new(dx, dy)).is_some_and(|&it| it != site);
        if paint != Paint::NONE || differs(1, 0) || differs(0, 1) {
            cells[pos] = ('.', region_pigment(colours[usize::from(site)]));
        }
    }
    for road in roads {
        for pos in marches.road_cells(*road) {
            cells[pos] = ('=', Pigment::Bright);
        }
    }
    for site in sites {
        cells[site.pos()] = match site.id {
            id if id == marches.start => ('<', Pigment::Yellow),
            id if id == marches.goal => ('>', Pigment::Red),
            _ => (Site::letter(&site.kind), Pigment::Plain),
        };
    }
    for row in cells.rows() {
        let end = row.iter().rposition(|cell| cell.0 != ' ').map_or(0, |last| last + 1);
        for run in row[..end].chunk_by(|a, b| a.1 == b.1) {
            let text: String = run.iter().map(|cell| cell.0).collect();
            paint.write(run[0].1, &text, out)?;
        }
        writeln!(out)?;
    }
    let kinds: Vec<String> = rules
        .kinds
        .iter()
        .map(|kind| {
            let count = sites.iter().filter(|site| site.kind == kind.name).count();
            format!("{} {} {count}", Site::letter(&kind.name), kind.name)
        })
        .collect();
    let [start, goal] = [marches.start, marches.goal].map(|site| &sites[site].kind);
    writeln!(out, "< start, a {start} · > goal, a {goal} · = road · {}", kinds.join(" · "))
}

const MAP_MEASURES: [Measure<MarchesMeasures>; 9] = [
    ("sites", Unit::Count, |map| map.sites),
    ("roads", Unit::Count, |map| map.roads),
    ("length", Unit::Count, |map| map.length),
    ("distance", Unit::Count, |map| map.distance),
    ("path", Unit::Share, |map| map.path),
    ("loops", Unit::Count, |map| map.loops),
    ("dead_ends", Unit::Count, |map| map.dead_ends),
    ("chokepoints", Unit::Share, |map| map.chokepoints),
    ("linearity", Unit::Share, |map| map.linearity),
];

/// Prints one object of measures over all the maps.
fn write_stats(
    first: &Request,
    batch: &Batch,
    catalog: &Catalog,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (mut maps, mut totals) = (Vec::new(), GenerationTotals::default());
    let work = |place| {
        let request = Request { seed: first.seed.offset(place), ..first.clone() };
        let begun = own_time();
        let marches = generate_marches(&request, catalog);
        Some((marches, own_time() - begun))
    };
    batch.for_each(work, |_, (marches, seconds)| {
        let marches = marches?;
        totals.seconds += seconds;
        totals.made += 1;
        totals.attempts += u64::from(marches.attempts);
        maps.push(measure_marches(&marches));
        Ok(())
    })?;
    let measures = NamedMeasures::over(&maps, &MAP_MEASURES);
    StatsReport::new(first, batch.done(), totals, measures).write(out)
}
