#pragma once

#include <stdint.h>

// What a program and its process for pictures tell each other, over a socket: a request and the bytes after it, then a reply and
// the bytes after it.

enum {
  /// The socket in the process for pictures.
  PICTURE_SOCKET = 3,
  /// The maximum number of pixels of a picture. A small file can decode to more than fits into memory.
  PICTURE_MAX_PIXELS = 100 * 1000 * 1000,
};

enum picture_format {
  /// The size and what else a file says of itself, without its pixels.
  PICTURE_HEADER,
  PICTURE_JPEG,
  PICTURE_PNG,
  PICTURE_WEBP,
  PICTURE_HEIC,
  /// Premultiplied RGBA, one byte per channel.
  PICTURE_PIXELS,
  /// The bytes are a text. The reply has a byte for each module of its QR code: 1 if it is dark. The quality is that of the
  /// correction: 0 to 3.
  PICTURE_QR_CODE,
};

enum picture_flags {
  /// The size is exact. Otherwise the picture keeps its proportions inside of it, and does not grow.
  PICTURE_EXACT = 1,
  /// The pixels as they are in the file, which may be lying.
  PICTURE_LYING = 2,
};

struct picture_request {
  uint32_t format;
  uint32_t flags;
  /// In pixels; 0 for those of the picture.
  uint32_t width, height;
  /// From 1 to 100.
  uint32_t quality;
  uint32_t length;
  /// The pixels per unit of a drawing.
  double scale;
};

enum picture_error {
  PICTURE_UNREADABLE = 1,
  /// No picture can be made here.
  PICTURE_NO_LIBRARY,
};

struct picture_reply {
  /// 0, or a `picture_error`. Then the bytes are a sentence.
  uint32_t error;
  uint32_t width, height;
  /// As in Exif: 1 to 8.
  uint32_t orientation;
  uint32_t length;
};

/// The environment variable that makes a program a process for pictures.
#define PICTURE_VARIABLE "TEMPURA_PICTURES"
