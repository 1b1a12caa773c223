#define _GNU_SOURCE
#include "cpictures.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// The process for pictures. It is the program itself, started again with a variable, so that nothing has to be installed beside
// it. It never comes to the program's `main`. The library, libvips, is loaded here only: the program itself maps none of it.

typedef struct image image;

// Of libvips' vips.h.
enum { SIZE_DOWN = 2, SIZE_FORCE = 3, SPACE_SRGB = 22, FORMAT_UCHAR = 0, FAIL_ON_TRUNCATED = 1 };

// Each is a function whose name begins with `vips_`.
#define FUNCTIONS(X)                                                           \
  X(int, init, (const char *))                                                 \
  X(void, block_untrusted_set, (int))                                          \
  X(void, operation_block_set, (const char *, int))                            \
  X(void, concurrency_set, (int))                                              \
  X(void, cache_set_max, (int))                                                \
  X(image *, image_new_from_buffer, (const void *, size_t, const char *, ...)) \
  X(int, svgload_buffer, (void *, size_t, image **, ...))                      \
  X(int, thumbnail_buffer, (void *, size_t, image **, ...))                    \
  X(int, call, (const char *, ...))                                            \
  X(int, addalpha, (image *, image **, ...))                                   \
  X(int, image_write_to_buffer, (image *, const char *, void **, size_t *, ...)) \
  X(void *, image_write_to_memory, (image *, size_t *))                        \
  X(int, image_get_width, (const image *))                                     \
  X(int, image_get_height, (const image *))                                    \
  X(int, image_get_orientation, (image *))                                     \
  X(int, image_hasalpha, (image *))                                            \
  X(char **, image_get_fields, (image *))                                      \
  X(int, image_remove, (image *, const char *))                                \
  X(const char *, error_buffer, (void))                                        \
  X(void, error_clear, (void))

#define DECLARE(result, name, parameters) result (*name) parameters;
static struct { FUNCTIONS(DECLARE) } vips;

static void (*object_unref)(void *);
static void (*memory_free)(void *);

// Of libqrencode's qrencode.h.
typedef struct {
  int version, width;
  unsigned char *data;
} qr_code;
static qr_code *(*qr_encode)(int, const unsigned char *, int, int);
static void (*qr_free)(qr_code *);

/// Returns the name of the first function that is missing; NULL if all are there.
static const char *load(void) {
  void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
  if (!library) return "libvips.so.42";
#define FIND(result, name, parameters) if (!(*(void **)&vips.name = dlsym(library, "vips_" #name))) return "vips_" #name;
  FUNCTIONS(FIND)
  *(void **)&object_unref = dlsym(library, "g_object_unref");
  *(void **)&memory_free = dlsym(library, "g_free");
  if (!object_unref || !memory_free) return "libgobject";
  void *codes = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
  if (codes) {
    *(void **)&qr_encode = dlsym(codes, "QRcode_encodeData");
    *(void **)&qr_free = dlsym(codes, "QRcode_free");
  }
  return NULL;
}

/// The only decoders, of all that libvips has. Drawings are ours.
static const char *loaders[] = {
  "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadNsgif", "VipsForeignLoadWebp", "VipsForeignLoadHeif",
  "VipsForeignLoadSvg", NULL,
};

// --- The bounds of the process

/// From here on the process has what is mapped and open: no file, no network, no other program.
///
/// Each call that is not in the list fails with EPERM, as if it were not there (seccomp(2)).
static int close_off(void) {
  static const int allowed[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_close, SYS_lseek, SYS_fstat,
    SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk,
    SYS_futex, SYS_set_robust_list, SYS_rseq, SYS_gettid, SYS_getpid, SYS_exit, SYS_exit_group,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
    SYS_clock_gettime, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_sched_getparam, SYS_sched_getscheduler, SYS_getrandom, SYS_sysinfo, SYS_uname, SYS_restart_syscall, SYS_ppoll,
    SYS_getrusage, SYS_getcpu,
#ifdef SYS_poll
    SYS_poll,
#endif
  };
  enum { COUNT = sizeof allowed / sizeof *allowed };
  struct sock_filter program[COUNT + 12];
  int size = 0;
#define ADD(statement) program[size++] = (struct sock_filter)statement
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
#if defined(__x86_64__)
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0));
#else
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_AARCH64, 1, 0));
#endif
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
  // The numbers of each call that is allowed: the next one, or the end of the program.
  for (int index = 0; index < COUNT; index++)
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[index], COUNT - index + 5, 0));
  // Threads are made with `clone`: the flags of `clone3` are in memory, which a filter cannot read.
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 2));
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])));
  ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
#undef ADD
  struct sock_fprog filter = {.len = size, .filter = program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  // Also for the threads that libvips has already.
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) ? -1 : 0;
}

/// Limits memory and core dumps. The server kills the process after a timeout.
static void limit(void) {
  struct rlimit none = {0, 0}, memory = {1536UL << 20, 1536UL << 20};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_AS, &memory);
}

