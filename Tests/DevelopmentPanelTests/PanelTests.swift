import Basics
import DevelopmentPanel
import Testing

@Suite struct PanelTests {
  @Test func thePanelHasNoSourceUntilAServerSetsIt() {
    #expect(PanelDelegate.source.withLock { $0 == nil })
  }
}
