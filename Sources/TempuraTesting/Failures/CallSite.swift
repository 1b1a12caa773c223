/// The source location that a failure is reported at.
struct CallSite: Sendable {
  let fileID: String
  let file: StaticString
  let line: UInt
  let column: UInt
}
