/**
 * The promise of a confinement, over random policies and accesses: nothing it permits would be denied, or asked about by
 * a rule or a floor, if it were judged on its own; and what no rule mentions is permitted inside reach. Each run prints
 * how the rules judged the accesses and fails when allow, ask or deny is rarer than 15 %.
 */
import type {
  FsTarget,
  NetTarget,
  PolicyLayer,
  Rule,
  RuleAction,
  RuleScope,
} from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../policy/compile-policy.ts";
import { evaluateRules, type RuleFinding } from "../policy/evaluate-rules.ts";
import { protectedPathReason } from "../policy/protected/protected-paths.ts";
import { compileReach } from "../policy/reach/reach.ts";
import { createVerdictShares } from "../policy/verdict-shares.fixture.ts";
import { compileConfinement } from "./compile-confinement.ts";
import { computeConfinement } from "./compute-confinement.ts";
import { openedHosts } from "./opened-hosts.ts";

const variables = {
  workspace: ["/ws"],
  "ad-hoc": [],
  "user-data": ["/data"],
  scratch: ["/data/s1"],
};

const action = fc.oneof(
  { weight: 14, arbitrary: fc.constant<RuleAction>("allow") },
  { weight: 5, arbitrary: fc.constant<RuleAction>("ask") },
  { weight: 4, arbitrary: fc.constant<RuleAction>("deny") },
);
const scope = fc.oneof(
  { weight: 6, arbitrary: fc.constant<RuleScope>("session") },
  { weight: 2, arbitrary: fc.constant<RuleScope>("project") },
  { weight: 1, arbitrary: fc.constant<RuleScope>("manifest") },
  { weight: 2, arbitrary: fc.constant<RuleScope>("default") },
);

function layers(
  permissions: readonly string[],
  patterns: readonly string[],
): fc.Arbitrary<readonly PolicyLayer[]> {
  const rule: fc.Arbitrary<Rule> = fc.record({
    permission: fc.constantFrom(...permissions),
    pattern: fc.constantFrom(...patterns),
    action,
  });
  const layer = fc.record({ scope, rules: fc.tuple(rule) });
  return fc.array(layer, { minLength: 3, maxLength: 7 });
}

// Wide patterns are listed twice: with narrow ones alone, most accesses would meet no rule.
const PATTERNS = [
  "**",
  "**",
  "{workspace}/**",
  "{workspace}/**",
  "{workspace}/**",
  "a/**",
  "a/**",
  "a/*",
  "a/b",
  "a/b/**",
  "A/**",
  "**/.env",
  "a/.env",
  "**/é",
  "a/e\u0301",
  "**/b/**",
  "**/{b,c}",
  "/ws/?/b*",
  ".git/config",
  ".vscode/**",
  ".vscode/tasks.json",
  "{scratch}/**",
];
// Exceptions compare exactly: with rules in several spellings an approval may open less than was asked about.
const isSpelledPlainly = (text: string) =>
  ["A", "B", "E", "é", "É", "\u0301"].every((odd) => !text.includes(odd));
const PATHS = [
  "/ws",
  "/ws/a",
  "/ws/a/b",
  "/ws/a/B",
  "/ws/A/b",
  "/ws/a/b/c",
  "/ws/.env",
  "/ws/a/.ENV",
  "/ws/a/.env",
  "/ws/é",
  "/ws/a/e\u0301",
  "/ws/a/É",
  "/ws/.git/config",
  "/ws/.git/index",
  "/ws/.vscode/tasks.json",
  "/ws/.VSCODE/tasks.json",
  "/ws/.mcp.json",
  "/data/s1/a",
  "/data/a",
  "/etc/a",
];

const fileLayers = layers(["fs.read", "fs.write", "*", "*", "*", "*", "*", "*", "bash"], PATTERNS);
const access = fc.record({
  capability: fc.constantFrom<FsTarget["capability"]>("fs.read", "fs.write"),
  path: fc.constantFrom(...PATHS),
  alias: fc.option(fc.constantFrom(...PATHS), { freq: 3, nil: null }),
  tree: fc.option(fc.constant(true), { freq: 6, nil: false }),
});

