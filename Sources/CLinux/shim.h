#pragma once

// What Glibc's Swift module lacks, or what Swift 6 refuses to import: Linux-only calls, and globals
// without concurrency annotations. No logic.
//
// _GNU_SOURCE stays undefined: with it `fd_set` and others have other members than in Glibc's module,
// and Swift refuses the two together. What is declared only with it is called by its number here.

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

// prctl(2) is variadic, and Glibc's module lacks pthread_setname_np: names the calling thread.
static inline int netwatch_set_thread_name(const char *name) {
  return prctl(PR_SET_NAME, (unsigned long)name, 0UL, 0UL, 0UL);
}
