/** Mistakes by which a tool's own form of result, what a call is about to change, or a server's turn would be lost. */
import type { Area } from "../fault.ts";

const STEERABLE = ["test/profiles/steerable.test.ts"];
const PROGRAM = ["test/profiles/steerable-program.test.ts"];
const PHI = ["test/profiles/phi.test.ts"];

export const TOLD_FAULTS: Area = {
  name: "told",
  in: "packages/compat/src",
  tests: [STEERABLE, PROGRAM, PHI],
  faults: [
    {
      name: "steerable-goes-on-after-a-failed-call",
      in: "packages/compat/src/s3",
      anchor: 'agent: { completion: "tool" }',
      replacement: "agent: {}",
      tests: STEERABLE,
    },
    {
      name: "steerable-takes-its-result-for-data",
      in: "packages/compat/src/s3",
      anchor: "readOutput: readHarnessOutput,",
      replacement: "",
      tests: STEERABLE,
    },
    {
      name: "a-servers-answer-is-read-as-a-result",
      in: "packages/kernel/src/call",
      anchor: "if (tool.entry.remote || tool.entry.tool.composite) return returned;",
      replacement: "if (tool.entry.tool.composite) return returned;",
      tests: ["packages/kernel/src/call/result-of.test.ts"],
    },
    {
      name: "a-failure-keeps-its-message-from-the-person",
      in: "packages/kernel/src/bound",
      anchor: 'if (typeof message !== "string") return "";',
      replacement: 'if (typeof message !== "string" || result.type === "error") return "";',
      tests: PROGRAM,
    },
    {
      name: "a-message-speaks-to-the-terminal",
      in: "packages/kernel/src/bound",
      anchor: "const text = stripHidden(message).text.trim();",
      replacement: "const text = stripHidden(message) && message.trim();",
      tests: ["packages/kernel/src/bound/person-message.test.ts"],
    },
    {
      name: "the-next-action-does-not-reach-the-model",
      in: "packages/compat/src/s3",
      anchor: "...(nextAction === undefined ? [] : [`[Next action: ${nextAction}]`]),",
      replacement: "...(nextAction === undefined ? [] : []),",
      tests: ["packages/compat/src/s3/read-harness-output.test.ts"],
    },
    {
      name: "a-safe-write-is-shown-when-it-has-begun",
      in: "packages/kernel/src/pipeline",
      anchor: "return shown ? shown.then(() => run(call, goOn)) : run(call, goOn);",
      replacement: "return shown ? run(call, goOn) : run(call, goOn);",
      tests: STEERABLE,
    },
    {
      name: "a-landing-is-not-shown-first",
      in: "packages/kernel/src/runtime",
      anchor: "await previewLanding(call, set);",
      replacement: "void previewLanding;",
      tests: STEERABLE,
    },
    {
      name: "a-preview-shows-what-a-rule-hides",
      in: "packages/kernel/src/runtime",
      anchor: 'return evaluatePolicies(session.policies, target, asking).action !== "deny";',
      replacement: "return target.capability !== undefined || Boolean(evaluatePolicies);",
      tests: STEERABLE,
    },
    {
      name: "the-mode-of-a-decorator-is-not-heard",
      in: "packages/compat/src/s3",
      anchor: "mode: mode ?? decideToolMode(name),",
      replacement: "mode: decideToolMode(name) ?? mode,",
      tests: STEERABLE,
    },
    {
      name: "phi-calls-a-server-at-once",
      in: "packages/compat/src/s4",
      anchor: 'sources: { names: "tool", serialized: true }',
      replacement: 'sources: { names: "tool" }',
      tests: PHI,
    },
    {
      name: "phi-hides-the-words-of-an-uncaught-error",
      in: "packages/compat/src/s4",
      anchor: 'kernel: { uncaught: "told" }',
      replacement: "kernel: {}",
      tests: PHI,
    },
    {
      name: "the-calls-of-one-client-overlap",
      in: "packages/compat/src/s4",
      anchor: "last = mine.catch(() => undefined);",
      replacement: "mine.catch(() => undefined);",
      tests: PHI,
    },
    {
      name: "a-prefix-is-said-to-the-server",
      in: "packages/compat/src/s4",
      anchor: "const call = { name: entry.name, arguments: args as JsonObject };",
      replacement: "const call = { name: id, arguments: args as JsonObject };",
      tests: PHI,
    },
    {
      name: "read-file-numbers-its-lines",
      in: "packages/tools/src/presets",
      anchor: "convert: (args) => ({ ...args, plain: true }),",
      replacement: "",
      tests: PHI,
    },
  ],
};
