#pragma once

// What Glibc's Swift module lacks, or what Swift 6 refuses to import: Linux-only calls, and globals
// without concurrency annotations. No logic.
//
// _GNU_SOURCE stays undefined: with it `fd_set` and others have other members than in Glibc's module,
// and Swift refuses the two together. What is declared only with it is called by its number here.

// _GNU_SOURCE would also rename the member of fd_set, and clang takes a type that two modules define
// differently for an error; so it is defined here the way Glibc's module has it.
#include <features.h>
#pragma push_macro("__USE_XOPEN")
#undef __USE_XOPEN
#include <sys/select.h>
#pragma pop_macro("__USE_XOPEN")

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// recvmmsg(2) and its structure are declared only with _GNU_SOURCE, which Glibc's module is built
// without.

#include <sys/socket.h>

struct linux_mmsghdr {
  struct msghdr msg_hdr;
  unsigned int msg_len;
};

static inline int linux_recvmmsg(int fd, struct linux_mmsghdr *headers, unsigned int count, int flags) {
  return (int)syscall(SYS_recvmmsg, fd, headers, count, flags, (void *)0);
}
