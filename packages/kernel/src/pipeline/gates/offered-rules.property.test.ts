import type { Opinion, Resource, Rule, Tool, Verdict } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOfferTest } from "../../approval/create-offer-test.ts";
import { offerRules } from "../../approval/offer-rules.ts";
import { file, host, opaque, unit } from "../../approval/resource.fixture.ts";
import { decide } from "../../judge/decide.ts";
import { judgeResources } from "../../judge/judge-resources.ts";
import { compilePolicy } from "../../policy/compile-policy.ts";
import { compileArgvPattern } from "../../policy/pattern/argv-pattern.ts";

const VARIABLES = { workspace: ["/w"] };
const TOOL = { id: "bash" } as Tool;

const COMMANDS: readonly (readonly string[])[] = [
  ["npm", "test"],
  ["npm", "test", "--", "-u"],
  ["npm", "run", "build"],
  ["npm", "run", "deploy", "--prod"],
  ["npm", "publish"],
  ["git", "commit", "-m", "x"],
  ["git", "push", "origin"],
  ["go", "test", "./..."],
  ["bash", "-c", "x"],
  ["rm", "-rf", "x"],
];
const command = fc
  .tuple(fc.constantFrom(...COMMANDS), fc.constantFrom("none", "none", "F1", "F3"))
  .map(([argv, floor]) =>
    unit(
      0,
      argv,
      floor === "none" ? {} : { floors: [{ floor: floor as "F1", reason: "it does" }] },
    ),
  );
const touched = fc
  .constantFrom(
    "/w/src/a.ts",
    "/w/src/gen/b.ts",
    "/w/src/gen/.git/config",
    "/w/.env",
    "/w/a",
    "/out/b",
  )
  .map((path) => file("fs.write", path));
const call: fc.Arbitrary<readonly Resource[]> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: command }, touched), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(null, null, null, host("example.test", 443), opaque("$x")),
  )
  .map(([own, more]) => (more === null ? own : [...own, more]));

const rule: fc.Arbitrary<Rule> = fc.record({
  permission: fc.constantFrom("shell.run", "shell.run", "fs.write", "*"),
  pattern: fc.constantFrom(
    ...[
      "npm *",
      "npm run *",
      "npm run deploy *",
      "npm test",
      "git *",
      "git push *",
      "go test *",
      "* test *",
    ],
    ...["{workspace}/src/**", "{workspace}/src/gen/**", "**/.env", "{workspace}/**", "/out/**"],
  ),
  action: fc.constantFrom("allow", "ask", "deny", "deny"),
});

function judge(
  resources: readonly Resource[],
  rules: readonly Rule[],
  more: readonly Rule[],
): Verdict {
  const opinions: Opinion[] = [];
  const base = compilePolicy({
    layers: [
      { scope: "project", rules },
      { scope: "manifest", rules: more },
    ],
    variables: VARIABLES,
  });
  judgeResources(
    {
      tool: TOOL,
      footprint: { resources },
      named: { capability: "named", name: "tool:bash", origin: "direct", via: "argument" },
      policies: { base, restrictions: [] },
      placeOf: (one) => ("path" in one && one.path.startsWith("/out") ? "outside" : "inside"),
      places: { roots: ["/w"] },
      variables: VARIABLES,
      analyzer: { path: () => ({ ok: false, message: "" }) },
      sandboxed: false,
      mode: "ask",
      lands: false,
      readsRequests: false,
    },
    opinions,
  );
  return decide(opinions, {
    ungated: false,
    mode: "ask",
    onAllowlist: () => false,
    containedBy: null,
  });
}

/** A person, a rule or a floor said ask: more than that no rule speaks of it. */
function isSaid({ action, hard, judge: by, rule: of }: Opinion): boolean {
  return action === "ask" && hard && (by !== "rules" || of !== undefined);
}

function offerFor(resources: readonly Resource[], rules: readonly Rule[]) {
  const verdict = judge(resources, rules, []);
  if (verdict.action !== "ask") return null;
  const offer = offerRules({ resources, opinions: verdict.opinions, variables: VARIABLES });
  return offer && judge(resources, rules, offer.rules).action === "allow"
    ? { offer, verdict }
    : null;
}

describe("offered rules, whatever is asked about and whatever the rules are", () => {
  it("answer the very call, and nothing that a deny, a hard ask or another rule is about", () => {
    let offered = 0;
    fc.assert(
      fc.property(
        call,
        fc.array(rule, { maxLength: 4 }),
        fc.array(call, { minLength: 6, maxLength: 6 }),
        (asked, rules, others) => {
          const found = offerFor(asked, rules);
          if (found === null) return;
          offered += 1;
          const isCovered = createOfferTest(found.offer, VARIABLES);
          expect(
            isCovered({ tool: "bash", footprint: { resources: asked }, verdict: found.verdict }),
          ).toBe(true);
          for (const other of others) {
            const before = judge(other, rules, []);
            const after = judge(other, rules, found.offer.rules);
            if (before.action === "deny") expect(after.action).toBe("deny");
            if (before.opinions.some(isSaid)) expect(after.action).not.toBe("allow");
            const said = isCovered({
              tool: "bash",
              footprint: { resources: other },
              verdict: before,
            });
            expect(said).toBe(before.action === "ask" && after.action === "allow");
          }
        },
      ),
      { numRuns: 4_000 },
    );
    expect(offered).toBeGreaterThan(100);
  });

  it("are narrower than the program alone, and leave its other uses to be asked about", () => {
    for (const argv of COMMANDS) {
      const found = offerFor([unit(0, argv)], []);
      if (found === null) continue;
      const [{ pattern = "" } = {}] = found.offer.rules;
      const program = compileArgvPattern(`${argv[0]} *`);
      const own = compileArgvPattern(pattern);
      expect(program.covers(own)).toBe(true);
      expect(own.covers(program)).toBe(false);
      expect(own.matches(argv)).toBe(true);
      expect(own.matches([argv[0] as string, "anything-else"])).toBe(false);
    }
  });
});
