// Loads a server with what people do who use it without a script: post a form, follow the 303, get the page.
//
//   cycle --port PORT --seconds S [--marker NAME=TEXT]... <USERS
//
// USERS has a line per connection, which is one user with a session of their own:
//   COOKIE <tab> PAGE <tab> ACTION <tab> FORM
// The user gets PAGE and then, until the time is up, posts FORM to ACTION and gets where the answer leads. {NAME} in FORM
// stands for what the page got last has between the marker TEXT and the next quotation mark, so that a token that every
// page carries anew is sent back. Any answer but 303 and 200 ends it all with status 1.
// Prints: cycles, seconds, bytes received, and the median time of a cycle in microseconds.

#define _GNU_SOURCE
#include "http.h"
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

enum { MARKERS = 8, USERS = 4096, PATIENCE = 10 };

struct marker {
    const char *name, *text;
};

struct user {
    pthread_t thread;
    char cookie[TEXT], page[TEXT], action[TEXT], form[TEXT];
    int socket;
    char *buffer; // the answer that is being received
    size_t filled, room;
    unsigned long bytes;
    unsigned *times; // of each cycle, in microseconds
    size_t cycles, times_room;
};

static int port;
static double seconds;
static struct marker markers[MARKERS];
static size_t marker_count, user_count;
static struct user *users;
static pthread_barrier_t together;

// --- Forms

static void add_encoded(struct text *text, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char escaped[4];
        if (isalnum((unsigned char)bytes[i]) || strchr("-._~", bytes[i]))
            add(text, bytes + i, 1);
        else if (snprintf(escaped, sizeof escaped, "%%%02X", (unsigned char)bytes[i]) > 0)
            add(text, escaped, 3);
    }
}

// The form with its placeholders filled in from the page.
static void add_form(struct text *text, const char *form, const struct answer *page)
{
    for (const char *open; (open = strchr(form, '{')) != NULL;) {
        const char *close = strchr(open, '}');
        const struct marker *marker = markers;
        const size_t size = close ? (size_t)(close - open - 1) : 0;
        while (marker < markers + marker_count && (strncmp(marker->name, open + 1, size) != 0 || marker->name[size]))
            marker++;
        if (marker == markers + marker_count)
            errx(1, "no marker for %s", open);
        add(text, form, (size_t)(open - form));
        const char *value = memmem(page->body, page->body_size, marker->text, strlen(marker->text));
        if (value == NULL)
            errx(1, "the page has no %s", marker->text);
        value += strlen(marker->text);
        add_encoded(text, value, strcspn(value, "\"'<> \n"));
        form = close + 1;
    }
    add_string(text, form);
}

// --- HTTP

static void hang_up(struct user *user)
{
    if (user->socket >= 0)
        close(user->socket);
    user->socket = -1;
}

