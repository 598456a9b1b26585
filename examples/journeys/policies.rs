//! The policies that are compared: each differs from the first in one thing.

use content::Catalog;
use runs::record::bot::{Policy, Purchase, Way};

/// The policies, each with what it differs in.
pub(crate) fn variants(first: &Policy, catalog: &Catalog) -> Vec<(String, Policy)> {
    let mut all = vec![("default".to_owned(), first.clone())];
    let mut add = |name: String, edit: &dyn Fn(&mut Policy)| {
        let mut policy = first.clone();
        edit(&mut policy);
        all.push((name, policy));
    };
    for (name, way) in [("most", Way::MostSites), ("towns", Way::Towns), ("short", Way::ShortRoads)]
    {
        add(format!("way {name}"), &|policy| policy.way = way);
    }
    add("buys nothing".to_owned(), &|policy| policy.buys.clear());
    for what in Purchase::ALL {
        let name = format!("{what:?}").to_lowercase();
        add(format!("buys {name} only"), &|policy| policy.buys = vec![what]);
        let with = !first.buys.contains(&what);
        add(format!("{} {name}", if with { "with" } else { "without" }), &|policy| {
            if with {
                policy.buys.push(what);
            } else {
                policy.buys.retain(|own| *own != what);
            }
        });
    }
    for percent in [80, 65, 50, 35, 0] {
        add(format!("works {percent}%"), &|policy| policy.order_percent = percent);
    }
    for percent in [0, 40, 95] {
        add(format!("rests below {percent}%"), &|policy| policy.rest_below_percent = percent);
    }
    for perk in catalog.perks.iter().filter(|perk| !perk.sold) {
        add(format!("perk {}", perk.name), &|policy| policy.perk = Some(perk.name.clone()));
    }
    all
}
