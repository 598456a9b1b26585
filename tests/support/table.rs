//! Tables of cases in text files: sections that begin with `== title`, rows of two columns with
//! ` => ` between them, comments after `# `.

/// The sections of a text, each with its title.
pub(crate) fn sections(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let sections = text.split("\n== ").skip(1);
    sections.map(|section| section.split_once('\n').expect("a title and rows"))
}

/// The lines of the section of a title.
pub(crate) fn lines(text: &'static str, title: &str) -> Vec<&'static str> {
    let section = sections(text).find(|(own, _)| *own == title);
    let (_, section) = section.unwrap_or_else(|| panic!("there is no section “{title}”"));
    section.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).collect()
}

/// The rows of the section of a title.
pub(crate) fn rows(text: &'static str, title: &str) -> Vec<(&'static str, &'static str)> {
    let rows = lines(text, title).into_iter();
    rows.map(|line| line.split_once(" => ").unwrap_or_else(|| panic!("{line}"))).collect()
}
