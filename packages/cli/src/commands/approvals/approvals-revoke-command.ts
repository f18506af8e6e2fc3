import type { Command } from "../../command/command.ts";

/** `toolplane approvals revoke`: takes back what was approved for longer. */
export const approvalsRevokeCommand: Command = {
  name: "approvals revoke",
  group: "Decide",
  summary: "Take back standing approvals, and rules given on a card.",
  description: [
    "Sessions ask again, also those that run in another process: they hear of it",
    "within a second, and what ran only by it is ended. A rule that you gave on a",
    "card is taken out of your own rules for this project.",
  ].join("\n"),
  arguments: [{ name: "id", summary: "Which; toolplane approvals lists them.", rest: true }],
  options: { all: { type: "flag", summary: "Every approval; rules stay." } },
  examples: [{ line: "toolplane approvals revoke --all", meaning: "Start over." }],
  load: async () => (await import("./run-approvals-revoke.ts")).runApprovalsRevoke,
};
