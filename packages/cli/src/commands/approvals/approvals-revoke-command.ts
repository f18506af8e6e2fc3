import type { Command } from "../../command/command.ts";

/** `toolplane approvals revoke`: takes back what was approved for longer. */
export const approvalsRevokeCommand: Command = {
  name: "approvals revoke",
  group: "Decide",
  summary: "Take back standing approvals.",
  description: [
    "New sessions, and sessions that are resumed, ask again. A session that runs",
    "in another process keeps what it has read until it ends.",
  ].join("\n"),
  arguments: [{ name: "id", summary: "Which; toolplane approvals lists them.", rest: true }],
  options: { all: { type: "flag", summary: "Every one of them." } },
  examples: [{ line: "toolplane approvals revoke --all", meaning: "Start over." }],
  load: async () => (await import("./run-approvals-revoke.ts")).runApprovalsRevoke,
};
