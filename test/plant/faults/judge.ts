/** Mistakes in how opinions are formed and weighed. */
import type { Area } from "../fault.ts";

export const JUDGE_FAULTS: Area = {
  name: "judge",
  in: "packages/kernel/src/judge",
  tests: [["packages/kernel/src/judge"], ["test/road", "test/compat"]],
  faults: [
    {
      name: "a-soft-ask-outranks-a-hard-one",
      anchor: "return opinion.hard ? 2 : 1;",
      replacement: "return opinion.hard ? 1 : 2;",
    },
    {
      name: "an-ask-outranks-a-deny",
      anchor: 'if (opinion.action === "deny") return 3;',
      replacement: 'if (opinion.action === "deny") return 1;',
    },
    {
      name: "a-hard-ask-is-answered-like-a-soft-one",
      anchor: 'if (action !== "ask" || hard) return',
      replacement: 'if (action !== "ask") return',
    },
    {
      name: "a-tool-that-is-not-what-was-pinned-asks-softly",
      anchor: 'judge: "pin", action: "ask", hard: true',
      replacement: 'judge: "pin", action: "ask", hard: false',
    },
    {
      name: "yolo-answers-in-every-mode",
      anchor: 'if (answers.mode === "yolo")',
      replacement: 'if (answers.mode !== "allowlist")',
    },
    {
      name: "an-allow-of-any-judge-answers-soft-asks",
      anchor: 'opinion.judge === "state-machine" && opinion.action === "allow"',
      replacement: 'opinion.action === "allow"',
    },
    {
      name: "the-mode-allowlist-answers-without-its-list",
      anchor: 'answers.mode === "allowlist" && answers.onAllowlist()',
      replacement: 'answers.mode === "allowlist"',
    },
    {
      name: "every-call-counts-as-containable",
      anchor: "if (answers.containable)",
      replacement: "if (answers.containable !== undefined)",
    },
    {
      name: "a-restriction-of-a-subagent-is-not-heard",
      anchor: "if (severity(narrowed) > severity(finding)) finding = narrowed;",
      replacement: "if (severity(narrowed) < severity(finding)) finding = narrowed;",
    },
    {
      name: "an-allow-of-a-subagent-loosens-its-parent",
      anchor: "if (severity(narrowed) > severity(finding)) finding = narrowed;",
      replacement: "if (narrowed.action !== null) finding = narrowed;",
    },
    {
      name: "only-the-first-restriction-is-heard",
      anchor: "for (const restriction of policies.restrictions)",
      replacement: "for (const restriction of policies.restrictions.slice(0, 1))",
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
      name: "an-unknown-answer-of-a-guard-lets-the-call-pass",
      anchor: 'if (action === "allow") return true;',
      replacement: 'if (action !== "ask" && action !== "deny") return true;',
    },
    {
      name: "a-guard-asks-softly",
      anchor: 'action, hard: true, reason: text ?? "A guard wants a person to look."',
      replacement: 'action, hard: false, reason: text ?? "A guard wants a person to look."',
    },
    {
      name: "guards-behind-one-that-waits-are-forgotten",
      anchor: "? judgeGuards(guards, call, opinions, index + 1) : undefined",
      replacement: "? undefined : undefined",
    },
    {
      name: "an-opaque-part-asks-softly-without-a-sandbox",
      anchor: "hard: !view.sandboxed, reason: `Part of it",
      replacement: "hard: false, reason: `Part of it",
    },
    {
      name: "an-opaque-part-is-not-asked-about",
      anchor: 'if (resource.capability === "opaque" && finding.action !== "deny") {',
      replacement: 'if (resource.capability === "opaque" && finding.action === "ask") {',
    },
    {
      name: "only-the-first-resource-is-judged",
      anchor: "for (let index = 0; index < resources.length; index += 1) {",
      replacement: "for (let index = 0; index < Math.min(1, resources.length); index += 1) {",
    },
    {
      name: "a-tree-with-closed-parts-is-read-without-a-sandbox",
      anchor: "if (view.sandboxed && !history) return null;",
      replacement: "if (!view.sandboxed) return null;",
    },
    {
      name: "a-tree-that-could-not-be-listed-holds-nothing-closed",
      anchor: "if (entries?.complete !== true) return true;",
      replacement: "if (entries?.complete !== true) return false;",
    },
    {
      name: "a-file-that-a-rule-asks-about-does-not-close-its-tree",
      anchor: 'return action === "deny" || action === "ask";',
      replacement: 'return action === "deny";',
    },
    {
      name: "silence-of-the-rules-allows",
      anchor: 'if (resource.capability === "opaque" || resource.origin === "derived") return null;',
      replacement:
        'if (resource.capability === "opaque" || resource.origin !== undefined) return null;',
    },
    {
      name: "the-ask-of-a-rule-is-soft",
      anchor: 'hard: finding.action !== "allow",',
      replacement: 'hard: finding.action === "deny",',
    },
    {
      name: "a-command-that-the-default-policy-lets-read-may-write",
      anchor: 'winner?.reference.source.scope === "default"',
      replacement: 'winner?.reference.source.scope === "manifest"',
    },
    {
      name: "a-rule-with-wildcards-lifts-a-floor",
      anchor: 'const literalAllow = finding.action === "allow" && finding.literal;',
      replacement: 'const literalAllow = finding.action === "allow";',
    },
    {
      name: "a-rule-lifts-the-floor-of-a-variable",
      anchor: 'if (literalAllow && floor === "F1") continue;',
      replacement: "if (literalAllow) continue;",
    },
    {
      name: "a-sandbox-softens-the-floor-of-hidden-characters",
      anchor: 'hard: floor === "F3" || !view.sandboxed,',
      replacement: "hard: !view.sandboxed,",
    },
    {
      name: "a-floor-is-soft-without-a-sandbox",
      anchor: 'hard: floor === "F3" || !view.sandboxed,',
      replacement: 'hard: floor === "F3",',
    },
    {
      name: "a-denied-path-lands",
      anchor: 'return ruled(finding, { action: "deny", target });',
      replacement: 'return ruled(finding, { action: "ask", target });',
      tests: ["packages/kernel/src/judge/judge-change.test.ts"],
    },
    {
      name: "what-lies-below-a-folder-that-goes-is-not-judged",
      anchor: "view.below?.(path, MOST_BELOW) ?? { paths: [], complete: false }",
      replacement: "{ paths: [] as string[], complete: true }",
      tests: ["packages/kernel/src/judge/judge-change.test.ts"],
    },
    {
      name: "an-edit-through-a-link-out-of-the-workspace-is-contained",
      anchor: "return [path, real].every((name)",
      replacement: "return [path, path].every((name)",
      tests: ["packages/kernel/src/judge/is-containable.test.ts"],
    },
    {
      name: "a-link-to-a-protected-path-is-judged-by-its-name",
      anchor:
        "protectedPathReason(resource.path, places) ?? protectedPathReason(resource.real, places)",
      replacement: "protectedPathReason(resource.path, places)",
    },
    {
      name: "a-tree-that-could-not-be-listed-holds-nothing-protected",
      anchor: "else if (resource.tree && !resource.entries?.complete)",
      replacement: "else if (resource.tree && index < 0)",
    },
    {
      name: "protected-names-inside-a-tree-are-not-looked-for",
      anchor: "for (const path of resource.entries?.paths ?? []) {",
      replacement: "for (const path of resource.entries?.paths.slice(0, 0) ?? []) {",
    },
    {
      name: "a-protected-path-asks-softly",
      anchor: 'judge: "floor", action: "ask", hard: true, reason, resource: index',
      replacement: 'judge: "floor", action: "ask", hard: false, reason, resource: index',
    },
    {
      name: "a-stage-holds-every-tool",
      anchor: "if (stage.allowedTools.includes(proposal.tool))",
      replacement: "if (stage.allowedTools.length > 0)",
    },
    {
      name: "a-state-machine-without-grants-approves",
      anchor: 'if (!machine.grant) return deny("The stage does not hold this tool.");',
      replacement: 'if (!machine.grant) return approve("The stage does not hold this tool.");',
    },
    {
      name: "a-state-machine-that-defers-approves",
      anchor: 'if (answer === "approve") return approve(',
      replacement: 'if (answer !== "deny") return approve(',
    },
    {
      name: "a-state-machine-that-fails-approves",
      anchor: 'return deny("The state machine failed.");',
      replacement: 'return approve("The state machine failed.");',
    },
    {
      name: "a-grant-names-another-stage",
      anchor: "stageExecutionId: stage.executionId,",
      replacement: 'stageExecutionId: "",',
    },
    {
      name: "a-flag-for-a-role-is-not-heard",
      anchor: "if (own !== undefined) return own ? null : forRole;",
      replacement: "if (own !== undefined) return null;",
    },
    {
      name: "the-general-flag-overrules-the-one-for-a-role",
      anchor: "if (own !== undefined) return own ? null : forRole;",
      replacement: "if (own === false) return forRole;",
    },
    {
      name: "code-runs-though-its-flag-is-off",
      anchor: 'flags.get("allow_code_execution") === false',
      replacement: 'flags.get("allow_code_execution") === undefined',
    },
    {
      name: "consent-by-mode-is-soft",
      anchor: 'judge: "consent", action: "ask", hard: true, reason: `Tools of mode',
      replacement: 'judge: "consent", action: "ask", hard: false, reason: `Tools of mode',
    },
    {
      name: "a-dangerous-action-needs-no-consent",
      anchor: "return profile.dangerous.includes(name) ? name : null;",
      replacement: "return null;",
    },
  ],
};
