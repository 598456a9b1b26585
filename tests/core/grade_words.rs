//! The words for a grade.

use engine::sim::{Grade, GradeLine, GradeReason, Letter, TIME_STEPS, Turns};
use engine::view::time_and_letter;

fn grade(letter: Letter, points: u32, for_time: i32) -> Grade {
    let what = GradeReason::Time { took: Turns(1), par: Turns(1), steps: TIME_STEPS };
    let lines = vec![GradeLine { what, points: for_time, max_points: 0 }];
    Grade { letter, points, max_points: 100, score: points, lines }
}

#[test]
fn points_for_time_that_would_have_made_the_best_grade_are_named() {
    let told = time_and_letter(&grade(Letter::A, 89, 8), 84);
    assert!(told.starts_with("This is 89, but 81 without the points for time"), "{told}");
    for other in [grade(Letter::S, 89, 4), grade(Letter::A, 82, 8), grade(Letter::B, 70, 8)] {
        assert_eq!(time_and_letter(&other, 84), "Points for time lift no grade to S.");
    }
}
