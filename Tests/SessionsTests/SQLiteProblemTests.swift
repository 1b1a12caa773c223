import Testing

@testable import Sessions

@Suite struct SQLiteProblemTests {
  @Test(arguments: [
    (SQLiteProblem.noFolder, "There is no folder for the file of sessions /a/b: make it, or give another path."),
    (
      .cannotBeMade(reason: "No"),
      "The file of sessions /a/b cannot be made (No): let the server's user write there, or give another path."
    ),
    (.noSessions, "There are no sessions at /a/b: give the path that the server has."),
    (.notAFile, "/a/b is not a file: give the path of a file for sessions."),
    (.notADatabase, "/a/b is not a database of sessions, and is left as it is: give another path."),
    (.ofAnotherProgram, "/a/b is a database of another program, and is left as it is: give another path."),
    (
      .tooNew(version: 2),
      "The file of sessions /a/b was written by a newer release (its format is 2, this one's is 1): use that "
        + "release, or give another path."
    ),
    (
      .notWritable,
      "The file of sessions /a/b cannot be written by this user: let the server's user write to it and its folder, and "
        + "use tools as that user."
    ),
    (
      .inUse(process: 7),
      "The file of sessions /a/b is used by another server (process 7): stop that one, or give another path."
    ),
    (
      .inUse(process: nil),
      "The file of sessions /a/b is used by another server: stop that one, or give another path."
    ),
    (
      .noLog,
      "The file of sessions /a/b cannot have a write-ahead log, as on a file system of a network: put it on a "
        + "local disk."
    ),
    (
      .damaged(reason: "No"),
      "The file of sessions /a/b is damaged (No): stop the server, then restore the file, or move it and /a/b-wal away "
        + "to begin without sessions."
    ),
    (.full, "The disk of the file of sessions /a/b is full: nothing is saved until there is room."),
    (.locked, "The file of sessions /a/b is locked by another process for too long."),
    (.failed(reason: "No"), "The file of sessions /a/b cannot be used (No)."),
    (.closed, "The file of sessions /a/b is closed."),
  ])
  func itSaysWhatIsWrongAndWhatToDo(problem: SQLiteProblem, text: String) {
    #expect(problem.unusable("/a/b") == .unusable(text))
    #expect(problem.unavailable("/a/b") == .unavailable(text))
  }
}
