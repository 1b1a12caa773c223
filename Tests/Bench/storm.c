// Loads a server with more than it can do, and tells accepted requests from refused ones.
//
//   storm --port PORT --seconds S --connections N [--rate R] [--warm S] [--marker NAME=TEXT]... <USERS
//
// USERS has a line per user: COOKIE <tab> PAGE, or COOKIE <tab> PAGE <tab> ACTION <tab> FORM as for cycle.c. With a form, a job
// is a cycle: POST, 303, GET of where it leads. Else it is a GET. {page} in FORM stands for what the user's page got last has
// after its marker.
// Without a rate, each connection begins a job as soon as its last one is over (a closed loop). With it, so many jobs begin each
// second, whatever has become of earlier ones, on connections that are free; if none of the N is free, the job is not sent.
// A connection that the server closes is opened again. A job that takes longer than ten seconds has failed.
// Prints: jobs done, jobs refused (503 with Retry-After), jobs failed, jobs not sent, seconds, and the 50th, 99th and 100th
// percentile of the time of jobs done, in milliseconds, from the moment when the job began or was due.

#define _GNU_SOURCE
#include "http.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PATIENCE = 10, EVENTS = 256 };

struct user {
    char cookie[TEXT], page[TEXT], action[TEXT], form[TEXT], token[64];
};

enum phase { FREE, POSTING, GETTING };

struct connection {
    int socket;
    enum phase phase;
    size_t user;
    double began;
    bool is_connecting;
    char *buffer;
    size_t filled, room;
    struct text request;
    size_t sent;
    size_t next_free; // in the list of free connections
};

static struct user *users;
static size_t user_count, next_user;
static struct connection *connections;
static size_t connection_count;
static const char *marker = "name=\"page\" value=\"";
static struct sockaddr_in address;
static int poll_set;
static double measured_from = 0;
static unsigned long done, refused, failed, unsent;
static unsigned *times;
static size_t time_count, time_room;

// --- Jobs

static size_t *free_list;
static size_t free_count;
static bool is_open_loop;

static void set_free(struct connection *c)
{
    c->phase = FREE;
    free_list[free_count++] = (size_t)(c - connections);
}

static void hang_up(struct connection *c)
{
    if (c->socket >= 0)
        close(c->socket);
    c->socket = -1;
    c->is_connecting = false;
}

static void count(struct connection *c, unsigned long *kind)
{
    const double ended = now();
    if (ended >= measured_from && c->began >= measured_from) {
        ++*kind;
        if (kind == &done) {
            if (time_count == time_room)
                times = room_for(times, (time_room = 2 * time_room + 65536) * sizeof *times);
            times[time_count++] = (unsigned)(1e6 * (ended - c->began));
        }
    }
    set_free(c);
}

static void fail(struct connection *c)
{
    hang_up(c);
    count(c, &failed);
}

static void encode(struct text *text, const char *bytes)
{
    for (; *bytes; bytes++) {
        char escaped[4];
        if (isalnum((unsigned char)*bytes) || strchr("-._~", *bytes))
            add(text, bytes, 1);
        else if (snprintf(escaped, sizeof escaped, "%%%02X", (unsigned char)*bytes) > 0)
            add(text, escaped, 3);
    }
}

