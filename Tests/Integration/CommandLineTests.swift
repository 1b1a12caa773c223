import Glibc
import TestSupport
import Testing

/// The command line of a server: flags, environment, folders, and error messages.
struct CommandLineTests {
  private static func run(
    _ arguments: [String], environment: [String: String] = [:], files: [String: String] = [:]
  ) throws -> Program.Result {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    return try Program.run(
      Server.executable(), arguments, environment: Server.environment(environment, in: folder),
      workingFolder: folder.path)
  }

  @Test(arguments: ["--help", "-h"]) func helpNamesEveryFlag(flag: String) throws {
    let result = try Self.run([flag])
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    for flag in [
      "--host", "--port", "--public", "--templates", "--threads", "--connections", "--body-limit", "--trust-proxy",
      "--sessions", "--durability", "--session-memory", "--drain", "--no-access-log",
      "--health-check", "--check-sessions", "--help",
    ] { #expect(result.output.contains(flag)) }
    #expect(result.output.hasPrefix("Usage: TodoServer"))
  }

  /// Swift finds no arguments then. Monitoring agents do that.
  @Test func flagsCountIfALibraryHasChangedTheEnvironmentBeforeTheStart() throws {
    let folder = try TemporaryFolder()
    let source =
      "#include <stdlib.h>\n__attribute__((constructor)) static void agent(void) { setenv(\"AGENT\", \"1\", 1); }"
    try folder.write(source, to: "agent.c")
    let compiled = try Program.run(
      "/usr/bin/cc", ["-shared", "-fPIC", "-o", "\(folder.path)/agent.so", "\(folder.path)/agent.c"], environment: [:],
      workingFolder: folder.path)
    #expect(compiled.status == 0)
    let result = try Self.run(["--nonsense"], environment: ["LD_PRELOAD": "\(folder.path)/agent.so"])
    #expect(result.status == 2 && result.errors.contains("--nonsense"))
  }

  @Test(
    arguments: [
      (["--sessions", "nowhere"], "The value of --sessions is not valid"), (["--durability", "some"], "--durability"),
      (["--session-memory", "0"], "--session-memory"), (["--drain", "-1"], "--drain"),
      (["--nonsense"], "--nonsense"), (["-p", "1"], "-p"), (["list"], "list"), (["--port"], "--port"),
      (["--port", "http"], "http"), (["--port", "65536"], "65536"), (["--port", "-1"], "-1"), (["--port="], "--port"),
      (["--port", "80 80"], "80 80"), (["--threads", "0"], "--threads"), (["--body-limit", "1"], "--body-limit"),
      (["--connections", "0"], "--connections"), (["--trust-proxy=maybe"], "maybe"), (["--host", ""], "--host"),
    ]) func whatIsNotUnderstoodIsSaid(arguments: [String], word: String) throws
  {
    let result = try Self.run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("TodoServer: "))
    #expect(result.errors.contains(word))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [("PORT", "http"), ("THREADS", "many"), ("TRUST_PROXY", "maybe"), ("BODY_LIMIT", "")])
  func whatIsWrongInTheEnvironmentIsSaid(variable: String, value: String) throws {
    let result = try Self.run([], environment: [variable: value])
    #expect(result.status == 2)
    #expect(result.errors.contains(variable))
  }

  @Test func portAndHostComeFromTheEnvironment() throws {
    try Server.running([], environment: ["PORT": "0", "HOST": "127.0.0.1"]) { server in
      let page = try server.browser().get("/list")
      #expect(page.texts == Page.seeds)
    }
    // A flag comes before the environment.
    try Server.running(["--port", "0"], environment: ["PORT": "1"]) { server in
      let page = try server.browser().get("/list")
      #expect(page.status == 200)
    }
    let result = try Self.run(["--port", "0"], environment: ["HOST": "192.0.2.1"])
    #expect(result.status == 1)
    #expect(result.errors.contains("192.0.2.1"))
  }

  @Test func aPortInUseIsAnError() throws {
    try Server.running { server in
      let result = try Self.run(["--port", "\(server.port)"])
      #expect(result.status == 1)
      #expect(
        result.errors
          == "TodoServer: Port \(server.port) on 127.0.0.1 is already in use by another process. "
          + "Stop that process, or choose another port with --port.\n")
      let page = try server.browser().get("/list")
      #expect(page.status == 200)
    }
  }

