import Foundation
import Testing

@testable import Wire

/// Tests of an app see the declarations of its `Following.swift` beside those of Foundation, and mean the latter.
struct FollowingNamesTests {
  @Test func testsMayUseWhatTheAppDeclaresAgain() {
    let folders = [NSTemporaryDirectory(), NSHomeDirectory(), FileManager.default.temporaryDirectory.path]
    #expect(folders.allSatisfy { !$0.isEmpty })
    // The app gives a program the name of its process.
    #expect(Bundle.main.bundleIdentifier != ProcessInfo.processInfo.processName)
    let timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: false) { _ in }
    timer.invalidate()
    let queue = OperationQueue()
    queue.addOperation {}
    queue.waitUntilAllOperationsAreFinished()
  }
}