static void write_more(struct connection *c)
{
    while (c->sent < c->request.size) {
        const ssize_t size = send(c->socket, c->request.bytes + c->sent, c->request.size - c->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (size < 0 && errno == EAGAIN)
            return;
        if (size < 0)
            return fail(c);
        c->sent += (size_t)size;
    }
}

static void dial(struct connection *c)
{
    const int on = 1;
    const struct linger reset = {.l_onoff = 1, .l_linger = 0}; // else this machine runs out of ports
    c->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (c->socket < 0)
        err(1, "socket");
    setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(c->socket, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    if (connect(c->socket, (const struct sockaddr *)&address, sizeof address) < 0 && errno != EINPROGRESS)
        return fail(c);
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET | EPOLLRDHUP, .data.u64 = (uint64_t)(c - connections)};
    epoll_ctl(poll_set, EPOLL_CTL_ADD, c->socket, &event);
    c->is_connecting = true;
}

static void send_request(struct connection *c, const char *method, const char *path, const char *form)
{
    struct user *user = &users[c->user];
    struct text *r = &c->request;
    char line[64];
    r->size = c->sent = c->filled = 0;
    add_string(r, method);
    add_string(r, " ");
    add_string(r, path);
    add_string(r, " HTTP/1.1\r\nHost: localhost\r\nCookie: ");
    add_string(r, user->cookie);
    add_string(r, "\r\n");
    if (form) {
        struct text body = {.size = 0};
        const char *open = strstr(form, "{page}");
        add(&body, form, open ? (size_t)(open - form) : strlen(form));
        if (open) {
            encode(&body, user->token);
            add_string(&body, open + 6);
        }
        snprintf(line, sizeof line, "Content-Length: %zu\r\n\r\n", body.size);
        add_string(r, "Content-Type: application/x-www-form-urlencoded\r\n");
        add_string(r, line);
        add(r, body.bytes, body.size);
    } else {
        add_string(r, "\r\n");
    }
    if (c->socket < 0)
        dial(c);
    else
        write_more(c);
}

static void begin(struct connection *c, double due)
{
    c->user = next_user;
    next_user = (next_user + 1) % user_count;
    c->began = due;
    if (users[c->user].action[0]) {
        c->phase = POSTING;
        send_request(c, "POST", users[c->user].action, users[c->user].form);
    } else {
        c->phase = GETTING;
        send_request(c, "GET", users[c->user].page, NULL);
    }
}

static void answered(struct connection *c, struct answer *answer)
{
    size_t size = 0;
    const char *connection = field(answer, "Connection", NULL, &size);
    const bool closes = connection && strncasecmp(connection, "close", 5) == 0;
    if (answer->status == 503 || answer->status == 429) {
        const bool says_when = field(answer, "Retry-After", NULL, &size) != NULL;
        if (closes)
            hang_up(c);
        return count(c, says_when ? &refused : &failed);
    }
    if (c->phase == POSTING && answer->status == 303) {
        const char *location = field(answer, "Location", NULL, &size);
        char path[TEXT];
        snprintf(path, sizeof path, "%.*s", (int)size, location);
        if (closes)
            hang_up(c);
        c->phase = GETTING;
        return send_request(c, "GET", path, NULL);
    }
    if (answer->status != 200 || c->phase != GETTING)
        return fail(c);
    if (users[c->user].action[0]) {
        const char *value = memmem(answer->body, answer->body_size, marker, strlen(marker));
        if (value) {
            value += strlen(marker);
            snprintf(users[c->user].token, sizeof users[c->user].token, "%.*s", (int)strcspn(value, "\""), value);
        }
    }
    if (closes)
        hang_up(c);
    count(c, &done);
}

static void read_more(struct connection *c)
{
    while (c->socket >= 0 && c->phase != FREE) {
        if (c->room - c->filled < 16 * 1024)
            c->buffer = room_for(c->buffer, c->room = 2 * c->room + 32 * 1024);
        const ssize_t size = recv(c->socket, c->buffer + c->filled, c->room - c->filled - 1, MSG_DONTWAIT);
        if (size < 0 && errno == EAGAIN)
            return;
        if (size <= 0)
            return fail(c);
        c->filled += (size_t)size;
        c->buffer[c->filled] = '\0';
        const char *blank = memmem(c->buffer, c->filled, "\r\n\r\n", 4);
        if (!blank)
            continue;
        struct answer answer = {.head = c->buffer, .head_size = (size_t)(blank + 2 - c->buffer), .body = c->buffer + (blank - c->buffer) + 4};
        size_t length_size;
        const char *length = field(&answer, "Content-Length", NULL, &length_size);
        answer.body_size = length ? strtoul(length, NULL, 10) : 0;
        if (c->filled < answer.head_size + 2 + answer.body_size)
            continue;
        sscanf(answer.head, "HTTP/1.1 %d", &answer.status);
        answered(c, &answer);
    }
}

static void read_users(void)
{
    char line[4 * TEXT];
    size_t room = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (user_count == room)
            users = room_for(users, (room = 2 * room + 64) * sizeof *users);
        struct user *user = &users[user_count++];
        memset(user, 0, sizeof *user);
        char *rest = line;
        char *const parts[] = {user->cookie, user->page, user->action, user->form};
        for (size_t i = 0; i < 4; i++) {
            const char *part = strsep(&rest, "\t\n");
            if (part == NULL)
                break;
            if (strlen(part) >= TEXT)
                errx(2, "line %zu of the users is too long", user_count);
            strcpy(parts[i], part);
        }
        snprintf(user->token, sizeof user->token, "first%zu", user_count);
    }
    if (user_count == 0)
        errx(2, "there are no users");
}

