//! A source file: what it defines, imports and names, without its unit tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Attribute, Item, UseTree, Visibility};

/// The segments of a path. That of a module begins with its crate: `["engine", "sim", "ai"]`.
pub(crate) type Names = Vec<String>;

/// One name of a `use` declaration.
pub(crate) struct Import {
    /// As it is written out, without braces; a glob ends in `*`.
    pub(crate) path: Names,
    /// The name that it has in the file.
    pub(crate) name: String,
    /// With a visibility of its own: a name for other modules.
    pub(crate) is_reexport: bool,
    pub(crate) line: usize,
}

pub(crate) struct Source {
    /// Under `src`: `engine/sim/ai/hunt.rs`.
    pub(crate) path: String,
    pub(crate) module: Names,
    pub(crate) imports: Vec<Import>,
    /// Paths outside of imports, of one segment or more, with their lines.
    pub(crate) mentions: Vec<(Names, usize)>,
    pub(crate) defined: BTreeSet<String>,
    /// Modules in files of their own that are built for tests alone.
    pub(crate) test_modules: Vec<Names>,
}

impl Source {
    pub(crate) fn read(file: &Path, path: String, module: Names) -> Source {
        let text = fs::read_to_string(file).expect("a source file");
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut source = Source {
            path,
            module,
            imports: Vec::new(),
            mentions: Vec::new(),
            defined: BTreeSet::new(),
            test_modules: Vec::new(),
        };
        parsed.items.into_iter().for_each(|item| source.take(item));
        source
    }

    fn take(&mut self, item: Item) {
        match item {
            Item::Mod(module) if is_of_tests(&module.attrs) => {
                self.test_modules.push([&self.module[..], &[module.ident.to_string()]].concat());
            }
            Item::Mod(module) => {
                // A module inside the file counts as the file: its `super` is the file itself.
                let first = self.mentions.len();
                for item in module.content.into_iter().flat_map(|(_, items)| items) {
                    collect_paths(item.into_token_stream(), &mut self.mentions);
                }
                for (path, _) in &mut self.mentions[first..] {
                    if path[0] == "super" {
                        "self".clone_into(&mut path[0]);
                    }
                }
            }
            Item::Use(import) => {
                let is_reexport = !matches!(import.vis, Visibility::Inherited);
                let line = import.use_token.span.start().line;
                self.take_tree(&import.tree, &[], is_reexport, line);
            }
            item => {
                self.defined.extend(name_of(&item));
                collect_paths(item.into_token_stream(), &mut self.mentions);
            }
        }
    }

    fn take_tree(&mut self, tree: &UseTree, before: &[String], is_reexport: bool, line: usize) {
        let (first, name) = match tree {
            UseTree::Path(path) => {
                let path_so_far = [before, &[path.ident.to_string()]].concat();
                return self.take_tree(&path.tree, &path_so_far, is_reexport, line);
            }
            UseTree::Group(group) => {
                let each = |tree| self.take_tree(tree, before, is_reexport, line);
                return group.items.iter().for_each(each);
            }
            UseTree::Name(only) => (only.ident.to_string(), only.ident.to_string()),
            UseTree::Rename(rename) => (rename.ident.to_string(), rename.rename.to_string()),
            UseTree::Glob(_) => ("*".to_owned(), "*".to_owned()),
        };
        let (path, name) = match (first.as_str(), before.split_last()) {
            ("self", Some((last, _))) => {
                (before.to_vec(), if name == "self" { last.clone() } else { name })
            }
            _ => ([before, &[first]].concat(), name),
        };
        self.imports.push(Import { path, name, is_reexport, line });
    }

    /// The line on which the file names a path of another crate, or a word.
    pub(crate) fn line_of(&self, what: &str) -> Option<usize> {
        let wanted: Vec<&str> = what.split("::").collect();
        let matches = |path: &[String]| {
            path.windows(wanted.len()).any(|part| part.iter().eq(wanted.iter().copied()))
        };
        let imported = self.imports.iter().find(|import| matches(&import.path));
        let mentioned = self.mentions.iter().find(|(path, _)| matches(path));
        imported.map(|import| import.line).or(mentioned.map(|(_, line)| *line))
    }
}

fn is_of_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.meta.to_token_stream().to_string().contains("test")
    })
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// The paths in a piece of code, macros included; fields and methods are none.
fn collect_paths(tokens: TokenStream, found: &mut Vec<(Names, usize)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_punct = |at: usize, c| {
        let token = tokens.get(at);
        matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
    };
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            TokenTree::Group(group) => collect_paths(group.stream(), found),
            TokenTree::Ident(first) => {
                let is_inside = at >= 2 && ['.', ':', '\''].iter().any(|&c| is_punct(at - 2, c));
                // `a: B` has one colon, `A::<B>::c` two before its last name.
                let begins =
                    !is_inside || (is_punct(at - 2, ':') && !is_punct(at.wrapping_sub(3), ':'));
                let mut path = vec![first.to_string()];
                while is_punct(at, ':')
                    && is_punct(at + 1, ':')
                    && let Some(TokenTree::Ident(next)) = tokens.get(at + 2)
                {
                    path.push(next.to_string());
                    at += 3;
                }
                if begins {
                    found.push((path, first.span().start().line));
                }
            }
            _ => {}
        }
    }
}
