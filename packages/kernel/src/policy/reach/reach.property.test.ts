/** Properties of reach over random requirement sets; each run prints how much was inside, and wants 15 % of either. */
import type { FsTarget, RequirementSet, Target } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileReach } from "./reach.ts";

const variables = {
  workspace: ["/ws", "/extra"],
  "ad-hoc": [],
  "user-data": ["/data"],
  scratch: ["/data/s1"],
};

const paths = fc.constantFrom(
  "**",
  "{workspace}/**",
  "a/**",
  "a/*",
  "*/b",
  "/**",
  "/ws/a/b",
  "{ad-hoc}/**",
  "{user-data}/**",
  "{scratch}/**",
);
const hosts = fc.constantFrom("*", "*:*", "*.test", "a.test", "127.0.0.1:*", "b.a.test:8080");
const sets: fc.Arbitrary<RequirementSet> = fc.record({
  fs: fc.record({
    read: fc.array(paths, { maxLength: 3 }),
    write: fc.array(paths, { maxLength: 3 }),
  }),
  net: fc.record({ hosts: fc.array(hosts, { maxLength: 2 }) }),
  shell: fc.array(
    fc.constantFrom(
      { cmd: "*" },
      { cmd: "git" },
      { cmd: "git", args: ["push", { prefix: "o" }] },
      { cmd: "git", args: [{ wildcard: true as const }] },
    ),
    { maxLength: 2 },
  ),
});

const path = fc.constantFrom(
  "/ws",
  "/ws/a",
  "/ws/a/b",
  "/ws/a/b/c",
  "/extra/a/b",
  "/data/s1/x",
  "/data/x",
  "/DATA/x",
  "/etc/a",
  "/ws-evil/a",
);
const file: fc.Arbitrary<FsTarget> = fc.record({
  capability: fc.constantFrom<FsTarget["capability"]>("fs.read", "fs.write"),
  path,
  real: path,
  tree: fc.boolean(),
});
const plainFile = file.map((target) => ({ ...target, real: target.path, tree: false }));
const target: fc.Arbitrary<Target> = fc.oneof(
  { weight: 3, arbitrary: plainFile },
  file,
  fc.constantFrom<Target>(
    { capability: "net.fetch", scheme: "https", host: "a.test", port: 443 },
    { capability: "net.fetch", scheme: "http", host: "b.a.test", port: 8080 },
    { capability: "net.fetch", scheme: "http", host: "127.0.0.1", port: 80 },
    { capability: "shell.run", unit: { argv: ["git", "push", "origin"], cwd: "/ws", text: "" } },
    { capability: "shell.run", unit: { argv: ["git", { dynamic: "$x" }], cwd: "/ws", text: "" } },
    { capability: "opaque", of: "shell.run", text: "", reason: "" },
  ),
);

function createShares(name: string) {
  let inside = 0;
  let total = 0;
  return {
    count: (isInside: boolean) => {
      total += 1;
      inside += isInside ? 1 : 0;
      return isInside;
    },
    report: () => {
      console.info(
        `reach, ${name}: ${total} targets, inside ${Math.round((100 * inside) / total)} %`,
      );
      expect(inside / total).toBeGreaterThan(0.15);
      expect(inside / total).toBeLessThan(0.85);
    },
  };
}

describe("reach", () => {
  const options = { numRuns: 1_500 };

  it("reach is an intersection: inside all sets when inside each one", () => {
    const shares = createShares("intersection");
    fc.assert(
      fc.property(fc.array(sets, { maxLength: 2 }), target, (given, subject) => {
        const together = compileReach(given, variables).contains(subject);
        const each = given.every((set) => compileReach([set], variables).contains(subject));
        const open = compileReach([], variables).contains(subject);
        expect(shares.count(together)).toBe(each && open);
      }),
      options,
    );
    shares.report();
  });

  it("reach holds a tree only with everything in it, and a linked file only with both names [R161]", () => {
    const shares = createShares("files");
    fc.assert(
      fc.property(sets, plainFile, path, (set, subject, other) => {
        const reach = compileReach([set], variables);
        const isInside = shares.count(reach.contains(subject));
        const below = { ...subject, path: `${subject.path}/x/y`, real: `${subject.path}/x/y` };
        if (reach.contains({ ...subject, tree: true })) {
          expect(isInside).toBe(true);
          if (!/^\/data(?!\/s1)/i.test(below.path)) expect(reach.contains(below)).toBe(true);
        }
        const link = { ...subject, real: other };
        const isOtherInside = reach.contains({ ...subject, path: other, real: other });
        expect(reach.contains(link)).toBe(isInside && isOtherInside);
      }),
      options,
    );
    shares.report();
  });

  it("reach never holds {user-data} outside scratch, nor a neighbour of the workspace by its name [R161] [R169]", () => {
    const shares = createShares("closed places");
    fc.assert(
      fc.property(fc.array(sets, { maxLength: 2 }), plainFile, (given, subject) => {
        const isInside = shares.count(compileReach(given, variables).contains(subject));
        if (subject.path === "/data/x" || subject.path === "/DATA/x") expect(isInside).toBe(false);
      }),
      options,
    );
    shares.report();
  });
});
