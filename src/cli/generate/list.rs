//! `gen --list`: the kinds, their sizes and settings.

use std::io::{self, Write};

use serde::Serialize;

use crate::cli::output::json_line;
use crate::cli::paint::Paint;
use base::{Pigment, sanitize};
use content::Catalog;
use levels::{Marches, Request, Setting};

#[derive(Serialize)]
struct Kind<'a> {
    schema: &'static str,
    #[serde(rename = "kind")]
    name: &'a str,
    about: &'a str,
    #[serde(rename = "least")]
    min: (i32, i32),
    default: (i32, i32),
    #[serde(rename = "most")]
    max: (i32, i32),
    settings: Vec<Setting<'a>>,
}

/// Prints every kind with its sizes and settings; as JSON, one object a line.
pub(super) fn write(
    catalog: &Catalog,
    json: bool,
    paint: Paint,
    out: &mut impl Write,
) -> io::Result<()> {
    for (place, kind) in kinds(catalog).enumerate() {
        if json {
            out.write_all(&json_line(&kind)?)?;
        } else {
            if place > 0 {
                writeln!(out)?;
            }
            write_text(&kind, paint, out)?;
        }
    }
    Ok(())
}

/// The levels, and after them the overworld.
fn kinds(catalog: &Catalog) -> impl Iterator<Item = Kind<'_>> {
    let levels = catalog.levels.iter().map(|kind| {
        let settings = kind.settings.iter().map(|setting| Setting::of(setting, kind.usual));
        Kind::new(&kind.name, &kind.about, [kind.min, kind.usual], settings)
    });
    let rules = &catalog.marches;
    let settings = Marches::settings(rules, rules.usual).into_iter();
    let marches = Kind::new(&rules.name, &rules.about, [rules.min, rules.usual], settings);
    levels.chain([marches])
}

impl<'a> Kind<'a> {
    fn new(
        name: &'a str,
        about: &'a str,
        [min, default]: [(i32, i32); 2],
        settings: impl Iterator<Item = Setting<'a>>,
    ) -> Kind<'a> {
        let max = (Request::LARGEST, Request::LARGEST);
        let settings = settings.collect();
        Kind { schema: "upkeeper.kind/1", name, about, min, default, max, settings }
    }
}

fn write_text(kind: &Kind<'_>, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let Kind { min, default, max, settings, .. } = kind;
    let (kind, about) = (sanitize(kind.name), sanitize(kind.about));
    paint.write(Pigment::Yellow, &kind, out)?;
    writeln!(out, ": {about}")?;
    writeln!(
        out,
        "  size  {}×{} if not said, from {}×{} to {}×{}",
        default.0, default.1, min.0, min.1, max.0, max.1
    )?;
    let widest = settings.iter().map(|setting| setting.name.len()).max().unwrap_or(0);
    for Setting { name, about, default, low, high } in settings {
        let (name, about) = (sanitize(name), sanitize(about));
        write!(out, "  --set ")?;
        paint.write(Pigment::Green, &format!("{name}={default}"), out)?;
        let blanks = widest + 5 - name.len() - default.to_string().len().min(5);
        let range = format!("{low} to {high}");
        writeln!(out, "{:blanks$}  {range:<10}  {about}", "")?;
    }
    Ok(())
}
