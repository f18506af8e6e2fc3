/** Mistakes with runs that are kept: whose answer counts, who drives, and what is gone on with. */
import type { Area } from "../fault.ts";

const RUNS = "packages/library/src/runs/create-runs.test.ts";
const PAUSED = "packages/cli/src/scenarios/run-keep.test.ts";

export const RUNS_FAULTS: Area = {
  name: "runs",
  in: "packages/library/src/runs",
  tests: [[RUNS], [PAUSED]],
  faults: [
    {
      name: "a-run-that-waits-keeps-no-process",
      in: "packages/library/src/agent",
      anchor: "const letGo = keepAlive();",
      replacement: "const letGo = () => {};",
      tests: ["test/cli/core/model-outage.test.ts"],
    },
    {
      name: "a-run-is-taken-without-a-word-in-the-record",
      anchor: "await fence?.claim(run);",
      replacement: "",
    },
    {
      name: "a-worker-that-cannot-be-asked-about-counts-as-gone",
      in: "packages/library/src/approvals",
      anchor: 'if (isToolError(error) && error.code === "unavailable") return "elsewhere";',
      replacement: 'if (isToolError(error) && error.code === "unavailable") return "gone";',
      tests: ["packages/library/src/approvals/worker-state.test.ts"],
    },
    {
      name: "a-subagent-begins-below-a-run-that-was-taken",
      in: "packages/library/src/agent",
      anchor:
        "if (isFirst && parentSessionId !== undefined) await ground.confirm(parentSessionId);",
      replacement: "",
      tests: ["packages/library/src/agent/keep-run.test.ts"],
    },
    {
      name: "what-a-stopped-model-had-said-is-lost",
      in: "packages/agent/src/loop",
      anchor: "const answers = isAnswered ? [] : [stoppedAnswer(said)];",
      replacement: "const answers: readonly Message[] = [];",
      tests: ["packages/agent/src/loop/advance.test.ts"],
    },
    {
      name: "a-fork-opens-what-rules-deny-by-a-whole-path",
      anchor: "const left = [...meant].filter((name) => !after.has(name)).sort();",
      replacement: "const left = [...meant].filter((name) => after.has(`${name}/`));",
      tests: ["test/cli/record/fork-replay.attack.test.ts"],
    },
    {
      name: "an-answer-counts-for-another-question",
      anchor:
        "if (used.has(row.id) || shownDigest(read.question) !== shownDigest(question)) continue;",
      replacement: "if (used.has(row.id)) continue;",
      tests: [PAUSED],
    },
    {
      name: "a-run-that-somebody-changed-goes-on",
      anchor: 'if (!seals.isGenuine("run", sealed(row, head), seal)) throw notOurs(row.id);',
      replacement: "void seal;",
      tests: [RUNS],
    },
  ],
};
