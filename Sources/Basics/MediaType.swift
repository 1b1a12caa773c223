/// Media types of files, as a Content-Type field has them (RFC 9110, section 8.3.1).
package enum MediaType {
  /// The type of a file, by the ending of its name.
  package static func ofFile(_ path: String) -> String {
    guard let dot = path.lastIndex(of: ".") else { return "application/octet-stream" }
    return types[path[path.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }

  /// The type for each ending.
  package static let types: [String: String] = [
    "html": "text/html; charset=utf-8",
    "htm": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "json": "application/json",
    "map": "application/json",
    "webmanifest": "application/manifest+json",
    "xml": "application/xml; charset=utf-8",
    "wasm": "application/wasm",
    "yaml": "application/yaml",

    "txt": "text/plain; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "vtt": "text/vtt; charset=utf-8",
    "ics": "text/calendar; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "rtf": "text/rtf",
    "swift": "text/x-swift; charset=utf-8",
    "vcf": "text/vcard; charset=utf-8",

    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
    "avif": "image/avif",
    "gif": "image/gif",
    "ico": "image/vnd.microsoft.icon",
    "bmp": "image/bmp",
    "tiff": "image/tiff",
    "heic": "image/heic",
    "heif": "image/heif",
    "dng": "image/x-adobe-dng",

    "woff": "font/woff",
    "woff2": "font/woff2",
    "ttf": "font/ttf",
    "otf": "font/otf",

    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "wav": "audio/wav",
    "m4a": "audio/mp4",
    "aiff": "audio/aiff",
    "mid": "audio/midi",
    "aac": "audio/aac",
    "flac": "audio/flac",

    "mp4": "video/mp4",
    "webm": "video/webm",
    "mov": "video/quicktime",
    "mpg": "video/mpeg",
    "avi": "video/x-msvideo",
    "mkv": "video/x-matroska",
    "3gp": "video/3gpp",

    "pdf": "application/pdf",
    "zip": "application/zip",
    "sh": "application/x-sh",
    "plist": "application/x-plist",
    "epub": "application/epub+zip",
    "gz": "application/gzip",
    "bz2": "application/x-bzip2",
    "tar": "application/x-tar",
    "7z": "application/x-7z-compressed",
    "doc": "application/msword",
    "xls": "application/vnd.ms-excel",
    "ppt": "application/vnd.ms-powerpoint",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "exe": "application/x-msdownload",
  ]
}
