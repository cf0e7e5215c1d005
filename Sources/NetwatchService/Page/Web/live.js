// Keeps the page up to date: what the event stream says is shown at once, and what follows from it is
// asked for again, but not too often.

const retryDelay = 5000;

/// The service has not answered at all: the line on top of the page says so.
class Unreachable extends Error {}

/// Asks the service; what it refuses is thrown, with its own sentence.
async function ask(path, options = {}) {
  const answer = await fetch(path, { cache: "no-store", ...options }).catch(() => {
    throw new Unreachable("the service does not answer");
  });
  if (answer.status === 401) throw sessionEnded();
  const type = answer.headers.get("Content-Type") ?? "";
  const body = type.includes("json") ? await answer.json() : null;
  if (!answer.ok) throw new Error(plain(body?.detail ?? `the service answered with ${answer.status}`));
  return body;
}

let hasEnded = false;

function sessionEnded() {
  hasEnded = true;
  connection("lost", "Your session has ended. Run “netwatch page” for a new link.");
  return new Error("your session has ended");
}

/// Something that is loaded when it is due: at most once in an interval, one load at a time, and not
/// while nobody looks or the service is gone.
class Refreshed {
  constructor(interval, place, load) {
    Object.assign(this, { interval, place, load, isDue: false, isLoading: false });
    [this.timer, this.last] = [null, -Infinity];
  }

  /// Loads it, now or when the interval has passed.
  soon() {
    this.isDue = true;
    if (this.timer !== null || this.isLoading) return;
    const wait = Math.max(50, this.last + this.interval - performance.now());
    this.timer = setTimeout(() => this.#run(), wait);
  }

  /// Makes up for what was put off while nobody looked.
  resume() {
    if (this.isDue) this.soon();
  }

  async #run() {
    this.timer = null;
    if (document.hidden || lostSince) return;
    [this.isDue, this.isLoading, this.last] = [false, true, performance.now()];
    try {
      await this.load();
    } catch (error) {
      // What is shown already stays: it says that it is old.
      if (!(error instanceof Unreachable)) complain(this.place, `This cannot be shown: ${error.message}.`);
      setTimeout(() => this.soon(), retryDelay);
    }
    this.isLoading = false;
    this.resume();
  }
}

const links = new Refreshed(1000, "links", async () => {
  const state = await ask("/v1/state?include=links");
  showState(state);
  showLinks(state.links ?? []);
});

const history = new Refreshed(3000, "timeline", async () =>
  showHistory(await ask("/v1/history?since=24h")),
);

const jobs = new Refreshed(2000, "counts", async () => {
  const open = "state=ready&state=waiting&state=running";
  const [unfinished, dead] = await Promise.all([
    ask(`/v1/jobs?${open}&limit=${pageOfJobs}`),
    ask(`/v1/jobs?state=dead&limit=${pageOfJobs}`),
  ]);
  showJobs(unfinished, dead);
});

const everything = [links, history, jobs];
const refreshAll = () => everything.forEach((part) => part.soon());

/// Says how the page stands to the service, and marks what it shows as old while it is alone.
function connection(kind, sentence) {
  byID("connection").className = kind;
  document.body.classList.toggle("stale", kind === "lost");
  say("connection", sentence);
  say("now-title", kind === "lost" ? "Last known" : "Now");
}

let lostSince = null;

function lost() {
  lostSince ??= new Date();
  if (hasEnded) return;
  connection("lost", `Connection to the service lost, last seen ${moment(lostSince)}. Trying again …`);
}

/// Follows the events; the browser connects again by itself, unless it was refused.
function follow() {
  const source = new EventSource("/v1/events?types=state,job,probe");
  source.onopen = () => {
    [lostSince, hasEnded] = [null, false];
    connection("live", "Live: changes are shown as they happen.");
    refreshAll();
  };
  source.onerror = () => {
    lost();
    if (source.readyState === EventSource.CLOSED) setTimeout(reconnect, retryDelay);
  };
  source.addEventListener("state", (event) => {
    showState(JSON.parse(event.data));
    refreshAll();
  });
  source.addEventListener("job", () => jobs.soon());
  source.addEventListener("probe", (event) => showLatest([JSON.parse(event.data)]));
  source.addEventListener("reset", refreshAll);
}

/// Learns why the stream was refused before it is asked for again.
async function reconnect() {
  try {
    await ask("/v1/state");
    follow();
  } catch {
    setTimeout(reconnect, retryDelay);
  }
}

setInterval(showSince, 15000);
setInterval(() => history.soon(), 60000);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) everything.forEach((part) => part.resume());
});
refreshAll();
follow();
