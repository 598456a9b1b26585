//! Medians and tables.

/// The median, 0 of nothing.
pub(crate) fn median<N: Copy + Ord + Default>(values: impl Iterator<Item = N>) -> N {
    let mut values: Vec<N> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// The number that a fifth of the values lie below, 0 of nothing.
pub(crate) fn lowest_fifth(values: impl Iterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 5).copied().unwrap_or_default()
}

/// A share in percent, 0 of nothing.
pub(crate) fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(0)
}

/// A quotient with so many decimals, rounded down; 0 of nothing.
pub(crate) fn decimals<const COUNT: usize>(part: i64, whole: usize) -> String {
    let scale = 10_i64.pow(COUNT as u32);
    let number = (part * scale).checked_div(whole as i64).unwrap_or(0);
    let sign = if number < 0 { "-" } else { "" };
    let (units, rest) = (number.abs() / scale, number.abs() % scale);
    format!("{sign}{units}.{rest:0COUNT$}")
}

/// Prints columns of equal width, the first to the left.
pub(crate) fn print(title: &str, columns: &[&str], rows: &[Vec<String>]) {
    println!("\n{title}");
    let heading = columns.iter().map(|&column| column.to_owned()).collect();
    let all: Vec<&Vec<String>> = std::iter::once(&heading).chain(rows).collect();
    let width = |column: usize| {
        all.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns.len()).filter_map(width).collect();
    for row in all {
        let cells =
            row.iter().zip(&widths).enumerate().map(|(place, (cell, &width))| match place {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
        println!("{}", cells.collect::<Vec<String>>().join("  "));
    }
}
