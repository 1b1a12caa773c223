// Visits a server once with each of many sessions: new ones, or those of the given cookies.
//
//   visits --port PORT [--path /] [--connections N] --new N [--form FORM] >COOKIES
//   visits --port PORT [--path /] [--connections N] <COOKIES
//
// With --new it gets the page without a cookie, posts FORM with the page's nonce instead of {page}, and prints the
// cookie in a line. Otherwise it gets the page with each cookie. The sessions share open connections. The program exits
// with 1 if the answer to a GET is not 200, or the answer to a POST is not 303. It prints the number of visits and the
// seconds on standard error.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <err.h>
#include <errno.h>
#include <getopt.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER = 1 << 20, REQUEST = 4096, COOKIE = 128, PATIENCE = 60 };

static int port;
static const char *path = "/", *form;
static long new_visits;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // for the visits and the output
static long visits;

struct connection {
    pthread_t thread;
    int socket;
    char answer[ANSWER];
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void call(struct connection *connection)
{
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct timeval patience = {.tv_sec = PATIENCE};
    const int on = 1;
    connection->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection->socket < 0 || connect(connection->socket, (const struct sockaddr *)&address, sizeof address) < 0)
        err(1, "connection to port %d", port);
    setsockopt(connection->socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

// Sends a request, and receives the complete answer, with a NUL at its end. It must have the given status.
static void exchange(struct connection *connection, int status, const char *request)
{
    if (send(connection->socket, request, strlen(request), MSG_NOSIGNAL) != (ssize_t)strlen(request))
        err(1, "request");
    size_t filled = 0, whole = 0;
    int found = 0;
    while (whole == 0 || filled < whole) {
        const ssize_t size = recv(connection->socket, connection->answer + filled, ANSWER - filled - 1, 0);
        if (size <= 0)
            err(1, "answer");
        filled += (size_t)size;
        connection->answer[filled] = '\0';
        const char *end = strstr(connection->answer, "\r\n\r\n"), *length;
        if (whole > 0 || end == NULL)
            continue;
        length = strstr(connection->answer, "\r\nContent-Length: ");
        if (length == NULL || length > end)
            errx(1, "an answer has no Content-Length:\n%.500s", connection->answer);
        whole = (size_t)(end + 4 - connection->answer) + strtoul(length + 18, NULL, 10);
        if (whole >= ANSWER)
            errx(1, "an answer is too long");
    }
    if (sscanf(connection->answer, "HTTP/1.1 %d", &found) != 1 || found != status)
        errx(1, "the answer to %.100s does not have status %d:\n%.1000s", request, status, connection->answer);
}

// Copies the text in the answer between a marker and the next of some characters.
static void find(const struct connection *connection, const char *marker, const char *ends, char *value, size_t room)
{
    const char *start = strstr(connection->answer, marker);
    if (start == NULL)
        errx(1, "an answer has no %s:\n%.1000s", marker, connection->answer);
    start += strlen(marker);
    const size_t size = strcspn(start, ends);
    if (size >= room)
        errx(1, "the text after %s is too long", marker);
    memcpy(value, start, size);
    value[size] = '\0';
}

static void get(struct connection *connection, const char *cookie)
{
    char request[REQUEST];
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s%s%s\r\n", path,
             *cookie ? "Cookie: " : "", cookie, *cookie ? "\r\n" : "");
    exchange(connection, 200, request);
}

static void post(struct connection *connection, const char *cookie)
{
    char page[COOKIE], body[REQUEST / 2], request[REQUEST];
    const char *mark = strstr(form, "{page}");
    find(connection, "name=\"page\" value=\"", "\"", page, sizeof page);
    const int size = mark ? snprintf(body, sizeof body, "%.*s%s%s", (int)(mark - form), form, page, mark + 6)
                           : snprintf(body, sizeof body, "%s", form);
    if (size < 0 || (size_t)size >= sizeof body)
        errx(2, "the form is too long");
    snprintf(request, sizeof request,
             "POST %s HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\n"
             "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s",
             path, cookie, size, body);
    exchange(connection, 303, request);
}

// Begins the next visit, with a cookie or without. Returns false after the last one.
static bool next(char cookie[static COOKIE])
{
    cookie[0] = '\0';
    pthread_mutex_lock(&lock);
    const bool is_there = new_visits > 0 ? visits < new_visits : fgets(cookie, COOKIE, stdin) != NULL;
    visits += is_there;
    pthread_mutex_unlock(&lock);
    cookie[strcspn(cookie, "\n")] = '\0';
    return is_there;
}

static void *use(void *context)
{
    struct connection *connection = context;
    char cookie[COOKIE];
    call(connection);
    while (next(cookie)) {
        get(connection, cookie);
        if (new_visits == 0)
            continue;
        find(connection, "\r\nSet-Cookie: ", ";\r", cookie, sizeof cookie);
        if (form != NULL)
            post(connection, cookie);
        pthread_mutex_lock(&lock);
        puts(cookie);
        pthread_mutex_unlock(&lock);
    }
    close(connection->socket);
    return NULL;
}

int main(int argc, char **argv)
{
    static const struct option names[] = {
        {"port", required_argument, NULL, 'p'}, {"path", required_argument, NULL, 'a'},
        {"new", required_argument, NULL, 'n'},  {"connections", required_argument, NULL, 'c'},
        {"form", required_argument, NULL, 'f'}, {NULL, 0, NULL, 0}};
    long connections = 8;
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;)
        switch (option) {
        case 'p': port = atoi(optarg); break;
        case 'a': path = optarg; break;
        case 'n': new_visits = atol(optarg); break;
        case 'c': connections = atol(optarg); break;
        case 'f': form = optarg; break;
        default: return 2;
        }
    if (port <= 0 || connections < 1 || new_visits < 0 || optind < argc || strlen(path) > REQUEST / 4)
        errx(2, "visits --port PORT [--path PATH] [--connections N] [--new N [--form FORM]]");

    struct connection *all = calloc((size_t)connections, sizeof *all);
    if (all == NULL)
        err(1, "memory");
    const double began = now();
    for (long i = 0; i < connections; i++)
        if ((errno = pthread_create(&all[i].thread, NULL, use, &all[i])) != 0)
            err(1, "thread");
    for (long i = 0; i < connections; i++)
        pthread_join(all[i].thread, NULL);
    fprintf(stderr, "%ld %.6f\n", visits, now() - began);
    free(all);
    return 0;
}
