//! Nothing: cargo wants a library beside benchmarks that are a package.
