//! The keys of the dump, and the seeds whose levels must never change unnoticed.

use base::Seed;
use content::Depth;
use levels::Request;
use xxhash_rust::xxh3::xxh3_64;

use crate::contract::level;
use crate::support::kinds::kinds;
use crate::support::snapshot::snapshot;

/// The keys of a level, in their order.
const KEYS: &str = "schema kind seed depth width height tiles start exit rooms links things \
                    certificate attempts detail";

/// The keys of each kind's detail, in their order.
const DETAILS: [(&str, &str); 10] = [
    ("vault", "cols rows min_distance features connections repairs"),
    ("keep", "leaves joins"),
    ("warren", "walkers rounds birth_percent most_walkers walked closed_border dropped"),
    ("cavern", "fill_percent passes regions_filled regions_joined"),
    (
        "crypt",
        "leaves centres delaunay mst loops diameter start_room boss_room critical_path most_gates",
    ),
    ("bastion", "rounds main delaunay mst added_back share_percent kept_minor dropped"),
    ("cloister", "pattern cycle start_room goal_room subcycles one_way"),
    ("town", "module_size modules sockets houses restarts"),
    ("house", "side door splits"),
    ("delve", "fill_percent passes regions_filled regions_joined leaves"),
];

#[test]
fn the_dump_has_its_keys_in_their_order() {
    assert!(DETAILS.into_iter().map(|(kind, _)| kind).eq(kinds()), "each kind has its keys");
    for (kind, detail) in DETAILS {
        let mut request = Request::new(kind, Seed(42), Depth(1));
        let dump = serde_json::to_string(&level(&request)).expect("it serialises");
        assert_eq!(keys(&dump), KEYS, "{kind}");
        let start = dump.rfind(r#""detail":"#).expect("checked") + r#""detail":"#.len();
        assert_eq!(keys(&dump[start..]), detail, "{kind}");
        assert!(dump.starts_with(&format!(r#"{{"schema":"upkeeper.level/1","kind":"{kind}""#)));
        assert!(dump.contains(r#""seed":"42","depth":1,"width":"#));
        request.trace = true;
        let traced = serde_json::to_string(&level(&request)).expect("it serialises");
        assert_eq!(keys(&traced[start..]), format!("{detail} trace"));
    }
}

/// The keys of the first object in a text, in their order.
fn keys(json: &str) -> String {
    let (mut depth, mut keys, mut from, mut quoted) = (0, Vec::new(), 0, false);
    let mut letters = json.char_indices();
    while let Some((place, letter)) = letters.next() {
        match letter {
            // Grass is a quotation mark: what follows the backslash ends nothing.
            '\\' if quoted => drop(letters.next()),
            '"' if !quoted => (quoted, from) = (true, place + 1),
            '"' => {
                quoted = false;
                if depth == 1 && json[place + 1..].starts_with(':') {
                    keys.push(&json[from..place]);
                }
            }
            '{' | '[' if !quoted => depth += 1,
            '}' | ']' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            _ => {}
        }
    }
    keys.join(" ")
}

#[test]
fn the_catalogue_of_seeds_stays_as_it_is() {
    for kind in kinds() {
        let mut lines = Vec::new();
        for seed in 0..50 {
            let level = level(&Request::new(kind, Seed(seed), Depth(1 + (seed % 5) as u8)));
            let dump = serde_json::to_string(&level).expect("it serialises");
            let plan = xxh3_64(level.rows().join("\n").as_bytes());
            lines.push(format!("{seed} plan {plan:016x} dump {:016x}", xxh3_64(dump.as_bytes())));
        }
        snapshot("golden", &format!("levels_{kind}"), &lines.join("\n"));
        for seed in [1, 42] {
            let level = level(&Request::new(kind, Seed(seed), Depth(1)));
            snapshot("golden", &format!("levels_{kind}_{seed}"), &level.rows().join("\n"));
        }
    }
}
