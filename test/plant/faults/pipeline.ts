/** Mistakes on the road of a call: its stages, their order, and what happens when one breaks. */
import type { Area } from "../fault.ts";

const APPROVAL = ["test/road/approval.test.ts"];

export const PIPELINE_FAULTS: Area = {
  name: "pipeline",
  in: "packages/kernel/src/pipeline",
  tests: [["test/road"], ["test/record", "test/registry"]],
  faults: [
    {
      name: "the-judges-of-the-host-are-asked-in-reverse-order",
      anchor: "const steps = [stateMachineStep, guardStep, watchdogStep] as const;",
      replacement: "const steps = [watchdogStep, guardStep, stateMachineStep] as const;",
    },
    {
      name: "the-watchdog-is-asked-about-what-is-denied-already",
      anchor: '!watchdog || opinions.some((opinion) => opinion.action === "deny")',
      replacement: "!watchdog",
    },
    {
      name: "a-deny-of-the-rules-does-not-spare-the-other-judges",
      anchor:
        'if (opinions.some((opinion) => opinion.action === "deny")) return conclude(call, opinions);',
      replacement: "",
    },
    {
      name: "the-judges-behind-one-that-waits-are-forgotten",
      anchor: "runSteps(call, opinions, rest) ?? conclude(call, opinions)",
      replacement: "conclude(call, opinions)",
    },
    {
      name: "a-verdict-is-remembered-although-a-guard-looks-at-arguments",
      anchor: "guards.length === 0 &&",
      replacement: "",
    },
    {
      name: "a-verdict-is-remembered-although-flags-may-change",
      anchor: "!flags &&",
      replacement: "",
    },
    {
      name: "a-verdict-is-remembered-although-a-watchdog-looks-at-arguments",
      anchor: "!watchdog && guards",
      replacement: "guards",
    },
    {
      name: "a-verdict-is-remembered-although-an-argument-may-be-dangerous",
      anchor: "profile.dangerous.length === 0 &&",
      replacement: "",
    },
    {
      name: "a-command-that-connects-counts-as-containable",
      anchor: 'if (resource.capability === "net.fetch") return false;',
      replacement: "",
    },
    {
      name: "a-call-without-a-command-counts-as-containable",
      anchor: "return shell; }",
      replacement: "return true; }",
    },
    {
      name: "a-deny-of-the-watchdog-looks-like-one-of-a-rule",
      anchor: 'decider === "watchdog" ? "watchdog_denied" : "permission_denied"',
      replacement: '"permission_denied"',
    },
    {
      name: "the-reach-of-a-process-is-that-of-its-tool",
      anchor: "isOwn(resource) ? tool.reach : session.processReach",
      replacement: "isOwn(resource) ? session.processReach : tool.reach",
    },
    {
      name: "only-the-first-resource-is-held-against-reach",
      anchor: "if (reach.contains(resource)) continue;",
      replacement: "if (reach.contains(resource)) break;",
    },
    {
      name: "a-stale-registration-is-called",
      anchor: "if (session.listing.isStale(tool.entry)) {",
      replacement: "if (session.listing.isStale(tool.entry) && !tool) {",
    },
    {
      name: "a-call-id-runs-twice",
      anchor: "if (session.seen(call.id)) {",
      replacement: "if (session.seen(call.id) && !call.id) {",
    },
    {
      name: "nobody-is-told-that-tools-are-off",
      anchor: 'emit(session, { type: "tools-disable",',
      replacement: 'void ({ type: "tools-disable",',
    },
    {
      name: "a-tool-that-is-switched-off-runs",
      anchor: "if (!tool.entry.enabled)",
      replacement: "if (!tool)",
    },
    {
      name: "a-tool-that-was-not-found-yet-is-callable",
      anchor: "session.listing.isCallable(tool.entry)",
      replacement: "session.listing",
    },
    {
      name: "a-tool-that-is-being-started-is-not-waited-for",
      anchor: "return starting ? starting.then(() => find(call)) : found;",
      replacement: "return found;",
    },
    {
      name: "the-issues-of-a-schema-library-are-overlooked",
      anchor: "if (outcome.issues) {",
      replacement: "if (outcome.issues && !call) {",
    },
    {
      name: "what-a-schema-library-made-of-the-arguments-does-not-run",
      anchor: "call.args = frozen.value;",
      replacement: "call.args = call.input as never;",
    },
    {
      name: "a-broken-schema-accepts-everything",
      anchor: "if (faults) return invalid(call,",
      replacement: "if (faults && faults.length > 1) return invalid(call,",
    },
    {
      name: "a-receipt-is-used-twice-in-one-session",
      anchor: "|| session.usedReceipts.has(receipt.id)) return null;",
      replacement: ") return null;",
    },
    {
      name: "a-receipt-for-another-call-is-good",
      anchor: "if (!good) return null;",
      replacement: "",
      tests: APPROVAL,
    },
    {
      name: "a-receipt-that-another-process-used-is-good",
      anchor: "(spent) => (spent ? useReceipt(call, receipt) : ask(call, keys))",
      replacement: "() => useReceipt(call, receipt)",
    },
    {
      name: "a-receipt-is-good-when-its-store-fails",
      anchor: "() => ask(call, keys),",
      replacement: "() => useReceipt(call, receipt),",
    },
    {
      name: "a-receipt-given-here-can-be-handed-in-again",
      anchor:
        'session.usedReceipts.add(receipt.id); keepAnswer(call, { questionId: question.id, choice: "once", receipt });',
      replacement: 'keepAnswer(call, { questionId: question.id, choice: "once", receipt });',
    },
    {
      name: "where-nobody-can-be-asked-the-answer-is-yes",
      anchor: "if (!session.questions) {",
      replacement: "if (!session.questions) { return undefined;",
    },
    {
      name: "arguments-are-edited-without-end",
      anchor: "if (call.edits >= MAX_EDITS)",
      replacement: "if (call.edits < 0)",
    },
    {
      name: "an-edited-call-is-not-judged-again",
      anchor: "return EDITED;",
      replacement: "return undefined;",
    },
    {
      name: "an-edited-call-keeps-the-verdict-of-its-old-arguments",
      anchor: "call.shared = null;",
      replacement: "",
    },
    {
      name: "an-edited-call-keeps-its-old-arguments-in-the-record",
      anchor: "call.maskedArgs = null;",
      replacement: "",
    },
    {
      name: "a-kept-answer-is-not-noted",
      anchor: "keepAnswer(call, { questionId: approval.id, choice: approval.scope });",
      replacement: "void approval;",
    },
    {
      name: "a-stored-approval-opens-nothing-at-the-door",
      anchor: "if (!found) return false; call.approved = footprint.resources;",
      replacement: "if (!found) return false;",
    },
    {
      name: "a-key-that-holds-a-secret-is-kept",
      anchor: "|| !question.cover || holdsSecret(call, question)",
      replacement: "|| !question.cover",
    },
    {
      name: "an-approval-for-the-project-is-kept-where-none-may-be",
      anchor: 'choice === "project" && !session.projectApprovals ? "session" : choice',
      replacement: "choice",
    },
    {
      name: "only-the-first-key-of-an-always-is-stored",
      anchor: "for (const key of question.cover) {",
      replacement: "for (const key of question.cover.slice(0, 1)) {",
    },
    {
      name: "a-refused-call-keeps-its-place-in-the-budget",
      anchor: "if (call.reserved) call.session.budget.release(call.name);",
      replacement: "",
    },
    {
      name: "a-refused-call-keeps-its-tokens",
      anchor: "call.tokens?.release();",
      replacement: "",
    },
    {
      name: "a-call-that-ran-gives-its-place-back",
      anchor: "if (call.executed) return; call.tokens",
      replacement: "call.tokens",
    },
    {
      name: "a-result-beyond-the-token-budget-is-handed-out",
      anchor: "call.usedTokens === null || call.tokens.settle(call.usedTokens)",
      replacement: "call.usedTokens === null || call.tokens.settle(call.usedTokens) !== null",
    },
    {
      name: "a-hook-that-answers-later-cannot-skip",
      anchor: "(value === false ? skip(call) : askFrom(call, index + 1))",
      replacement: "askFrom(call, index + 1)",
    },
    {
      name: "a-tool-that-is-being-removed-takes-calls",
      anchor: "if (!call.entered)",
      replacement: "if (!call.session)",
    },
    {
      name: "a-call-that-changes-things-runs-before-its-intent-is-kept",
      anchor: "if (!session.recorder || onlyReads(call, footprint)) return undefined;",
      replacement: "return undefined;",
    },
    {
      name: "the-word-of-an-untrusted-tool-that-it-only-reads-is-taken",
      anchor: 'entry.tool.mode === "read" && entry.postureTrusted',
      replacement: 'entry.tool.mode === "read"',
    },
    {
      name: "a-stopped-call-still-begins",
      anchor: "if (stopped) return stopResult(call, stopped); call.executed = true;",
      replacement: "void stopped; call.executed = true;",
    },
    {
      name: "calls-that-conflict-run-at-once",
      anchor: "if (!need) return begin(call, goOn);",
      replacement: "if (need !== undefined) return begin(call, goOn);",
    },
    {
      name: "a-lock-is-never-given-back",
      anchor: "if (call.lock) call.lock.release();",
      replacement: "",
    },
    {
      name: "what-a-server-says-is-not-marked-as-outside-text",
      in: "packages/kernel/src/call",
      anchor: "(executed && tool?.entry.remote ?",
      replacement: "(executed && !tool ?",
    },
    {
      name: "a-result-that-could-not-be-bounded-is-shown",
      anchor: 'return stage.name === "bound" ?',
      replacement: "return stage === undefined ?",
    },
    {
      name: "the-cause-is-recorded-unmasked",
      anchor: "session.redactor.value(call.cause)",
      replacement: "call.cause",
    },
    {
      name: "the-detail-is-recorded-unmasked",
      anchor: "session.redactor.value(call.detail)",
      replacement: "call.detail",
    },
    {
      name: "accesses-are-recorded-unmasked",
      anchor: "session.redactor.value(call.accesses)",
      replacement: "call.accesses",
    },
    {
      name: "refused-text-is-recorded-unmasked",
      anchor: "return session.redactor.text(given);",
      replacement: "return given;",
    },
    {
      name: "what-was-cut-is-recorded-unmasked",
      anchor: "call.uncut = session.redactor.value(result);",
      replacement: "call.uncut = result;",
    },
    {
      name: "nobody-is-told-that-a-call-settled",
      anchor: "if (session.listeners) announce(call, result, span);",
      replacement: "",
    },
    {
      name: "a-call-that-began-is-not-announced",
      anchor: 'emit(session, { type: "call-start", sessionId: session.manifest.sessionId,',
      replacement: 'void ({ type: "call-start", sessionId: session.manifest.sessionId,',
    },
    {
      name: "a-call-that-ended-is-not-announced",
      anchor: 'emit(session, { type: "call-end", sessionId: session.manifest.sessionId,',
      replacement: 'void ({ type: "call-end", sessionId: session.manifest.sessionId,',
    },
    {
      name: "the-registry-is-not-told-that-a-call-is-over",
      anchor: "if (entered) session.registry.leave(tool.entry);",
      replacement: "",
    },
    {
      name: "a-batch-runs-all-at-once",
      anchor: "Math.max(1, Math.floor(strategy.batched))",
      replacement: "Math.max(1, count)",
    },
    {
      name: "sequential-calls-run-at-once",
      anchor: 'strategy === "sequential" ? 1 :',
      replacement: 'strategy === "sequential" ? count :',
    },
    {
      name: "the-deadline-runs-while-the-others-are-asked-about",
      anchor: "if (judged instanceof Promise) await judged; call.session.running.pause(call);",
      replacement: "if (judged instanceof Promise) await judged;",
    },
    {
      name: "steering-does-not-stop-a-batch",
      anchor: "while (next < calls.length && steering.length === 0) {",
      replacement: "while (next < calls.length) {",
    },
    {
      name: "a-stage-that-throws-is-passed-over",
      anchor: "catch (error) { outcome = broken(call, stage, error); }",
      replacement: "catch (error) { outcome = undefined; void error; }",
    },
    {
      name: "a-stage-that-rejects-is-passed-over",
      anchor: "(error: unknown) => end(broken(call, stage, error))",
      replacement: "() => end(undefined)",
    },
    {
      name: "a-call-is-not-stopped-by-its-own-signal",
      anchor: "call.options.signal?.aborted ? CANCELLED : null",
      replacement: "null",
    },
    {
      name: "a-call-that-waits-is-not-stopped-by-its-own-signal",
      anchor: 'signal.addEventListener("abort", call.onAbort, { once: true });',
      replacement: "",
    },
    {
      name: "a-settled-call-goes-on-through-the-stages",
      anchor: "if (call.result !== null && !stage.always) continue;",
      replacement: "",
    },
    {
      name: "a-tool-that-is-not-repeatable-is-tried-again",
      anchor: "if (!repeatable || number >= limits.retry.attempts) return null;",
      replacement: "if (number >= limits.retry.attempts) return null;",
    },
    {
      name: "one-attempt-too-many",
      anchor: "number >= limits.retry.attempts",
      replacement: "number > limits.retry.attempts",
    },
    {
      name: "every-error-is-tried-again",
      anchor: "if (!ERROR_CODES[result.code].retryable || ",
      replacement: "if (",
    },
    {
      name: "a-stopped-call-is-tried-again",
      anchor: 'result.type === "output" || call.stopped',
      replacement: 'result.type === "output"',
    },
    {
      name: "a-denial-of-the-watchdog-is-not-told-to-hooks",
      anchor: 'case "watchdog_denied":',
      replacement: "",
    },
    {
      name: "a-tool-that-comes-back-after-a-stop-succeeds",
      anchor: "if (!call.stopped) return result; const stopped",
      replacement: "if (call) return result; const stopped",
    },
    {
      name: "a-tool-that-ignores-its-signal-is-waited-for",
      anchor: "it.disarm = clock.setTimer(GRACE_MS,",
      replacement: "it.disarm = clock.setTimer(GRACE_MS * 1e6,",
    },
    {
      name: "a-late-answer-reaches-the-call",
      anchor: "if (it.over) return; let result",
      replacement: "let result",
    },
  ],
};
