internal import Basics
internal import Foundation
internal import TempuraUI

/// The lines of the app that made views and constraints, such as "ListView.swift:42".
enum CreationLines {
  /// A call of the app's code.
  fileprivate struct OwnCall {
    let file: String
    /// Nil in code that the compiler has written, as for `let label = UILabel()` in a class.
    let line: Int?
    /// The function without its arguments, such as "Todo.ListView.init".
    let function: Substring
  }

  /// The calls of the app at an address. They stay the same for the life of the process.
  private static let known = Locked<[UInt: [OwnCall]]>([:])
  /// The lines of a source, as they were when they were asked for first.
  private static let sources = Locked<[String: [String]]>([:])

  /// Returns the line that made a constraint; nil if that is not known.
  static func line(of constraint: NSLayoutConstraint) -> String? {
    for address in CreationStacks.stack(of: constraint) {
      for call in calls(at: address) {
        if let line = call.line { return text(call.file, line) }
      }
    }
    return nil
  }

  /// Returns the line that made a view; nil if that is not known.
  ///
  /// The initialisers of the view's own class do not count, because developers look for who calls them.
  static func line(of view: UIView) -> String? {
    let classes = view.namesOfOwnClasses
    var ownLine: String?
    for address in CreationStacks.stack(of: view) {
      for call in calls(at: address) {
        let isInOwnInitializer = call.initializedClass.map(classes.contains) ?? false
        guard let line = call.line ?? (isInOwnInitializer ? nil : call.declaration(of: view)) else { continue }
        if !isInOwnInitializer { return text(call.file, line) }
        ownLine = ownLine ?? text(call.file, line)
      }
    }
    return ownLine
  }

  private static func text(_ file: String, _ line: Int) -> String { "\(file.split(separator: "/").last ?? ""):\(line)" }

  private static func calls(at address: UInt) -> [OwnCall] {
    if let calls = known.withLock({ $0[address] }) { return calls }
    let calls = ProgramSymbols.functions(at: address).compactMap { call -> OwnCall? in
      guard let file = call.file, TrapReport.isOfApp(file) else { return nil }
      return OwnCall(file: file, line: call.source?.line, function: call.line.prefix { $0 != "(" && $0 != " " })
    }
    known.withLock { $0[address] = calls }
    return calls
  }

  fileprivate static func source(_ file: String) -> [String] {
    if let lines = sources.withLock({ $0[file] }) { return lines }
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    sources.withLock { $0[file] = lines }
    return lines
  }
}

extension CreationLines.OwnCall {
  /// The class whose initialiser this is; nil for other functions.
  fileprivate var initializedClass: String? {
    var names = function.split(separator: ".")
    guard ["init", "__allocating_init"].contains(names.popLast()) else { return nil }
    return names.last.map(String.init)
  }

  /// Returns the line of the property whose initial value is a view, in an initialiser; nil if it is not the only one.
  ///
  /// The compiler gives that code no line.
  fileprivate func declaration(of view: UIView) -> Int? {
    guard initializedClass != nil else { return nil }
    let name = view.holdingProperty?.name.prefix { $0 != "." && $0 != "-" } ?? #"\w+"#
    let className = "\(type(of: view))".prefix { $0 != "<" }
    guard let pattern = try? Regex(#"\b(let|var) \#(name)\b[^={]*= *\#(className)\b"#) else { return nil }
    let lines = CreationLines.source(file).enumerated().filter { $0.element.contains(pattern) }
    return lines.count == 1 ? lines.first.map { $0.offset + 1 } : nil
  }
}
