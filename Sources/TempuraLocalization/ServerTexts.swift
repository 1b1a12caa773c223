// The texts that the server says by itself, by their keys in `Localizable.strings`. The parameters stand for the values in them.

extension ServerText {
  // MARK: - Bars and modal screens

  package static let back = Self("bar.back")
  package static func backTo(_ title: String) -> Self { Self("bar.backTo", title) }
  package static let close = Self("screen.close")
  package static let dialog = Self("screen.dialog")
  package static let alert = Self("screen.alert")
  package static let tabs = Self("bar.tabs")
  package static func tab(_ number: Int) -> Self { Self("bar.tab", number) }
  package static let toolbar = Self("bar.toolbar")

  // MARK: - Return keys

  package static let returnKey = Self("returnKey.default")
  package static let goKey = Self("returnKey.go")
  package static let joinKey = Self("returnKey.join")
  package static let nextKey = Self("returnKey.next")
  package static let routeKey = Self("returnKey.route")
  package static let sendKey = Self("returnKey.send")
  package static let emergencyCallKey = Self("returnKey.emergencyCall")
  package static let continueKey = Self("returnKey.continue")

  // MARK: - Buttons and tabs that say the same in every app

  package static let action = Self("button.action")
  package static let add = Self("button.add")
  package static let bookmarks = Self("button.bookmarks")
  package static let camera = Self("button.camera")
  package static let cancel = Self("button.cancel")
  package static let clear = Self("button.clear")
  package static func clearField(_ name: String) -> Self { Self("button.clearField", name) }
  package static let compose = Self("button.compose")
  package static let contacts = Self("button.contacts")
  package static let decrement = Self("button.decrement")
  package static func decrementControl(_ name: String) -> Self { Self("button.decrementControl", name) }
  package static let delete = Self("button.delete")
  package static let details = Self("button.details")
  package static let done = Self("button.done")
  package static let downloads = Self("button.downloads")
  package static let edit = Self("button.edit")
  package static let fastForward = Self("button.fastForward")
  package static let favorites = Self("button.favorites")
  package static let featured = Self("button.featured")
  package static let history = Self("button.history")
  package static let increment = Self("button.increment")
  package static func incrementControl(_ name: String) -> Self { Self("button.incrementControl", name) }
  package static let insert = Self("button.insert")
  package static let more = Self("button.more")
  package static func moreOf(_ title: String) -> Self { Self("button.moreOf", title) }
  package static let mostRecent = Self("button.mostRecent")
  package static let mostViewed = Self("button.mostViewed")
  package static let move = Self("button.move")
  package static let moveDown = Self("button.moveDown")
  package static let moveUp = Self("button.moveUp")
  package static let open = Self("button.open")
  package static let pageCurl = Self("button.pageCurl")
  package static let pause = Self("button.pause")
  package static let play = Self("button.play")
  package static let recents = Self("button.recents")
  package static let redo = Self("button.redo")
  package static let refresh = Self("button.refresh")
  package static let reply = Self("button.reply")
  package static let rewind = Self("button.rewind")
  package static let save = Self("button.save")
  package static let search = Self("button.search")
  package static let set = Self("button.set")
  package static func setField(_ name: String) -> Self { Self("button.setField", name) }
  package static let share = Self("button.share")
  package static let stop = Self("button.stop")
  package static let topRated = Self("button.topRated")
  package static let undo = Self("button.undo")

  // MARK: - Parts of views

  package static let actions = Self("part.actions")
  package static func actionsOf(_ name: String) -> Self { Self("part.actionsOf", name) }
  package static let checked = Self("part.checked")
  package static func column(_ number: Int, of count: Int) -> Self { Self("part.column", number, count) }
  package static let hours = Self("part.hours")
  package static func hourCount(_ count: Int) -> Self { Self("part.hourCount", count) }
  package static let inProgress = Self("part.inProgress")
  package static let item = Self("part.item")
  package static let menu = Self("part.menu")
  package static let minutes = Self("part.minutes")
  package static func minuteCount(_ count: Int) -> Self { Self("part.minuteCount", count) }
  package static func page(_ number: Int, of count: Int) -> Self { Self("part.page", number, count) }
  package static let pages = Self("part.pages")
  package static let previousPage = Self("part.previousPage")
  package static let nextPage = Self("part.nextPage")
  package static func percent(_ number: Int) -> Self { Self("part.percent", number) }
  package static let progress = Self("part.progress")
  package static let refreshing = Self("part.refreshing")
  package static let results = Self("part.results")
  package static let row = Self("part.row")
  package static let scope = Self("part.scope")
  package static let scrollable = Self("part.scrollable")
  package static func segment(_ number: Int) -> Self { Self("part.segment", number) }
  package static func timeZone(_ name: String) -> Self { Self("part.timeZone", name) }

  // MARK: - Gestures

  package static let tap = Self("gesture.tap")
  package static let doubleTap = Self("gesture.doubleTap")
  package static let tripleTap = Self("gesture.tripleTap")
  package static func taps(_ count: Int) -> Self { Self("gesture.taps", count) }
  package static func tap(fingers: Int) -> Self { Self("gesture.fingers", fingers) }
  package static let longPress = Self("gesture.longPress")
  package static let swipe = Self("gesture.swipe")
  package static let swipeRight = Self("gesture.swipeRight")
  package static let swipeLeft = Self("gesture.swipeLeft")
  package static let swipeUp = Self("gesture.swipeUp")
  package static let swipeDown = Self("gesture.swipeDown")

