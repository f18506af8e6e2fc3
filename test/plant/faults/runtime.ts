/** Mistakes at the doors: what a tool and its processes get at while a call runs. */
import type { Area } from "../fault.ts";

const DOORS = ["test/road/doors.test.ts"];
const NOTES = ["packages/kernel/src/runtime/labels/note-access.test.ts"];

export const RUNTIME_FAULTS: Area = {
  name: "runtime",
  in: "packages/kernel/src/runtime",
  tests: [["test/road"], ["test/host/product", "test/host/processes/background.test.ts"]],
  faults: [
    {
      name: "an-outer-result-loses-the-labels-of-its-inner-calls",
      anchor: "addLabels(call, labelsOf(result.metadata));",
      replacement: "void labelsOf(result.metadata);",
    },
    {
      name: "a-tool-that-is-not-bundled-may-call-others",
      anchor: 'return capabilities.includes("calls") && entry.bundled;',
      replacement: 'return capabilities.includes("calls");',
    },
    {
      name: "an-inner-call-makes-calls-of-its-own",
      anchor: "return call.parent ? undefined : createCallsDoor(call);",
      replacement: "return createCallsDoor(call);",
    },
    {
      name: "a-resumed-call-may-do-something-else",
      anchor: "  if (!isSame)",
      replacement: "  if (!isSame && earlier.result === null)",
    },
    {
      name: "a-resumed-call-passes-one-that-never-settled",
      anchor: "  if (earlier.result === null)\n    return new ToolError(",
      replacement: "  if (earlier.result === undefined)\n    return new ToolError(",
    },
    {
      name: "what-is-denied-now-is-handed-out-from-an-earlier-run",
      anchor: 'return now.result?.type === "error" ? now.result : (earlier.result as ToolResult);',
      replacement: "return earlier.result as ToolResult;",
    },
    {
      name: "a-name-leads-to-a-denied-address",
      anchor:
        'if (action !== "deny" || rule === undefined || !namesAddress(rule.rule.pattern)) return null;',
      replacement:
        'if (action !== "ask" || rule === undefined || !namesAddress(rule.rule.pattern)) return null;',
      tests: ["test/host/product/denied-address.attack.test.ts"],
    },
    {
      name: "a-deny-of-all-hosts-closes-every-name",
      anchor:
        'if (action !== "deny" || rule === undefined || !namesAddress(rule.rule.pattern)) return null;',
      replacement: 'if (action !== "deny" || rule === undefined) return null;',
      tests: ["test/host/product/denied-address.attack.test.ts"],
    },
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
      tests: ["test/road/gate.test.ts"],
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
      anchor: "protectedPathReason(path, places) ?? protectedPathReason(real, places)",
      replacement: "protectedPathReason(path, places)",
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "any-rule-lifts-the-floor-at-the-gate",
      anchor: 'const literalAllow = finding.action === "allow" && finding.literal;',
      replacement: 'const literalAllow = finding.action === "allow";',
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "what-no-footprint-named-passes-the-gate",
      anchor: "if (approved || isPredicted(gate, access))",
      replacement: "if (approved || call.footprint)",
      tests: DOORS,
    },
    {
      name: "a-surprise-counts-as-predicted",
      anchor: 'gate.silence === "allows") return { allowed: true, predicted: false };',
      replacement: 'gate.silence === "allows") return { allowed: true, predicted: true };',
      tests: ["test/road/doors.test.ts"],
    },
    {
      name: "what-comes-from-a-host-is-not-marked-as-outside-text",
      anchor: "addLabels(call, [outsideText(access.host)]);",
      replacement: "addLabels(call, []);",
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "accesses-are-kept-without-end",
      anchor: "if (call.accesses.length < MAX_ACCESS_FACTS) {",
      replacement: "if (call.accesses.length >= 0) {",
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "a-refusal-at-the-gate-is-not-told",
      anchor:
        'emit(call.session, { type: "access-refuse", ...callStamp(call), subject, reason: decision',
      replacement: 'void ({ type: "access-refuse", ...callStamp(call), subject, reason: decision',
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "a-surprise-at-the-gate-is-not-told",
      anchor: 'emit(call.session, { type: "access-surprise",',
      replacement: 'void ({ type: "access-surprise",',
      tests: ["test/road/doors.test.ts"],
    },
    {
      name: "a-deny-at-the-gate-can-be-asked-away",
      anchor: "if (first.allowed || !first.askable || !call.session.questions)",
      replacement: "if (first.allowed || !call.session.questions)",
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "what-a-person-opened-at-the-gate-stays-shut",
      anchor: "call.approved = [...call.approved, resource];",
      replacement: "",
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "after-a-yes-the-gate-does-not-look-again",
      anchor:
        "call.approved = [...call.approved, resource]; return noteAccess(gate, asked, decide(gate, asked));",
      replacement:
        "call.approved = [...call.approved, resource]; return noteAccess(gate, asked, { allowed: true, predicted: false });",
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "a-question-leaves-the-kernel-unmasked",
      anchor: "const masked = session.redactor.value(question);",
      replacement: "const masked = question;",
      tests: ["test/road/asking.test.ts"],
    },
    {
      name: "nobody-is-told-that-a-person-is-asked",
      anchor: 'emit(call.session, { type: "approval-request", ...callStamp(call), question });',
      replacement: "",
      tests: ["test/road/asking.test.ts"],
    },
    {
      name: "nobody-is-told-what-a-person-answered",
      anchor: "end(answer.choice);",
      replacement: "",
      tests: ["test/road/asking.test.ts"],
    },
    {
      name: "the-end-of-a-question-is-told-twice",
      anchor: "if (over) return; over = true;",
      replacement: "over = true;",
      tests: ["test/road/asking.test.ts"],
    },
    {
      name: "a-question-of-a-stopped-call-never-ends-for-listeners",
      anchor: 'const onAbort = (): void => end("none");',
      replacement: "const onAbort = (): void => undefined;",
      tests: ["test/road/asking.test.ts"],
    },
    {
      name: "a-note-forgets-what-its-session-had-read",
      anchor: "flow.seen().map(({ label, source }): LabelSource => ({ label, source }))",
      replacement: "[]",
      tests: ["test/flow/memory-labels.attack.test.ts"],
    },
    {
      name: "a-note-is-read-without-its-labels",
      anchor: "addLabels(call, (await memory.labels?.(key)) ?? []);",
      replacement: "",
      tests: ["test/flow/memory-labels.attack.test.ts"],
    },
    {
      name: "the-deadline-runs-while-a-person-thinks",
      anchor: "session.running.pause(one);",
      replacement: ";",
      tests: ["test/road/cancel.test.ts"],
    },
    {
      name: "the-deadline-stands-still-after-an-answer",
      anchor: "session.running.resume(one);",
      replacement: ";",
      tests: ["test/road/cancel.test.ts"],
    },
    {
      name: "an-answer-while-a-call-runs-is-not-written-down",
      anchor: "keep(question, answer);",
      replacement: "void keep;",
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "any-answer-runs-a-command-wider",
      anchor: 'return choice === "once";',
      replacement: 'return choice !== "edit";',
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-wider-run-that-nobody-answered-goes-ahead",
      anchor: 'if (isToolError(error) && error.code === "cancelled") throw error; return false;',
      replacement:
        'if (isToolError(error) && error.code === "cancelled") throw error; return true;',
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "another-command-than-the-judged-one-runs",
      anchor: "if (!predicted.has(textOf(resource))) throw",
      replacement: "if (!resource) throw",
      tests: ["test/road/doors.test.ts"],
    },
    {
      name: "the-commands-of-a-line-are-not-asked-about-again",
      anchor: "insist(own.check(resource));",
      replacement: "own.check(resource);",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "what-a-line-touches-is-not-asked-about-again",
      anchor: "insist(touched.check(resource));",
      replacement: "touched.check(resource);",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "silence-at-the-shell-door-reaches-beyond-the-process",
      anchor: 'reach: processReach, via: "operand"',
      replacement: 'reach: { ...processReach, contains: () => true }, via: "operand"',
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "silence-at-the-shell-door-covers-an-ask",
      anchor: 'if (finding.action === "ask" && !approved) {',
      replacement: 'if (finding.action === "ask" && !approved && gate.silence !== "allows") {',
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "silence-at-the-shell-door-covers-protected-paths",
      anchor: "if (floor && !literalAllow && !approved)",
      replacement: 'if (floor && !literalAllow && !approved && gate.silence !== "allows")',
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-contained-command-runs-uncontained",
      anchor: "const confinement = confinementOf(call, tool, { contained });",
      replacement: "const confinement = confinementOf(call, tool, { contained: false });",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-command-runs-wider-without-a-question",
      anchor: ": allowsWider(call, wallsOf(call, ended.report), state);",
      replacement: ": Promise.resolve(wallsOf(call, ended.report).length > 0);",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-person-is-asked-to-widen-what-a-rule-denies",
      anchor: ".filter((path) => !isDenied(call, path))",
      replacement: "",
      tests: ["test/road/doors.test.ts"],
    },
    {
      name: "a-landing-lands-what-asks-where-nobody-is",
      anchor: "if (!call.session.questions) return refuse(call, asking,",
      replacement:
        'if (!call.session.questions) return { land: "all" }; if (asking.length === 0) return refuse(call, asking,',
      tests: ["test/road/landing.test.ts"],
    },
    {
      name: "a-path-to-be-left-out-may-be-unknown",
      anchor: "if (found.length === 0) return null;",
      replacement: "",
      tests: ["test/road/landing.test.ts"],
    },
    {
      name: "a-process-in-the-background-runs-as-if-it-landed",
      anchor: "const lands = !background &&",
      replacement: "const lands =",
      tests: ["test/road/landing.test.ts"],
    },
    {
      name: "a-command-that-succeeded-is-run-again",
      anchor: "ended.exitCode === 0 ? Promise.resolve(false)",
      replacement: "ended.exitCode === -1 ? Promise.resolve(false)",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-process-runs-in-a-directory-out-of-reach",
      anchor: "if (!processReach.contains(target)) {",
      replacement: "if (!target) {",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-process-runs-in-a-directory-that-nobody-opened",
      anchor: "!createResourceSet(call.approved).contains(target)",
      replacement: "!target",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-door-opens-what-lies-outside",
      anchor: 'if (!held && isPlace(access) && reach.placeOf(access) === "outside")',
      replacement: "if (!access)",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-program-starts-without-being-asked-about",
      anchor: "checkUnit(call, tool, { argv: run.argv, cwd }); return cwd;",
      replacement: "return cwd;",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-program-of-another-session-can-be-read-and-stopped",
      anchor: "if (!processes.list(sessionId).some((handle) => handle.id === id)) {",
      replacement: "if (!processes) {",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-line-starts-in-the-background-without-being-asked-about",
      anchor: "? checkLine({ command, cwd: options.cwd })",
      replacement: "? workingDirectory(call, options.cwd)",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-program-in-the-background-runs-uncontained",
      anchor: "const contained = isContained(call); return processContext",
      replacement: "const contained = false; return processContext",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-process-is-given-variables-out-of-reach",
      anchor: "if (!tool.reach.contains(variable)) continue;",
      replacement: "",
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "a-process-is-given-variables-that-a-rule-asks-about",
      anchor: 'if (action === "deny" || action === "ask") continue;',
      replacement: 'if (action === "deny") continue;',
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "a-process-is-given-variables-that-a-rule-denies",
      anchor: 'if (action === "deny" || action === "ask") continue;',
      replacement: 'if (action === "ask") continue;',
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "the-confinement-of-a-subagent-is-its-parents",
      anchor: "[policies.base, ...policies.restrictions].map((policy)",
      replacement: "[policies.base].map((policy)",
      tests: ["test/road/processes.test.ts"],
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
      tests: ["test/road/rare-parts.test.ts"],
    },
    {
      name: "subagents-nest-one-deeper",
      anchor: "if (depth > session.maxDepth) {",
      replacement: "if (depth > session.maxDepth + 1) {",
      tests: ["test/road/subagent.test.ts"],
    },
    {
      name: "a-wait-is-not-ended-by-the-end-of-its-call",
      anchor: 'signal.addEventListener("abort", stop, { once: true });',
      replacement: "void stop;",
      tests: ["test/road/runtime-wait.test.ts"],
    },
    {
      name: "a-wait-may-be-as-long-as-it-likes",
      anchor: "if (!(ms >= 0 && ms <= LONGEST_MS))",
      replacement: "if (!(ms >= 0))",
      tests: ["test/road/runtime-wait.test.ts"],
    },
    {
      name: "a-partial-result-is-emitted-unmasked",
      anchor: "const redacted = session.redactor.value(partial);",
      replacement: "const redacted = partial;",
      tests: ["test/road/events.test.ts"],
    },
    {
      name: "progress-is-emitted-unmasked",
      anchor: "text: call.session.redactor.text(String(text)),",
      replacement: "text: String(text),",
      tests: ["test/road/events.test.ts"],
    },
    {
      name: "a-server-has-the-model-of-a-client-unasked",
      anchor: "if (!JUDGED_METHODS.includes(method)) continue;",
      replacement: "if (JUDGED_METHODS.length > 0) continue;",
      tests: ["test/mcp/asking.attack.test.ts"],
    },
    {
      name: "what-a-server-asks-of-a-client-is-not-masked",
      anchor: "const masked = session.redactor.value(requests);",
      replacement: "const masked = requests;",
      tests: ["test/mcp/asking.attack.test.ts"],
    },
    {
      name: "a-settled-call-goes-on-telling",
      anchor:
        "export function emitProgress(call: CallState, text: string, figures?: ProgressFigures): void { if (call.result) return;",
      replacement:
        "export function emitProgress(call: CallState, text: string, figures?: ProgressFigures): void {",
      tests: ["test/road/events.test.ts"],
    },
    {
      name: "a-veto-that-breaks-is-no-veto",
      anchor: "catch { return true; }",
      replacement: "catch { return false; }",
      tests: ["test/road/rare-parts.test.ts"],
    },
    {
      name: "a-tool-without-state-gets-some",
      anchor: "if (!stateSlot) throw",
      replacement: "if (!tool) throw",
      tests: ["test/road/rare-parts.test.ts"],
    },
    {
      name: "a-tool-may-change-what-every-other-tool-is-given",
      anchor: "Object.freeze(CallRuntime.prototype);",
      replacement: "",
      tests: ["test/road/rare-parts.test.ts"],
    },
    {
      name: "a-tool-may-change-what-its-next-call-is-given",
      anchor: "Object.freeze(prototype);",
      replacement: "",
      tests: ["test/road/rare-parts.test.ts"],
    },
    {
      name: "what-was-read-before-a-write-is-taken-for-what-stands-there",
      anchor: 'if (access.capability === "fs.write") session.shownFiles.forget();',
      replacement: "",
      tests: NOTES,
    },
    {
      name: "an-untrusted-tool-says-of-itself-that-it-shows-names-only",
      anchor: '(flow?.shows === "names" && tool.entry.postureTrusted)',
      replacement: 'flow?.shows === "names"',
      tests: NOTES,
    },
    {
      name: "a-file-from-outside-the-workspace-leaves-no-mark",
      anchor: "else if (!session.isHeld(access.real)) addLabels(call, [outsideText(access.path)]);",
      replacement: "else if (!session.isHeld(access.real)) addLabels(call, []);",
      tests: NOTES,
    },
    {
      name: "a-file-that-a-call-brought-in-is-the-workspaces-own",
      anchor: "return source ? [outsideText(source)] : [];",
      replacement: "return source ? [] : [];",
      tests: NOTES,
    },
    {
      name: "a-refused-access-is-recorded-as-let-in",
      anchor: "...(decision.allowed ? {} : { refused: decision.reason }),",
      replacement: "",
      tests: NOTES,
    },
  ],
};
