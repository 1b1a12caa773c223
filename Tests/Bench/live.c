// Loads a server with open pages, as tempura.js has them (docs/reference/live-protocol.md): taps, streams, and changes from elsewhere.
//
//   live --port PORT --cookies FILE --path PATH --button SUFFIX [--page FILE] [--connections N]
//
// FILE has a session's cookie in each line. Each session gets one page, at PATH. Of its buttons the first one is used
// whose id ends with SUFFIX. Requests share N open connections (64), as those of a proxy do; each stream has its own.
// Each line of the input is a command:
//
//   listen                    opens a stream for each page
//   quiet SECONDS             only reads what comes
//   KIND                      each page has one turn, all at once
//   KIND SECONDS              each page has one turn after the other
//   KIND SECONDS EVERY        each page has a turn in every so many seconds, evenly spread
//
// The kinds of a page's turn:
//
//   load      GET the page; with --page it is read from that file instead
//   ask       live GET
//   tap       live POST of the button
//   change    POST of the button by another tab, which has no script
//   told      change, wait for the event of the stream, live GET if the event does not say what has changed
//   untold    change, live GET
//   reload    change, GET the page
//   raw       tap and ask, of the limit, which answers the POST with 303
//   watch     tap by the first page; the others wait for the event of the stream, live GET if the event does not say …
//
// Each command is answered with a line: turns, seconds, bytes received, bytes sent, bytes of the last answers' bodies,
// seconds until the last event, the median time of a turn in microseconds, events, and answers or events that change a page.
// Any other answer than expected ends the program with status 1.

#define _GNU_SOURCE
#include "http.h"
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { COOKIE = 64, VERSION = 48, RELEASE = 24, BUTTON = 192, EVENTS = 256, PATIENCE = 60 };

enum step { END, GET, ASK, TAP, CHANGE, HEAR, RAW_POST, RAW_GET };

static const struct kind {
    const char *name;
    enum step steps[4], others[3]; // of the first page, and of the others if they differ
} kinds[] = {
    {.name = "load", .steps = {GET}},
    {.name = "ask", .steps = {ASK}},
    {.name = "tap", .steps = {TAP}},
    {.name = "change", .steps = {CHANGE}},
    {.name = "told", .steps = {CHANGE, HEAR, ASK}},
    {.name = "untold", .steps = {CHANGE, ASK}},
    {.name = "reload", .steps = {CHANGE, GET}},
    {.name = "raw", .steps = {RAW_POST, RAW_GET}},
    {.name = "watch", .steps = {TAP}, .others = {HEAR, ASK}},
};

struct page {
    char cookie[COOKIE], version[VERSION], release[RELEASE], button[BUTTON];
    size_t number;
    int stream;                // its socket, or -1
    char *held;                // the event that is being received
    size_t held_size;
    bool is_told, is_up_to_date; // since its turn began
    const enum step *step;
    double began; // its turn
    struct page *next;
};

struct connection {
    int socket;        // or -1
    struct page *page; // whose request it carries, or NULL
    char *buffer;      // the answer that is being received
    size_t filled, room;
    struct connection *next;
};

// What an event of the set is about: one of both.
struct channel {
    struct page *stream;
    struct connection *connection;
};

static int port, set;
static const char *path, *suffix, *page_file;
static struct page *pages;
static struct channel *channels; // by descriptor
static size_t page_count, connection_count = 64, nonce;
static struct connection *idle;
static struct page *waiting, **last_waiting = &waiting;

static struct {
    const struct kind *kind;
    double began, end, every;
    size_t begun, done;
    unsigned long received, sent, bodies, events, patches;
    double told; // when the last event came
    unsigned *times; // of each turn, in microseconds
    size_t times_room;
} work;

// --- Sockets

static void watch(int socket, struct channel channel)
{
    struct epoll_event event = {.events = EPOLLIN, .data.fd = socket};
    if (fcntl(socket, F_SETFL, O_NONBLOCK) < 0 || epoll_ctl(set, EPOLL_CTL_ADD, socket, &event) < 0)
        err(1, "socket");
    channels[socket] = channel;
}

