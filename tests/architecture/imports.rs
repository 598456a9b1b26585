//! What a source file names: the paths in its code, and those that it imports.

use super::token::Token;

/// The segments of a path: `["crate", "base", "Pos"]`.
pub(crate) type Path = Vec<String>;

/// One name of a `use` declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// As it is written out, without braces; a glob ends in `*`.
    pub(crate) path: Path,
    /// The name that it has in the file.
    pub(crate) name: String,
    /// With a visibility of its own: a name for other modules.
    pub(crate) is_reexport: bool,
    pub(crate) line: usize,
}

/// The paths of a file.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    pub(crate) imports: Vec<Import>,
    /// Paths outside of `use` declarations, of one segment or more, with their lines.
    pub(crate) mentions: Vec<(Path, usize)>,
    /// The items that are defined here, at any depth.
    pub(crate) defined: Vec<String>,
}

impl Paths {
    pub(crate) fn of(tokens: &[Token]) -> Paths {
        let mut paths = Paths::default();
        // The braces around the place, and which of them belong to a module.
        let (mut braces, mut at) = (Vec::new(), 0);
        while at < tokens.len() {
            let text = tokens[at].text.as_str();
            let before = at.checked_sub(1).map_or("", |last| tokens[last].text.as_str());
            let inline = braces.iter().filter(|&&is_module| is_module).count();
            match text {
                "{" => braces.push(at > 1 && tokens[at - 2].text == "mod"),
                "}" => {
                    braces.pop();
                }
                "use" if before != "<" && before != "+" => {
                    let is_reexport = before == "pub" || before == ")";
                    let mut tree = Tree { tokens, at: at + 1, is_reexport, imports: Vec::new() };
                    tree.read(&[]);
                    at = tree.at;
                    for mut import in tree.imports {
                        import.path = outside(import.path, inline);
                        paths.imports.push(import);
                    }
                    continue;
                }
                "struct" | "enum" | "fn" | "const" | "static" | "type" | "trait" | "union"
                | "mod"
                    if tokens.get(at + 1).is_some_and(Token::is_word) =>
                {
                    paths.defined.push(tokens[at + 1].text.clone());
                }
                _ if tokens[at].is_word() && before != "." && before != "::" => {
                    let mut path = vec![text.to_owned()];
                    let mut end = at + 1;
                    while let [colons, word, ..] = &tokens[end..]
                        && colons.text == "::"
                        && word.is_word()
                    {
                        path.push(word.text.clone());
                        end += 2;
                    }
                    paths.mentions.push((outside(path, inline), tokens[at].line));
                    at = end;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        paths
    }
}

/// A path in so many inline modules as it would be written in the file's own.
fn outside(path: Path, inline: usize) -> Path {
    let supers = path.iter().take_while(|segment| *segment == "super").count();
    match supers.min(inline) {
        0 => path,
        left if left == supers => {
            ["self".to_owned()].into_iter().chain(path.into_iter().skip(left)).collect()
        }
        left => path[left..].to_vec(),
    }
}

/// Reads the tree of a `use` declaration.
struct Tree<'a> {
    tokens: &'a [Token],
    at: usize,
    is_reexport: bool,
    imports: Vec<Import>,
}

impl Tree<'_> {
    /// Reads one branch, after the segments that lead to it.
    fn read(&mut self, prefix: &[String]) {
        let mut path = prefix.to_vec();
        let line = self.tokens[self.at].line;
        loop {
            let text = self.take();
            match text.as_str() {
                "{" => {
                    while self.peek() != "}" {
                        self.read(&path);
                        if self.peek() == "," {
                            self.take();
                        }
                    }
                    self.take();
                    return;
                }
                "self" if !prefix.is_empty() && path.len() == prefix.len() => {}
                "::" => continue,
                _ => path.push(text),
            }
            if self.peek() == "::" {
                continue;
            }
            let mut name = path.last().cloned().unwrap_or_default();
            if self.peek() == "as" {
                self.take();
                name = self.take();
            }
            let is_reexport = self.is_reexport;
            self.imports.push(Import { path, name, is_reexport, line });
            return;
        }
    }

    fn peek(&self) -> &str {
        &self.tokens[self.at].text
    }

    fn take(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].text.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::Paths;
    use crate::architecture::token::code;

    #[test]
    fn grouped_nested_and_renamed_imports_are_read() {
        let (tokens, _) = code(
            "use crate::{a, b::{self, c as d,
                 e::*}};
             pub(super) use super::f; use std::fmt::Write as _;
             mod inner { use super::{g, super::h}; }",
        );
        let imports = Paths::of(&tokens).imports;
        let read: Vec<String> = imports
            .iter()
            .map(|import| format!("{} {}", import.path.join("::"), import.name))
            .collect();
        let expected = [
            "crate::a a",
            "crate::b b",
            "crate::b::c d",
            "crate::b::e::* *",
            "super::f f",
            "std::fmt::Write _",
            "self::g g",
            "super::h h",
        ];
        assert_eq!(read, expected);
        assert_eq!(imports.iter().filter(|import| import.is_reexport).count(), 1);
    }

    #[test]
    fn paths_in_code_are_read_whole() {
        let (tokens, _) = code("fn f(x: super::A) -> b::C { x.d(crate::e::F::G::<H>) }");
        let paths = Paths::of(&tokens);
        let read: Vec<String> = paths.mentions.iter().map(|(path, _)| path.join("::")).collect();
        assert!(read.contains(&"crate::e::F::G".to_owned()) && read.contains(&"b::C".to_owned()));
        assert_eq!(paths.defined, ["f"]);
    }
}
