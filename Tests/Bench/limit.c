// The limit: as little as a server over GNU libmicrohttpd can do, and so what the demo is measured against.
//
//   limit --port PORT --body FILE [--to URL] [--workers N]
//
// A GET of anything is answered with the file, from memory. A POST has its form parsed, field by field, and is sent on
// with 303 to --to (/). Neither knows a session. As a server would, it listens on 127.0.0.1 with an epoll worker per
// processor, and SIGTERM ends it.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <err.h>
#include <fcntl.h>
#include <getopt.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FORM_BUFFER = 4096, CONNECTION_MEMORY = 32 * 1024, CONNECTIONS = 10000, BACKLOG = 1024 };

static struct {
    void *bytes;
    size_t size;
} body;
static const char *to = "/";

// What a request carries from call to call: a parser if it posts a form, else the address of this.
static char no_form;

static enum MHD_Result take_field(void *context, enum MHD_ValueKind kind, const char *name, const char *file,
                                  const char *type, const char *coding, const char *value, uint64_t at, size_t size)
{
    (void)context, (void)kind, (void)name, (void)file, (void)type, (void)coding, (void)value, (void)at, (void)size;
    return MHD_YES;
}

static enum MHD_Result send_response(struct MHD_Connection *connection, unsigned status, size_t size, void *bytes,
                                     const char *header, const char *value)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(size, bytes, MHD_RESPMEM_PERSISTENT);
    if (response == NULL)
        return MHD_NO;
    enum MHD_Result sent = MHD_add_response_header(response, header, value) == MHD_YES &&
                                   MHD_add_response_header(response, "Cache-Control", "no-store") == MHD_YES
                               ? MHD_queue_response(connection, status, response)
                               : MHD_NO;
    MHD_destroy_response(response);
    return sent;
}

static enum MHD_Result serve(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                             const char *version, const char *upload, size_t *upload_size, void **request)
{
    (void)context, (void)url, (void)version;
    const int posts = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    if (!posts && strcmp(method, MHD_HTTP_METHOD_GET) != 0)
        return MHD_NO;

    if (*request == NULL) { // only the head has come; an answer now would close the connection
        *request = posts ? MHD_create_post_processor(connection, FORM_BUFFER, take_field, NULL) : NULL;
        if (*request == NULL)
            *request = &no_form;
        return MHD_YES;
    }
    if (*upload_size > 0) {
        const size_t size = *upload_size;
        *upload_size = 0;
        return *request == &no_form ? MHD_YES : MHD_post_process(*request, upload, size);
    }
    return posts ? send_response(connection, MHD_HTTP_SEE_OTHER, 0, "", MHD_HTTP_HEADER_LOCATION, to)
                 : send_response(connection, MHD_HTTP_OK, body.size, body.bytes, MHD_HTTP_HEADER_CONTENT_TYPE,
                                 "text/html; charset=utf-8");
}

static void forget(void *context, struct MHD_Connection *connection, void **request,
                   enum MHD_RequestTerminationCode why)
{
    (void)context, (void)connection, (void)why;
    if (*request != NULL && *request != &no_form)
        MHD_destroy_post_processor(*request);
}

static void map_body(const char *path)
{
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) < 0)
        err(1, "%s", path);
    body.size = (size_t)status.st_size;
    body.bytes = mmap(NULL, body.size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    if (body.bytes == MAP_FAILED)
        err(1, "%s", path);
    close(file);
}

static long whole_number(const char *text, long limit)
{
    char *end;
    const long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || number < 1 || number > limit)
        errx(2, "%s is not a number from 1 to %ld", text, limit);
    return number;
}

int main(int argc, char **argv)
{
    static const struct option names[] = {
        {"port", required_argument, NULL, 'p'},    {"body", required_argument, NULL, 'b'}, {"to", required_argument, NULL, 't'},
        {"workers", required_argument, NULL, 'w'}, {NULL, 0, NULL, 0},
    };
    const char *file = NULL;
    long port = 0, workers = sysconf(_SC_NPROCESSORS_ONLN);
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        switch (option) {
        case 'p': port = whole_number(optarg, 65535); break;
        case 'b': file = optarg; break;
        case 't': to = optarg; break;
        case 'w': workers = whole_number(optarg, 256); break;
        default: return 2;
        }
    }
    if (file == NULL || port == 0 || optind < argc)
        errx(2, "limit --port PORT --body FILE [--to URL] [--workers N]");
    map_body(file);

    // The workers inherit the mask, so that the signal comes to sigwait alone.
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    sigprocmask(SIG_BLOCK, &ends, NULL);

    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    // libmicrohttpd takes a pool from two threads on.
    const struct MHD_OptionItem pool[] = {
        {workers > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, workers, NULL}, {MHD_OPTION_END, 0, NULL}};
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, (uint16_t)port, NULL, NULL, serve, NULL, //
        MHD_OPTION_SOCK_ADDR, &address,                                         //
        MHD_OPTION_NOTIFY_COMPLETED, forget, NULL,                              //
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,          //
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,                     //
        MHD_OPTION_LISTEN_BACKLOG_SIZE, (unsigned)BACKLOG,                      //
        MHD_OPTION_ARRAY, pool, MHD_OPTION_END);
    if (daemon == NULL)
        err(1, "port %ld", port);

    int signal;
    sigwait(&ends, &signal);
    MHD_stop_daemon(daemon);
    return 0;
}
