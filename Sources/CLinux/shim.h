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

// getopt(3) returns through globals, which Swift 6 refuses to import.

static inline char *netwatch_optarg(void) { return optarg; }
static inline int netwatch_optind(void) { return optind; }
static inline int netwatch_optopt(void) { return optopt; }

// 0 makes glibc forget the scan before, and messages are the caller's.
static inline void netwatch_getopt_reset(void) {
  optind = 0;
  opterr = 0;
}
