//! Which source file uses which: imports and paths, resolved to the files that define what they name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path as FilePath, PathBuf};

use super::imports::{Path, Paths};
use super::token::code;

/// A source file of the library.
pub(crate) struct Source {
    /// Under `src`, with `/` between its parts: `sim/ai/hunt.rs`.
    pub(crate) path: String,
    /// The module that the file is: `["sim", "ai", "hunt"]`; none for `lib.rs`.
    pub(crate) module: Path,
    pub(crate) paths: Paths,
}

/// All sources of the library but for unit tests, by their modules.
pub(crate) struct Graph {
    files: BTreeMap<Path, Source>,
}

/// The file that uses another, that other, and the line that first says so.
pub(crate) type Uses = BTreeMap<(String, String), usize>;

/// The longest chain of re-exports that is followed.
const MAX_REEXPORTS: usize = 16;

impl Graph {
    /// Reads `src`, without `main.rs`, which is a crate of its own.
    pub(crate) fn read() -> Graph {
        let root = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let (mut files, mut test_modules) = (BTreeMap::new(), BTreeSet::new());
        for file in sources_under(&root) {
            let inside = file.strip_prefix(&root).expect("a path under src");
            let path = inside.to_string_lossy().replace('\\', "/");
            if path == "main.rs" {
                continue;
            }
            let module = module_of(&path);
            let (tokens, tests) = code(&fs::read_to_string(&file).expect("a source file"));
            for name in tests {
                test_modules.insert([&module[..], &[name]].concat());
            }
            let paths = Paths::of(&tokens);
            files.insert(module.clone(), Source { path, module, paths });
        }
        files.retain(|module, _| !test_modules.iter().any(|test| module.starts_with(test)));
        Graph { files }
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = &Source> {
        self.files.values()
    }

    /// Every use of a file by another, once.
    ///
    /// An import counts where it is made, and a module that is imported where something in it is named. A
    /// re-export counts only if the file uses the name itself. Methods are not followed to their `impl`.
    pub(crate) fn uses(&self) -> Uses {
        let mut uses = Uses::new();
        for file in self.files.values() {
            let mut add = |target: Option<&Source>, line| {
                if let Some(target) = target.filter(|target| target.path != file.path) {
                    let first =
                        uses.entry((file.path.clone(), target.path.clone())).or_insert(line);
                    *first = line.min(*first);
                }
            };
            let mentioned: BTreeSet<&str> =
                file.paths.mentions.iter().map(|(path, _)| path[0].as_str()).collect();
            for import in &file.paths.imports {
                if !import.is_reexport || mentioned.contains(import.name.as_str()) {
                    add(self.defining(file, &import.path), import.line);
                }
            }
            for (path, line) in file.paths.mentions.iter().filter(|(path, _)| path.len() > 1) {
                add(self.defining(file, path), *line);
            }
        }
        uses
    }

    /// The file that defines what a path in another file names; `None` for other crates and for modules.
    fn defining(&self, file: &Source, path: &[String]) -> Option<&Source> {
        match self.resolve(&file.module, path, MAX_REEXPORTS)? {
            Target::Item(module) => self.files.get(&module),
            Target::Module(_) => None,
        }
    }

    fn resolve(&self, module: &[String], path: &[String], left: usize) -> Option<Target> {
        let left = left.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.walk(Vec::new(), rest, left),
            "self" => self.walk(module.to_vec(), rest, left),
            "super" => {
                let (_, parent) = module.split_last()?;
                let path: Path = ["self".to_owned()].iter().chain(rest).cloned().collect();
                let path =
                    if rest.first().is_some_and(|next| next == "super") { rest } else { &path };
                self.resolve(parent, path, left)
            }
            _ if self.knows(module, first) => self.walk(module.to_vec(), path, left),
            _ => None,
        }
    }

    /// Whether a name of a module is a module or an import of it.
    fn knows(&self, module: &[String], name: &str) -> bool {
        let child = [module, &[name.to_owned()]].concat();
        let imports = |file: &Source| file.paths.imports.iter().any(|import| import.name == name);
        self.files.contains_key(&child) || self.files.get(module).is_some_and(imports)
    }

    /// Follows a path from a module.
    fn walk(&self, module: Path, path: &[String], left: usize) -> Option<Target> {
        let Some((first, rest)) = path.split_first() else { return Some(Target::Module(module)) };
        let child = [&module[..], std::slice::from_ref(first)].concat();
        if self.files.contains_key(&child) {
            return self.walk(child, rest, left);
        }
        let file = self.files.get(&module)?;
        if file.paths.defined.contains(first) {
            return Some(Target::Item(module));
        }
        let imports = &file.paths.imports;
        if let Some(import) = imports.iter().find(|import| import.name == *first) {
            // An import from another crate is no part of this one.
            let target = self.resolve(&module, &import.path, left)?;
            return match target {
                Target::Module(module) => self.walk(module, rest, left.checked_sub(1)?),
                item @ Target::Item(_) => Some(item),
            };
        }
        let globs = imports.iter().filter(|import| import.name == "*");
        for glob in globs {
            let of = &glob.path[..glob.path.len() - 1];
            let Some(Target::Module(of)) = self.resolve(&module, of, left) else { continue };
            if let Some(found) = self.walk(of, path, left.checked_sub(1)?) {
                return Some(found);
            }
        }
        // What a macro or an enum brings in belongs to the file that says so.
        Some(Target::Item(module))
    }
}

/// What a path names.
enum Target {
    /// Something that is defined in the file of this module.
    Item(Path),
    Module(Path),
}

fn module_of(path: &str) -> Path {
    let path = path.strip_suffix(".rs").expect("a source file");
    let mut module: Path = path.split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| last == "mod" || last == "lib") {
        module.pop();
    }
    module
}

fn sources_under(root: &FilePath) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The sets of files that use each other in circles: the strongly connected components of two files or more
/// (Kosaraju's algorithm).
pub(crate) fn circles(uses: &Uses) -> Vec<BTreeSet<String>> {
    let (mut ahead, mut back) = (BTreeMap::new(), BTreeMap::new());
    for (from, to) in uses.keys() {
        ahead.entry(from.as_str()).or_insert_with(BTreeSet::new).insert(to.as_str());
        back.entry(to.as_str()).or_insert_with(BTreeSet::new).insert(from.as_str());
    }
    let (mut seen, mut finished) = (BTreeSet::new(), Vec::new());
    for &file in ahead.keys() {
        visit(file, &ahead, &mut seen, &mut finished);
    }
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    for file in finished.into_iter().rev() {
        let mut together = Vec::new();
        visit(file, &back, &mut seen, &mut together);
        if together.len() > 1 {
            found.push(together.into_iter().map(str::to_owned).collect());
        }
    }
    found.sort();
    found
}

/// Visits in depth-first order all that is not yet seen, and puts each down when it is done.
fn visit<'a>(
    file: &'a str,
    edges: &BTreeMap<&'a str, BTreeSet<&'a str>>,
    seen: &mut BTreeSet<&'a str>,
    finished: &mut Vec<&'a str>,
) {
    if !seen.insert(file) {
        return;
    }
    for &next in edges.get(file).into_iter().flatten() {
        visit(next, edges, seen, finished);
    }
    finished.push(file);
}
