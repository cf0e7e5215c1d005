// What things are called. Every sentence on the page that depends on data is made here.

const levels = {
  full: { headline: "Online", meaning: "The internet answers: a probe or real traffic got through." },
  unverified: {
    headline: "Online, not verified",
    meaning: "A route leads to the internet. Nothing has confirmed yet that it works.",
  },
  limited: {
    headline: "No internet",
    meaning: "A route leads out, but the probes do not get through.",
  },
  portal: {
    headline: "Sign-in needed",
    meaning: "The network answers with a sign-in page instead of the internet.",
  },
  none: { headline: "Offline", meaning: "No route leads to the internet." },
  unknown: { headline: "Not known", meaning: "Netwatch was not running." },
};

const levelOf = (name) => (Object.hasOwn(levels, name ?? "") ? name : "unknown");

const reasons = {
  noRoute: "there is no route",
  unreachable: "a route says that it is unreachable",
  prohibited: "a route prohibits it",
  blackhole: "a route leads nowhere",
  linkDown: "the link is down",
  noCarrier: "the link has no carrier",
  noAddress: "there is no address",
  underlayDown: "the link below it is down",
  disabled: "it is disabled",
};

const outcomes = {
  success: "success",
  portal: "sign-in page",
  unexpected: "unexpected answer",
  refused: "refused",
  timeout: "timeout",
  unreachable: "unreachable",
  dnsFailure: "name not found",
  tlsFailure: "TLS failure",
  reset: "connection reset",
};

/// Text from outside, without the characters that would be obeyed instead of shown.
const plain = (text) =>
  String(text ?? "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, "\uFFFD");

/// Text from outside, with the full stop that it may lack.
const sentence = (text) => plain(text).replace(/[^.!?…]$/u, "$&.");

const oneWord = (words, name) => (Object.hasOwn(words, name) ? words[name] : plain(name));

const familyName = (family) => (family === "ipv6" ? "IPv6" : "IPv4");

const counted = (count, unit) => `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;

/// A length of time, by its two largest units.
function lengthOfTime(seconds) {
  if (!(seconds > 0)) return "no time";
  if (seconds < 1) return counted(Math.max(Math.round(seconds * 1000), 1), "millisecond");
  if (seconds < 9.95) return `${seconds.toFixed(1)} seconds`;
  const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  let rest = Math.round(seconds);
  const parts = [];
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    if (count === 0 && parts.length === 0) continue;
    rest -= count * size;
    if (count > 0) parts.push(counted(count, unit));
    if (parts.length === 2 || count === 0) break;
  }
  return parts.join(" ");
}

const clockFormat = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const shortFormat = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });
const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });

/// A moment: the time of day, and the day where it is not today.
function moment(date, now = new Date()) {
  const clock = clockFormat.format(date);
  if (date.toDateString() === now.toDateString()) return clock;
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const day =
    date.toDateString() === yesterday.toDateString() ? "yesterday" : dayFormat.format(date);
  return `${day} at ${clock}`;
}

/// Per cent, rounded down, so that 100 means all and nothing but all, and 0 nothing.
function percent(value) {
  if (!(value < 100)) return "100";
  if (!(value > 0)) return "0";
  if (value < 0.01) return "less than 0.01";
  const decimals = value > 99.9 ? 3 : value >= 10 ? 1 : 2;
  return (Math.floor(value * 10 ** decimals + 1e-6) / 10 ** decimals).toFixed(decimals);
}

/// Milliseconds, to three digits or so.
const milliseconds = (value) =>
  value == null ? "–" : value < 9.95 ? value.toFixed(1) : Math.round(value).toLocaleString("en");

/// How a family leaves, or why it does not.
function wayOut(family) {
  if (!family) return "Not known.";
  if (!family.reachable) return `Not reachable: ${oneWord(reasons, family.reason)}.`;
  const by = family.interface ? ` by ${plain(family.interface)}` : "";
  const via = family.gateway ? ` via ${plain(family.gateway)}` : "";
  return `Reachable${by}${via}, from ${plain(family.source)}.`;
}

const linkState = (link) =>
  !link.up ? "Down" : link.usable ? "Up and usable" : "Up, but not usable";
