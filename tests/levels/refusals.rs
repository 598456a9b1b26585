//! What cannot be is refused by name, and bounded work is bounded.

use base::Seed;
use content::Depth;
use levels::{GenError, Request, generate};

use crate::support::content::catalog;

#[test]
fn impossible_requests_are_refused_by_name() {
    let catalog = catalog();
    let refusal = |change: &dyn Fn(&mut Request)| {
        let mut request = Request::new("vault", Seed(1), Depth(1));
        change(&mut request);
        generate(&request, &catalog).expect_err("it is impossible").to_string()
    };
    let set = |name: &'static str, value| {
        refusal(&move |request| {
            request.settings.insert(name.to_owned(), value);
        })
    };
    assert!(refusal(&|request| request.kind = "valt".to_owned()).contains("did you mean “vault”?"));
    assert!(refusal(&|request| request.width = Some(17)).contains("18×12"));
    assert!(refusal(&|request| request.height = Some(1025)).contains("1024×1024"));
    assert!(refusal(&|request| request.width = Some(-1)).contains("-1×"));
    assert!(refusal(&|request| request.depth = Depth(0)).contains("from 1 to 99"));
    assert!(set("feature_percnt", 3).contains("did you mean “feature_percent”?"));
    assert!(set("min_distance", 33).contains("it takes 1 to 32"));
    assert!(set("min_distance", 0).contains("min_distance=0 is impossible"));
}

#[test]
fn attempts_are_bounded_and_running_out_is_said() {
    let catalog = catalog();
    let mut request = Request::new("cavern", Seed(7), Depth(1));
    // Ten passes that round everything off leave no cave without a square of five.
    for (name, value) in
        [("fill_percent", 35), ("open_passes", 0), ("smooth_passes", 8), ("open_cap", 4)]
    {
        request.settings.insert(name.to_owned(), value);
    }
    let error = generate(&request, &catalog).expect_err("it cannot be");
    let GenError::OutOfAttempts { kind, seed, attempts, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!((kind.as_str(), *seed, *attempts), ("cavern", Seed(7), 40));
}
