/** Mistakes in how opinions are formed and weighed. */
import type { Area } from "../fault.ts";

export const JUDGE_FAULTS: Area = {
  name: "judge",
  in: "packages/kernel/src/judge",
  tests: [["packages/kernel/src/judge"], ["test/road", "test/compat"]],
  faults: [
    {
      name: "a-command-that-nothing-holds-asks-softly",
      anchor: 'const hard = isUnheld && !sandboxed && mode !== "allowlist";',
      replacement: "const hard = false;",
    },
    {
      name: "a-command-writes-outside-unasked-as-it-reads",
      anchor: 'return lands && capability === "fs.read" && unitIndex !== undefined;',
      replacement: "return lands && capability !== null && unitIndex !== undefined;",
      tests: ["test/host/product/outside.test.ts"],
    },
    {
      name: "outputs-that-are-not-kept-count-as-contained",
      anchor: "!(containing.outputs || !resources.some(isOutput))",
      replacement: "!(containing.outputs || resources.some(isOutput))",
      tests: ["packages/kernel/src/judge/contained-by.test.ts"],
    },
    {
      name: "a-command-that-connects-counts-as-contained",
      anchor: "if (!opinions.some((opinion) => isOpening(opinion, index))) return null;",
      replacement: "",
      tests: ["packages/kernel/src/judge/contained-by.test.ts"],
    },
    {
      name: "a-guard-that-throws-lets-the-call-pass",
      anchor: "catch { answer = null; }",
      replacement: 'catch { answer = { action: "allow" }; }',
    },
    {
      name: "a-guard-that-rejects-lets-the-call-pass",
      anchor: "(value) => value, () => null,",
      replacement: '(value) => value, () => ({ action: "allow" }),',
    },
    {
      name: "guards-behind-one-that-waits-are-forgotten",
      anchor: "? judgeGuards(guards, call, opinions, index + 1) : undefined",
      replacement: "? undefined : undefined",
    },
    {
      name: "a-link-to-a-protected-path-is-judged-by-its-name",
      anchor:
        "protectedPathReason(resource.path, places) ?? protectedPathReason(resource.real, places)",
      replacement: "protectedPathReason(resource.path, places)",
    },
    {
      name: "a-state-machine-that-fails-approves",
      anchor: 'return deny("The state machine failed.");',
      replacement: 'return approve("The state machine failed.");',
    },
    {
      name: "a-rule-about-a-host-answers-a-push-there",
      anchor: "if (connects && resources.some(isSending)) return null;",
      replacement: "if (connects && resources.every(isSending)) return null;",
      tests: ["packages/kernel/src/judge/contained-by.test.ts"],
    },
    {
      name: "what-denies-some-requests-is-left-to-nobody",
      anchor: "return readsRequests && unitIndex !== undefined;",
      replacement: "return (readsRequests || true) && unitIndex !== undefined;",
      tests: ["test/road/requests.test.ts"],
    },
  ],
};
