/// The place in a test that a failure belongs to.
struct CallSite: Sendable {
  let fileID: String
  let file: StaticString
  let line: UInt
  let column: UInt
}
