//! Conditions that hold, that do not, and that are refused.

use proptest::prelude::*;

use super::*;

/// What is told of the level that conditions are tried on.
fn value(metric: &Metric) -> f64 {
    match metric.name {
        "density" => 0.399,
        "loops" => 2.0,
        "path" => 0.5,
        "par" => f64::NAN,
        _ => 7.0,
    }
}

fn holds(text: &str) -> bool {
    Condition::parse(text).unwrap_or_else(|error| panic!("{error}")).holds(value)
}

/// The message, and the part of the text that is marked.
fn fault(text: &str) -> (String, String) {
    let error = Condition::parse(text).expect_err(text);
    (error.message.clone(), error.text[error.at].to_owned())
}

/// The lines of a section of `cases.txt`.
fn section(title: &str) -> impl Iterator<Item = &'static str> {
    let text = include_str!("cases.txt");
    let (_, rest) = text.split_once(&format!("== {title}\n")).expect("a section");
    rest.lines().take_while(|line| !line.is_empty())
}

#[test]
fn conditions_mean_what_they_say() {
    for text in section("hold").chain(["  loops>1&&loops<3  "]) {
        assert!(holds(text), "{text}");
        assert!(!holds(&format!("!({text})")), "not {text}");
    }
}

#[test]
fn what_is_not_told_of_a_level_compares_to_nothing() {
    for text in ["par > 0", "par < 1", "par == 1", "par != 1", "par == par"] {
        assert!(!holds(text), "{text}");
    }
    assert!(!holds("loops / 0 == 0 / 0"));
}

#[test]
fn faults_are_named_where_they_are() {
    let rows = section("faults").map(|line| line.split(" => ").collect::<Vec<_>>());
    let odd =
        [vec!["", "", "nothing is asked for"], vec!["loops > 'ä\u{7}'", "'", "means nothing here"]];
    for row in rows.chain(odd) {
        let [text, place, message] = row[..] else { panic!("{row:?}") };
        let (said, at) = fault(text);
        assert_eq!(at, place, "{text}: {said}");
        assert!(said.contains(message), "{text}: {said}");
    }
}

#[test]
fn marks_stand_below_the_fault() {
    let error = Condition::parse("path < 1 && loop >= 2").expect_err("loop");
    let shown = error.to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[1], "  path < 1 && loop >= 2");
    assert_eq!(lines[2], "              ^^^^");
}

#[test]
fn neither_depth_nor_length_breaks_it() {
    for text in ["(".repeat(100_000), "!".repeat(100_000), "-".repeat(100_000)] {
        assert_eq!(fault(&text).0, "this is nested too deep");
    }
    let long = vec!["1"; 50_000].join("+");
    assert!(holds(&format!("{long} == 50000")));
}

#[test]
fn a_condition_names_its_metrics_once() {
    let condition = Condition::parse("path > 0 && loops > path && loops > 1").expect("reads");
    let names: Vec<&str> = condition.metrics().map(|metric| metric.name).collect();
    assert_eq!(names, ["path", "loops"]);
}

#[derive(Clone, Debug)]
enum Tree {
    Leaf(String),
    Sign(&'static str, Box<Tree>),
    Join(&'static str, Box<Tree>, Box<Tree>),
}

impl Tree {
    /// With no more parentheses than are needed, and blanks or none; and how tightly it binds.
    fn write(&self, blank: &str) -> (String, u8) {
        let within = |tree: &Tree, min_power: u8| {
            let (text, power) = tree.write(blank);
            if power < min_power { format!("({text})") } else { text }
        };
        match self {
            Tree::Leaf(text) => (text.clone(), 9),
            Tree::Sign(sign, tree) => (format!("{sign}{}", within(tree, 6)), 6),
            Tree::Join(sign, left, right) => {
                let power = match *sign {
                    "||" => 1,
                    "&&" => 2,
                    "+" | "-" => 4,
                    "*" | "/" => 5,
                    _ => 3,
                };
                let (left, right) = (within(left, power), within(right, power + 1));
                (format!("{left}{blank}{sign}{blank}{right}"), power)
            }
        }
    }

    /// With all parentheses that there can be.
    fn write_whole(&self) -> String {
        match self {
            Tree::Leaf(text) => text.clone(),
            Tree::Sign(sign, tree) => format!("({sign}{})", tree.write_whole()),
            Tree::Join(sign, left, right) => {
                format!("({}{sign}{})", left.write_whole(), right.write_whole())
            }
        }
    }
}

fn join(
    operators: &'static [&'static str],
    terms: impl Strategy<Value = Tree> + Clone,
) -> impl Strategy<Value = Tree> {
    (prop::sample::select(operators), terms.clone(), terms)
        .prop_map(|(operator, left, right)| Tree::Join(operator, left.into(), right.into()))
}

fn numbers() -> impl Strategy<Value = Tree> + Clone {
    const SUMS: &[&str] = &["+", "-", "*", "/"];
    let names = prop::sample::select(vec!["density", "loops", "path", "par", "rooms"]);
    let leaf = prop_oneof![
        (0..9_u32).prop_map(|number| Tree::Leaf(number.to_string())),
        names.prop_map(|name| Tree::Leaf(name.to_owned())),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![join(SUMS, inner.clone()), inner.prop_map(|tree| Tree::Sign("-", tree.into())),]
    })
}

fn conditions() -> impl Strategy<Value = Tree> {
    const COMPARISONS: &[&str] = &["<", "<=", ">", ">=", "==", "!="];
    join(COMPARISONS, numbers()).prop_recursive(4, 16, 2, |inner| {
        prop_oneof![
            join(&["||", "&&"], inner.clone()),
            inner.prop_map(|tree| Tree::Sign("!", tree.into())),
        ]
    })
}

proptest! {
    #[test]
    fn operators_bind_as_tightly_as_is_said(
        tree in conditions(),
        blank in prop::sample::select(vec!["", " "]),
    ) {
        let (text, _) = tree.write(blank);
        prop_assert_eq!(holds(&text), holds(&tree.write_whole()), "{}", text);
    }

    #[test]
    fn whatever_is_given_it_is_read_or_the_place_is_told(text in "[a-z0-9().<>=!&|+*/ \
        -]{0,40}|\\PC{0,20}") {
        if let Err(error) = Condition::parse(&text) {
            prop_assert!(text.get(error.at.clone()).is_some());
            prop_assert!(!error.message.is_empty());
            prop_assert_eq!(error.to_string().lines().count(), 3);
        }
    }
}
