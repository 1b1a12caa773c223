import Foundation
import Testing

@testable import TempuraGraphics
@testable import Lottie
@testable import TempuraUI

/// Frames of Lottie animations.
@Suite(.app) struct LottieTests {
  /// A red square that moves by 30 points and fades, above a ring that grows from nothing, below a precomposition.
  private static let json = """
    {"v":"5.5.7","fr":30,"ip":0,"op":31,"w":100,"h":50,"assets":[{"id":"inner","layers":[
      {"ty":1,"ind":1,"ip":0,"op":31,"st":0,"sc":"#00ff00","sw":10,"sh":5,"ks":{}}]}],
    "layers":[
      {"ty":0,"ind":4,"refId":"inner","ip":0,"op":31,"st":0,"ks":{"p":{"a":0,"k":[90,45,0]}}},
      {"ty":4,"ind":1,"parent":3,"ip":0,"op":31,"st":0,"ks":{"o":{"a":0,"k":50},
        "p":{"a":1,"k":[{"t":0,"s":[0,0,0]},{"t":30,"s":[30,0,0]}]}},
       "shapes":[{"ty":"gr","it":[{"ty":"rc","s":{"a":0,"k":[10,10]},"p":{"a":0,"k":[5,5]},"r":{"a":0,"k":0}},
         {"ty":"fl","c":{"a":0,"k":[1,0,0,1]},"o":{"a":1,"k":[{"t":0,"s":[100],"e":[50]},{"t":30}]}},
         {"ty":"tr","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[200,200]}}]}]},
      {"ty":4,"ind":2,"ip":0,"op":31,"st":0,"ks":{},
       "shapes":[{"ty":"sh","ks":{"a":0,"k":{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}},
         {"ty":"st","c":{"a":0,"k":[0,0,1,1]},"o":{"a":0,"k":100},"w":{"a":0,"k":3},"lc":2,"lj":2},
         {"ty":"tm","s":{"a":0,"k":0},"e":{"a":1,"k":[{"t":0,"s":[0]},{"t":20,"s":[100]}]}}]},
      {"ty":3,"ind":3,"ip":0,"op":31,"ks":{"p":{"a":0,"k":[5,0]}}}]}
    """

  private func animation() throws -> LottieAnimation { try #require(LottieAnimation(data: Data(Self.json.utf8))) }

  private func svg(_ view: LottieAnimationView) throws -> String {
    try #require(view.image?.properties.rare?.drawing?.file)
  }

  @Test func anAnimationHasASizeAndADuration() throws {
    let animation = try animation()
    #expect(animation.size == CGSize(width: 100, height: 50) && animation.framerate == 30)
    #expect(animation.startFrame == 0 && animation.endFrame == 31 && animation.duration == 31.0 / 30)
    for other in ["", "[]", "{}", #"{"layers":[],"w":0,"h":1}"#] {
      #expect(LottieAnimation(data: Data(other.utf8)) == nil)
    }
  }

  @Test func theFirstFrameIsShownAndTheLastOneAfterPlaying() throws {
    let view = LottieAnimationView(animation: try animation())
    #expect(view.image?.size == CGSize(width: 100, height: 50) && view.currentFrame == 0)
    let first = try svg(view)
    #expect(first.contains(##"fill="#ff000080" transform="matrix(2 0 0 2 5 0)""##))
    #expect(first.contains(##"fill="#00ff00" transform="matrix(1 0 0 1 90 45)""##))
    #expect(!first.contains("stroke="), "the line is trimmed to nothing")
    var ends: [Bool] = []
    view.play { ends.append($0) }
    #expect(ends == [true] && view.currentFrame == 30 && view.currentProgress == 1 && !view.isAnimationPlaying)
    let last = try svg(view)
    #expect(last.contains(##"fill="#ff000040" transform="matrix(2 0 0 2 35 0)""##))
    #expect(last.contains("d=\"M0 0C0 0 9 0 9 0") && last.contains(##"stroke="#0000ff" stroke-width="3""##))
    view.stop()
    #expect(try svg(view) == first)
    view.currentFrame = 15.5
    #expect(view.currentProgress == 0.5)
  }

  @Test func anEndlessAnimationShowsItsFirstFrameAndEndsWhenItIsStopped() throws {
    let view = AnimationView(animation: try animation())
    view.loopMode = .loop
    view.shouldRasterizeWhenIdle = true
    var ends: [Bool] = []
    view.play { ends.append($0) }
    #expect(ends.isEmpty && view.isAnimationPlaying && view.currentProgress == 0)
    view.stop()
    #expect(ends == [false] && !view.isAnimationPlaying)
  }

  @Test func aFileIsReadByItsPathOrName() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lottie-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "loading.json")
    try Data(Self.json.utf8).write(to: file)
    let bundle = try #require(Bundle(path: folder.path))
    #expect(LottieAnimation.named("loading", bundle: bundle) === LottieAnimation.filepath(file.path))
    #expect(LottieAnimationView(name: "loading", bundle: bundle).animation != nil)
    #expect(LottieAnimationView(name: "missing").image == nil)
  }

  @Test func compositionsThatContainThemselvesEnd() throws {
    let json =
      #"{"w":9,"h":9,"op":9,"assets":[{"id":"a","layers":[{"ty":0,"refId":"a"}]}],"layers":[{"ty":0,"refId":"a"},{"ty":3,"ind":1,"parent":1}]}"#
    #expect(LottieAnimationView(animation: LottieAnimation(data: Data(json.utf8))).image != nil)
  }
}