static void call(struct user *user)
{
    const struct timeval patience = {.tv_sec = PATIENCE};
    user->socket = connected_socket(port);
    setsockopt(user->socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
}

static void receive(struct user *user)
{
    if (user->room - user->filled < 32 * 1024)
        user->buffer = room_for(user->buffer, user->room = 2 * user->room + 64 * 1024);
    const ssize_t size = recv(user->socket, user->buffer + user->filled, user->room - user->filled - 1, 0);
    if (size < 0)
        err(1, "answer");
    if (size == 0)
        errx(1, "the server ended a connection within an answer");
    user->filled += (size_t)size;
    user->bytes += (unsigned long)size;
    user->buffer[user->filled] = '\0';
}

static void receive_chunks(struct user *user, size_t start, size_t *body_size)
{
    size_t end = start, at = start; // the body so far, without what frames its chunks; where the next chunk begins
    for (size_t chunk = 1; chunk > 0;) {
        const char *line;
        while ((line = memmem(user->buffer + at, user->filled - at, "\r\n", 2)) == NULL)
            receive(user);
        chunk = strtoul(user->buffer + at, NULL, 16);
        at = (size_t)(line + 2 - user->buffer);
        while (user->filled < at + chunk + 2)
            receive(user);
        memmove(user->buffer + end, user->buffer + at, chunk);
        end += chunk;
        at += chunk + 2;
    }
    *body_size = end - start;
    user->buffer[end] = '\0';
}

// Takes over the cookies that the answer sets.
static void keep_cookies(struct user *user, const struct answer *answer)
{
    size_t size;
    for (const char *set = NULL; (set = field(answer, "Set-Cookie", set, &size)) != NULL;) {
        struct text kept = {.size = 0};
        const size_t pair = strcspn(set, ";\r"), name = strcspn(set, "=") + 1;
        char *rest = user->cookie;
        for (char *old; (old = strsep(&rest, ";")) != NULL;) {
            old += strspn(old, " ");
            if (*old == '\0' || strncmp(old, set, name) == 0)
                continue;
            add_string(&kept, old);
            add_string(&kept, "; ");
        }
        add(&kept, set, pair);
        if (kept.size >= sizeof user->cookie)
            errx(1, "the cookies are too large");
        memcpy(user->cookie, kept.bytes, kept.size + 1);
    }
}

static struct answer exchange(struct user *user, const char *method, const char *path, const struct text *form)
{
    struct text request = {.size = 0};
    char size_line[64];
    add_string(&request, method);
    add_string(&request, " ");
    add_string(&request, path);
    add_string(&request, " HTTP/1.1\r\nHost: localhost\r\n");
    if (user->cookie[0] != '\0') {
        add_string(&request, "Cookie: ");
        add_string(&request, user->cookie);
        add_string(&request, "\r\n");
    }
    if (form != NULL) {
        snprintf(size_line, sizeof size_line, "Content-Length: %zu\r\n", form->size);
        add_string(&request, "Content-Type: application/x-www-form-urlencoded\r\n");
        add_string(&request, size_line);
    }
    add_string(&request, "\r\n");
    if (form != NULL)
        add(&request, form->bytes, form->size);

    if (user->socket < 0)
        call(user);
    if (send(user->socket, request.bytes, request.size, MSG_NOSIGNAL) != (ssize_t)request.size)
        err(1, "request");

    user->filled = 0;
    const char *blank;
    do
        receive(user);
    while ((blank = memmem(user->buffer, user->filled, "\r\n\r\n", 4)) == NULL);
    const size_t start = (size_t)(blank + 4 - user->buffer);
    struct answer answer = {.head = user->buffer, .head_size = start - 2};
    size_t size;
    const char *length = field(&answer, "Content-Length", NULL, &size);
    if (length != NULL) {
        answer.body_size = strtoul(length, NULL, 10);
        while (user->filled < start + answer.body_size)
            receive(user);
    } else if (field(&answer, "Transfer-Encoding", NULL, &size) != NULL) {
        receive_chunks(user, start, &answer.body_size);
    } else {
        errx(1, "an answer does not say how long it is");
    }
    answer.head = user->buffer; // which may have moved
    answer.body = user->buffer + start;
    sscanf(answer.head, "HTTP/1.1 %d", &answer.status);
    keep_cookies(user, &answer);
    const char *connection = field(&answer, "Connection", NULL, &size);
    if (connection != NULL && strncasecmp(connection, "close", 5) == 0)
        hang_up(user);
    return answer;
}

static struct answer expect(int status, struct answer answer, const char *method, const char *path)
{
    if (answer.status != status)
        errx(1, "%s %s was answered with %d, not %d:\n%.500s", method, path, answer.status, status, answer.body);
    return answer;
}

// --- The work

static void *use(void *context)
{
    struct user *user = context;
    struct answer page = expect(200, exchange(user, "GET", user->page, NULL), "GET", user->page);
    user->bytes = 0;
    pthread_barrier_wait(&together);
    const double end = now() + seconds;
    for (double began = now(), ended; began < end; began = ended) {
        struct text form = {.size = 0};
        char target[TEXT];
        size_t size;
        add_form(&form, user->form, &page);
        const struct answer moved =
            expect(303, exchange(user, "POST", user->action, &form), "POST", user->action);
        const char *location = field(&moved, "Location", NULL, &size);
        if (location == NULL || size >= sizeof target)
            errx(1, "a 303 does not lead anywhere");
        const char *host = memmem(location, size, "://", 3); // of a whole URL the path is wanted
        const char *path = host ? strchr(host + 3, '/') : location;
        snprintf(target, sizeof target, "%.*s", (int)(location + size - path), path);
        page = expect(200, exchange(user, "GET", target, NULL), "GET", target);
        ended = now();
        if (user->cycles == user->times_room)
            user->times = room_for(user->times, (user->times_room = 2 * user->times_room + 1024) * sizeof *user->times);
        user->times[user->cycles++] = (unsigned)(1e6 * (ended - began));
    }
    hang_up(user);
    return NULL;
}

static void read_users(void)
{
    char line[4 * TEXT];
    users = room_for(NULL, USERS * sizeof *users);
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (user_count == USERS)
            errx(2, "more than %d users", USERS);
        struct user *user = &users[user_count++];
        *user = (struct user){.socket = -1};
        char *rest = line;
        char *const parts[] = {user->cookie, user->page, user->action, user->form};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            const char *part = strsep(&rest, "\t\n");
            if (part == NULL || strlen(part) >= TEXT)
                errx(2, "line %zu of the users is not as it should be", user_count);
            strcpy(parts[i], part);
        }
    }
    if (user_count == 0)
        errx(2, "there are no users");
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"port", required_argument, NULL, 'p'},
                                          {"seconds", required_argument, NULL, 's'},
                                          {"marker", required_argument, NULL, 'm'},
                                          {NULL, 0, NULL, 0}};
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        char *text;
        switch (option) {
        case 'p': port = atoi(optarg); break;
        case 's': seconds = atof(optarg); break;
        case 'm':
            if ((text = strchr(optarg, '=')) == NULL || marker_count == MARKERS)
                errx(2, "%s is no NAME=TEXT, or one too many", optarg);
            *text = '\0';
            markers[marker_count++] = (struct marker){.name = optarg, .text = text + 1};
            break;
        default: return 2;
        }
    }
    if (port <= 0 || seconds <= 0 || optind < argc)
        errx(2, "cycle --port PORT --seconds S [--marker NAME=TEXT]... <USERS");
    read_users();

    pthread_barrier_init(&together, NULL, (unsigned)user_count + 1);
    for (size_t i = 0; i < user_count; i++)
        if ((errno = pthread_create(&users[i].thread, NULL, use, &users[i])) != 0)
            err(1, "thread");
    pthread_barrier_wait(&together);
    const double began = now();
    unsigned long bytes = 0;
    size_t cycles = 0;
    unsigned *times = NULL;
    for (size_t i = 0; i < user_count; i++) {
        pthread_join(users[i].thread, NULL);
        bytes += users[i].bytes;
        times = room_for(times, (cycles + users[i].cycles + 1) * sizeof *times);
        if (users[i].cycles > 0)
            memcpy(times + cycles, users[i].times, users[i].cycles * sizeof *times);
        cycles += users[i].cycles;
    }
    const double took = now() - began;
    if (cycles == 0)
        errx(1, "no cycle was completed");
    qsort(times, cycles, sizeof *times, ascending);
    printf("%zu %.6f %lu %u\n", cycles, took, bytes, times[cycles / 2]);
    return 0;
}
