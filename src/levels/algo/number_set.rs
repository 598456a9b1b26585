//! A set of numbers that keeps the order of insertion.

/// A set of 64-bit numbers in the order in which they were inserted: a hash table with open addressing
/// (Knuth, *The Art of Computer Programming*, volume 3, 6.4) over Fibonacci hashing. The same insertions give
/// the same set on every machine, which the standard library's hash tables do not promise of their order.
pub(crate) struct NumberSet {
    numbers: Vec<u64>,
    /// Indices into `numbers`, plus one, by hash; 0 is free. Its length is a power of two.
    slots: Vec<u32>,
}

impl NumberSet {
    pub(crate) fn new() -> NumberSet {
        NumberSet { numbers: Vec::with_capacity(64), slots: vec![0; 256] }
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The number that was inserted after `index` others.
    pub(crate) fn get(&self, index: usize) -> u64 {
        self.numbers[index]
    }

    /// Inserts a number; false if it was there before.
    pub(crate) fn insert(&mut self, number: u64) -> bool {
        let mut slot = self.first_slot(number);
        while self.slots[slot] != 0 {
            if self.numbers[self.slots[slot] as usize - 1] == number {
                return false;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.numbers.push(number);
        self.slots[slot] = self.numbers.len() as u32;
        if self.numbers.len() * 2 > self.slots.len() {
            self.grow();
        }
        true
    }

    fn first_slot(&self, number: u64) -> usize {
        // Fibonacci hashing: the upper bits of the product with 2⁶⁴ divided by the golden ratio.
        let hash = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 4];
        for index in 0..self.numbers.len() {
            let mut slot = self.first_slot(self.numbers[index]);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            self.slots[slot] = index as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NumberSet;

    #[test]
    fn numbers_are_kept_once_and_in_order() {
        let mut set = NumberSet::new();
        let numbers: Vec<u64> = (0..1_000).map(|number| number * number % 701).collect();
        let mut kept: Vec<u64> = Vec::new();
        for number in numbers {
            assert_eq!(set.insert(number), !kept.contains(&number));
            if !kept.contains(&number) {
                kept.push(number);
            }
        }
        assert_eq!((0..set.len()).map(|index| set.get(index)).collect::<Vec<_>>(), kept);
    }
}
