/**
 * The promise of a landing, over random policies: what a view lets a command write is never denied, what is only asked about can
 * be written in it, and whatever it was, judging what changed has the last word.
 */
import type { Change, PolicyLayer, RuleAction, RuleScope } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileConfinement } from "../../confinement/compile-confinement.ts";
import { computeConfinement } from "../../confinement/compute-confinement.ts";
import { type ChangeView, judgeChange } from "../../judge/judge-change.ts";
import { compilePolicy } from "../../policy/compile-policy.ts";
import { evaluateRules } from "../../policy/evaluate-rules.ts";
import { processProtection } from "../../policy/protected/protected-paths.ts";
import { compileReach } from "../../policy/reach/reach.ts";

const variables = {
  workspace: ["/ws"],
  "ad-hoc": [],
  "user-data": ["/data"],
  scratch: ["/data/s"],
};
const roots = variables.workspace;

/** Writes outside the view are not judged at the end, so there everything that asks stays closed. */
const isInView = (path: string) => roots.some((root) => path.startsWith(`${root}/`));

const layer: fc.Arbitrary<PolicyLayer> = fc.record({
  scope: fc.constantFrom<RuleScope>("session", "session", "project", "manifest"),
  rules: fc.tuple(
    fc.record({
      permission: fc.constantFrom("fs.write", "*"),
      pattern: fc.constantFrom("**", "a/**", "a/b", "a/b/**", "**/.env", ".envrc", "**/b/**"),
      action: fc.constantFrom<RuleAction>("allow", "allow", "ask", "deny"),
    }),
  ),
});

const change: fc.Arbitrary<Change> = fc.record({
  path: fc.constantFrom(
    ...["/ws/a", "/ws/a/b", "/ws/A/b", "/ws/a/b/c", "/ws/.env", "/ws/a/.ENV", "/ws/.envrc"],
    ...["/ws/.git/config", "/ws/.git/index", "/ws/a/.git/hooks/x", "/ws/.vscode/tasks.json"],
    ...["/data/s/a", "/data/a", "/etc/a"],
  ),
  kind: fc.constantFrom<Change["kind"]>("added", "changed", "removed"),
  type: fc.constant<Change["type"]>("file"),
  mode: fc.constant(0o644),
  bytes: fc.constant(1),
});

function setUp(layers: readonly PolicyLayer[]) {
  const policy = compilePolicy({ layers, variables });
  const reach = compileReach([{ fs: { write: ["{workspace}/**", "{scratch}/**"] } }], variables);
  const base = { policy, reach, approved: [], contained: false, containedWritable: [], env: [] };
  const view: ChangeView = {
    policies: { base: policy, restrictions: [] },
    reach,
    gitFolders: [],
    steering: [],
    isApproved: () => false,
    leadsToApproved: () => false,
    linked: () => [],
    below: undefined,
    roots: roots.map((path) => ({ path, real: path })),
  };
  const inViews = roots.map((root) => `${root}/**`);
  return {
    policy,
    reach,
    view,
    permits: compileConfinement(computeConfinement({ ...base, lands: inViews })).permits,
  };
}

describe("the promise of a landing", () => {
  it("a landing agrees with the rules and the confinement for every policy and change", () => {
    const seen = { asked: 0, denied: 0, landed: 0 };
    fc.assert(
      fc.property(fc.array(layer, { minLength: 1, maxLength: 5 }), change, (layers, changed) => {
        const { policy, reach, view, permits } = setUp(layers);
        const { path } = changed;
        const target = { capability: "fs.write", path, real: path } as const;
        const { action, literal } = evaluateRules(
          policy,
          { ...target, via: "operand" },
          { id: "" },
        );
        const found = judgeChange(view, changed);
        const protection = processProtection(path, { type: "file", roots });
        if (!reach.contains(target) || action === "deny") {
          seen.denied += 1;
          expect([found?.action, permits(target)]).toEqual(["deny", false]);
        } else if (action === "ask") {
          seen.asked += 1;
          expect(found?.action).toBe("ask");
          // Exceptions compare exactly: in another spelling a mask may hold more.
          if (!protection?.steersGit && !/[A-Z]/.test(path))
            expect(permits(target)).toBe(isInView(path));
        } else if (protection && !(action === "allow" && literal)) {
          expect(found?.action).toBe("ask");
          expect(permits(target)).toBe(!protection.steersGit && isInView(path));
        } else {
          seen.landed += 1;
          expect(found).toBeNull();
          if (!/[A-Z]/.test(path)) expect(permits(target)).toBe(true);
        }
      }),
      { numRuns: 600 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(40);
  });
});