function targetOf({
  capability,
  path,
  alias,
  tree,
}: {
  capability: FsTarget["capability"];
  path: string;
  alias: string | null;
  tree: boolean;
}): FsTarget {
  return { capability, path, real: alias ?? path, ...(tree ? { tree } : {}) };
}

const REQUIRES = {
  fs: {
    read: ["{workspace}/**", "{scratch}/**", "{user-data}/**"],
    write: ["{workspace}/**", "{scratch}/**"],
  },
  net: { hosts: ["*:*", "127.0.0.1:*"] },
};

function setUp(
  given: readonly PolicyLayer[],
  approved: readonly FsTarget[] = [],
  contained = false,
) {
  const policy = compilePolicy({ layers: given, variables });
  const reach = compileReach([REQUIRES], variables);
  const confinement = computeConfinement({
    policy,
    reach,
    approved,
    contained,
    containedWritable: [],
    containedHosts: openedHosts(policy),
    env: [],
  });
  const judge = (target: FsTarget | NetTarget): RuleFinding =>
    evaluateRules(policy, { ...target, via: "operand" }, { id: "bash" });
  return { reach, judge, permits: compileConfinement(confinement).permits };
}

function judgeNames(judge: (target: FsTarget) => RuleFinding, target: FsTarget) {
  return [target.path, target.real].map((path) => judge({ ...target, path, real: path }).action);
}

/** `.git` beside its protected parts is listed as outside the promise. */
const isGitItself = (path: string) => path === "/ws/.git/index";

/** A tunnel tells neither method nor path. */
function tunnelled({ capability, scheme, host, port }: NetTarget): NetTarget {
  return { capability, scheme, host, port };
}

const REQUESTS = {
  method: fc.constantFrom("GET", "POST", "get"),
  urlPath: fc.constantFrom("/v1/x", "/admin", "/ADMIN/x", "/v1/../admin", "/"),
};

