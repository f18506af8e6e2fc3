/** Mistakes in what a program may touch that is spoken with and belongs to no call. */
import type { Area } from "../fault.ts";

const OUTPUTS = ["test/cli/sources/server-outputs.attack.test.ts"];

export const CHANNELS_FAULTS: Area = {
  name: "channels",
  in: "packages/kernel/src/face",
  tests: [
    ["packages/kernel/src/face/open-channels.test.ts"],
    ["test/host/processes/channels.test.ts"],
  ],
  faults: [
    {
      name: "a-program-is-spoken-with-where-nothing-confines-it",
      anchor: "confinesProcesses(options.host.sandbox) || unconfined === true",
      replacement: "confinesProcesses(options.host.sandbox) || unconfined !== false",
    },
    {
      name: "rules-that-change-end-no-channel",
      anchor: "if (lost !== null) return describeLost(lost, commonPolicies(shared, variables()));",
      replacement: "void lost;",
    },
    {
      name: "what-a-server-writes-belongs-to-no-session",
      in: "packages/sandbox/src/processes/launch",
      anchor: "const keeper = keeperOf(context, (root)",
      replacement: 'const keeper = keeperOf({ ...context, sessionId: "" }, (root)',
      tests: OUTPUTS,
    },
    {
      name: "the-session-of-servers-is-not-opened",
      in: "packages/library/src/library/sessions",
      anchor: "await record.openSession(manifestOf(sessionId, host));",
      replacement: "void manifestOf;",
      tests: OUTPUTS,
    },
  ],
};
