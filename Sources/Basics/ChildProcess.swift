package import Glibc

/// Starts processes.
package enum ChildProcess {
  /// `POSIX_SPAWN_SETSID` of spawn.h, which glibc defines only for C with extensions.
  private static let setsid: Int32 = 0x80

  /// Starts a process in a group of its own: Control-C in a terminal comes once, from this process.
  ///
  /// - Parameters:
  ///   - program: The path of its file.
  ///   - arguments: Its arguments, from its name on.
  ///   - signals: Those that are blocked in the process.
  ///   - hasTerminal: Whether it has the terminal of this process, if there is one, and its standard input.
  ///   - descriptors: Descriptors to inherit besides the standard ones, with their numbers in the process.
  ///   - output: Its standard output; nil for that of this process.
  ///   - errors: Its standard error; nil for that of this process.
  package static func start(
    _ program: String, _ arguments: [String], _ environment: [String: String], blocking signals: sigset_t = sigset_t(),
    hasTerminal: Bool = true,
    descriptors: [(own: Int32, its: Int32)] = [], output: Int32? = nil, errors: Int32? = nil
  ) throws(SystemError) -> pid_t {
    // Numbers that `dup2` below does not overwrite.
    let sources = descriptors.map { fcntl($0.own, F_DUPFD_CLOEXEC, 16) }
    defer { for source in sources where source >= 0 { close(source) } }
    guard sources.allSatisfy({ $0 >= 0 }) else { throw SystemError("fcntl") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if !hasTerminal { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) }
    // First, because their numbers may be among those below.
    if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
    for (source, descriptor) in zip(sources, descriptors) {
      posix_spawn_file_actions_adddup2(&actions, source, descriptor.its)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    var signals = signals
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    // A server that was started to outlive its terminal (nohup(1)) ignores it, and so do its workers.
    sigdelset(&signals, SIGHUP)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let group = hasTerminal ? POSIX_SPAWN_SETPGROUP : setsid
    posix_spawnattr_setflags(&attributes, Int16(group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let code = posix_spawn(&process, program, &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw SystemError("posix_spawn", code) }
    return process
  }
}
