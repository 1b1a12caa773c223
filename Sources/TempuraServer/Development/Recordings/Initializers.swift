internal import Basics
internal import Foundation

/// The initialisers of types, by which a value can be written as source. Reflection does not know them: they are read from the
/// program's table of symbols, which is there unless the program was stripped.
package final class Initializers: Sendable {
  package static let shared = Initializers()

  private let cache = Locked<[ObjectIdentifier: [[String]]]>([:])
  /// The mangled names of all initialisers, sorted.
  private let names = SetOnce<[String]>()

  /// Reads the table of symbols, which takes some time, so that the first use does not wait.
  package func prepare() { _ = symbols }

  /// Returns the labels of an initialiser that takes all properties, in its order; nil if there is none.
  func labels(_ properties: [String], of type: Any.Type) -> [String]? {
    all(of: type).first { $0.count == properties.count && Set($0) == Set(properties) }
  }

  /// Returns the labels of the initialiser that takes most of the properties; nil if there is none. `[""]` for one that takes the
  /// only property without a label.
  func bestLabels(_ properties: [String], of type: Any.Type) -> [String]? {
    let fitting = all(of: type).filter { $0.allSatisfy(properties.contains) || (properties.count == 1 && $0 == [""]) }
    return fitting.max { $0.count < $1.count }
  }

  /// The labels of each initialiser that other files can call, and that neither throws nor fails.
  private func all(of type: Any.Type) -> [[String]] {
    let id = ObjectIdentifier(type)
    if let known = cache.withLock({ $0[id] }) { return known }
    var found: [[String]] = []
    // Of a generic type, as for all its arguments.
    if let name = _mangledTypeName(type)?.prefix(while: { $0 != "y" || !String(reflecting: type).contains("<") }) {
      let start = "$s" + name
      let symbols = symbols
      var index = symbols.partitioningIndex { $0 >= start }
      while index < symbols.count, symbols[index].hasPrefix(start) {
        if let labels = Self.demangled(symbols[index]).flatMap(Self.labels) { found.append(labels) }
        index += 1
      }
    }
    cache.withLock { $0[id] = found }
    return found
  }

  private static func demangled(_ name: String) -> String? {
    guard let text = swift_demangle(name, name.utf8.count, nil, nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// Reads `App.Add.init(text: Swift.String, Swift.Int) -> App.Add`.
  static func labels(of function: String) -> [String]? {
    guard let start = function.range(of: ".init(") else { return nil }
    var (labels, argument, depth) = ([String](), "", 0)
    func add() {
      let label = argument.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let rest = argument.drop { $0 == " " }.dropFirst(label.count)
      labels.append(rest.first == ":" ? String(label) : "")
    }
    var characters = function[start.upperBound...]
    while let character = characters.popFirst() {
      switch character {
      case "-" where characters.first == ">": characters.removeFirst()
      case "(", "<", "[": depth += 1
      case ")" where depth == 0:
        if !argument.isEmpty { add() }
        // Neither `throws` nor `async` before the arrow, nor a question mark after the type.
        return characters.hasPrefix(" -> ") && !characters.hasSuffix("?") ? labels : nil
      case ")", ">", "]": depth -= 1
      case "," where depth == 0:
        add()
        argument = ""
        continue
      default: break
      }
      argument.append(character)
    }
    return nil
  }

  // MARK: - The table of symbols

  private var symbols: [String] {
    if let names = names.value { return names }
    names.set(Self.read())
    return names.value ?? []
  }

  /// Reads the names of initialisers from the program's file (ELF, 64 bit). Empty if it has no table of symbols.
  private static func read() -> [String] {
    guard let file = try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"), options: .alwaysMapped) else {
      return []
    }
    return file.withUnsafeBytes { bytes in
      func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<Number>.size else { return nil }
        return Int(exactly: bytes.loadUnaligned(fromByteOffset: offset, as: type))
      }
      guard bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2]), let sections = number(UInt64.self, at: 40),
        let size = number(UInt16.self, at: 58), let count = number(UInt16.self, at: 60)
      else { return [] }
      let headers = (0..<count).map { sections + $0 * size }
      // Type 2 is the table; the section that it links to has the texts.
      guard let table = headers.first(where: { number(UInt32.self, at: $0 + 4) == 2 }),
        let start = number(UInt64.self, at: table + 24), let length = number(UInt64.self, at: table + 32),
        let link = number(UInt32.self, at: table + 40), headers.indices.contains(link),
        let texts = number(UInt64.self, at: headers[link] + 24), start <= bytes.count - length
      else { return [] }
      var names: [String] = []
      for symbol in stride(from: start, to: start + length, by: 24) {
        guard let offset = number(UInt32.self, at: symbol), texts + offset < bytes.count - 2,
          bytes[texts + offset] == UInt8(ascii: "$"), bytes[texts + offset + 1] == UInt8(ascii: "s"),
          let base = bytes.baseAddress
        else { continue }
        let name = (base + texts + offset).assumingMemoryBound(to: CChar.self)
        let count = strnlen(name, bytes.count - texts - offset)
        if count > 4, name[count - 2] == CChar(bitPattern: UInt8(ascii: "f")),
          name[count - 1] == CChar(bitPattern: UInt8(ascii: "C"))
        {
          names.append(String(decoding: UnsafeRawBufferPointer(start: name, count: count), as: UTF8.self))
        }
      }
      return names.sorted()
    }
  }
}

/// Of the standard library, which has it for reports of crashes.
@_silgen_name("swift_demangle")
private func swift_demangle(
  _ name: UnsafePointer<CChar>, _ count: Int, _ output: UnsafeMutablePointer<CChar>?,
  _ outputCount: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
