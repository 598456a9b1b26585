//! What the entries of a dump's lists are told apart by.

use serde_json::Value;

/// What tells the entries of a list apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::record) enum ListIdentity {
    /// The value of a key: `actors[id=7]`.
    Key(&'static str),
    /// Pairs of a cell and a value: `fixtures[3,4]` is the value.
    Cells,
    /// Pairs of anything and a value: `resting[0=charm of bells]`.
    Pairs,
    /// The entries themselves, which are in no order: `blood[3,4]`, `threats[=7]`.
    Set,
    /// Rows of cells, a character each: `tiles[3,4]` is the cell in column 3, row 4.
    Rows,
    /// The place in the list: `cart[2]`.
    Place,
}

impl ListIdentity {
    /// That of the list of a key; `None` if its value is compared as a whole, as cells and pairs are.
    pub(in crate::record) fn of(key: &str) -> Option<ListIdentity> {
        Some(match key {
            "actors" | "members" | "posted" | "tenants" => ListIdentity::Key("id"),
            "belt" | "unpaid" => ListIdentity::Key("kind"),
            "order" => ListIdentity::Key("job"),
            "floors" => ListIdentity::Key("number"),
            "rehung" => ListIdentity::Key("at"),
            "items" | "bodies" | "fixtures" | "gas" | "fire" | "door_damage" | "remembered"
            | "shut_out" => ListIdentity::Cells,
            "resting" | "recently_seen" => ListIdentity::Pairs,
            "blood" | "discarded" | "thrown" | "placed_traps" | "goods" | "finished_jobs"
            | "spotted" | "braved" | "tended" | "threats" | "expected" | "friends" | "met"
            | "flags" => ListIdentity::Set,
            "tiles" | "known" | "seen" => ListIdentity::Rows,
            "cart" | "kits" | "deeds" | "route" | "footsteps" | "s" | "sites" | "cast"
            | "trail" | "raids" | "closed_roads" | "opened_roads" | "next_statuses"
            | "entrants" | "beaten" | "perks" | "offered" => ListIdentity::Place,
            _ => return None,
        })
    }

    /// The selector of an entry, as it stands between brackets, and the value that it selects.
    pub(in crate::record) fn entry(self, place: usize, entry: &Value) -> (String, &Value) {
        let first = entry.get(0).unwrap_or(&Value::Null);
        let second = entry.get(1).unwrap_or(&Value::Null);
        match self {
            ListIdentity::Key(key) => {
                (format!("{key}={}", word(entry.get(key).unwrap_or(&Value::Null))), entry)
            }
            ListIdentity::Cells => (word(first), second),
            ListIdentity::Pairs => (format!("0={}", word(first)), second),
            ListIdentity::Set if entry.is_array() => (word(entry), entry),
            ListIdentity::Set => (format!("={}", word(entry)), entry),
            ListIdentity::Rows | ListIdentity::Place => (place.to_string(), entry),
        }
    }
}

/// A value in a selector: a text without its quotes, a cell without its brackets.
fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(word).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}