  @Test func aProxyThatIsNotTrustedIsLoggedOnce() throws {
    let field = "X-Forwarded-For: 192.0.2.1"
    let warning =
      "A request has the header field X-Forwarded-For, which is ignored. If this server is behind a proxy, start it with "
      + "--trust-proxy: without it the cookie is not bound to this host, and limits per address have no effect. If it is not, "
      + "the client forged the field.\n"
    try Server.running { server in
      for _ in 0..<3 {
        let page = try server.browser().get("/list", headers: [field])
        #expect(page.status == 200)
      }
      #expect(server.program.errors == warning)
    }
    try Server.running(["--port", "0", "--trust-proxy"]) { server in
      let page = try server.browser().get("/list", headers: [field])
      #expect(page.status == 200)
      #expect(server.program.errors == "")
    }
  }

  @Test func theHealthCheckReportsTheServersState() throws {
    let port = try Server.running { server in
      #expect(try Self.run(["--health-check", "--port", "\(server.port)"]).status == 0)
      #expect(try Self.run(["--health-check"], environment: ["PORT": "\(server.port)"]).status == 0)
      for path in ["/health", "/ready"] {
        let page = try server.browser().get(path)
        #expect(page.status == 200)
        #expect(page.text == "ok\n")
        #expect(page.headers("Set-Cookie").isEmpty)
      }
      return server.port
    }
    #expect(try Self.run(["--health-check", "--port", "\(port)"]).status == 1)
  }

  @Test(
    arguments: [
      ("templates/page.html", "<!DOCTYPE html>\n<html>\n{{nonsense}}\n", "templates/page.html:3"),
      ("templates/page.html", "{{{screen}}}\n", "templates/page.html"),
      ("templates/page.html", "{{{screen}}}\n<style>{{{style}}}</style>\n{{title\n", "templates/page.html:3"),
      ("templates/notice.html", "<p>\n{{> nothing}}\n</p>", "templates/notice.html:2"),
      ("templates/error.html", "<p>{{#section}}{{/section}}", "templates/error.html:1"),
    ]) func aBrokenTemplateIsNamedWithItsLine(file: String, text: String, place: String) throws
  {
    let result = try Self.run(["--port", "0", "--templates", "templates"], files: [file: text])
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(place))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func theErrorNamesAViewsInvalidTemplate() throws {
    let result = try Self.run(
      ["--port", "0", "--templates", "templates"], files: ["templates/ListView.html": "<p>\n\n{{unclosed"])
    #expect(result.status == 1)
    #expect(result.errors.contains("templates/ListView.html:3"))
  }

  @Test(arguments: ["--public", "--templates"]) func theErrorNamesAMissingFolder(flag: String) throws {
    for folder in ["/nonexistent/folder", "file"] {
      let result = try Self.run(["--port", "0", flag, folder], files: ["file": "no folder"])
      #expect(result.status == 1)
      #expect(result.errors.contains("There is no folder \(folder)"))
      #expect(result.errors.contains(flag))
    }
  }

  @Test func foldersReplaceSingleFiles() throws {
    try Server.running(
      ["--port", "0", "--public", "own", "--templates", "pages"],
      files: [
        "own/todo.css": "body { color: red }", "own/extra.txt": "extra",
        "pages/error.html": """
        <!DOCTYPE html>
        <html lang="{{language}}"><head>{{> head}}</head><body><main>Oh no: {{message}}</main></body></html>
        """,
      ]
    ) { server in
      let browser = try server.browser()
      #expect(try browser.get("/todo.css").text == "body { color: red }")
      #expect(try browser.get("/extra.txt").text == "extra")
      #expect(try browser.get("/tempura.css").status == 200)
      #expect(try browser.get("/nope").text.contains("Oh no: There is no such page."))
      #expect(try browser.get("/list").texts == Page.seeds)
    }
  }

  @Test func foldersWithTheDefaultNamesNeedNoFlags() throws {
    try Server.running(
      files: [
        "Public/todo.css": "own",
        "Templates/notice.html": "<div class=\"notice\" role=\"alert\">Own: {{message}}</div>",
      ]
    ) { server in
      let browser = try server.browser()
      #expect(try browser.get("/todo.css").text == "own")
      #expect(try browser.post("/list", [("tap", "nothing")]).notice?.hasPrefix("Own: ") == true)
    }
  }

  @Test func theAccessLogCanBeSwitchedOff() throws {
    try Server.running(["--port", "0", "--no-access-log"]) { server in
      _ = try server.browser().get("/list")
      server.program.signal(SIGTERM)
      #expect(server.program.wait() == 0)
      #expect(server.program.printed.isEmpty)
    }
  }
}
