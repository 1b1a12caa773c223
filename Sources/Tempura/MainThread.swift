internal import Hydra

/// Runs `block` in a turn of the app instance's main executor, inline if the caller is in one, and returns its result.
func mainThread<T>(_ block: () throws -> T) rethrows -> T { try Main.executor.sync(block) }