describe("the promise of a confinement", () => {
  const options = { numRuns: 120 };

  it("permits no file that a rule or a protected path would stop", () => {
    const shares = createVerdictShares("confinement, files");
    fc.assert(
      fc.property(
        fileLayers,
        fc.array(access, { minLength: 8, maxLength: 8 }),
        (given, accesses) => {
          const { reach, judge, permits } = setUp(given);
          for (const target of accesses.map(targetOf)) {
            const found = judge(target);
            shares.count(found.action);
            if (!permits(target)) continue;
            expect(reach.contains(target)).toBe(true);
            expect([found.action, target]).toEqual([
              found.action === "allow" ? "allow" : null,
              target,
            ]);
            if (target.capability !== "fs.write") continue;
            // The floor looks at each name by itself: a rule that names a protected path opens that path.
            for (const path of [target.path, target.real].filter((name) => !isGitItself(name))) {
              const isNamed = judge({ capability: "fs.write", path, real: path }).literal;
              expect([
                isNamed ? null : protectedPathReason(path, { roots: variables.workspace }),
                path,
              ]).toEqual([null, path]);
            }
          }
        },
      ),
      options,
    );
    shares.report();
  });

  it("permits every file inside reach that the rules allow or do not mention", () => {
    const shares = createVerdictShares("confinement, what is left");
    fc.assert(
      fc.property(
        fileLayers,
        fc.array(access, { minLength: 8, maxLength: 8 }),
        (given, accesses) => {
          const { reach, judge, permits } = setUp(given);
          // A default restriction keeps its mask whole, and a tree that is written is judged by what could lie in it.
          const isExact = !given.some(
            (layer) => layer.scope === "default" && layer.rules[0]?.action !== "allow",
          );
          for (const target of accesses.map(targetOf)) {
            const found = judge(target);
            shares.count(found.action);
            const isPlain = [target.path, target.real].every(
              (path) => protectedPathReason(path, { roots: variables.workspace }) === null,
            );
            if (!isExact || !isPlain || target.tree === true || !reach.contains(target)) continue;
            if (found.action === null || found.action === "allow")
              expect([permits(target), target]).toEqual([true, target]);
          }
        },
      ),
      options,
    );
    shares.report();
  });

  it("permits no host that a rule would stop, and every host inside reach that none does", () => {
    const shares = createVerdictShares("confinement, hosts");
    const hostLayers = layers(
      ["net.fetch", "net.fetch", "*"],
      [
        "**",
        "*:*",
        "*.test",
        "*.a.test",
        "a.test",
        "b.a.test:*",
        "b.a.test:8080",
        "127.0.0.1:*",
        "127.0.0.1",
        "POST *",
        "READ a.test",
        "WRITE *:*",
        "GET a.test/v1/**",
        "b.a.test/admin/**",
      ],
    );
    const host = fc.record({
      capability: fc.constant("net.fetch" as const),
      scheme: fc.constant("https"),
      host: fc.constantFrom(
        "a.test",
        "b.a.test",
        "c.b.a.test",
        "127.0.0.1",
        "::ffff:7f00:1",
        "10.0.0.1",
      ),
      port: fc.constantFrom(443, 8080),
      ...REQUESTS,
    });
    fc.assert(
      fc.property(
        hostLayers,
        fc.array(fc.oneof(host, host.map(tunnelled)), { minLength: 8, maxLength: 8 }),
        (given, hosts) => {
          const { reach, judge, permits } = setUp(given);
          const held = setUp(given, [], true);
          const isExact = !given.some(
            (layer) => layer.scope === "default" && layer.rules[0]?.action !== "allow",
          );
          for (const target of hosts) {
            const found = judge(target);
            shares.count(found.action);
            const isStopped = found.action === "ask" || found.action === "deny";
            // To a process that nobody was asked about, only what rules of people open is open.
            const isOpened = found.action === "allow" && found.winner?.scope !== "default";
            if (held.permits(target)) expect([isOpened, permits(target)]).toEqual([true, true]);
            else if (isExact)
              expect([isOpened && reach.contains(target), target]).toEqual([false, target]);
            if (permits(target))
              expect([isStopped, reach.contains(target), target]).toEqual([false, true, target]);
            else if (isExact)
              expect([isStopped || !reach.contains(target), target]).toEqual([true, target]);
          }
        },
      ),
      options,
    );
    shares.report();
  });

  it("never opens past a deny or past reach, whatever was approved", () => {
    const shares = createVerdictShares("confinement, approvals");
    const four = fc.array(access, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(
        layers(["fs.write", "*"], PATTERNS.filter(isSpelledPlainly)),
        four,
        four,
        (given, accesses, granted) => {
          const approved = granted.map(targetOf);
          const { reach, judge, permits } = setUp(given, approved);
          for (const target of [...accesses.map(targetOf), ...approved]) {
            const found = judge(target);
            shares.count(found.action);
            const isApproved =
              approved.includes(target) &&
              !target.tree &&
              found.action === "ask" &&
              [target.path, target.real].every(isSpelledPlainly);
            if (permits(target))
              expect([found.action !== "deny" && reach.contains(target), target]).toEqual([
                true,
                target,
              ]);
            // A path that a person approved by name is open, unless something denies one of its names.
            else if (isApproved && reach.contains(target))
              expect(judgeNames(judge, target)).toContain("deny");
          }
        },
      ),
      options,
    );
    shares.report();
  });

  it("leaks no masked file by letter case or Unicode form", () => {
    const shares = createVerdictShares("confinement, spellings");
    const spellings: readonly ((text: string) => string)[] = [
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
      (text) => text.normalize("NFD"),
      (text) => text.normalize("NFC"),
      (text) => text.replaceAll("s", "ſ"),
    ];
    fc.assert(
      fc.property(layers(["fs.read", "*"], PATTERNS), (given) => {
        const { judge, permits } = setUp(given);
        for (const path of PATHS) {
          const found = judge({ capability: "fs.read", path, real: path });
          shares.count(found.action);
          if (!path.startsWith("/ws/") || (found.action !== "deny" && found.action !== "ask"))
            continue;
          for (const spell of spellings) {
            const other = `/ws/${spell(path.slice("/ws/".length))}`;
            const respelled: FsTarget = { capability: "fs.read", path: other, real: other };
            // Another spelling can only be open where a rule allows exactly that spelling.
            if (permits(respelled))
              expect([judge(respelled).action, other]).toEqual(["allow", other]);
          }
        }
      }),
      options,
    );
    shares.report();
  });
});
