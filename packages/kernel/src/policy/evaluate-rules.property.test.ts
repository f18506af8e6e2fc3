/**
 * Properties of verdicts over random policies. Each run counts what it met, prints the shares, and fails when one of
 * allow, ask and deny is rarer than 15 %: a property that never sees a deny proves nothing about denies.
 */
import type {
  FsTarget,
  PolicyLayer,
  Rule,
  RuleAction,
  RuleScope,
  Target,
} from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePolicy, type Policy } from "./compile-policy.ts";
import { evaluateRules, type RuleFinding } from "./evaluate-rules.ts";
import { createVerdictShares } from "./verdict-shares.fixture.ts";

const variables = { workspace: ["/ws"], "ad-hoc": [], "user-data": [], scratch: [] };

interface Scoped {
  readonly scope: RuleScope;
  readonly rule: Rule;
}

const action = fc.oneof(
  { weight: 11, arbitrary: fc.constant<RuleAction>("allow") },
  { weight: 5, arbitrary: fc.constant<RuleAction>("ask") },
  { weight: 4, arbitrary: fc.constant<RuleAction>("deny") },
);
const scope = fc.oneof(
  { weight: 4, arbitrary: fc.constant<RuleScope>("session") },
  { weight: 2, arbitrary: fc.constant<RuleScope>("project") },
  { weight: 1, arbitrary: fc.constant<RuleScope>("manifest") },
  { weight: 2, arbitrary: fc.constant<RuleScope>("default") },
);

/** A subject of one kind, with permissions and patterns that are likely to match it. */
interface World {
  readonly permissions: readonly string[];
  readonly patterns: readonly string[];
  readonly targets: readonly Target[];
  readonly tool: string;
}

const PATHS = ["/ws/a", "/ws/a/b", "/ws/a/b/c", "/ws/A/b", "/ws/.env", "/ws/a/.env", "/etc/a"];
const file = (path: string, more: Partial<FsTarget> = {}): FsTarget => ({
  capability: "fs.write",
  path,
  real: path,
  ...more,
});

const FILES: World = {
  permissions: ["fs.write", "write", "*", "w*"],
  patterns: [
    "**",
    "*",
    "{workspace}/**",
    "a/**",
    "a/*",
    "a/b",
    "a",
    "A/**",
    "**/.env",
    "**/b/**",
    "**/{b,c}",
    "/ws/?/b*",
    "/etc/**",
  ],
  targets: [
    ...PATHS.map((path) => file(path)),
    ...PATHS.map((path) => file(path, { real: "/ws/a/b" })),
    file("/ws/a", { tree: true }),
    file("/ws/a", { tree: true, entries: { paths: ["/ws/a/b", "/ws/a/.env"], complete: true } }),
    file("/ws/a", { capability: "fs.read", tree: true }),
  ],
  tool: "write",
};

const run = (...argv: readonly string[]): Target => ({
  capability: "shell.run",
  unit: { argv, cwd: "/ws", text: argv.join(" ") },
});

const COMMANDS: World = {
  permissions: ["bash", "shell.run", "*", "b*"],
  patterns: [
    "**",
    "git *",
    "git push *",
    "git push origin",
    "git p*",
    "git * origin",
    "git status",
    "* push *",
    "./git *",
  ],
  targets: [
    run("git", "push", "origin"),
    run("git", "push"),
    run("git", "status"),
    run("./git", "push"),
    run("rm", "push", "x"),
  ],
  tool: "bash",
};

const at = (host: string, port = 443): Target => ({
  capability: "net.fetch",
  scheme: "https",
  host,
  port,
});

