/** Mistakes by which a profile would not behave as its document says, or would open what somebody closed. */
import type { Area } from "../fault.ts";

const STUD = ["test/profiles/stud.test.ts"];
const CHAIN = ["test/profiles/stud-chain.test.ts"];
const TOOLS = ["test/profiles/stud-tools.test.ts"];
const FIRST_USE = ["test/cli/settings/tool-trust-terminal.test.ts"];

export const PROFILES_FAULTS: Area = {
  name: "profiles",
  in: "packages/compat/src",
  tests: [["test/profiles"]],
  faults: [
    {
      name: "stud-lets-a-held-write-run-unasked",
      in: "packages/compat/src/s0",
      anchor: "contained: false",
      replacement: "contained: true",
      tests: STUD,
    },
    {
      name: "stud-has-rules-of-ours-that-answer-for-reads",
      in: "packages/compat/src/s0",
      anchor: "defaultPolicy: [],",
      replacement: "defaultPolicy: true,",
      tests: STUD,
    },
    {
      name: "a-gated-call-that-touches-nothing-runs-unasked",
      in: "packages/kernel/src/pipeline",
      anchor: "if (session.asksGated && tool.entry.gated && !opinions.some(isDecided))",
      replacement: "if (session.asksGated && !tool.entry.gated && !opinions.some(isDecided))",
      tests: STUD,
    },
    {
      name: "an-approved-key-is-asked-about-again",
      in: "packages/kernel/src/pipeline",
      anchor: 'session.approvalsBy === "key" && !verdict.hard',
      replacement: 'session.approvalsBy !== "key" && !verdict.hard',
      tests: STUD,
    },
    {
      name: "a-key-answers-what-a-rule-asks",
      in: "packages/kernel/src/pipeline",
      anchor: 'session.approvalsBy === "key" && !verdict.hard',
      replacement: 'session.approvalsBy === "key"',
      tests: STUD,
    },
    {
      name: "a-yes-to-a-key-is-kept-for-what-was-shown-only",
      in: "packages/kernel/src/pipeline",
      anchor: 'const by = question.byKey === undefined ? "cover" : "key";',
      replacement: 'const by = "cover" as ApprovalIdentity; void question.byKey;',
      tests: STUD,
    },
    {
      name: "an-answer-by-key-is-read-where-covers-count",
      in: "packages/kernel/src/approval",
      anchor: "by === query.by &&",
      replacement: "",
      tests: ["packages/kernel/src/approval/approval-book.test.ts"],
    },
    {
      name: "the-seal-does-not-tell-a-key-from-a-cover",
      in: "packages/kernel/src/approval",
      anchor: "receipt.by === approval.by &&",
      replacement: "",
      tests: ["packages/kernel/src/approval/receipts.test.ts"],
    },
    {
      name: "a-miss-of-the-allowlist-passes",
      in: "packages/kernel/src/judge",
      anchor: 'if (answers.mode === "allowlist" && answers.onAllowlist()) return "allowlist";',
      replacement: 'if (answers.mode === "allowlist") return "allowlist";',
      tests: STUD,
    },
    {
      name: "a-guard-that-is-heard-last-is-not-heard",
      in: "packages/kernel/src/pipeline",
      anchor: 'if (call.session.judges.guardOrder !== "after-mode") return undefined;',
      replacement: "if (call.session.judges) return undefined;",
      tests: CHAIN,
    },
    {
      name: "a-guard-hears-of-a-call-before-the-person",
      in: "packages/kernel/src/pipeline",
      anchor:
        'return call.session.judges.guardOrder === "after-mode" ? undefined : hearGuards(call, opinions);',
      replacement: "return hearGuards(call, opinions);",
      tests: CHAIN,
    },
    {
      name: "a-kept-yes-answers-what-a-guard-asks",
      in: "packages/kernel/src/pipeline",
      anchor: "if (answered === BY_PERSON) return undefined;",
      replacement: "if (answered === BY_PERSON || answered === undefined) return undefined;",
      tests: CHAIN,
    },
    {
      name: "a-declared-variable-is-not-part-of-the-call",
      in: "packages/kernel/src/face",
      anchor: 'bounds.declaredEnv === "with-call" ? variablesIn(requires, reach) : []',
      replacement: "bounds.declaredEnv === undefined ? variablesIn(requires, reach) : []",
      tests: CHAIN,
    },
    {
      name: "a-server-of-stud-names-its-tools-after-itself",
      in: "packages/compat/src/s0",
      anchor: 'sources: { names: "tool" },',
      replacement: "sources: {},",
      tests: TOOLS,
    },
    {
      name: "a-clash-of-flat-names-is-silent",
      in: "packages/library/src/library",
      anchor: 'if (kind === "refused" && (origin === "bundled" || isSourced))',
      replacement: 'if (kind === "refused" && origin === "bundled")',
      tests: TOOLS,
    },
    {
      name: "a-tool-written-by-hand-runs-elsewhere",
      in: "packages/kernel/src/registry",
      anchor: 'if (executor === "remote")',
      replacement: 'if (executor === "remote" && where === "")',
      tests: TOOLS,
    },
    {
      name: "the-tools-of-a-project-are-not-asked-about",
      in: "packages/cli/src/trust",
      anchor: "if (terminal.canAsk && !isInside(environment) && !pending.isDeclined)",
      replacement: "if (terminal.canAsk && isInside(environment) && !pending.isDeclined)",
      tests: FIRST_USE,
    },
    {
      name: "an-editor-is-not-asked-about-the-tools-of-its-project",
      in: "packages/cli/src/acp",
      anchor: "if (!isOpen) return;",
      replacement: "if (first !== null) return;",
      tests: ["test/acp/project-tools.test.ts"],
    },
    {
      name: "the-tools-of-a-project-load-before-the-answer",
      in: "packages/library/src/product",
      anchor: "return Object.hasOwn(digests, path) && digests[path] === digest;",
      replacement: 'return !Object.hasOwn(digests, path) || digest !== "";',
      tests: FIRST_USE,
    },
    {
      name: "a-tool-is-replaced-under-a-call-that-waits",
      in: "packages/kernel/src/pipeline",
      anchor: "session.registry.hold(call.name);",
      replacement: "",
      tests: ["test/registry/held-tools.test.ts"],
    },
    {
      name: "a-tool-is-replaced-between-two-answers-of-a-run",
      in: "packages/library/src/agent",
      anchor: "ends.push(kernel.beginTurn(added).end);",
      replacement: "ends.push(() => {});",
      tests: ["test/registry/held-tools.test.ts"],
    },
    {
      name: "a-module-gets-the-variables-of-its-program",
      in: "packages/host/src/tool-folders",
      anchor: "requires: {},\n    shows: [copy],",
      replacement: "requires: {},\n    env: process.env,\n    shows: [copy],",
      tests: ["test/library/module-tools.test.ts"],
    },
    {
      name: "a-tool-reads-past-its-doors-where-no-sandbox-holds-it",
      in: "packages/host/src/tool-folders",
      anchor: '  "--permission",\n',
      replacement: "",
      tests: ["test/host/tool-folders/tool-folders.attack.test.ts"],
    },
  ],
};
