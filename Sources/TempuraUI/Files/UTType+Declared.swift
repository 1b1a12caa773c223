internal import Basics

extension UTType {
  /// The properties of a declared type.
  struct Declaration: Sendable {
    let endings, mediaTypes, parents: [String]
  }

  static let declared: [UTType] = list.map { UTType(declared: $0.identifier) }

  static let declarations: [String: Declaration] = Dictionary(
    uniqueKeysWithValues: list.map { entry in
      (
        entry.identifier,
        Declaration(
          endings: words(entry.endings), mediaTypes: mediaTypes(of: entry), parents: words(entry.parents))
      )
    })

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private static func mediaTypes(of entry: Entry) -> [String] {
    let preferred = words(entry.endings).first.map { MediaType.ofFile("." + $0).prefix { $0 != ";" } }
    return (preferred.map { [String($0)] } ?? []) + words(entry.otherMediaTypes)
  }

  private typealias Entry = (identifier: String, endings: String, otherMediaTypes: String, parents: String)

  // The first ending is the preferred one. The preferred media type is that of the first ending (`MediaType`). The others
  // are those that browsers are known to send for such files.
  private static let list: [Entry] = [
    ("public.item", "", "", ""),
    ("public.content", "", "", ""),
    ("public.composite-content", "", "", "public.content"),
    ("public.data", "", "", "public.item"),
    ("public.directory", "", "", "public.item"),
    ("public.folder", "", "", "public.directory"),
    ("public.archive", "", "", "public.item"),
    ("public.executable", "", "", "public.item"),
    ("public.database", "", "", "public.item"),
    ("public.spreadsheet", "", "", "public.content"),
    ("public.presentation", "", "", "public.composite-content"),
    ("public.contact", "", "", "public.item"),
    ("public.calendar-event", "", "", "public.item"),

    ("public.text", "", "", "public.data public.content"),
    ("public.plain-text", "txt text log", "", "public.text"),
    ("public.utf8-plain-text", "", "", "public.plain-text"),
    ("public.utf16-plain-text", "", "", "public.plain-text"),
    ("public.delimited-values-text", "", "", "public.text"),
    (
      "public.comma-separated-values-text", "csv",
      "text/comma-separated-values application/csv application/vnd.ms-excel text/plain", "public.delimited-values-text"
    ),
    ("public.tab-separated-values-text", "tsv tab", "text/plain", "public.delimited-values-text"),
    ("public.rtf", "rtf", "application/rtf application/msword", "public.text"),
    ("public.html", "html htm shtml", "", "public.text"),
    ("public.xml", "xml", "text/xml", "public.text"),
    ("public.json", "json", "text/json", "public.text"),
    ("public.yaml", "yaml yml", "application/x-yaml text/yaml text/x-yaml", "public.text"),
    ("net.daringfireball.markdown", "md markdown", "text/x-markdown text/plain", "public.plain-text"),
    ("public.css", "css", "", "public.text"),
    ("public.source-code", "", "", "public.plain-text"),
    ("public.swift-source", "swift", "", "public.source-code"),
    ("public.script", "", "", "public.source-code"),
    ("com.netscape.javascript-source", "js mjs", "application/javascript", "public.script"),
    ("public.shell-script", "sh bash", "text/x-sh", "public.script"),
    ("public.vcard", "vcf vcard", "text/x-vcard text/directory", "public.text public.contact"),
    ("com.apple.ical.ics", "ics", "", "public.text public.calendar-event"),
    ("com.apple.property-list", "plist", "", "public.data"),

    ("public.image", "", "", "public.data public.content"),
    ("public.jpeg", "jpeg jpg jpe jfif", "image/jpg image/pjpeg", "public.image"),
    ("public.png", "png", "image/x-png", "public.image"),
    ("com.compuserve.gif", "gif", "", "public.image"),
    ("public.tiff", "tiff tif", "", "public.image"),
    ("com.microsoft.bmp", "bmp", "image/x-ms-bmp", "public.image"),
    ("com.microsoft.ico", "ico", "image/x-icon", "public.image"),
    ("org.webmproject.webp", "webp", "", "public.image"),
    ("public.heic", "heic", "", "public.heif-standard"),
    ("public.heif", "heif", "", "public.heif-standard"),
    ("public.heif-standard", "", "", "public.image"),
    ("public.avif", "avif", "", "public.image"),
    ("public.svg-image", "svg", "", "public.image public.xml"),
    ("public.camera-raw-image", "dng raw", "", "public.image"),

    ("public.audiovisual-content", "", "", "public.data public.content"),
    ("public.movie", "", "", "public.audiovisual-content"),
    ("public.video", "", "", "public.movie"),
    ("com.apple.quicktime-movie", "mov qt", "", "public.movie"),
    ("public.mpeg-4", "mp4 m4v", "video/x-m4v", "public.movie"),
    ("public.mpeg", "mpg mpeg", "", "public.movie"),
    ("public.avi", "avi", "video/avi", "public.movie"),
    ("org.webmproject.webm", "webm", "audio/webm", "public.movie"),
    ("org.matroska.mkv", "mkv", "", "public.movie"),
    ("public.3gpp", "3gp 3gpp", "audio/3gpp", "public.movie"),
    ("public.audio", "", "", "public.audiovisual-content"),
    ("public.mp3", "mp3", "audio/mp3", "public.audio"),
    ("public.mpeg-4-audio", "m4a", "audio/x-m4a video/mp4", "public.audio"),
    ("com.microsoft.waveform-audio", "wav wave", "audio/vnd.wave audio/x-wav audio/wave", "public.audio"),
    ("public.aiff-audio", "aiff aif", "audio/x-aiff", "public.audio"),
    ("public.midi-audio", "mid midi", "audio/x-midi", "public.audio"),
    ("public.aac-audio", "aac", "audio/x-aac", "public.audio"),
    ("org.xiph.flac", "flac", "audio/x-flac", "public.audio"),
    ("org.xiph.ogg-audio", "ogg oga opus", "application/ogg video/ogg", "public.audio"),

    ("com.adobe.pdf", "pdf", "application/x-pdf", "public.data public.composite-content"),
    ("org.idpf.epub-container", "epub", "", "public.data public.composite-content"),
    ("public.zip-archive", "zip", "application/x-zip-compressed application/x-zip", "public.data public.archive"),
    ("org.gnu.gnu-zip-archive", "gz tgz", "application/x-gzip", "public.data public.archive"),
    ("public.bzip2-archive", "bz2", "application/x-bzip", "public.data public.archive"),
    ("public.tar-archive", "tar", "", "public.data public.archive"),
    ("org.7-zip.7-zip-archive", "7z", "", "public.data public.archive"),

    ("com.microsoft.word.doc", "doc", "", "public.data public.composite-content"),
    ("com.microsoft.excel.xls", "xls", "", "public.data public.spreadsheet"),
    ("com.microsoft.powerpoint.ppt", "ppt", "", "public.data public.presentation"),
    ("org.openxmlformats.wordprocessingml.document", "docx", "", "public.data public.composite-content"),
    ("org.openxmlformats.spreadsheetml.sheet", "xlsx", "", "public.data public.spreadsheet"),
    ("org.openxmlformats.presentationml.presentation", "pptx", "", "public.data public.presentation"),
    (
      "com.microsoft.windows-executable", "exe", "application/vnd.microsoft.portable-executable",
      "public.data public.executable"
    ),
  ]