const HOSTS: World = {
  permissions: ["net.fetch", "web_fetch", "*"],
  patterns: [
    "**",
    "*:*",
    "*.test",
    "*.a.test",
    "a.test",
    "b.a.test",
    "b.a.test:*",
    "b.a.test:8080",
    "127.0.0.1:*",
    "127.0.0.1",
    "POST *:*",
    "WRITE *.test",
    "READ a.test",
    "GET a.test/v1/**",
    "GET b.a.test/v1/admin",
  ],
  targets: [
    at("a.test"),
    at("b.a.test"),
    at("b.a.test", 8080),
    at("c.b.a.test"),
    at("127.0.0.1"),
    { ...at("a.test"), method: "GET", urlPath: "/v1/x" } as Target,
    { ...at("a.test"), method: "POST", urlPath: "/v1/../admin" } as Target,
    { ...at("b.a.test"), method: "GET", urlPath: "/V1/admin" } as Target,
  ],
  tool: "web_fetch",
};

function rulesOf(world: World): fc.Arbitrary<readonly Scoped[]> {
  const rule = fc.record({
    permission: fc.constantFrom(...world.permissions),
    pattern: fc.constantFrom(...world.patterns),
    action,
  });
  return fc.array(fc.record({ scope, rule }), { minLength: 1, maxLength: 6 });
}

function compile(rules: readonly Scoped[]): Policy {
  const layers: readonly PolicyLayer[] = rules.map(({ scope: layer, rule }) => ({
    scope: layer,
    rules: [rule],
  }));
  return compilePolicy({ layers, variables });
}

/** The findings about every target of a world: a policy is dear to compile and cheap to ask. */
function findingsOf(rules: readonly Scoped[], world: World): readonly RuleFinding[] {
  const policy = compile(rules);
  return world.targets.map((target) => {
    const via = target.capability === "shell.run" ? "unit" : "argument";
    return evaluateRules(policy, { ...target, via }, { id: world.tool });
  });
}

/** No opinion asks, so it is severer than an allowance; but softer than a rule that asks. */
function severity(verdict: RuleAction | null): number {
  return { allow: 0, none: 1, ask: 2, deny: 3 }[verdict ?? "none"];
}

describe.each([
  ["files", FILES],
  ["commands", COMMANDS],
  ["hosts", HOSTS],
])("verdicts about %s", (name, world) => {
  const options = { numRuns: 400 };

  it("verdicts do not depend on the order of rules [R146] [R147]", () => {
    const shares = createVerdictShares(`${name}, order`);
    fc.assert(
      fc.property(rulesOf(world), fc.infiniteStream(fc.nat()), (rules, dice) => {
        const shuffled = rules
          .map((rule) => ({ rule, key: dice.next().value as number }))
          .sort((one, other) => one.key - other.key)
          .map(({ rule }) => rule);
        const again = findingsOf(shuffled, world);
        for (const [index, found] of findingsOf(rules, world).entries()) {
          shares.count(found.action);
          expect(again[index]?.action).toBe(found.action);
          if (found.action === "allow") expect(again[index]?.literal).toBe(found.literal);
        }
      }),
      options,
    );
    shares.report();
  });

  it("another deny never makes a verdict laxer [R147]", () => {
    const shares = createVerdictShares(`${name}, one more deny`);
    const deny = fc.record({
      scope,
      rule: fc.record({
        permission: fc.constantFrom(...world.permissions),
        pattern: fc.constantFrom(...world.patterns),
        action: fc.constant<RuleAction>("deny"),
      }),
    });
    fc.assert(
      fc.property(rulesOf(world), deny, (rules, added) => {
        const after = findingsOf([...rules, added], world);
        for (const [index, before] of findingsOf(rules, world).entries()) {
          shares.count(before.action);
          expect(severity(after[index]?.action ?? null)).toBeGreaterThanOrEqual(
            severity(before.action),
          );
        }
      }),
      options,
    );
    shares.report();
  });

  it("a verdict stays deny once the manifest denies [R148]", () => {
    const shares = createVerdictShares(`${name}, manifest`);
    fc.assert(
      fc.property(rulesOf(world), (rules) => {
        const final = rules.filter(
          ({ scope: layer, rule }) => layer === "manifest" && rule.action === "deny",
        );
        const alone = findingsOf(final, world);
        for (const [index, found] of findingsOf(rules, world).entries()) {
          shares.count(found.action);
          if (alone[index]?.action === "deny") expect(found.action).toBe("deny");
        }
      }),
      options,
    );
    shares.report();
  });
});