// --- Pictures

/// Replaces a picture by what a call has made of it. Returns whether the call succeeded.
static int replaced(image **picture, image **new, int failure) {
  if (failure) return 0;
  object_unref(*picture);
  *picture = *new;
  return 1;
}

static int is_drawing(const char *bytes, size_t length) {
  return length > 4 && (!memcmp(bytes, "<svg", 4) || !memcmp(bytes, "<?xm", 4));
}

/// Decodes a picture in its size. Returns NULL if it cannot be read.
static image *opened(char *bytes, const struct picture_request *request) {
  image *picture = NULL;
  if (is_drawing(bytes, request->length)) {
    // The scale of a drawing is that of its pixels, which need no scaling then.
    if (vips.svgload_buffer(bytes, request->length, &picture, "scale", request->scale, "unlimited", 1, NULL)) return NULL;
  } else {
    picture = vips.image_new_from_buffer(bytes, request->length, "", "fail_on", FAIL_ON_TRUNCATED, NULL);
  }
  if (picture && (uint64_t)vips.image_get_width(picture) * vips.image_get_height(picture) > PICTURE_MAX_PIXELS) {
    object_unref(picture);
    picture = NULL;
  }
  return picture;
}

/// Decodes a picture in the size of the request, upright if that is wanted. Its colours are those of sRGB.
static image *decoded(char *bytes, const struct picture_request *request) {
  image *picture = opened(bytes, request), *new;
  if (!picture || request->format == PICTURE_HEADER) return picture;
  int is_lying = !!(request->flags & PICTURE_LYING), is_scaled = request->width, succeeds = 1;
  if (is_scaled && !is_drawing(bytes, request->length)) {
    // A thumbnail of the file, of which no more is decoded than its size needs.
    int size = request->flags & PICTURE_EXACT ? SIZE_FORCE : SIZE_DOWN;
    succeeds = replaced(
      &picture, &new,
      vips.thumbnail_buffer(
        bytes, request->length, &new, request->width, "height", request->height ? request->height : 10000000, "size", size,
        "no_rotate", is_lying, "export_profile", "srgb", "fail_on", FAIL_ON_TRUNCATED, NULL));
  } else if (is_scaled) {
    double across = (double)request->width / vips.image_get_width(picture);
    double down = request->height ? (double)request->height / vips.image_get_height(picture) : across;
    succeeds = replaced(&picture, &new, vips.call("resize", picture, &new, across, "vscale", down, NULL));
  } else if (!is_lying) {
    succeeds = replaced(&picture, &new, vips.call("autorot", picture, &new, NULL));
  }
  if (succeeds && replaced(&picture, &new, vips.call("colourspace", picture, &new, SPACE_SRGB, NULL))) return picture;
  object_unref(picture);
  return NULL;
}

/// Removes what a camera has noted, by the beginning of its name.
static void remove_fields(image *picture, const char *beginning) {
  char **names = vips.image_get_fields(picture);
  for (char **name = names; names && *name; name++) {
    if (!strncmp(*name, beginning, strlen(beginning))) vips.image_remove(picture, *name);
    memory_free(*name);
  }
  memory_free(names);
}

/// Writes a picture in a format. Returns whether that succeeded.
static int encode(image **picture, const struct picture_request *request, void **bytes, size_t *length) {
  static const char *const formats[] = {
    [PICTURE_JPEG] = ".jpg[Q=%d,strip]", [PICTURE_PNG] = ".png[compression=3,strip]",
    [PICTURE_WEBP] = ".webp[Q=%d,effort=2,strip]", [PICTURE_HEIC] = ".heic[Q=%d,effort=2,strip]",
  };
  char format[64];
  image *new;
  int has_alpha = vips.image_hasalpha(*picture), quality = request->quality < 1 ? 1 : request->quality > 100 ? 100 : request->quality;
  // Exif is written of these fields, also with `strip`.
  remove_fields(*picture, "exif-");
  remove_fields(*picture, "xmp-");
  if (request->format == PICTURE_PIXELS)
    return (has_alpha || replaced(picture, &new, vips.addalpha(*picture, &new, NULL))) &&
      replaced(picture, &new, vips.call("premultiply", *picture, &new, NULL)) &&
      replaced(picture, &new, vips.call("cast", *picture, &new, FORMAT_UCHAR, NULL)) &&
      (*bytes = vips.image_write_to_memory(*picture, length));
  if (request->format == PICTURE_JPEG && has_alpha && !replaced(picture, &new, vips.call("flatten", *picture, &new, NULL))) return 0;
  snprintf(format, sizeof format, formats[request->format], quality);
  return !vips.image_write_to_buffer(*picture, format, bytes, length, NULL);
}

// --- The socket

