// What the load generators share: text that is put together, and HTTP/1.1 over a connection to this machine.

#pragma once

#include <arpa/inet.h>
#include <err.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

enum { TEXT = 4096 };

static inline double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static inline void *room_for(void *memory, size_t size)
{
    void *larger = realloc(memory, size);
    if (larger == NULL)
        err(1, "memory");
    return larger;
}

// For qsort.
static inline int ascending(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

// --- Text that is put together; it ends the program rather than overflow

struct text {
    char bytes[3 * TEXT];
    size_t size;
};

static inline void add(struct text *text, const char *bytes, size_t size)
{
    if (text->size + size >= sizeof text->bytes)
        errx(1, "a request is too large");
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    text->bytes[text->size] = '\0';
}

static inline void add_string(struct text *text, const char *string) { add(text, string, strlen(string)); }

// --- HTTP

struct answer {
    int status;
    const char *head;
    size_t head_size;
    char *body;
    size_t body_size;
};

static inline int connected_socket(int port)
{
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int on = 1, opened = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (opened < 0 || connect(opened, (const struct sockaddr *)&address, sizeof address) < 0)
        err(1, "connection to port %d", port);
    setsockopt(opened, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return opened;
}

// The value of a field of the head, from the one after that of the last call; its size reaches to the end of its line.
static inline const char *field(const struct answer *answer, const char *name, const char *last, size_t *size)
{
    const char *line = last ? last : answer->head, *end = answer->head + answer->head_size;
    const size_t length = strlen(name);
    while ((line = memmem(line, (size_t)(end - line), "\r\n", 2)) != NULL && (line += 2) < end)
        if (strncasecmp(line, name, length) == 0 && line[length] == ':') {
            line += length + 1;
            line += strspn(line, " ");
            *size = strcspn(line, "\r");
            return line;
        }
    return NULL;
}
