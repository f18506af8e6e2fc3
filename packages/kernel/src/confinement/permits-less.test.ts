/** Narrowed rules: over random policies, a confinement loses nothing that is called untouched. */
import type { Confinement, FsTarget, NetTarget, PolicyLayer, Rule } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../policy/compile-policy.ts";
import { compileReach } from "../policy/reach/reach.ts";
import { compileConfinement } from "./compile-confinement.ts";
import { computeConfinement } from "./compute-confinement.ts";
import { type Holding, permitsLess } from "./permits-less.ts";

const variables = { workspace: ["/ws"], scratch: ["/data/s1"] };
const LINKS: Readonly<Record<string, string>> = { "/srv/link": "/ws/a", "/data/s1": "/real/s1" };
const SANDBOXED: Holding = {
  unconfined: false,
  shown: ["/usr"],
  realOf: (path) => LINKS[path] ?? path,
  asksAboutHosts: false,
};
const REQUIRES = {
  fs: { read: ["{workspace}/**", "{scratch}/**"], write: ["{workspace}/**"] },
  net: { hosts: ["a.test", "*.b.test"] },
};

function confine(rules: readonly Rule[], contained = false): Confinement {
  const layers: PolicyLayer[] = [{ scope: "project", rules }];
  return computeConfinement({
    policy: compilePolicy({ layers, variables }),
    reach: compileReach([REQUIRES], variables),
    approved: [],
    contained,
    containedWritable: ["/ws/**"],
    env: [],
  });
}

function rule(text: string): Rule {
  const [action, permission = "", ...pattern] = text.split(" ");
  return { action, permission, pattern: pattern.join(" ") } as Rule;
}

const lost = (held: readonly string[], now: readonly string[], holding = SANDBOXED) =>
  permitsLess(confine(held.map(rule)), confine(now.map(rule)), holding);

const action = fc.constantFrom<Rule["action"]>("allow", "allow", "ask", "deny");
const PATTERNS = ["**", "a/**", "a/b", "**/.env", "A/**", "/ws/?/b*", "**/{b,c}", "/etc/**", "a/*"];
const fileRule = fc.record({
  permission: fc.constantFrom("fs.read", "fs.write", "*"),
  pattern: fc.constantFrom(...PATTERNS),
  action,
});
const hostRule = fc.record({
  permission: fc.constant("net.fetch"),
  pattern: fc.constantFrom("*", "a.test", "a.test:80", "*.b.test", "x.b.test", "c.test"),
  action,
});
const PATHS = ["/ws/a", "/ws/a/b", "/ws/A/B", "/ws/a/.env", "/ws/a/b/c", "/ws/x/bc", "/data/s1/b"];
const ACCESSES: readonly (FsTarget | NetTarget)[] = [
  ...PATHS.flatMap((path) =>
    (["fs.read", "fs.write"] as const).map((capability) => ({ capability, path, real: path })),
  ),
  ...["a.test", "x.b.test", "y.b.test", "c.test"].flatMap((host) =>
    [80, 443].map((port) => ({ capability: "net.fetch", scheme: "https", host, port }) as const),
  ),
];

describe("what narrowed rules take from a confinement", () => {
  it("nothing that is called untouched is lost, and some of it is called untouched", () => {
    let untouched = 0;
    const rules = fc.array(fc.oneof(fileRule, hostRule), { maxLength: 4 });
    fc.assert(
      fc.property(rules, rules, fc.boolean(), (before, after, keeps) => {
        const held = confine(before);
        const now = confine(keeps ? [...before, ...after] : after);
        if (permitsLess(held, now, SANDBOXED) !== null) return;
        untouched += 1;
        const then = compileConfinement(held);
        const later = compileConfinement(now);
        for (const access of ACCESSES)
          expect([access, !then.permits(access) || later.permits(access)]).toEqual([access, true]);
      }),
      { numRuns: 400 },
    );
    expect(untouched).toBeGreaterThan(40);
  });

  it("a rule that closes a part takes that part, for reading, for writing, hosts and programs", () => {
    expect(lost([], ["deny fs.read **/a.txt"])).toMatchObject({ capability: "fs.read" });
    expect(lost([], ["ask fs.write src/**"])).toMatchObject({ capability: "fs.write" });
    expect(lost([], ["deny net.fetch x.b.test"])).toMatchObject({ capability: "net.fetch" });
    expect(lost([], ["deny net.fetch 10.0.0.1"])).toMatchObject({ capability: "net.fetch" });
    expect(lost([], ["deny shell.run perl **"])).toMatchObject({ capability: "shell.run" });
    expect(lost(["deny fs.read a/**", "allow fs.read a/b"], ["deny fs.read a/**"])).not.toBeNull();
    expect(lost([], ["deny fs.read /usr/lib/x"])).not.toBeNull();
  });

  it("a rule about what was closed or out of reach already takes nothing, and neither does a wider one", () => {
    expect(
      lost(["deny fs.read **/.env"], ["deny fs.read **/.env", "deny fs.read a/.env"]),
    ).toBeNull();
    expect(lost([], ["deny fs.read /srv/**", "deny net.fetch c.test"])).toBeNull();
    expect(lost(["deny fs.read a/**"], ["deny fs.read a/**", "allow fs.read a/b"])).toBeNull();
    expect(lost(["deny fs.read a/**", "deny net.fetch a.test"], [])).toBeNull();
  });

  it("a name that leads into the reach by a link takes what it leads to, and so does the real name of the reach", () => {
    expect(lost([], ["deny fs.read /srv/link"])).not.toBeNull();
    expect(lost([], ["deny fs.read /srv/link/**"])).not.toBeNull();
    expect(lost([], ["deny fs.read /srv/plain"])).toBeNull();
    expect(lost([], ["deny fs.read /real/s1/x"])).not.toBeNull();
    const unknown = { ...SANDBOXED, realOf: () => null };
    expect(lost([], ["deny fs.read /srv/plain"], unknown)).not.toBeNull();
  });

  it("where nothing confines a process every new mask takes something", () => {
    const unconfined = { ...SANDBOXED, unconfined: true };
    expect(lost([], ["deny fs.read /srv/**"], unconfined)).not.toBeNull();
    expect(lost([], ["deny net.fetch c.test"], unconfined)).not.toBeNull();
    expect(lost(["deny fs.read /srv/**"], [], unconfined)).toBeNull();
  });

  it("rules about hosts take nothing where every connection is asked about, and losing the network does", () => {
    const asking = { ...SANDBOXED, asksAboutHosts: true };
    expect(lost([], ["deny net.fetch a.test"], asking)).toBeNull();
    expect(permitsLess(confine([]), confine([], true), asking)).toMatchObject({
      capability: "net.fetch",
      pattern: null,
    });
    expect(permitsLess(confine([], true), confine([]), asking)).toBeNull();
  });

  it("a variable that was given and is closed now is lost", () => {
    const held = { ...confine([]), env: ["TOKEN"] };
    expect(permitsLess(held, confine([]), SANDBOXED)).toEqual({
      capability: "env",
      pattern: "TOKEN",
    });
  });
});
