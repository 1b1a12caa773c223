/// The answers as they are stored: one text, because they are stored again with each tap.
///
/// Its words are separated by spaces:
///
/// | word | meaning |
/// |---|---|
/// | the first one | the time of the first answer, in steps of 8 seconds since 1970 |
/// | `+N` | the next answers are of N steps later |
/// | `/…` | a URL, to which the next answers lead |
/// | `:N` | the same, for URL number N of those that the text has named before |
/// | `~KEY` | the answer to a form that only typed |
/// | any other | the key of the answer to a tap |
///
/// All numbers are of base 32. Words that cannot be read are skipped: an answer is not worth the session.
extension IdempotencyKeys: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(text: try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  private static let step: Int64 = 8

  // MARK: - Writing

  // Every save writes all answers, so this makes no strings on its way.
  var text: String {
    // A time, the number of a URL and a key have 13 digits at most, and two other characters each.
    let limit = storedCount * 45 + urls.reduce(16) { $0 + $1.utf8.count + 1 }
    return String(unsafeUninitializedCapacity: limit) { write(to: $0) }
  }

  /// - Returns: The number of bytes.
  private func write(to bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
    // Safe because `text` reserves 16 bytes more than all words need: a number writes up to 7 bytes behind its last digit.
    var end = UnsafeMutableRawPointer(bytes.baseAddress!)
    func append(_ character: Unicode.Scalar) {
      end.storeBytes(of: UInt8(ascii: character), as: UInt8.self)
      end += 1
    }
    // Stores eight digits at once, also if there are fewer.
    func append(_ number: UInt64) {
      var count = max(1, (68 - number.leadingZeroBitCount) / 5)
      if count > 8 {
        count -= 8
        end.storeBytes(of: Self.digits(number >> 40) >> UInt64(64 - 8 * count), as: UInt64.self)
        end += count
        count = 8
      }
      end.storeBytes(of: Self.digits(number) >> UInt64(64 - 8 * count), as: UInt64.self)
      end += count
    }
    var numbers = [Int?](repeating: nil, count: urls.count)
    var (step, lastTime, lastURL, count): (Int64?, Int64?, Int, Int) = (nil, nil, -1, 0)
    forEachStored { key, time, isTap, url in
      if time != lastTime {
        lastTime = time
        let next = Self.step(of: time)
        if let last = step {
          if next > last {
            append(" ")
            append("+")
            append(UInt64(next - last))
          }
        } else {
          append(UInt64(next))
        }
        step = max(next, step ?? 0)
      }
      if url != lastURL {
        lastURL = url
        append(" ")
        if let number = numbers[url] {
          append(":")
          append(UInt64(number))
        } else {
          numbers[url] = count
          count += 1
          var text = urls[url]
          text.withUTF8 { UnsafeMutableRawBufferPointer(start: end, count: $0.count).copyMemory(from: .init($0)) }
          end += text.utf8.count
        }
      }
      append(" ")
      if !isTap { append("~") }
      append(key)
    }
    if step == nil { append("0") }
    return UnsafeRawPointer(end) - UnsafeRawPointer(bytes.baseAddress!)
  }

  /// The last eight digits of a number, the highest one in the lowest byte.
  private static func digits(_ number: UInt64) -> UInt64 {
    // Two halves of 20 bits, then four of 10, then the digits of 5.
    var digits = number >> 20 & 0xF_FFFF | (number & 0xF_FFFF) << 32
    digits = digits >> 10 & 0x3FF_0000_03FF | (digits & 0x3FF_0000_03FF) << 16
    digits = digits >> 5 & 0x001F_001F_001F_001F | (digits & 0x001F_001F_001F_001F) << 8
    let each: UInt64 = 0x0101_0101_0101_0101
    let letters = (digits &+ 118 * each) >> 7 & each  // 1 for a digit of 10 and more
    return digits &+ 48 * each &+ 39 * letters
  }

  /// Rounded up, so that no answer is forgotten early.
  private static func step(of time: Int64) -> Int64 { (max(0, min(time, .max / 2)) + step - 1) / step }

  // MARK: - Reading

  init(text: String) {
    let words = text.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
    var step = words.first.flatMap { Int64($0, radix: 32) } ?? 0
    var (urls, url, list): ([String], String?, [Stored]) = ([], nil, [])
    for word in words.dropFirst() {
      let rest = word.dropFirst()
      switch word.utf8.first {
      case UInt8(ascii: "+"): step = step.addingReportingOverflow(Int64(rest, radix: 32) ?? 0).partialValue
      case UInt8(ascii: "/"):
        url = String(word)
        urls.append(String(word))
      case UInt8(ascii: ":"): url = Int(rest, radix: 32).flatMap { urls.indices.contains($0) ? urls[$0] : nil }
      default:
        let isTap = !word.hasPrefix("~")
        guard let url, let key = Key(isTap ? word : rest, radix: 32) else { continue }
        let time = step.multipliedReportingOverflow(by: Self.step)
        list.append(Stored(key: key, url: url, time: time.overflow ? .max : time.partialValue, isTap: isTap))
      }
    }
    self.init(list)
  }
}
