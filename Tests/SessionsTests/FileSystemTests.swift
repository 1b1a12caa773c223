import StateFolder
import Testing

@testable import SQLiteSessions

/// Which file systems a database can be on.
struct FileSystemTests {
  @Test(
    arguments: [
      (0xEF53, .local), (0x9123_683E, .local), (0x0102_1994, .local), (0x794C_7630, .local), (0xFFFF_FFFF, .local),
      (0x6969, .network("NFS")), (0xFF53_4D42, .network("SMB")), (0xFE53_4D42, .network("SMB")),
      (0x517B, .network("SMB")), (0x00C3_6400, .network("CephFS")), (0x5346_414F, .network("AFS")),
      (0x6573_5546, .unknown("FUSE")), (0x0102_1997, .unknown("9p")),
    ] as [(UInt32, FileSystem)])
  func theTypeSaysWhetherItIsANetworks(type: UInt32, expected: FileSystem) {
    #expect(FileSystem(type: type) == expected)
  }

  @Test func theSystemIsAskedForTheType() {
    #expect(FileSystem.type(of: "/proc") == 0x9FA0)
    #expect(FileSystem(of: "/nothing/here") == .local, "opening the file says what is wrong")
  }

  @Test func aFileOfANetworkIsRefusedAndOneThatMayBeIsReported() throws {
    var reports: [String] = []
    func check(_ system: FileSystem) throws { try SQLiteFile.check(system, "/a/b") { reports.append($0) } }
    try check(.local)
    #expect(throws: SQLiteError.onNetwork("NFS")) { try check(.network("NFS")) }
    #expect(reports.isEmpty)
    try check(.unknown("9p"))
    #expect(
      reports == [
        "The session file /a/b is on a file system of the type 9p, which may be that of a network. Then sessions would be "
          + "damaged: put the file on a local disk."
      ])
  }
}
