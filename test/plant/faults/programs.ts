/** Mistakes in tools for code: programs and what they may use up, language servers, what a clone brings, notes. */
import type { Area } from "../fault.ts";

const RECORD = "packages/kernel/src/record/read/read-earlier-run.ts";
const RESUME = ["test/record/resume-program.test.ts"];

export const PROGRAMS_FAULTS: Area = {
  name: "programs",
  in: "packages/tools/src",
  tests: [
    ["packages/tools/src/code-mode", "packages/tools/src/lsp", "packages/tools/src/repo-clone"],
    ["test/tools", "test/road/inner-calls.test.ts", "packages/gateway/src/languages"],
  ],
  faults: [
    {
      name: "a-call-that-may-have-run-counts-as-stopped",
      in: RECORD,
      anchor: ": fromIntent(callId, own[0] as EventRow, payloads);",
      replacement:
        ": { stopped: Math.min(1, fromIntent(callId, own[0] as EventRow, payloads).name.length) };",
      tests: RESUME,
    },
    {
      name: "an-unfinished-call-runs-again-under-its-id",
      in: "packages/kernel/src/pipeline/gates/resolve.ts",
      anchor: "const tool = options.resumes ? session.tools(name) : null;",
      replacement: "const tool = options ? session.tools(name) : null;",
      tests: RESUME,
    },
  ],
};
