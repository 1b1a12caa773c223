import Testing

@testable import SQLiteSessions
@testable import Sessions

@Suite struct SQLiteErrorTests {
  @Test(arguments: [
    (
      SQLiteError.notCreated(reason: "No"),
      "The session file /a/b cannot be created (No). Let the server's user write there, or choose another path."
    ),
    (.noSessions, "There is no session file /a/b. Name the file that the server uses."),
    (.notAFile, "/a/b is not a file. Name a file for sessions."),
    (.notADatabase, "/a/b is not a session file. It was not changed. Choose another path."),
    (.ofAnotherProgram, "/a/b is a database of another program. It was not changed. Choose another path."),
    (
      .otherVersion(4),
      "The session file /a/b was written by another release: it has version 4, and this release knows version 3. Use that "
        + "release, or choose another path."
    ),
    (
      .notWritable,
      "This user cannot write to the session file /a/b. Let the server's user write to the file and its folder, and run "
        + "tools as that user."
    ),
    (
      .onNetwork("NFS"),
      "The session file /a/b is on a network file system (NFS), where sessions would be damaged. Put it on a local disk, or "
        + "sessions into Redis or PostgreSQL."
    ),
    (
      .inUse(process: 7),
      "The session file /a/b is used by another server (process 7). Stop that server, or choose another path."
    ),
    (
      .inUse(process: nil),
      "The session file /a/b is used by another server. Stop that server, or choose another path."
    ),
    (
      .noLog,
      "The session file /a/b cannot have a write-ahead log. If it is on a network file system, put it on a local disk."
    ),
    (
      .damaged(reason: "No"),
      "The session file /a/b is damaged (No). Stop the server and restore the file. To begin without sessions, move the "
        + "file and /a/b-wal away."
    ),
    (
      .lost,
      "The session file /a/b was removed or replaced, so nothing is saved. Put it back, or restart the server."
    ),
    (.full, "The disk of the session file /a/b is full. Nothing is saved until there is space."),
    (.locked, "Another process has locked the session file /a/b for too long."),
    (.failed(reason: "No"), "The session file /a/b cannot be used (No)."),
    (.closed, "The session file /a/b is closed."),
  ])
  func eachProblemHasASentence(problem: SQLiteError, text: String) {
    #expect(problem.unusable("/a/b") == .unusable(text))
    #expect(problem.unavailable("/a/b") == .unavailable(text))
  }
}
