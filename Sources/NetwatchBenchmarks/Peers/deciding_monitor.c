// What a monitor can't do without, and nothing else: the floor that netwatch is measured against.
//
// It waits for a notification, empties the socket, asks the kernel which route each family's packet
// would take and whether that route's link works, and prints one JSON line where the answer changed.

#include <arpa/inet.h>
#include <net/if.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "request.h"

struct answer {
  _Alignas(struct nlmsghdr) char bytes[16 * 1024];
};

// Sends a question and waits for its answer; false where the answer is an error.
static bool ask(int socket, const struct request *question, struct answer *answer) {
  if (send(socket, question, question->header.nlmsg_len, 0) < 0) return false;
  if (recv(socket, answer->bytes, sizeof answer->bytes, 0) < 0) return false;
  return ((struct nlmsghdr *)answer->bytes)->nlmsg_type != NLMSG_ERROR;
}

static bool link_works(int socket, int index) {
  const unsigned working = IFF_UP | IFF_RUNNING;
  struct request question = link_request(RTM_GETLINK, 0, index);
  struct answer answer;
  if (!ask(socket, &question, &answer)) return false;
  struct ifinfomsg *link = NLMSG_DATA((struct nlmsghdr *)answer.bytes);
  return (link->ifi_flags & working) == working;
}

// The interface of the route that the FIB matches for an address, or 0 where there is none.
static int interface_towards(int socket, int family, const void *address, size_t size) {
  struct request question = route_request(RTM_GETROUTE, 0);
  question.route.rtm_family = family;
  question.route.rtm_dst_len = 8 * size;
  question.route.rtm_flags = RTM_F_FIB_MATCH;
  append(&question, RTA_DST, address, size);

  struct answer answer;
  if (!ask(socket, &question, &answer)) return 0;
  struct nlmsghdr *header = (void *)answer.bytes;
  struct rtmsg *route = NLMSG_DATA(header);
  int left = RTM_PAYLOAD(header), index = 0;
  for (struct rtattr *item = RTM_RTA(route); RTA_OK(item, left); item = RTA_NEXT(item, left))
    if (item->rta_type == RTA_OIF) memcpy(&index, RTA_DATA(item), sizeof index);
  return index;
}

// Any global unicast address would do: nothing is sent to these.
static bool available(int socket) {
  const unsigned char ipv4[4] = {8, 8, 8, 8};
  const unsigned char ipv6[16] = {0x26, 0x20, 0, 0xfe, [15] = 0xfe};
  int by4 = interface_towards(socket, AF_INET, ipv4, sizeof ipv4);
  int by6 = interface_towards(socket, AF_INET6, ipv6, sizeof ipv6);
  return (by4 && link_works(socket, by4)) || (by6 && link_works(socket, by6));
}

static int subscribe(void) {
  struct sockaddr_nl address = {
    .nl_family = AF_NETLINK,
    .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE |
                 RTMGRP_IPV6_ROUTE,
  };
  int events = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (events < 0 || bind(events, (struct sockaddr *)&address, sizeof address) < 0) return -1;
  return events;
}

int main(void) {
  int events = subscribe();
  int questions = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (events < 0 || questions < 0) {
    perror("deciding_monitor: rtnetlink");
    return 2;
  }
  static char message[64 * 1024];
  for (int published = -1;;) {
    bool now = available(questions);
    if (now != published) dprintf(1, "{\"connectionAssumedAvailable\":%s}\n", now ? "true" : "false");
    published = now;
    struct pollfd readable = {.fd = events, .events = POLLIN};
    poll(&readable, 1, -1);
    while (recv(events, message, sizeof message, 0) > 0) continue;
  }
}
