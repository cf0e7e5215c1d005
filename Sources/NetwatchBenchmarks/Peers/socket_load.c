// Sends one HTTP request again and again over so many connections, each waiting for its answer before
// it sends the next, and prints what came of it:
//
//   socket_load UNIX_SOCKET|PORT REQUEST_FILE COUNT CONNECTIONS [STATUS]
//   rate=41234 median=310 p99=800
//
// The requests a second, and the microseconds that one took. Another status than the wanted one, 200
// where none is given, ends it. It is one thread around epoll, and parses just enough of an answer to
// find its end, so that what is measured is the server.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

struct connection {
  int fd;
  size_t sent, received;
  uint64_t begun;
  char answer[65536];
};

static char *request;
static size_t request_size;
static const char *status = "200";
static long left, answered;
static uint32_t *durations;

static void fail(const char *what) {
  fprintf(stderr, "socket_load: %s: %s\n", what, strerror(errno));
  exit(1);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static int connect_to(const char *place) {
  bool is_unix = strchr(place, '/') != NULL;
  int fd = socket(is_unix ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) fail("socket");
  if (is_unix) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(place) >= sizeof address.sun_path) fail("the path is too long");
    strcpy(address.sun_path, place);
    if (connect(fd, (struct sockaddr *)&address, sizeof address)) fail(place);
  } else {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(place))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int one = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(fd, (struct sockaddr *)&address, sizeof address)) fail(place);
  }
  fcntl(fd, F_SETFL, O_NONBLOCK);
  return fd;
}

// Sends what the socket takes; the rest follows when it is writable again.
static void send_rest(struct connection *connection) {
  while (connection->sent < request_size) {
    ssize_t count = send(connection->fd, request + connection->sent,
                         request_size - connection->sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) fail("send");
    connection->sent += (size_t)count;
  }
}

static void begin(struct connection *connection) {
  if (left == 0) return;
  left--;
  connection->sent = connection->received = 0;
  connection->begun = now();
  send_rest(connection);
}

// The bytes of a whole answer, or 0 where it is not whole yet.
static size_t answer_size(struct connection *connection) {
  connection->answer[connection->received] = 0;
  char *end = strstr(connection->answer, "\r\n\r\n");
  if (!end) return 0;
  char *length = strcasestr(connection->answer, "\r\ncontent-length:");
  size_t body = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
  size_t size = (size_t)(end + 4 - connection->answer) + body;
  return connection->received >= size ? size : 0;
}

// Takes what has come; false where there is nothing more.
static bool receive(struct connection *connection) {
  ssize_t count = recv(connection->fd, connection->answer + connection->received,
                       sizeof connection->answer - 1 - connection->received, 0);
  if (count < 0 && errno == EAGAIN) return false;
  if (count <= 0) fail("the server has closed the connection");
  connection->received += (size_t)count;
  if (!answer_size(connection)) return true;
  if (connection->received < 12 || strncmp(connection->answer + 9, status, 3)) {
    fprintf(stderr, "socket_load: not %s:\n%.*s\n", status, (int)connection->received,
            connection->answer);
    exit(1);
  }
  durations[answered++] = (uint32_t)((now() - connection->begun) / 1000);
  begin(connection);
  return true;
}

static int by_size(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

static void read_request(const char *path) {
  FILE *file = fopen(path, "rb");
  struct stat about;
  if (!file || fstat(fileno(file), &about)) fail(path);
  request_size = (size_t)about.st_size;
  request = malloc(request_size);
  if (!request || fread(request, 1, request_size, file) != request_size) fail(path);
  fclose(file);
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "socket_load: UNIX_SOCKET|PORT REQUEST_FILE COUNT CONNECTIONS [STATUS]\n");
    return 2;
  }
  read_request(argv[2]);
  long count = left = atol(argv[3]);
  int connections = atoi(argv[4]);
  if (argc > 5) status = argv[5];
  durations = calloc((size_t)count, sizeof *durations);
  struct connection *all = calloc((size_t)connections, sizeof *all);
  int poll = epoll_create1(EPOLL_CLOEXEC);
  for (int index = 0; index < connections; index++) {
    all[index].fd = connect_to(argv[1]);
    all[index].sent = request_size;
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = &all[index]};
    if (epoll_ctl(poll, EPOLL_CTL_ADD, all[index].fd, &event)) fail("epoll_ctl");
  }
  uint64_t start = now();
  for (int index = 0; index < connections; index++) begin(&all[index]);
  while (answered < count) {
    struct epoll_event events[64];
    int ready = epoll_wait(poll, events, 64, 30000);
    if (ready == 0) {
      fprintf(stderr, "socket_load: no answer for 30 s\n");
      return 1;
    }
    for (int index = 0; index < ready; index++) {
      struct connection *connection = events[index].data.ptr;
      if (events[index].events & EPOLLOUT) send_rest(connection);
      if (events[index].events & (EPOLLIN | EPOLLHUP)) while (receive(connection)) {
        }
    }
  }
  double seconds = (double)(now() - start) / 1e9;
  qsort(durations, (size_t)count, sizeof *durations, by_size);
  printf("rate=%.0f median=%u p99=%u\n", (double)count / seconds, durations[count / 2],
         durations[count * 99 / 100]);
}