static void hang_up(struct connection *connection)
{
    close(connection->socket);
    connection->socket = -1;
}

// --- Requests

static void add_line(struct text *request, const char *name, const char *value)
{
    add_string(request, name);
    add_string(request, ": ");
    add_string(request, value);
    add_string(request, "\r\n");
}

static void add_head(struct text *request, const char *method, const char *url, const struct page *page)
{
    add_string(request, method);
    add_string(request, " ");
    add_string(request, url);
    add_string(request, " HTTP/1.1\r\n");
    add_line(request, "Host", "localhost");
    add_line(request, "Cookie", page->cookie);
}

static void name_stream(const struct page *page, char name[static 32])
{
    snprintf(name, 32, "stream%010zu", page->number);
}

static void add_live_fields(struct text *request, const struct page *page)
{
    char tab[32], stream[32];
    snprintf(tab, sizeof tab, "tab%010zu", page->number);
    name_stream(page, stream);
    add_line(request, "Accept", "text/vnd.tempura.patch");
    add_line(request, "Tempura-Version", page->version);
    add_line(request, "Tempura-Release", page->release);
    add_line(request, "Tempura-Tab", tab);
    add_line(request, "Tempura-Stream", page->stream >= 0 ? stream : "");
    add_line(request, "Tempura-Screen", "1280 720 16");
}

// The form with its button pressed, as the last part of a request.
static void add_form(struct text *request, const struct page *page)
{
    char form[TEXT], size[16];
    const int length = snprintf(form, sizeof form, "page=%013zu&tap=%s", nonce++, page->button);
    snprintf(size, sizeof size, "%d", length);
    add_line(request, "Content-Type", "application/x-www-form-urlencoded");
    add_line(request, "Content-Length", size);
    add_string(request, "\r\n");
    add_string(request, form);
}

static void write_request(struct text *request, const struct page *page)
{
    const enum step step = *page->step;
    const bool is_form = step == TAP || step == CHANGE || step == RAW_POST, is_live = step != GET && step != CHANGE;
    add_head(request, is_form ? "POST" : "GET", path, page);
    if (is_live)
        add_live_fields(request, page);
    if (is_form)
        add_form(request, page);
    else
        add_string(request, "\r\n");
}

// --- Answers

// Copies what is between a marker and the next quotation mark.
static bool find(const char *text, const char *marker, char *value, size_t room)
{
    const char *start = strstr(text, marker);
    const size_t size = start ? strcspn(start += strlen(marker), "\"") : room;
    if (size >= room)
        return false;
    memcpy(value, start, size);
    value[size] = '\0';
    return true;
}

static void read_page(struct page *page, const char *text)
{
    const size_t length = strlen(suffix);
    bool is_found = false;
    for (const char *at = text; !is_found && (at = strstr(at, "name=\"tap\" value=\"")) != NULL; at++) {
        is_found = find(at, "value=\"", page->button, sizeof page->button);
        const size_t size = is_found ? strlen(page->button) : 0;
        is_found = size >= length && strcmp(page->button + size - length, suffix) == 0;
    }
    if (!is_found || !find(text, "data-version=\"", page->version, sizeof page->version) ||
        !find(text, "data-release=\"", page->release, sizeof page->release))
        errx(1, "the page is not live, or has no button %s:\n%.3000s", suffix, text);
}

// Takes the version of a patch over.
static void read_patch(struct page *page, const char *body)
{
    if (body[0] != '{')
        errx(1, "an answer is no patch: %.500s", body);
    find(body, "\"version\":\"", page->version, sizeof page->version);
}

static void read_answer(struct page *page, const struct answer *answer)
{
    static const int statuses[] = {
        [GET] = 200, [ASK] = 200, [TAP] = 200, [CHANGE] = 303, [RAW_POST] = 303, [RAW_GET] = 200};
    const enum step step = *page->step;
    if (answer->status != statuses[step] && !(step == ASK && answer->status == 204))
        errx(1, "step %d was answered with %d:\n%.500s%s", step, answer->status, answer->head, answer->body);
    if (step == GET)
        read_page(page, answer->body);
    if ((step == ASK || step == TAP) && answer->status == 200) {
        read_patch(page, answer->body);
        work.patches++;
    }
    if (page->step[1] == END)
        work.bodies += answer->body_size;
}