  // MARK: - Names

  public static let item = UTType(declared: "public.item")
  public static let content = UTType(declared: "public.content")
  public static let compositeContent = UTType(declared: "public.composite-content")
  public static let data = UTType(declared: "public.data")
  public static let directory = UTType(declared: "public.directory")
  public static let folder = UTType(declared: "public.folder")
  public static let archive = UTType(declared: "public.archive")
  public static let executable = UTType(declared: "public.executable")
  public static let database = UTType(declared: "public.database")
  public static let spreadsheet = UTType(declared: "public.spreadsheet")
  public static let presentation = UTType(declared: "public.presentation")
  public static let contact = UTType(declared: "public.contact")
  public static let calendarEvent = UTType(declared: "public.calendar-event")

  public static let text = UTType(declared: "public.text")
  public static let plainText = UTType(declared: "public.plain-text")
  public static let utf8PlainText = UTType(declared: "public.utf8-plain-text")
  public static let utf16PlainText = UTType(declared: "public.utf16-plain-text")
  public static let delimitedText = UTType(declared: "public.delimited-values-text")
  public static let commaSeparatedText = UTType(declared: "public.comma-separated-values-text")
  public static let tabSeparatedText = UTType(declared: "public.tab-separated-values-text")
  public static let rtf = UTType(declared: "public.rtf")
  public static let html = UTType(declared: "public.html")
  public static let xml = UTType(declared: "public.xml")
  public static let json = UTType(declared: "public.json")
  public static let yaml = UTType(declared: "public.yaml")
  public static let sourceCode = UTType(declared: "public.source-code")
  public static let swiftSource = UTType(declared: "public.swift-source")
  public static let script = UTType(declared: "public.script")
  public static let javaScript = UTType(declared: "com.netscape.javascript-source")
  public static let shellScript = UTType(declared: "public.shell-script")
  public static let vCard = UTType(declared: "public.vcard")
  public static let propertyList = UTType(declared: "com.apple.property-list")

  public static let image = UTType(declared: "public.image")
  public static let jpeg = UTType(declared: "public.jpeg")
  public static let png = UTType(declared: "public.png")
  public static let gif = UTType(declared: "com.compuserve.gif")
  public static let tiff = UTType(declared: "public.tiff")
  public static let bmp = UTType(declared: "com.microsoft.bmp")
  public static let ico = UTType(declared: "com.microsoft.ico")
  public static let webP = UTType(declared: "org.webmproject.webp")
  public static let heic = UTType(declared: "public.heic")
  public static let heif = UTType(declared: "public.heif")
  public static let svg = UTType(declared: "public.svg-image")
  public static let rawImage = UTType(declared: "public.camera-raw-image")

  public static let audiovisualContent = UTType(declared: "public.audiovisual-content")
  public static let movie = UTType(declared: "public.movie")
  public static let video = UTType(declared: "public.video")
  public static let quickTimeMovie = UTType(declared: "com.apple.quicktime-movie")
  public static let mpeg4Movie = UTType(declared: "public.mpeg-4")
  public static let mpeg = UTType(declared: "public.mpeg")
  public static let avi = UTType(declared: "public.avi")
  public static let audio = UTType(declared: "public.audio")
  public static let mp3 = UTType(declared: "public.mp3")
  public static let mpeg4Audio = UTType(declared: "public.mpeg-4-audio")
  public static let wav = UTType(declared: "com.microsoft.waveform-audio")
  public static let aiff = UTType(declared: "public.aiff-audio")
  public static let midi = UTType(declared: "public.midi-audio")

  public static let pdf = UTType(declared: "com.adobe.pdf")
  public static let epub = UTType(declared: "org.idpf.epub-container")
  public static let zip = UTType(declared: "public.zip-archive")
  public static let gzip = UTType(declared: "org.gnu.gnu-zip-archive")
  public static let bz2 = UTType(declared: "public.bzip2-archive")
  public static let exe = UTType(declared: "com.microsoft.windows-executable")
}
