import Glibc
import Testing

@testable import TempuraMetrics

@Suite struct ProcessMetricsTests {
  private func values() -> [String: Double] {
    let registry = MetricRegistry()
    registry.addProcessMetrics()
    var values: [String: Double] = [:]
    for metric in registry.snapshots {
      if case .number(let value) = metric.samples.first?.reading { values[metric.name] = value }
    }
    return values
  }

  @Test func theProcessHasTheMetricsOfAllClients() throws {
    let values = values()
    #expect(
      Set(values.keys) == [
        "process_cpu_seconds_total", "process_max_fds", "process_open_fds", "process_resident_memory_bytes",
        "process_start_time_seconds",
      ])
    #expect(try #require(values["process_resident_memory_bytes"]) > 1_000_000)
    let start = try #require(values["process_start_time_seconds"])
    #expect(start > 1_700_000_000 && start < Double(time(nil)) + 2)
    #expect(try #require(values["process_cpu_seconds_total"]) >= 0)
    #expect(try #require(values["process_max_fds"]) >= 3)
  }

  @Test func openDescriptorsAreCounted() throws {
    let before = try #require(values()["process_open_fds"])
    // Other tests may open and close some meanwhile, but not as many.
    let opened = (0..<200).map { _ in open("/dev/null", O_RDONLY) }
    defer { for descriptor in opened { close(descriptor) } }
    let after = try #require(values()["process_open_fds"])
    #expect(after >= before + 100)
  }

  @Test func theNameOfTheProgramMayContainAnything() throws {
    let rest = "S 1 2 3 4 5 6 7 8 9 10 250 50 13 14 15 16 17 18 1000 20 77 22"
    let state = try #require(ProcessState("42 (a) b (c)) \(rest)"))
    #expect(state.processorTime == 300 / Double(sysconf(Int32(_SC_CLK_TCK))))
    #expect(state.residentPages == 77)
    #expect(ProcessState("") == nil)
    #expect(ProcessState("42 (a) S 1") == nil)
  }
}