// Returns whether the answer is complete.
static bool parse(struct connection *connection, struct answer *answer)
{
    const char *blank = memmem(connection->buffer, connection->filled, "\r\n\r\n", 4);
    if (blank == NULL)
        return false;
    const size_t start = (size_t)(blank + 4 - connection->buffer);
    *answer = (struct answer){
        .head = connection->buffer, .head_size = start - 2, .body = connection->buffer + start};
    sscanf(answer->head, "HTTP/1.1 %d", &answer->status);
    size_t size;
    const char *length = field(answer, "Content-Length", NULL, &size);
    if (length != NULL)
        answer->body_size = strtoul(length, NULL, 10);
    else if (answer->status != 204)
        errx(1, "an answer does not say how long it is:\n%.500s", answer->head);
    return connection->filled >= start + answer->body_size;
}

// --- Turns

static void begin(struct page *page);

// Carries on with the step that a page's turn is at.
static void go_on(struct page *page)
{
    if (*page->step == HEAR && page->is_told)
        page->step += page->is_up_to_date && page->step[1] == ASK ? 2 : 1;
    if (*page->step == HEAR)
        return;
    if (*page->step != END) {
        page->next = NULL;
        *last_waiting = page;
        last_waiting = &page->next;
        return;
    }
    page->step = NULL;
    const double time = now();
    if (work.done == work.times_room)
        work.times = room_for(work.times, (work.times_room = 2 * work.times_room + 4096) * sizeof *work.times);
    work.times[work.done++] = (unsigned)(1e6 * (time - page->began));
    if (work.every == 0 && time < work.end)
        begin(page);
}

static void begin(struct page *page)
{
    work.begun++;
    page->began = now();
    page->is_told = page->is_up_to_date = false;
    page->step = page->number > 0 && work.kind->others[0] != END ? work.kind->others : work.kind->steps;
    go_on(page);
}

// Begins the turns whose time has come. Returns when the next one is due.
static double begin_due(void)
{
    const double between = work.every / (double)page_count;
    while (true) {
        const double due = work.began + (double)work.begun * between;
        struct page *page = &pages[work.begun % page_count];
        if (due >= work.end || due > now())
            return due;
        if (page->step != NULL) // it is late
            return now() + 0.001;
        begin(page);
    }
}

static void send_waiting(void)
{
    while (waiting != NULL && idle != NULL) {
        struct page *page = waiting;
        struct connection *connection = idle;
        struct text request;
        request.size = 0;
        if ((waiting = page->next) == NULL)
            last_waiting = &waiting;
        idle = connection->next;
        connection->page = page;
        connection->filled = 0;
        if (connection->socket < 0) {
            connection->socket = connected_socket(port);
            watch(connection->socket, (struct channel){.connection = connection});
        }
        write_request(&request, page);
        if (send(connection->socket, request.bytes, request.size, MSG_NOSIGNAL) != (ssize_t)request.size)
            err(1, "request");
        work.sent += request.size;
    }
}

static void receive(struct connection *connection)
{
    if (connection->room - connection->filled < 32 * 1024)
        connection->buffer = room_for(connection->buffer, connection->room = 2 * connection->room + 64 * 1024);
    const ssize_t size =
        recv(connection->socket, connection->buffer + connection->filled, connection->room - connection->filled - 1, 0);
    if (size < 0 && errno == EAGAIN)
        return;
    if (size <= 0 && connection->page == NULL)
        return hang_up(connection); // it was idle for long
    if (size <= 0)
        errx(1, "the server ended a connection within an answer");
    connection->filled += (size_t)size;
    connection->buffer[connection->filled] = '\0';
    work.received += (unsigned long)size;
    struct answer answer;
    if (connection->page == NULL)
        errx(1, "an answer without a request");
    if (!parse(connection, &answer))
        return;
    struct page *page = connection->page;
    read_answer(page, &answer);
    const char *closes = field(&answer, "Connection", NULL, &(size_t){0});
    if (closes != NULL && strncasecmp(closes, "close", 5) == 0)
        hang_up(connection);
    connection->page = NULL;
    connection->next = idle;
    idle = connection;
    page->step++;
    go_on(page);
}

