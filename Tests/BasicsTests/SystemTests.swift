import Basics
import Glibc
import Synchronization
import Testing

@Suite struct SystemTests {
  @Test func aThreadRunsItsBodyOnce() throws {
    let number = Locked<[UInt]>([])
    let thread = try SystemThread(stackSize: 1 << 18) { number.withLock { $0.append(SystemThread.currentNumber) } }
    #expect(!thread.isCurrent)
    thread.join()
    let numbers = number.withLock { $0 }
    #expect(numbers.count == 1)
    #expect(numbers != [SystemThread.currentNumber])
  }

  @Test func aWakerWakesAThreadThatPollsIt() throws {
    let waker = try Waker()
    let thread = try SystemThread {
      var events = pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&events, 1, -1)
    }
    waker.wake()
    thread.join()
    #expect(waker.reset())
    #expect(!waker.reset())
  }

  @Test func allBytesAreWrittenToAPipeThatDoesNotBlock() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (input, output) = (ends[0], ends[1])
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let read = Locked<[UInt8]>([])
    let reader = try SystemThread {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = Glibc.read(input, &buffer, buffer.count), count > 0 {
        let piece = buffer[..<count]
        read.withLock { $0 += piece }
      }
    }
    #expect(bytes.withUnsafeBytes { writeAll($0, to: output) } == bytes.count)
    close(output)
    reader.join()
    close(input)
    #expect(read.withLock { $0 } == bytes)
  }

  @Test func writingToAClosedDescriptorWritesNothing() {
    #expect([1, 2, 3].withUnsafeBytes { writeAll($0, to: -1) } == 0)
  }

  @Test func anErrorOfTheSystemNamesTheCall() {
    #expect(SystemError("socket", EMFILE).description == "socket failed (Too many open files)")
  }
}
