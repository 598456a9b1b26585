//! Random bytes that nobody can guess: for ids, codes and secrets. Never for anything in a run.

/// Crockford's base 32 in lower case, which leaves out letters that are mistaken for digits.
pub(crate) const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// From the operating system's source.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes
}

/// Letters and digits, with five bits of randomness in each.
pub(crate) fn text<const N: usize>() -> String {
    bytes::<N>().iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

/// A code to write down, in groups of four: 80 bits.
pub(crate) fn code() -> String {
    let groups: [String; 4] = std::array::from_fn(|_| text::<4>());
    groups.join("-")
}

/// A code as it was typed, without blanks and dashes, and with the letters that are not in codes
/// read as the digits that they look like.
pub(crate) fn plain_code(typed: &str) -> String {
    let plain =
        typed.chars().filter(char::is_ascii_alphanumeric).map(|c| match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            c => c,
        });
    plain.collect()
}
