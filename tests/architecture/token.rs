//! Rust source as tokens: no comments, no strings, no unit tests.

/// A word, `::`, or one other character of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

impl Token {
    pub(crate) fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
    }
}

/// The tokens of a source file without its unit tests, and the names of the modules that are built for tests
/// alone.
pub(crate) fn code(source: &str) -> (Vec<Token>, Vec<String>) {
    let all = tokens(source);
    let (mut kept, mut test_modules) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < all.len() {
        if !is_test_attribute(&all[at..]) {
            kept.push(all[at].clone());
            at += 1;
            continue;
        }
        let item = &all[at..];
        let length = item_length(item);
        if item[length - 1].text == ";"
            && let Some(place) = item[..length].iter().position(|token| token.text == "mod")
        {
            test_modules.push(item[place + 1].text.clone());
        }
        at += length;
    }
    (kept, test_modules)
}

/// `#[cfg(test)]`, or any other `cfg` that names `test` without a `not`.
fn is_test_attribute(tokens: &[Token]) -> bool {
    let opening = ["#", "[", "cfg", "("];
    let begins =
        tokens.iter().zip(opening).filter(|(token, text)| token.text == *text).count() == 4;
    let until = tokens.iter().position(|token| token.text == "]").unwrap_or(0);
    let names = |word| tokens[..until].iter().any(|token| token.text == word);
    begins && names("test") && !names("not")
}

/// The number of tokens of an item with the attributes before it: up to its `;` or the end of its braces.
fn item_length(tokens: &[Token]) -> usize {
    let (mut nested, mut at) = (0_usize, 0);
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            "{" | "(" | "[" => nested += 1,
            "}" | ")" | "]" => {
                nested -= 1;
                if nested == 0 && tokens[at].text == "}" {
                    return at + 1;
                }
            }
            ";" if nested == 0 => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at
}

fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    while at < chars.len() {
        let length = match chars[at] {
            '/' if chars.get(at + 1) == Some(&'/') => until(&chars, at, |rest| rest[0] == '\n'),
            '/' if chars.get(at + 1) == Some(&'*') => {
                until(&chars, at, |rest| rest.starts_with(&['*', '/'])) + 2
            }
            '"' => string_length(&chars[at..]),
            'r' | 'b' | 'c' if raw_string_length(&chars[at..]).is_some() => {
                raw_string_length(&chars[at..]).unwrap_or(1)
            }
            '\'' => character_length(&chars[at..]),
            c if c.is_alphanumeric() || c == '_' => {
                let length =
                    until(&chars, at, |rest| !(rest[0].is_alphanumeric() || rest[0] == '_'));
                found.push(Token { text: chars[at..at + length].iter().collect(), line });
                length
            }
            ':' if chars.get(at + 1) == Some(&':') => {
                found.push(Token { text: "::".to_owned(), line });
                2
            }
            c if c.is_whitespace() => 1,
            c => {
                found.push(Token { text: c.to_string(), line });
                1
            }
        };
        let end = (at + length).min(chars.len());
        line += chars[at..end].iter().filter(|&&c| c == '\n').count();
        at = end;
    }
    found
}

/// The number of characters from a place up to that where something holds, or to the end.
fn until(chars: &[char], from: usize, holds: impl Fn(&[char]) -> bool) -> usize {
    (from..chars.len()).find(|&at| holds(&chars[at..])).unwrap_or(chars.len()) - from
}

fn string_length(chars: &[char]) -> usize {
    let mut at = 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// The length of a string with a prefix: `b"…"`, `r"…"`, `br#"…"#`.
fn raw_string_length(chars: &[char]) -> Option<usize> {
    let prefix = chars.iter().take_while(|c| "rbc".contains(**c)).count();
    let hashes = chars[prefix..].iter().take_while(|c| **c == '#').count();
    if prefix > 2 || chars.get(prefix + hashes) != Some(&'"') {
        return None;
    }
    if !chars[..prefix].contains(&'r') {
        return (hashes == 0).then(|| prefix + string_length(&chars[prefix..]));
    }
    let body = prefix + hashes + 1;
    let closes = |rest: &[char]| {
        rest[0] == '"' && rest[1..].iter().take_while(|c| **c == '#').count() >= hashes
    };
    Some(body + until(chars, body, closes) + 1 + hashes)
}

/// The length of a character, or of the quote before a lifetime.
fn character_length(chars: &[char]) -> usize {
    match chars {
        [_, '\\', ..] => 2 + until(chars, 3, |rest| rest[0] == '\'') + 2,
        [_, _, '\'', ..] => 3,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::code;

    fn words(source: &str) -> String {
        let (tokens, _) = code(source);
        tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_strings_and_characters_are_no_code() {
        let source = r##"let a = "x // \" y"; // z
            /* b */ let c = ['\'', 'd', '\\', '\u{1f}']; f::<'a>(r#"g"h"#, b"i", r"j\");"##;
        assert_eq!(words(source), "let a = ; let c = [ , , , ] ; f :: < a > ( , , ) ;");
    }

    #[test]
    fn unit_tests_are_no_code() {
        let source = "fn a() { b({}); }
            #[cfg(test)] mod tests { fn c() { [d] } }
            #[cfg(all(test, unix))] #[path = \"x\"] mod more; #[cfg(not(test))] fn e() {}";
        assert_eq!(
            words(source),
            "fn a ( ) { b ( { } ) ; } # [ cfg ( not ( test ) ) ] fn e ( ) { }"
        );
        assert_eq!(code(source).1, ["more"]);
    }
}
