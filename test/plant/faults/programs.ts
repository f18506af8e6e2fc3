/** Mistakes in tools for code: programs and what they may use up, language servers, what a clone brings, notes. */
import type { Area } from "../fault.ts";

const REAL = ["test/tools/code-mode-real.attack.test.ts"];
const LANGUAGES = "packages/gateway/src/languages";
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
      name: "a-program-may-make-any-number-of-calls",
      anchor: "if (run.calls.length >= maxCalls)",
      replacement: "if (run.calls.length >= 1_000_000 * maxCalls)",
      tests: REAL,
    },
    {
      name: "a-program-may-use-any-memory",
      anchor: "runtime.setMemoryLimit(input.limits.memoryBytes);",
      replacement: "runtime.setMemoryLimit(-1);",
      tests: REAL,
    },
    {
      name: "a-program-may-compute-for-ever",
      anchor: "runtime.setInterruptHandler(run.isOver);",
      replacement: "runtime.setInterruptHandler(() => false);",
      tests: REAL,
    },
    {
      name: "a-program-has-other-random-numbers-each-time",
      anchor: "context.newNumber(seedOf(program)),",
      replacement: "context.newNumber(seedOf(program) ^ Math.floor(Math.random() * 2 ** 30)),",
      tests: ["packages/tools/src/code-mode"],
    },
    {
      name: "a-program-reads-the-real-clock",
      anchor: "const now = () => startMs + reads++;",
      replacement: "const now = () => RealDate.now();",
      tests: ["packages/tools/src/code-mode"],
    },
    {
      name: "a-program-gets-results-as-they-come",
      anchor: "const call = run.calls[next] as Call; if (call.reply === null) {",
      replacement:
        'const call = run.calls[next] as Call; const early = run.calls.findIndex((one, at) => at > next && one.reply !== null && !(one.reply.ok && one.reply.json === "")); if (call.reply === null && early > 0) { hand(context, settle, { number: early + 1, reply: (run.calls[early] as Call).reply as ProgramReply }); (run.calls[early] as Call).reply = { ok: true, json: "" }; drain(run, runtime); continue; } if (call.reply === null) {',
      tests: ["packages/tools/src/code-mode"],
    },
    {
      name: "a-program-is-given-a-refusal-as-data",
      anchor:
        'if (result.type === "error") return { ok: false, code: result.code, message: result.error_text };',
      replacement:
        'if (result.type === "error") return { ok: true, json: JSON.stringify(result.error_text) };',
      tests: ["packages/tools/src/code-mode"],
    },
    {
      name: "inner-calls-have-a-budget-of-their-own",
      in: "packages/kernel/src/runtime",
      anchor:
        "const inner = createCallState(call.session, { id, name, arguments: args }, options);",
      replacement:
        "const inner = createCallState({ ...call.session, budget: { ...call.session.budget, reserve: () => null } }, { id, name, arguments: args }, options);",
      tests: ["packages/tools/src/code-mode"],
    },
    {
      name: "what-a-program-did-is-forgotten-with-its-process",
      in: RECORD,
      anchor: "calls: Array.from(calls, (known) => known ?? { stopped: 0 }) };",
      replacement: "calls: calls.slice(0, 0) };",
      tests: RESUME,
    },
    {
      name: "a-call-that-may-have-run-counts-as-stopped",
      in: RECORD,
      anchor: ": fromIntent(callId, own[0] as EventRow, payloads);",
      replacement:
        ": { stopped: Math.min(1, fromIntent(callId, own[0] as EventRow, payloads).name.length) };",
      tests: RESUME,
    },
    {
      name: "a-program-that-came-to-its-end-is-gone-on-with",
      in: RECORD,
      anchor: "if (!begun || callIds.some((id) => hasEnded(record, id))) return null;",
      replacement: "if (!begun) return null; void hasEnded;",
      tests: RESUME,
    },
    {
      name: "an-unfinished-call-runs-again-under-its-id",
      in: "packages/kernel/src/pipeline/gates/resolve.ts",
      anchor: "const tool = options.resumes ? session.tools(name) : null;",
      replacement: "const tool = options ? session.tools(name) : null;",
      tests: RESUME,
    },
    {
      name: "lsp-names-files-that-the-door-does-not-open",
      anchor: "if (line === null) hidden += 1; else lines.push(show(place, line));",
      replacement: 'lines.push(show(place, line ?? "")); hidden += 0;',
      tests: ["packages/tools/src/lsp"],
    },
    {
      name: "a-language-server-may-say-anything-at-once",
      in: LANGUAGES,
      anchor: 'if (length > MAX_MESSAGE_BYTES) throw broken("one of its messages is too long");',
      replacement: 'if (length < 0) throw broken("one of its messages is too long");',
      tests: [LANGUAGES],
    },
    {
      name: "an-edit-waits-for-its-diagnostics",
      in: LANGUAGES,
      anchor: "await Promise.race([all(), over.promise]);",
      replacement: "await all(); void over.promise;",
      tests: [LANGUAGES],
    },
    {
      name: "old-diagnostics-count-as-new",
      in: LANGUAGES,
      anchor: "return left <= 0;",
      replacement: "return left <= 1_000;",
      tests: [LANGUAGES],
    },
    {
      name: "a-clone-takes-an-option-for-a-branch",
      anchor: "if (/^[-~]|\\p{Cc}/u.test(value))",
      replacement: "if (/^~|\\p{Cc}/u.test(value))",
      tests: ["packages/tools/src/repo-clone"],
    },
    {
      name: "the-notes-of-another-process-are-overwritten",
      in: "packages/library/src/state/project-memory.ts",
      anchor: "if (await slots.replace(owner, SLOT, { from, to })) return result;",
      replacement: "await slots.put(owner, SLOT, to); return result;",
      tests: ["packages/library/src/state/project-memory.test.ts"],
    },
  ],
};
