/** Mistakes at the doors: what a tool and its processes get at while a call runs. */
import type { Area } from "../fault.ts";

const DOORS = ["test/road/doors.test.ts"];

export const RUNTIME_FAULTS: Area = {
  name: "runtime",
  in: "packages/kernel/src/runtime",
  tests: [["test/road"], ["test/host/product", "test/host/processes/background.test.ts"]],
  faults: [
    {
      name: "the-gate-does-not-look-at-reach",
      anchor: "if (!reach.contains(access)) {",
      replacement: "if (!reach) {",
      tests: DOORS,
    },
    {
      name: "the-gate-opens-for-a-call-that-is-over",
      anchor: 'if (stopped) return { allowed: false, code: "cancelled",',
      replacement: 'if (!reach) return { allowed: false, code: "cancelled",',
    },
    {
      name: "the-gate-does-not-hear-a-deny",
      anchor: 'if (finding.action === "deny") {',
      replacement: 'if (finding.action === "deny" && !call.footprint) {',
      tests: DOORS,
    },
    {
      name: "the-gate-does-not-hear-an-ask",
      anchor: 'if (finding.action === "ask" && !approved) {',
      replacement: 'if (finding.action === "ask" && !call.footprint) {',
      tests: DOORS,
    },
    {
      name: "a-link-to-a-protected-path-passes-the-gate",
      anchor: "(protectedPathReason(access.path) ?? protectedPathReason(access.real))",
      replacement: "protectedPathReason(access.path)",
    },
    {
      name: "any-rule-lifts-the-floor-at-the-gate",
      anchor: 'const literalAllow = finding.action === "allow" && finding.literal;',
      replacement: 'const literalAllow = finding.action === "allow";',
    },
    {
      name: "what-no-footprint-named-passes-the-gate",
      anchor: "if (approved || (call.footprint && insideFootprint(call.footprint, access)))",
      replacement: "if (approved || call.footprint)",
      tests: DOORS,
    },
    {
      name: "a-surprise-counts-as-predicted",
      anchor: 'if (finding.action === "allow") return { allowed: true, predicted: false };',
      replacement: 'if (finding.action === "allow") return { allowed: true, predicted: true };',
    },
    {
      name: "what-comes-from-a-host-is-not-marked-as-outside-text",
      anchor: "call.outside ??= access.host;",
      replacement: "",
    },
    {
      name: "accesses-are-kept-without-end",
      anchor: "if (call.accesses.length < MAX_ACCESS_FACTS) {",
      replacement: "if (call.accesses.length >= 0) {",
    },
    {
      name: "a-refusal-at-the-gate-is-not-told",
      anchor: 'emit(call.session, { type: "access-refuse",',
      replacement: 'void ({ type: "access-refuse",',
    },
    {
      name: "a-surprise-at-the-gate-is-not-told",
      anchor: 'emit(call.session, { type: "access-surprise",',
      replacement: 'void ({ type: "access-surprise",',
    },
    {
      name: "a-deny-at-the-gate-can-be-asked-away",
      anchor: "if (first.allowed || !first.askable || !call.session.questions)",
      replacement: "if (first.allowed || !call.session.questions)",
    },
    {
      name: "what-a-person-opened-at-the-gate-stays-shut",
      anchor: "call.approved = [...call.approved, resource];",
      replacement: "",
    },
    {
      name: "after-a-yes-the-gate-does-not-look-again",
      anchor:
        "call.approved = [...call.approved, resource]; return note(binding, access, decide(binding, access));",
      replacement:
        "call.approved = [...call.approved, resource]; return note(binding, access, { allowed: true, predicted: false });",
    },
    {
      name: "a-question-leaves-the-kernel-unmasked",
      anchor: "const shown = session.redactor.value(question);",
      replacement: "const shown = question;",
    },
    {
      name: "nobody-is-told-that-a-person-is-asked",
      anchor: 'emit(call.session, { type: "approval-request", ...callStamp(call), question });',
      replacement: "",
    },
    {
      name: "nobody-is-told-what-a-person-answered",
      anchor: "end(answer.choice);",
      replacement: "",
    },
    {
      name: "the-end-of-a-question-is-told-twice",
      anchor: "if (over) return; over = true;",
      replacement: "over = true;",
    },
    {
      name: "a-question-of-a-stopped-call-never-ends-for-listeners",
      anchor: 'const onAbort = (): void => end("none");',
      replacement: "const onAbort = (): void => undefined;",
    },
    {
      name: "the-deadline-runs-while-a-person-thinks",
      anchor: "session.running.pause(call);",
      replacement: "",
    },
    {
      name: "the-deadline-stands-still-after-an-answer",
      anchor: "session.running.resume(call);",
      replacement: "",
    },
    {
      name: "an-answer-while-a-call-runs-is-not-written-down",
      anchor: "keep(question, answer);",
      replacement: "void keep;",
    },
    {
      name: "any-answer-runs-a-command-wider",
      anchor: 'return choice === "once";',
      replacement: 'return choice !== "edit";',
    },
    {
      name: "a-wider-run-that-nobody-answered-goes-ahead",
      anchor: 'if (isToolError(error) && error.code === "cancelled") throw error; return false;',
      replacement:
        'if (isToolError(error) && error.code === "cancelled") throw error; return true;',
    },
    {
      name: "another-command-than-the-judged-one-runs",
      anchor: "if (!predictedOpaque(call, resource))",
      replacement: "if (!resource)",
    },
    {
      name: "the-commands-of-a-line-are-not-asked-about-again",
      anchor: "const decision = own.check(resource); if (!decision.allowed)",
      replacement: "const decision = own.check(resource); if (!decision)",
    },
    {
      name: "what-a-line-touches-is-not-asked-about-again",
      anchor: "if (!decision.allowed && !isSilence(call, tool, resource))",
      replacement: "if (!decision)",
    },
    {
      name: "silence-at-the-shell-door-reaches-beyond-the-process",
      anchor: "if (!call.session.processReach.contains(resource)) return false;",
      replacement: "",
    },
    {
      name: "silence-at-the-shell-door-covers-an-ask",
      anchor: ".action !== null) return false;",
      replacement: '.action === "deny") return false;',
    },
    {
      name: "silence-at-the-shell-door-covers-protected-paths",
      anchor: 'resource.capability !== "fs.write" || !(protectedPathReason',
      replacement: "resource.capability !== undefined || !(protectedPathReason",
    },
    {
      name: "a-contained-command-runs-uncontained",
      anchor: "confinement: confinementOf(call, tool, { contained }), }); if",
      replacement: "confinement: confinementOf(call, tool, { contained: false }), }); if",
    },
    {
      name: "a-command-runs-wider-without-a-question",
      anchor: "!contained || !metWall(first) || !(await allowsWider(call, first))",
      replacement: "!contained || !metWall(first)",
    },
    {
      name: "a-command-that-succeeded-is-run-again",
      anchor: "if (exitCode === 0 || cancelled) return false;",
      replacement: "if (cancelled) return false;",
    },
    {
      name: "a-process-runs-in-a-directory-out-of-reach",
      anchor: "if (!call.session.processReach.contains(target)) {",
      replacement: "if (!target) {",
    },
    {
      name: "a-program-starts-without-being-asked-about",
      anchor:
        "if (!decision.allowed) throw new ToolError(decision.code, decision.reason); return cwd;",
      replacement: "if (!decision) throw new ToolError(decision, decision); return cwd;",
    },
    {
      name: "a-program-of-another-session-can-be-read-and-stopped",
      anchor: "if (!processes.list(sessionId).some((handle) => handle.id === id)) {",
      replacement: "if (!processes) {",
    },
    {
      name: "a-line-starts-in-the-background-without-being-asked-about",
      anchor: "? checkLine(call, tool, { command, cwd: options.cwd })",
      replacement: "? workingDirectory(call, options.cwd)",
    },
    {
      name: "a-program-in-the-background-runs-uncontained",
      anchor: 'const contained = call.verdict?.answeredBy === "contained"; return processContext',
      replacement: "const contained = false; return processContext",
    },
    {
      name: "a-process-is-given-variables-out-of-reach",
      anchor: "if (!tool.reach.contains(variable)) continue;",
      replacement: "",
    },
    {
      name: "a-process-is-given-variables-that-a-rule-asks-about",
      anchor: 'if (action === "deny" || action === "ask") continue;',
      replacement: 'if (action === "deny") continue;',
    },
    {
      name: "a-process-is-given-variables-that-a-rule-denies",
      anchor: 'if (action === "deny" || action === "ask") continue;',
      replacement: 'if (action === "ask") continue;',
    },
    {
      name: "the-confinement-of-a-subagent-is-its-parents",
      anchor: "[policies.base, ...policies.restrictions].map((policy)",
      replacement: "[policies.base].map((policy)",
    },
    {
      name: "of-two-confinements-only-one-closes-reading",
      anchor: "masks: [...one.read.masks, ...other.read.masks]",
      replacement: "masks: [...one.read.masks]",
    },
    {
      name: "of-two-confinements-only-one-closes-the-network",
      anchor: "masks: [...one.network.masks, ...other.network.masks]",
      replacement: "masks: [...one.network.masks]",
    },
    {
      name: "a-tool-that-reads-has-a-door-to-write",
      anchor: "...(requires.fs?.write ? {",
      replacement: "...(requires.fs ? {",
      tests: DOORS,
    },
    {
      name: "the-door-to-variables-skips-its-gate",
      anchor:
        "if (!decision.allowed) throw new ToolError(decision.code, decision.reason); return call.session.host.environment(name);",
      replacement: "void decision; return call.session.host.environment(name);",
      tests: DOORS,
    },
    {
      name: "a-computation-has-no-deadline",
      anchor: "timeoutMs: options?.timeoutMs ?? COMPUTE_TIMEOUT_MS,",
      replacement: "timeoutMs: options?.timeoutMs ?? Number.POSITIVE_INFINITY,",
    },
    {
      name: "subagents-nest-one-deeper",
      anchor: "if (depth > session.maxDepth) {",
      replacement: "if (depth > session.maxDepth + 1) {",
    },
    {
      name: "a-wait-is-not-ended-by-the-end-of-its-call",
      anchor: 'signal.addEventListener("abort", stop, { once: true });',
      replacement: "void stop;",
    },
    {
      name: "a-wait-may-be-as-long-as-it-likes",
      anchor: "if (!(ms >= 0 && ms <= LONGEST_MS))",
      replacement: "if (!(ms >= 0))",
    },
    {
      name: "a-partial-result-is-emitted-unmasked",
      anchor: "const redacted = session.redactor.value(partial);",
      replacement: "const redacted = partial;",
    },
    {
      name: "progress-is-emitted-unmasked",
      anchor: "text: call.session.redactor.text(String(text)),",
      replacement: "text: String(text),",
    },
    {
      name: "a-settled-call-goes-on-telling",
      anchor:
        "export function emitProgress(call: CallState, text: string): void { if (call.result) return;",
      replacement: "export function emitProgress(call: CallState, text: string): void {",
    },
    {
      name: "a-veto-that-breaks-is-no-veto",
      anchor: "catch { return true; }",
      replacement: "catch { return false; }",
    },
    {
      name: "a-tool-without-state-gets-some",
      anchor: "if (!tool.contract.stateSlot) throw",
      replacement: "if (!tool) throw",
    },
    {
      name: "a-tool-may-change-what-its-next-call-is-given",
      anchor: "Object.freeze(prototype);",
      replacement: "",
    },
  ],
};