// --- Streams

// Takes over what an event says of the page's tab, if it follows the page's version.
static void read_event(struct page *page, const char *event)
{
    char tab[64], from[VERSION];
    snprintf(tab, sizeof tab, "\"tab%010zu\":{\"from\":\"", page->number);
    if (strstr(event, "event: change\n") == NULL)
        return;
    work.events++;
    const char *news = strstr(event, tab);
    page->is_up_to_date = news != NULL && find(news, tab, from, sizeof from) && strcmp(from, page->version) == 0;
    if (page->is_up_to_date && find(news, "\"version\":\"", page->version, sizeof page->version))
        work.patches++;
}

// Returns whether an event has come.
static bool hear(struct page *page)
{
    static char bytes[64 * 1024];
    const unsigned long before = work.events;
    const size_t held = page->held_size;
    if (held > 0)
        memcpy(bytes, page->held, held);
    const ssize_t size = recv(page->stream, bytes + held, sizeof bytes - held - 1, 0);
    if (size < 0 && errno == EAGAIN)
        return false;
    if (size <= 0)
        errx(1, "stream %zu has ended", page->number);
    work.received += (unsigned long)size;
    char *event = bytes, *const end = bytes + held + size;
    *end = '\0';
    for (char *blank; (blank = strstr(event, "\n\n")) != NULL; event = blank + 2) {
        *blank = '\0';
        read_event(page, event);
    }
    page->held_size = (size_t)(end - event);
    if (page->held_size > 0)
        page->held = memcpy(room_for(page->held, page->held_size), event, page->held_size);
    return work.events > before;
}

// Opens a stream and waits for its first event.
static void listen_to(struct page *page)
{
    struct text request = {.size = 0};
    char url[64] = "/live?stream=";
    name_stream(page, url + strlen(url));
    add_head(&request, "GET", url, page);
    add_line(&request, "Accept", "text/event-stream");
    add_string(&request, "\r\n");
    page->stream = connected_socket(port);
    if (send(page->stream, request.bytes, request.size, MSG_NOSIGNAL) != (ssize_t)request.size)
        err(1, "request");
    char status[12];
    if (recv(page->stream, status, sizeof status, MSG_PEEK | MSG_WAITALL) != sizeof status ||
        memcmp(status, "HTTP/1.1 200", sizeof status) != 0)
        errx(1, "stream %zu was answered with %.12s", page->number, status);
    while (!hear(page))
        ;
    watch(page->stream, (struct channel){.stream = page});
}

static void was_told(struct page *page)
{
    page->is_told = true;
    work.told = now();
    if (page->step != NULL && *page->step == HEAR)
        go_on(page);
}

// --- Commands

static void run(void)
{
    while (true) {
        double until = now() + PATIENCE;
        if (work.every > 0)
            until = begin_due();
        else if (work.kind == NULL)
            until = work.end;
        send_waiting();
        if (work.begun == work.done && now() >= work.end)
            return;
        const double left = until - now();
        struct epoll_event events[EVENTS];
        const int count = epoll_wait(set, events, EVENTS, left > 0 ? (int)(1e3 * left) + 1 : 1);
        if (count < 0 && errno != EINTR)
            err(1, "events");
        if (count == 0 && work.begun > work.done && left > PATIENCE - 1)
            errx(1, "%zu of %zu pages get no answer", work.begun - work.done, work.begun);
        for (int i = 0; i < count; i++) {
            const struct channel channel = channels[events[i].data.fd];
            if (channel.connection != NULL)
                receive(channel.connection);
            else if (hear(channel.stream))
                was_told(channel.stream);
        }
    }
}

