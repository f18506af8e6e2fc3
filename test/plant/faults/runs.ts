/** Mistakes with runs that are kept: whose answer counts, who drives, and what is gone on with. */
import type { Area } from "../fault.ts";

const RUNS = "packages/library/src/runs/runs.test.ts";
const WAITING = "test/agent/waiting-landing.test.ts";
const PAUSED = "packages/cli/src/scenarios/run-keep.test.ts";

export const RUNS_FAULTS: Area = {
  name: "runs",
  in: "packages/library/src/runs",
  tests: [[RUNS], [PAUSED]],
  faults: [
    {
      name: "an-answer-counts-for-another-question",
      anchor:
        "if (used.has(row.id) || shownDigest(read.question) !== shownDigest(question)) continue;",
      replacement: "if (used.has(row.id)) continue;",
      tests: [PAUSED],
    },
    {
      name: "an-open-question-is-asked-a-second-time",
      anchor: "if (same) throw suspend(same.id);",
      replacement: "",
      tests: [PAUSED],
    },
    {
      name: "a-run-is-taken-from-the-process-that-drives-it",
      anchor: 'if (state === "gone" && (await',
      replacement: "if ((await",
      tests: [RUNS],
    },
    {
      name: "a-run-that-somebody-changed-goes-on",
      anchor: 'if (!seals.isGenuine("run", sealed(row, head), seal)) throw notOurs(row.id);',
      replacement: "void seal;",
      tests: [RUNS],
    },
    {
      name: "a-conversation-that-somebody-changed-goes-on",
      anchor: "if (addToDigest(NO_ENTRIES, entries) !== digest) throw notOurs(id);",
      replacement: "void [id, digest, entries];",
      tests: [RUNS],
    },
    {
      name: "what-was-changed-later-is-in-the-fork",
      anchor: "if (!entry.undone && !first.has(entry.path)) first.set(entry.path, entry);",
      replacement: "if (entry.undone) first.set(entry.path, entry);",
      tests: [PAUSED],
    },
    {
      name: "a-program-that-was-killed-while-it-asked-is-unknown",
      anchor: "callId === undefined ? null : cutOff(callId);",
      replacement: "callId === undefined || cutOff === null ? null : null;",
      tests: [WAITING],
    },
    {
      name: "what-a-killed-command-printed-is-lost",
      anchor: "const result = held ? awaiting(held, question.id) : lostResult(question.id);",
      replacement: "const result = lostResult(question.id); void [held, awaiting];",
      tests: [WAITING],
    },
    {
      name: "what-a-landing-kept-is-not-read-again",
      anchor: "settled.find((one) => one.held !== null)?.held ??",
      replacement: "",
      tests: [WAITING],
    },
  ],
};
