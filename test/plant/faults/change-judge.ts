/** Mistakes in judging what a command changed: a deny that is passed by, a question that hides a path, an answer that lands more. */
import type { Area } from "../fault.ts";

const JUDGE = ["packages/kernel/src/judge/judge-change.test.ts"];
const ROAD = ["test/road/landing.test.ts"];
const RUNTIME = "packages/kernel/src/runtime/landing/create-landing-judge.ts";

export const CHANGE_JUDGE_FAULTS: Area = {
  name: "change-judge",
  in: "packages/kernel/src/judge",
  tests: [JUDGE, ROAD],
  faults: [
    {
      name: "a-denied-change-lands",
      anchor: 'if (finding.action === "deny") return ruled(finding, { action: "deny", target });',
      replacement:
        'if (finding.action === "deny" && finding.winner === undefined) return ruled(finding, { action: "deny", target });',
    },
    {
      name: "what-asks-lands-where-nobody-is",
      in: RUNTIME,
      anchor: "if (!call.session.questions) return refuse(call, asking,",
      replacement:
        'if (!call.session.questions) return { land: "all" }; if (asking.length < 0) return refuse(call, asking,',
      tests: ROAD,
    },
    {
      name: "other-content-than-was-shown-lands",
      in: RUNTIME,
      anchor: "if (contents !== undefined && (await hold?.()) !== contents)",
      replacement: 'if (contents === "never" && (await hold?.()) !== contents)',
      tests: ["test/agent/waiting-landing.test.ts"],
    },
    {
      name: "a-call-that-was-stopped-meanwhile-lands",
      in: RUNTIME,
      anchor: 'return stopped(call) ?? { land: "all" };',
      replacement: 'return { land: "all" };',
      tests: ROAD,
    },
  ],
};