static void load_file(void)
{
    static char text[1 << 22];
    FILE *file = fopen(page_file, "r");
    if (file == NULL || fread(text, 1, sizeof text - 1, file) == 0)
        err(1, "%s", page_file);
    fclose(file);
    for (size_t i = 0; i < page_count; i++)
        read_page(&pages[i], text);
}

static void carry_out(const char *command)
{
    char name[16];
    double lasts = 0, every = 0;
    const struct kind *kind = kinds, *end = kinds + sizeof kinds / sizeof *kinds;
    if (sscanf(command, "%15s %lf %lf", name, &lasts, &every) < 1)
        errx(2, "%s is no command", command);
    while (kind < end && strcmp(kind->name, name) != 0)
        kind++;
    unsigned *times = work.times;
    const size_t times_room = work.times_room;
    const double start = now();
    memset(&work, 0, sizeof work);
    work.times = times, work.times_room = times_room;
    work.began = work.told = start, work.end = start + lasts, work.every = every;
    if (strcmp(name, "listen") == 0) {
        for (size_t i = 0; i < page_count; i++)
            listen_to(&pages[i]);
    } else if (strcmp(name, "load") == 0 && page_file != NULL) {
        load_file();
    } else if (kind < end) {
        work.kind = kind;
        for (size_t i = 0; every == 0 && i < page_count; i++)
            begin(&pages[i]);
        run();
    } else if (strcmp(name, "quiet") == 0) {
        run();
    } else {
        errx(2, "%s is no command", name);
    }
    qsort(work.times, work.done, sizeof *work.times, ascending);
    printf("%zu %.6f %lu %lu %lu %.6f %u %lu %lu\n", work.done, now() - work.began, work.received, work.sent,
           work.bodies, work.told - work.began, work.done > 0 ? work.times[work.done / 2] : 0, work.events, work.patches);
    fflush(stdout);
}

// --- Setting up

static void read_cookies(const char *name)
{
    char line[COOKIE];
    size_t room = 0;
    FILE *file = fopen(name, "r");
    if (file == NULL)
        err(2, "%s", name);
    while (fgets(line, sizeof line, file) != NULL) {
        if (page_count == room)
            pages = room_for(pages, (room = 2 * room + 64) * sizeof *pages);
        struct page *page = &pages[page_count];
        *page = (struct page){.number = page_count++, .stream = -1};
        line[strcspn(line, "\n")] = '\0';
        strcpy(page->cookie, line);
    }
    fclose(file);
    if (page_count == 0)
        errx(2, "%s has no cookies", name);
}

int main(int argc, char **argv)
{
    static const struct option names[] = {
        {"port", required_argument, NULL, 'p'},   {"cookies", required_argument, NULL, 'c'},
        {"path", required_argument, NULL, 'a'},   {"button", required_argument, NULL, 'b'},
        {"page", required_argument, NULL, 'f'},   {"connections", required_argument, NULL, 'n'},
        {NULL, 0, NULL, 0}};
    const char *cookies = NULL;
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;)
        switch (option) {
        case 'p': port = atoi(optarg); break;
        case 'c': cookies = optarg; break;
        case 'a': path = optarg; break;
        case 'b': suffix = optarg; break;
        case 'f': page_file = optarg; break;
        case 'n': connection_count = (size_t)atol(optarg); break;
        default: return 2;
        }
    if (port <= 0 || cookies == NULL || path == NULL || suffix == NULL || connection_count == 0 || optind < argc)
        errx(2, "live --port PORT --cookies FILE --path PATH --button SUFFIX [--page FILE] [--connections N]");
    read_cookies(cookies);

    if ((set = epoll_create1(EPOLL_CLOEXEC)) < 0)
        err(1, "epoll");
    channels = room_for(NULL, (page_count + connection_count + 64) * sizeof *channels);
    struct connection *connections = room_for(NULL, connection_count * sizeof *connections);
    for (size_t i = 0; i < connection_count; i++) {
        connections[i] = (struct connection){.socket = -1, .next = idle};
        idle = &connections[i];
    }
    char command[256];
    while (fgets(command, sizeof command, stdin) != NULL)
        carry_out(command);
    return 0;
}
