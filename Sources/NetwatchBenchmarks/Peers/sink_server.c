// A server that reads the body of a request as fast as it can and answers 200, one connection at a
// time, on a port of 127.0.0.1 that it prints first.
//
//   sink_server

#define _GNU_SOURCE

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

static char buffer[1 << 20];

// Reads a request; false at the end of the connection.
static int serve(int connection) {
  size_t have = 0;
  char *end = NULL;
  while (!end) {
    ssize_t count = read(connection, buffer + have, sizeof buffer - 1 - have);
    if (count <= 0) return 0;
    have += (size_t)count;
    buffer[have] = 0;
    end = strstr(buffer, "\r\n\r\n");
  }
  char *field = strcasestr(buffer, "\r\ncontent-length:");
  long long left = field && field < end ? atoll(field + 17) : 0;
  left -= (long long)(have - (size_t)(end + 4 - buffer));
  while (left > 0) {
    ssize_t count = read(connection, buffer, sizeof buffer);
    if (count <= 0) return 0;
    left -= count;
  }
  static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  return write(connection, answer, sizeof answer - 1) > 0;
}

int main(void) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 16)) return 1;
  getsockname(listener, (struct sockaddr *)&address, &size);
  printf("port=%d\n", ntohs(address.sin_port));
  fflush(stdout);
  for (int connection; (connection = accept(listener, NULL, NULL)) >= 0; close(connection))
    while (serve(connection)) continue;
  return 1;
}
