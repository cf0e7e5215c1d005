// The jobs: how many there are of what, those that wait and why, and what can be done about them.

const pageOfJobs = 1000;

/// Shows the unfinished jobs and the dead, as /v1/jobs lists them.
function showJobs(unfinished, dead) {
  showCounts(unfinished, dead);
  showList("parked", unfinished.jobs.filter((job) => job.parked), {
    none: "No job is parked.",
    columns: ["Job", "What", "Destination", "Why", "Submitted", "Actions"],
    cells: (job) => [parkedReason(job), time(job.created), cancelButton(job)],
  });
  showList("waiting", unfinished.jobs.filter((job) => job.state === "waiting"), {
    none: "No job waits.",
    columns: ["Job", "What", "Destination", "Last failure", "Due", "Actions"],
    cells: (job) => [
      plain(job.lastFailure ?? job.reason ?? "none"),
      dueTime(job),
      [retryButton(job), cancelButton(job)],
    ],
  });
  showList("dead", dead.jobs, {
    none: "No job is dead.",
    columns: ["Job", "What", "Destination", "Why", "Ended", "Actions"],
    cells: (job) => [
      deadReason(job),
      job.finished ? time(job.finished) : "–",
      retryButton(job),
    ],
  });
}

function showList(id, jobs, { none, columns, cells }) {
  const available = present?.connectionAssumedAvailable;
  fill(id, [available, jobs.slice(0, rowLimit), jobs.length], () => {
    if (jobs.length === 0) return nothing(none);
    const rows = jobs.slice(0, rowLimit).map((job) => [
      `Job ${job.id}`,
      plain(job.kind),
      plain(job.destination),
      ...cells(job),
    ]);
    const more = jobs.length - rowLimit;
    return [
      table(`${id}-title`, columns, rows),
      ...(more > 0 ? [nothing(`${counted(more, "more job")} of this kind.`)] : []),
    ];
  });
}

/// When a job is due, by the clock of who looks: the answer says in how many seconds.
const dueTime = (job) =>
  job.dueSeconds == null ? "–" : moment(new Date(Date.now() + job.dueSeconds * 1000));

/// Why a job that could run does not.
function parkedReason(job) {
  const failure = job.lastFailure ? ` Last failure: ${sentence(job.lastFailure)}` : "";
  if (job.requirement !== "nothing" && !present?.connectionAssumedAvailable) {
    return `It waits for ${job.requirement === "route" ? "a route" : "the internet"}.${failure}`;
  }
  return `It waits until its destination answers again.${failure}`;
}

function deadReason(job) {
  const reason = plain(job.reason ?? "not known");
  const failure = plain(job.lastFailure ?? "");
  return failure && !reason.includes(failure) ? `${reason} (${failure})` : reason;
}

const countedStates = ["parked", "ready", "waiting", "running", "dead"];

function showCounts(unfinished, dead) {
  const destinations = new Map();
  for (const job of [...unfinished.jobs, ...dead.jobs]) {
    const counts = destinations.get(job.destination) ?? {};
    const state = job.parked ? "parked" : job.state;
    counts[state] = (counts[state] ?? 0) + 1;
    destinations.set(job.destination, counts);
  }
  const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);
  const all = [...destinations].toSorted((one, other) => sum(other[1]) - sum(one[1]));
  const isPart = unfinished.next != null || dead.next != null;
  fill("counts", [all, isPart], () => {
    if (all.length === 0) return nothing("There are no jobs that wait, run or are dead.");
    const rows = all.slice(0, rowLimit).map(([destination, counts]) => [
      plain(destination),
      ...countedStates.map((state) => (counts[state] ?? 0).toLocaleString("en")),
    ]);
    const note = `There are more: only the first ${pageOfJobs.toLocaleString("en")} of a kind are counted.`;
    return [
      table("counts-title", ["Destination", "Parked", "Ready", "Waiting", "Running", "Dead"], rows, "figures"),
      ...(isPart ? [nothing(note)] : []),
      ...(all.length > rowLimit ? [nothing(`${counted(all.length - rowLimit, "more destination")}.`)] : []),
    ];
  });
}

const retryButton = (job) => actionButton(job, "Retry now", "retry", () => retry(job));
const cancelButton = (job) => actionButton(job, "Cancel", "cancel", () => cancel(job));

function actionButton(job, label, action, act) {
  const button = element(
    "button",
    { type: "button", id: `${action}-${job.id}`, "aria-label": `${label}: job ${job.id}` },
    label,
  );
  button.addEventListener("click", async () => {
    button.disabled = true;
    await act();
    button.disabled = false;
  });
  return button;
}

const retry = (job) =>
  change(`/v1/jobs/${job.id}/retry`, "POST", `Job ${job.id} will be tried again now.`);

async function cancel(job) {
  if (!confirm(`Cancel job ${job.id}? It will not be run.`)) return;
  await change(`/v1/jobs/${job.id}`, "DELETE", `Job ${job.id} is cancelled.`);
}

/// Asks for a change and says how it went.
async function change(path, method, done) {
  try {
    await ask(path, { method, headers: { "Content-Type": "application/json" }, body: "{}" });
    say("outcome", done);
  } catch (error) {
    say("outcome", `That did not work: ${error.message}`);
  }
  jobs.soon();
}
