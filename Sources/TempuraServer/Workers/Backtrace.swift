internal import Basics
internal import CBacktrace
internal import CLinux
internal import Glibc

/// The calls of the thread that trapped in a worker, for the log of its parent.
///
/// The worker notes addresses only, because a thread that trapped can do little else. The parent finds names and lines in the
/// symbols and the debug information of the program, which both processes run.
struct Backtrace {
  /// The number of the worker.
  let worker: Int
  /// Where the calls are in this process, from the innermost one; 0 if that is not known.
  private let addresses: [UInt]
  /// The calls that were not kept.
  private let gap: Range<Int>

  /// Nil if the worker did not trap.
  init?(ofWorker worker: Int) {
    let slot = Int32(worker - 1)
    let count = Int(crash_call_count(slot))
    if count == 0 { return nil }
    let start = min(count, Int(CRASH_FIRST_CALLS))
    gap = start..<max(start, count - Int(CRASH_LAST_CALLS))
    addresses = [0..<start, gap.upperBound..<count].joined().map { crash_call(slot, UInt32($0)) }
    self.worker = worker
  }

  /// A function that was called.
  struct Call {
    /// The line of the log.
    let line: String
    /// Where it is in its source; nil if that is not known.
    let source: (file: String, line: Int)?
    /// The file of the source, also if the line is not known because the compiler has written the code.
    var file: String?
  }

  /// The calls, one for each function: a call has several if the compiler has put functions into others.
  ///
  /// It takes some tenths of a second.
  func calls() -> [Call] {
    var calls: [Call] = []
    for (index, address) in addresses.enumerated() {
      if index == gap.lowerBound, !gap.isEmpty { calls.append(Call(line: "… \(gap.count) calls …", source: nil)) }
      let number = index < gap.lowerBound ? index : index + gap.count
      for function in ProgramSymbols.functions(at: address) {
        calls.append(Call(line: "#\(number) \(function.line)", source: function.source))
      }
    }
    return calls
  }
}

/// The functions of this program and of the libraries that it has loaded.
enum ProgramSymbols {
  // Safe because it is used behind the lock only: the library keeps what it has read.
  nonisolated(unsafe) private static let state = backtrace_create_state(nil, 0, ignore, nil)
  private static let lock = Lock()
  private static let ignore: backtrace_error_callback = { _, _, _ in }

  /// The function at an address, with file and line if the program has line tables. Before it are those that the compiler has
  /// put into it, from the innermost one.
  static func functions(at address: UInt) -> [Backtrace.Call] { lock.withLock { read(at: address) } }

  private static func read(at address: UInt) -> [Backtrace.Call] {
    guard address != 0, let state else { return [Backtrace.Call(line: "in no file of the program", source: nil)] }
    var functions: [Backtrace.Call] = []
    let add: backtrace_full_callback = { functions, address, file, line, name in
      guard let file = file.map({ String(cString: $0) }) else { return 0 }
      let name = name.map { ProgramSymbols.readable($0) } ?? ProgramSymbols.symbol(at: address)
      // What the compiler writes itself, such as a witness of a protocol, is on line 0 or in no file.
      let isKnown = line != 0 && !file.hasSuffix("<compiler-generated>")
      let call = Backtrace.Call(
        line: isKnown ? "\(name) at \(file):\(line)" : name, source: isKnown ? (file, Int(line)) : nil, file: file)
      functions?.assumingMemoryBound(to: [Backtrace.Call].self).pointee.append(call)
      return 0
    }
    _ = withUnsafeMutablePointer(to: &functions) { backtrace_pcinfo(state, address, add, ignore, $0) }
    return functions.isEmpty ? [Backtrace.Call(line: symbol(at: address), source: nil)] : functions
  }

  /// The name of a function from the table of symbols, or the file and the offset, in which other tools can find it.
  private static func symbol(at address: UInt) -> String {
    var name: String?
    let set: backtrace_syminfo_callback = { name, _, symbol, _, _ in
      guard let symbol else { return }
      name?.assumingMemoryBound(to: String?.self).pointee = ProgramSymbols.readable(symbol)
    }
    _ = withUnsafeMutablePointer(to: &name) { backtrace_syminfo(state, address, set, ignore, $0) }
    var offset: UInt = 0
    guard let file = file_at(address, &offset) else { return name ?? "?" }
    return "\(name ?? "?") in \(String(cString: file))+0x\(String(offset, radix: 16))"
  }

  /// The name of a function of Swift as in its source.
  static func readable(_ symbol: UnsafePointer<CChar>) -> String {
    guard let demangled = swift_demangle(symbol, strlen(symbol), nil, nil, 0) else { return String(cString: symbol) }
    defer { free(demangled) }
    var name = String(cString: demangled)[...]
    // "generic specialization <Swift.Int> of": a copy that the compiler made.
    if let end = name.ranges(of: "> of ").last?.upperBound { name = name[end...] }
    // "(name in _5027EC670DE46C71CCD7937669F135BA)": the file of a private function.
    let plain = name.replacing(/\((\S+) in _[0-9A-F]{32}\)/) { $0.output.1 }
    // What follows are types of arguments and results. The file must not be cut off from a long line.
    return String(plain.prefix(maxCharacters))
  }

  private static let maxCharacters = 500
}
