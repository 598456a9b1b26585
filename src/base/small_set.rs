//! Sets of small numbers, for constraint propagation: a few machine words, copied like a number.

/// A set of numbers below [`SmallSet::CAPACITY`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmallSet([u64; WORD_COUNT]);

const WORD_COUNT: usize = 4;

impl SmallSet {
    /// One past the largest number that a set can hold.
    pub const CAPACITY: usize = WORD_COUNT * 64;

    pub const EMPTY: SmallSet = SmallSet([0; WORD_COUNT]);

    /// The numbers below `n`, which must not exceed [`SmallSet::CAPACITY`].
    #[inline]
    pub fn below(n: usize) -> SmallSet {
        (0..n).collect()
    }

    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub fn and(self, other: SmallSet) -> SmallSet {
        SmallSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline]
    pub fn or(self, other: SmallSet) -> SmallSet {
        SmallSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// What is in this set and not in the other.
    #[inline]
    pub fn without(self, other: SmallSet) -> SmallSet {
        SmallSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    #[inline]
    pub fn meets(&self, other: &SmallSet) -> bool {
        self.0.iter().zip(&other.0).fold(0, |shared, (a, b)| shared | a & b) != 0
    }

    /// The numbers of the set, rising.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        let (mut words, mut place) = (self.0, 0);
        std::iter::from_fn(move || {
            while words[place] == 0 {
                if place == WORD_COUNT - 1 {
                    return None;
                }
                place += 1;
            }
            let lowest = words[place].trailing_zeros() as usize;
            words[place] &= words[place] - 1;
            Some(place * 64 + lowest)
        })
    }
}

impl FromIterator<usize> for SmallSet {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> SmallSet {
        let mut set = SmallSet::EMPTY;
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::SmallSet;

    #[test]
    fn sets_across_words() {
        let odd: SmallSet = (0..SmallSet::CAPACITY).filter(|number| number % 2 == 1).collect();
        let low = SmallSet::below(70);
        assert_eq!((odd.len(), low.len()), (SmallSet::CAPACITY / 2, 70));
        let both: Vec<usize> = odd.and(low).iter().collect();
        assert_eq!(both, (0..70).filter(|number| number % 2 == 1).collect::<Vec<_>>());
        assert_eq!(odd.or(low).len(), 35 + SmallSet::CAPACITY / 2);
        assert_eq!(
            low.without(odd).iter().collect::<Vec<_>>(),
            (0..35).map(|n| 2 * n).collect::<Vec<_>>()
        );
        assert!(odd.meets(&low) && !odd.meets(&SmallSet::from_iter([0, 64, 128])));
        assert!(low.contains(69) && !low.contains(70) && SmallSet::EMPTY.is_empty());
    }
}
