// An rtnetlink request under construction: a header, one of the two bodies that the peers send, and
// room for a few attributes (rtnetlink(7)).
#pragma once

#include <linux/rtnetlink.h>
#include <string.h>

struct request {
  struct nlmsghdr header;
  union {
    struct rtmsg route;
    struct ifinfomsg link;
  };
  char attributes[128];
};

static inline struct request route_request(int type, int flags) {
  return (struct request){.header = {
    .nlmsg_len = NLMSG_LENGTH(sizeof(struct rtmsg)),
    .nlmsg_type = type,
    .nlmsg_flags = NLM_F_REQUEST | flags,
  }};
}

static inline struct request link_request(int type, int flags, int index) {
  return (struct request){
    .header = {
      .nlmsg_len = NLMSG_LENGTH(sizeof(struct ifinfomsg)),
      .nlmsg_type = type,
      .nlmsg_flags = NLM_F_REQUEST | flags,
    },
    .link.ifi_index = index,
  };
}

static inline void append(struct request *request, int type, const void *value, size_t size) {
  struct rtattr attribute = {.rta_len = RTA_LENGTH(size), .rta_type = type};
  char *end = (char *)request + NLMSG_ALIGN(request->header.nlmsg_len);
  memcpy(end, &attribute, sizeof attribute);
  memcpy(end + RTA_LENGTH(0), value, size);
  request->header.nlmsg_len = NLMSG_ALIGN(request->header.nlmsg_len) + RTA_SPACE(size);
}
