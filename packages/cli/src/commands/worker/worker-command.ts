import type { Command } from "../../command/command.ts";

/** `toolplane worker`: a machine of the fleet. */
export const workerCommand: Command = {
  name: "worker",
  group: "Connect",
  summary: "Drive runs of the team's fleet on this machine.",
  description: [
    "Takes runs that were submitted to its queues, and goes on with those whose",
    "worker died. It needs a record that the team shares. What it says of itself",
    "(--label) is looked at before it joins. SIGTERM drains it: it takes nothing",
    "more, lets go of its runs between two steps, and ends.",
  ].join("\n"),
  options: {
    name: {
      type: "text",
      value: "NAME",
      summary: "What people see; the machine's own unless given.",
    },
    queue: {
      type: "list",
      value: "NAME",
      summary: "Takes from it; may be repeated. default unless given.",
    },
    concurrency: { type: "number", value: "N", summary: "Runs at once; 4 unless given." },
    limit: {
      type: "list",
      value: "QUEUE=N",
      summary: "All workers together drive so many of a queue at once; 0: no limit.",
    },
    rate: {
      type: "list",
      value: "QUEUE=N",
      summary: "All workers together begin so many of a queue in a second; 0: no limit.",
    },
    label: {
      type: "list",
      value: "KIND=VALUE",
      summary: "What runs may need: tool=bash, gpu=yes, site=berlin; may be repeated.",
    },
    folder: {
      type: "list",
      value: "NAME=FOLDER",
      summary: "A workspace that it has, and where; may be repeated.",
    },
    repository: {
      type: "list",
      value: "NAME=PLACE",
      summary: "Commits it can have: a folder, https://… or ssh://…; may be repeated.",
    },
    clones: {
      type: "text",
      value: "FOLDER",
      summary: "Where sessions' repositories lie; the same on each worker.",
    },
    "fetch-limit": {
      type: "number",
      value: "MB",
      summary: "A repository from another machine may be so large; 4096 unless given.",
    },
    script: { type: "text", value: "FILE", summary: "Turns from a file instead of every model." },
    health: {
      type: "number",
      value: "PORT",
      summary: "Says there whether it lives and is ready; 0 is a free one.",
    },
    drain: {
      type: "number",
      value: "SECONDS",
      summary: "How long it may take to let go; 30 unless given.",
    },
  },
  examples: [
    {
      line: "toolplane worker --folder shop=/srv/shop",
      meaning: "Runs of one project, four at once.",
    },
    {
      line: "toolplane worker --repository shop=/srv/git/shop.git --clones /srv/clones",
      meaning: "Each session gets a repository of its own.",
    },
    {
      line: "toolplane worker --queue slow --concurrency 1 --health 8090",
      meaning: "For a supervisor.",
    },
  ],
  load: async () => (await import("./run-worker.ts")).runWorker,
};