  // MARK: - Files

  package static let chooseFile = Self("file.choose")
  package static let chooseFiles = Self("file.chooseSeveral")
  package static let file = Self("file.field")
  package static let files = Self("file.fieldOfSeveral")
  package static let nothingChosen = Self("file.nothingChosen")
  package static let oneFileOnly = Self("file.oneOnly")
  package static let noFilesTaken = Self("file.notTaken")
  package static func fileLimit(_ size: String) -> Self { Self("file.limit", size) }
  package static func largestFile(_ size: String) -> Self { Self("file.largest", size) }
  package static func fileTooLarge(_ name: String) -> Self { Self("file.tooLarge", name) }
  package static func fileTooLarge(_ name: String, limit: String) -> Self { Self("file.overLimit", name, limit) }
  package static let filesTooLarge = Self("file.tooLargeTogether")
  package static func fileOfOtherKind(_ name: String) -> Self { Self("file.otherKind", name) }
  package static func fileEndings(_ endings: String) -> Self { Self("file.endings", endings) }
  package static let fileNotKept = Self("file.notKept")

  // MARK: - Sizes of files

  package static func bytes(_ count: Int) -> Self { Self("size.bytes", count) }
  package static func kilobytes(_ number: String) -> Self { Self("size.kilobytes", number) }
  package static func megabytes(_ number: String) -> Self { Self("size.megabytes", number) }
  package static func gigabytes(_ number: String) -> Self { Self("size.gigabytes", number) }
  package static func terabytes(_ number: String) -> Self { Self("size.terabytes", number) }

  // MARK: - What is wrong with a field

  package static func chooseNumber(from: String, to: String) -> Self { Self("problem.number", from, to) }
  package static func tooLong(_ length: Int, limit: Int) -> Self { Self("problem.tooLong", length, limit) }
  package static let chooseTime = Self("problem.time")
  package static let chooseDate = Self("problem.date")
  package static let chooseDateAndTime = Self("problem.dateAndTime")
  package static let chooseHours = Self("problem.hours")
  package static let chooseMinutes = Self("problem.minutes")
  package static func chooseTimeEvery(minutes: Int) -> Self { Self("problem.minuteInterval", minutes) }
  package static func earliest(_ date: String) -> Self { Self("problem.earliest", date) }
  package static func latest(_ date: String) -> Self { Self("problem.latest", date) }
  package static let chooseRow = Self("problem.row")

  // MARK: - What a page says at its top

  package static let waitingForTurn = Self("page.waiting")
  package static let working = Self("page.working")
  package static let outOfDate = Self("page.outOfDate")
  package static let inputProblems = Self("page.inputProblems")
  package static let notAllDone = Self("page.notAllDone")
  package static let cannotBeShownAgain = Self("page.cannotBeShownAgain")
  package static let earlierDataUnreadable = Self("page.earlierDataUnreadable")
  package static let sessionEnded = Self("page.sessionEnded")
  package static func failed(requestID: String) -> Self { Self("page.failed", requestID) }

  // MARK: - Changes that were not stored

  package static let notStored = Self("save.failed")
  package static let noRoom = Self("save.noRoom")
  package static let changedByOthers = Self("save.changedByOthers")
  package static let signedOut = Self("save.signedOut")
  package static let tooManyPeople = Self("save.tooManyPeople")

  // MARK: - Pages that say what is wrong: their titles

  package static let notFoundTitle = Self("error.notFound")
  package static let forbiddenTitle = Self("error.forbidden")
  package static let methodNotAllowedTitle = Self("error.methodNotAllowed")
  package static let tooMuchTitle = Self("error.tooMuch")
  package static let unavailableTitle = Self("error.unavailable")
  package static let refusedTitle = Self("error.refused")
  package static let failedTitle = Self("error.failed")
  package static func open(_ name: String) -> Self { Self("page.open", name) }
  package static let copyText = Self("page.copyText")
  package static let webPage = Self("page.webPage")
  package static let goHome = Self("error.goHome")
  package static func request(_ id: String) -> Self { Self("error.request", id) }

  package static let offlineTitle = Self("offline.title")
  package static let offline = Self("offline.message")
  package static let tryAgain = Self("offline.retry")
  package static let uploading = Self("upload.progress")

  // MARK: - Pages that say what is wrong: their messages

  package static let noSuchPage = Self("error.noSuchPage")
  package static let pageRefused = Self("error.pageRefused")
  package static func methodsAllowed(_ methods: String) -> Self { Self("error.methodsAllowed", methods) }
  package static let sentByOtherSite = Self("error.otherSite")
  package static let severalControls = Self("error.severalControls")
  package static let sessionUnavailable = Self("error.sessionUnavailable")
  package static let nothingShown = Self("error.nothingShown")
  package static let pageTooLarge = Self("error.pageTooLarge")
  package static let appNotStarted = Self("error.appNotStarted")
  package static let stoppedServer = Self("error.stoppedServer")
  package static func trapped(_ text: String) -> Self { Self("error.trapped", text) }
  package static let nowhereToGo = Self("error.nowhereToGo")
}
