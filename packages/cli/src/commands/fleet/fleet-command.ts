import type { Command } from "../../command/command.ts";

const ORDER = {
  queue: { type: "text", value: "NAME", summary: "default unless given." },
  priority: { type: "number", value: "N", summary: "The smaller number first; 0 unless given." },
  need: {
    type: "list",
    value: "KIND=VALUE",
    summary: "Only on workers that have it: gpu=yes; up to three, the workspace counts.",
  },
  after: { type: "number", value: "SECONDS", summary: "Not before so long." },
  key: {
    type: "text",
    value: "TEXT",
    summary: "Under one key there is one run, however often it is said.",
  },
} as const;

/** `toolplane fleet`: who works on what. */
export const fleetCommand: Command = {
  name: "fleet",
  group: "Look",
  summary: "Show workers, queues, what waits and what went wrong.",
  description: [
    "Workers with their leases, queues with what waits in them and whether anybody",
    "takes it, runs that wait for people, and calls whose effects are unknown.",
  ].join("\n"),
  examples: [{ line: "toolplane fleet --json", meaning: "For a script." }],
  load: async () => (await import("./run-fleet.ts")).runFleet,
};

/** `toolplane fleet submit`: something for the fleet to do. */
export const fleetSubmitCommand: Command = {
  name: "fleet submit",
  group: "Run",
  summary: "Have a worker of the fleet run something.",
  description: [
    "The run is kept, and a worker begins it: nothing runs here. What has to be",
    "asked waits for: toolplane approvals; the run goes on with the answer.",
  ].join("\n"),
  arguments: [{ name: "prompt", summary: "What is to be done." }],
  options: {
    model: { type: "text", value: "MODEL", summary: "Which one; TOOLPLANE_MODEL unless given." },
    script: { type: "text", value: "FILE", summary: "Turns from a file of the worker's." },
    "max-cost": {
      type: "number",
      value: "DOLLARS",
      summary: "Pause and ask after so much money; the worker needs its model's price.",
    },
    folder: {
      type: "text",
      value: "NAME",
      summary: "Where: a worker that has it is waited for.",
    },
    repository: {
      type: "text",
      value: "NAME",
      summary: "Where: a repository of its own, at --commit of this one.",
    },
    commit: { type: "text", value: "ID", summary: "The whole id: git rev-parse gives it." },
    run: { type: "text", value: "RUN", summary: "One that is kept already, instead of a prompt." },
    ...ORDER,
  },
  examples: [
    {
      line: `toolplane fleet submit "Mend the tests." --folder shop --model openai:gpt-5.1`,
      meaning: "On whichever worker has the shop.",
    },
  ],
  load: async () => (await import("./run-fleet-submit.ts")).runFleetSubmit,
};

/** `toolplane fleet cancel`. */
export const fleetCancelCommand: Command = {
  name: "fleet cancel",
  group: "Run",
  summary: "End a run of the fleet, wherever it is.",
  arguments: [{ name: "run", summary: "Its id, or the beginning of it.", required: true }],
  load: async () => (await import("./run-fleet-cancel.ts")).runFleetCancel,
};

/** `toolplane fleet wake`. */
export const fleetWakeCommand: Command = {
  name: "fleet wake",
  group: "Run",
  summary: "Have a run driven again that was given up.",
  arguments: [{ name: "run", summary: "Its id, or the beginning of it.", required: true }],
  load: async () => (await import("./run-fleet-cancel.ts")).runFleetWake,
};

const WIDER = {
  ignored: { type: "flag", summary: "New files that git ignores, too." },
  unlanded: {
    type: "flag",
    summary: "Changes that have not landed, too: a check did not pass, or the turn is not over.",
  },
} as const;

/** `toolplane fleet diff`. */
export const fleetDiffCommand: Command = {
  name: "fleet diff",
  group: "Look",
  summary: "Show what a run changed in the repository of its own.",
  description: [
    "Comes from the record: no worker is asked, and the run may be at work still.",
    "Said in a checkout of that repository, it shows lines; elsewhere only names.",
  ].join("\n"),
  arguments: [
    { name: "run", summary: "Its id, or the beginning of it.", required: true },
    { name: "path", summary: "One file, unfolded." },
  ],
  options: WIDER,
  examples: [{ line: "toolplane fleet diff 3f2a src/a.ts", meaning: "All of one file." }],
  load: async () => (await import("./run-fleet-diff.ts")).runFleetDiff,
};

/** `toolplane fleet take`. */
export const fleetTakeCommand: Command = {
  name: "fleet take",
  group: "Decide",
  summary: "Make a branch of what a run changed, in the checkout that you are in.",
  description: [
    "One commit, on the commit that the run began with. Your files, your branches",
    "and your index stay as they are. No hook, setting or commit of the run comes",
    "along: look at the branch, then merge it as you would any other.",
  ].join("\n"),
  arguments: [{ name: "run", summary: "Its id, or the beginning of it.", required: true }],
  options: {
    branch: {
      type: "text",
      value: "NAME",
      summary: "Its name; toolplane/ and the beginning of the run's id unless given.",
    },
    ...WIDER,
  },
  examples: [
    { line: "toolplane fleet take 3f2a --branch mended", meaning: "Then: git diff HEAD...mended" },
  ],
  load: async () => (await import("./run-fleet-take.ts")).runFleetTake,
};