static int transfer(int writes, void *bytes, size_t length) {
  for (size_t done = 0; done < length;) {
    char *rest = (char *)bytes + done;
    ssize_t count = writes ? write(PICTURE_SOCKET, rest, length - done) : read(PICTURE_SOCKET, rest, length - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    done += count;
  }
  return 1;
}

static void send_reply(struct picture_reply reply, void *bytes) {
  if (!transfer(1, &reply, sizeof reply) || !transfer(1, bytes, reply.length)) _exit(0);
}

static void send_error(enum picture_error error, const char *text) {
  send_reply((struct picture_reply){.error = error, .length = strlen(text)}, (void *)text);
}

static void send_code(const char *text, const struct picture_request *request) {
  qr_code *code = qr_encode ? qr_encode(request->length, (const unsigned char *)text, 0, request->quality & 3) : NULL;
  if (!code) return send_error(PICTURE_UNREADABLE, qr_encode ? "The text is too long for a QR code." : "libqrencode4 is not installed.");
  uint32_t length = code->width * code->width;
  for (uint32_t index = 0; index < length; index++) code->data[index] &= 1;
  send_reply((struct picture_reply){.width = code->width, .height = code->width, .length = length}, code->data);
  qr_free(code);
}

/// Makes what a request wants. Returns the picture, whose bytes are then `result`; NULL if that fails.
static image *made(char *bytes, const struct picture_request *request, void **result, size_t *length) {
  image *picture = decoded(bytes, request);
  if (!picture || request->format == PICTURE_HEADER || encode(&picture, request, result, length)) return picture;
  object_unref(picture);
  return NULL;
}

static void answer(char *bytes, const struct picture_request *request) {
  if (request->format == PICTURE_QR_CODE) return send_code(bytes, request);
  vips.error_clear();
  void *result = NULL;
  size_t length = 0;
  image *picture = made(bytes, request, &result, &length);
  if (!picture) {
    const char *reason = vips.error_buffer();
    return send_error(PICTURE_UNREADABLE, *reason ? reason : "The picture has too many pixels.");
  }
  int width = vips.image_get_width(picture), height = vips.image_get_height(picture);
  int orientation = vips.image_get_orientation(picture);
  struct picture_reply reply = {.width = width, .height = height, .orientation = orientation, .length = length};
  send_reply(reply, result);
  memory_free(result);
  object_unref(picture);
}

/// Decodes and encodes one small picture, so that the library opens what it opens once.
static void warm_up(void) {
  // With a drawing in it, as symbols are.
  char drawing[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><image width=\"8\" height=\"8\" href=\"data:image/"
    "svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI4IiBoZWlnaHQ9IjgiLz4=\"/></svg>";
  struct picture_request request = {.format = PICTURE_PNG, .quality = 75, .length = sizeof drawing - 1, .scale = 1};
  for (; request.format <= PICTURE_HEIC; request.format++) {
    void *result = NULL;
    size_t length = 0;
    image *picture = made(drawing, &request, &result, &length);
    // Decoders have tables of their own.
    image *again = picture && request.format != PICTURE_PNG ? vips.image_new_from_buffer(result, length, "", NULL) : NULL;
    if (again) object_unref(again);
    memory_free(result);
    if (picture) object_unref(picture);
  }
}

/// The system ends the decoder first, if there is too little memory.
static void yield_memory(void) {
  FILE *file = fopen("/proc/self/oom_score_adj", "w");
  if (!file) return;
  fputs("1000", file);
  fclose(file);
}

__attribute__((constructor)) static void serve_pictures(void) {
  if (!getenv(PICTURE_VARIABLE)) return;
  unsetenv(PICTURE_VARIABLE);
  // It has its socket, and nothing else of the program.
  syscall(SYS_close_range, PICTURE_SOCKET + 1, ~0U, 0);
  prctl(PR_SET_NAME, "pictures");
  // Taps come first. Threads inherit it.
  setpriority(PRIO_PROCESS, 0, 10);
  // A picture in memory is not written to a file, however large it is.
  setenv("VIPS_DISC_THRESHOLD", "2g", 1);
  mallopt(M_ARENA_MAX, 1);
  const char *missing = load();
  char text[128];
  if (!missing && vips.init("pictures")) missing = "libvips";
  if (missing) {
    snprintf(text, sizeof text, "%s cannot be loaded. Install libvips42.", missing);
  } else {
    vips.block_untrusted_set(1);
    vips.operation_block_set("VipsForeignLoad", 1);
    for (const char **loader = loaders; *loader; loader++) vips.operation_block_set(*loader, 0);
    vips.concurrency_set(1);
    vips.cache_set_max(0);
    warm_up();
    yield_memory();
    limit();
    if (close_off()) missing = "seccomp", snprintf(text, sizeof text, "The kernel has no seccomp filters: %s.", strerror(errno));
  }
  struct picture_request request;
  while (transfer(0, &request, sizeof request)) {
    char *bytes = malloc((size_t)request.length + 1);
    if (!bytes || !transfer(0, bytes, request.length)) break;
    bytes[request.length] = 0;
    if (missing) send_error(PICTURE_NO_LIBRARY, text); else answer(bytes, &request);
    free(bytes);
    malloc_trim(0);
  }
  _exit(0);
}
