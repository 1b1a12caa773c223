internal import CLinux

/// The kind of a file system, by which an SQLite database can be on it or not: processes share the database's log in memory, and
/// lock the file, which works on one machine (https://sqlite.org/wal.html#overview).
package enum FileSystem: Equatable {
  case local
  /// Another program, or the host of a virtual machine, has the files. They may be on this machine or not.
  case unknown(String)
  case network(String)

  /// - Parameter path: An existing file or folder.
  package init(of path: String) { self.init(type: Self.type(of: path)) }

  /// The number of the file system that has a file or folder (statfs(2)).
  package static func type(of path: String) -> UInt32 { UInt32(truncatingIfNeeded: file_system_type(path)) }

  /// - Parameter type: The number. Those of networks are remote for coreutils' `stat`, too.
  package init(type: UInt32) {
    self =
      switch type {
      case 0x6969: .network("NFS")
      case 0x517B, 0xFF53_4D42, 0xFE53_4D42: .network("SMB")
      case 0x5346_414F, 0x6B41_4653: .network("AFS")
      case 0x00C3_6400: .network("CephFS")
      case 0x0BD0_0BD0: .network("Lustre")
      case 0x1983_0326: .network("BeeGFS")
      case 0x4750_4653: .network("GPFS")
      case 0x7375_7245: .network("Coda")
      case 0x564C: .network("NCP")
      case 0x6573_5546: .unknown("FUSE")
      case 0x0102_1997: .unknown("9p")
      case 0x786F_4256: .unknown("vboxsf")
      case 0xBACB_ACBC: .unknown("vmhgfs")
      case 0x7C7C_6673: .unknown("prl_fs")
      default: .local
      }
  }
}
