//! Nothing: without a build script the build dependencies of the manifest would not count.

fn main() {}
