#pragma once

// Only what the Swift importer cannot express belongs here: macros with casts, variadic functions,
// and bit-field accessors. No logic.

#include <linux/fib_rules.h>
#include <linux/filter.h>
#include <linux/if.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/nexthop.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/errno.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
