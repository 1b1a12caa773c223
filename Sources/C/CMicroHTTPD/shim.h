#pragma once
// Its declarations of the C library are those of Glibc: files of Swift need not import this module for them.
#pragma clang module import SwiftGlibc
#include <microhttpd.h>
#include <stdarg.h>
#include <string.h>

// Variadic functions of libmicrohttpd, which Swift cannot call, and shorter forms of its questions about connections.

typedef size_t (*mhd_unescape)(void *, struct MHD_Connection *, char *);
typedef void *(*mhd_request_line)(void *, const char *, struct MHD_Connection *);

struct mhd_setup {
  void *context; // handed to every callback
  void (*refusal)(void *, unsigned status);
  MHD_AccessHandlerCallback request;
  mhd_request_line request_line;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  mhd_unescape unescape;
  unsigned connections, idle_seconds;
  size_t connection_memory;
};

/// Reports each refusal of a request by libmicrohttpd itself, which announces it in a message of this form.
static inline void mhd_message(void *setup, const char *format, va_list arguments) {
  static const char start[] = "Error processing request (HTTP response code is %u";
  const struct mhd_setup *of = (const struct mhd_setup *)setup;
  if (strncmp(format, start, sizeof start - 1) == 0) of->refusal(of->context, va_arg(arguments, unsigned));
}

/// Makes a daemon without a listener and without threads: its owner accepts connections and calls MHD_run. The setup must
/// stay in its place until the daemon is stopped.
static inline struct MHD_Daemon *mhd_start(const struct mhd_setup *setup) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ERROR_LOG, 0, NULL, NULL,
      setup->request, setup->context, MHD_OPTION_EXTERNAL_LOGGER, mhd_message, setup,
      MHD_OPTION_URI_LOG_CALLBACK, setup->request_line, setup->context, MHD_OPTION_NOTIFY_COMPLETED, setup->completed,
      setup->context, MHD_OPTION_NOTIFY_CONNECTION, setup->connection, setup->context, MHD_OPTION_UNESCAPE_CALLBACK,
      setup->unescape, setup->context, MHD_OPTION_CONNECTION_LIMIT, setup->connections, MHD_OPTION_CONNECTION_TIMEOUT,
      setup->idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, setup->connection_memory,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
}

static inline int mhd_epoll_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

static inline void *mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static inline const struct sockaddr *mhd_client_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

static inline int mhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// The bytes from the start of the request line to the end of the empty line; 0 before the whole head has arrived.
static inline size_t mhd_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

/// The status of the queued response, which libmicrohttpd may have made itself; 0 if there is no response.
static inline unsigned mhd_status(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
  return info ? info->http_status : 0;
}
