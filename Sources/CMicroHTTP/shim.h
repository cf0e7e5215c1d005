#pragma once

#include <microhttpd.h>
#include <string.h>
#include <sys/epoll.h>

// Swift imports no variadic functions. The options are those that NetwatchHTTPServer sets.

typedef void *(*netwatch_mhd_target_callback)(void *context, const char *target,
                                              struct MHD_Connection *connection);

// Keeps the target as it came: Swift decodes it, and refuses what MHD would let pass.
static inline size_t netwatch_mhd_keep(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

static inline struct MHD_Daemon *netwatch_mhd_start(
    int listener, unsigned int connection_limit, size_t memory_limit, unsigned int idle_seconds,
    MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback notify, netwatch_mhd_target_callback target, void *context) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handler, context,
      MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listener,
      MHD_OPTION_CONNECTION_LIMIT, connection_limit,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, notify, context,
      MHD_OPTION_URI_LOG_CALLBACK, target, context,
      MHD_OPTION_UNESCAPE_CALLBACK, netwatch_mhd_keep, NULL,
      MHD_OPTION_END);
}

// The descriptor to poll; -1 where there is none.
static inline int netwatch_mhd_poll_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

static inline int netwatch_mhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// What the notification of the connection's start has left with it.
static inline void *netwatch_mhd_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// Macros with casts, which Swift does not import.

static const uint64_t netwatch_mhd_size_unknown = MHD_SIZE_UNKNOWN;
static const ssize_t netwatch_mhd_end = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t netwatch_mhd_failure = MHD_CONTENT_READER_END_WITH_ERROR;

// epoll(7), whose events are a packed structure with a union in it.

static inline int netwatch_epoll_watch(int epoll, int fd, uint32_t events, uint64_t tag) {
  struct epoll_event event = {.events = events, .data = {.u64 = tag}};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

static inline int netwatch_epoll_unwatch(int epoll, int fd) {
  return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL);
}

// Returns how many of the tags were filled in; -1 with errno.
static inline int netwatch_epoll_wait(int epoll, uint64_t *tags, int count, int milliseconds) {
  struct epoll_event events[64];
  int ready = epoll_wait(epoll, events, count < 64 ? count : 64, milliseconds);
  for (int i = 0; i < ready; i++) tags[i] = events[i].data.u64;
  return ready;
}

static const uint32_t netwatch_epoll_readable = EPOLLIN;
static const uint32_t netwatch_epoll_hangup = EPOLLRDHUP;
