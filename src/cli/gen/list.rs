use std::io::{self, Write};

use serde::Serialize;

use crate::content::{Catalog, LevelKind};
use crate::r#gen::Request;

#[derive(Serialize)]
struct Kind<'a> {
    schema: &'static str,
    #[serde(rename = "kind")]
    name: &'a str,
    about: &'a str,
    least: (i32, i32),
    default: (i32, i32),
    most: (i32, i32),
    settings: Vec<Setting<'a>>,
}

/// The numbers are those of a level of the default size.
#[derive(Serialize)]
struct Setting<'a> {
    name: &'a str,
    about: &'a str,
    default: i32,
    low: i32,
    high: i32,
}

/// Prints every kind with its sizes and settings; as JSON, one object a line.
pub(super) fn write(catalog: &Catalog, json: bool, out: &mut impl Write) -> io::Result<()> {
    for kind in catalog.levels.iter().map(describe) {
        if json {
            serde_json::to_writer(&mut *out, &kind)?;
            writeln!(out)?;
        } else {
            write_text(&kind, out)?;
        }
    }
    Ok(())
}

fn describe(kind: &LevelKind) -> Kind<'_> {
    Kind {
        schema: "upkeeper.kind/1",
        name: &kind.name,
        about: &kind.about,
        least: kind.least,
        default: kind.usual,
        most: (Request::LARGEST, Request::LARGEST),
        settings: kind
            .settings
            .iter()
            .map(|setting| Setting {
                name: &setting.name,
                about: &setting.about,
                default: setting.default.on(kind.usual),
                low: setting.low.on(kind.usual),
                high: setting.high.on(kind.usual),
            })
            .collect(),
    }
}

fn write_text(kind: &Kind<'_>, out: &mut impl Write) -> io::Result<()> {
    let Kind { name: kind, about, least, default, most, settings, .. } = kind;
    writeln!(out, "{kind}: {about}")?;
    writeln!(
        out,
        "  size {}×{} to {}×{}, {}×{} if not said",
        least.0, least.1, most.0, most.1, default.0, default.1
    )?;
    for Setting { name, about, default, low, high } in settings {
        writeln!(out, "  {name:<16} {default:>4}  ({low} to {high})  {about}")?;
    }
    Ok(())
}