int main(int argc, char **argv)
{
    static const struct option names[] = {
        {"port", required_argument, NULL, 'p'},        {"seconds", required_argument, NULL, 's'},
        {"connections", required_argument, NULL, 'c'}, {"rate", required_argument, NULL, 'r'},
        {"warm", required_argument, NULL, 'w'},        {NULL, 0, NULL, 0}};
    double seconds = 0, rate = 0, warm = 0;
    int port = 0;
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        switch (option) {
        case 'p': port = atoi(optarg); break;
        case 's': seconds = atof(optarg); break;
        case 'c': connection_count = strtoul(optarg, NULL, 10); break;
        case 'r': rate = atof(optarg); break;
        case 'w': warm = atof(optarg); break;
        default: return 2;
        }
    }
    if (port <= 0 || seconds <= 0 || connection_count == 0 || optind < argc)
        errx(2, "storm --port PORT --seconds S --connections N [--rate R] [--warm S] <USERS");
    read_users();
    signal(SIGPIPE, SIG_IGN);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    is_open_loop = rate > 0;
    address = (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    poll_set = epoll_create1(EPOLL_CLOEXEC);
    connections = room_for(NULL, connection_count * sizeof *connections);
    free_list = room_for(NULL, connection_count * sizeof *free_list);
    memset(connections, 0, connection_count * sizeof *connections);
    for (size_t i = 0; i < connection_count; i++) {
        connections[i].socket = -1;
        set_free(&connections[i]);
    }
    const double start = now(), end = start + warm + seconds;
    measured_from = start + warm;
    double due = start, next_look = start + 1;
    for (double time = start; time < end; time = now()) {
        if (is_open_loop) {
            for (; due <= time; due += 1 / rate) {
                if (free_count > 0)
                    begin(&connections[free_list[--free_count]], due);
                else if (due >= measured_from)
                    unsent++;
            }
        } else {
            for (size_t n = free_count; n > 0 && free_count > 0; n--)
                begin(&connections[free_list[--free_count]], now());
        }
        struct epoll_event events[EVENTS];
        const int wait = is_open_loop ? (due - time > 1e-3 ? 1 : 0) : (free_count > 0 ? 0 : 10);
        const int size = epoll_wait(poll_set, events, EVENTS, wait);
        for (int i = 0; i < size; i++) {
            struct connection *c = &connections[events[i].data.u64];
            if (c->socket < 0)
                continue;
            if (c->phase == FREE) {
                if (events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))
                    hang_up(c);
                continue;
            }
            if (events[i].events & EPOLLOUT) {
                c->is_connecting = false;
                write_more(c);
            }
            if (events[i].events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR))
                read_more(c);
        }
        if (time >= next_look) {
            next_look = time + 0.5;
            for (size_t i = 0; i < connection_count; i++)
                if (connections[i].phase != FREE && time - connections[i].began > PATIENCE)
                    fail(&connections[i]);
        }
    }
    qsort(times, time_count, sizeof *times, ascending);
#define PERCENTILE(p) (time_count ? times[(time_count - 1) * (p) / 100] / 1e3 : 0)
    printf("%lu %lu %lu %lu %.3f %.2f %.2f %.2f\n", done, refused, failed, unsent, seconds, PERCENTILE(50), PERCENTILE(99), PERCENTILE(100));
    return 0;
}
