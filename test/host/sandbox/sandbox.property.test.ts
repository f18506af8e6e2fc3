/**
 * The sandbox holds what the confinement says, over random policies and trees: nothing can be read or written inside that
 * the confinement refuses, and everything that it permits is there. Asked from inside, by a program that tries.
 *
 * Outside the property, and said here: what may be written and not read is closed to both; in a directory that may not be
 * read itself nothing new can be made; a link is no content, what it leads to is judged by its own path; a `.git` file is
 * read-only.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RequirementSet, Rule } from "@toolplane/contract";
import { compileConfinement } from "@toolplane/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openWorld } from "./fixture.ts";

// Reads a list of paths; for each says whether it can be read, and whether it can be written.
const PROBE = `
import json, os, sys
answers = {}
for kind, path in json.load(open("/tmp/paths.json")):
    if kind == "file":
        try:
            read = open(path).read() == path
        except OSError:
            read = False
        try:
            os.close(os.open(path, os.O_WRONLY))
            write = True
        except OSError:
            write = False
    else:
        read = False
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            os.unlink(path)
            write = True
        except OSError:
            write = False
    answers[path] = [read, write]
print(json.dumps(answers))
`;

const NAMES = [
  "a",
  "b",
  "c.txt",
  "d.pem",
  ".env",
  "é",
  "B",
  "*",
  "secrets",
  ".vscode",
  ".git",
  "config",
];
const path = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 })
  .map((names) => names.join("/"));
const PATTERNS = [
  "**",
  "{workspace}/**",
  "{workspace}/*",
  "a/**",
  "a/*",
  "a/b",
  "a/b/**",
  "A/**",
  "**/.env",
  "a/.env",
  "**/*.pem",
  "**/é",
  "**/b/**",
  "**/a/b",
  "**/{b,c.txt}",
  "?/b/*",
  "a/\\\\*",
  "**/secrets/**",
  "secrets/a/**",
  "secrets",
  ".git/config",
  ".vscode/**",
  "{scratch}/**",
];
/** Draws that once found something. */
const KNOWN: readonly Drawn[] = [
  // What is held in `a/a` must not move, which must not make `a` writable.
  {
    rules: [{ permission: "fs.write", pattern: "a/*", action: "ask" }],
    manifest: scopes(["{workspace}/**"], ["a/**", "secrets/**"]),
    paths: ["d.pem", ".env", "secrets", "a/a/.git", "a/.env"],
  },
];

interface Drawn {
  readonly rules: Rule[];
  readonly manifest: RequirementSet;
  readonly paths: string[];
}

const rule: fc.Arbitrary<Rule> = fc.record({
  permission: fc.constantFrom("fs.read", "fs.write"),
  pattern: fc.constantFrom(...PATTERNS),
  action: fc.constantFrom("allow", "ask", "deny"),
});
const manifest: fc.Arbitrary<RequirementSet> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(scopes(["{workspace}/**"], ["{workspace}/**"])) },
  { weight: 1, arbitrary: fc.constant(scopes(["{workspace}/**"], ["a/**", "secrets/**"])) },
  { weight: 1, arbitrary: fc.constant(scopes(["a/**", "b/*", "**/c.txt"], ["a/b/**", "b/*"])) },
);

function scopes(read: readonly string[], write: readonly string[]): RequirementSet {
  return { fs: { read, write }, shell: [{ cmd: "*" }] };
}

describe.skipIf(!hasSandbox)("the sandbox against the confinement (needs bubblewrap)", () => {
  it("opens exactly what the confinement permits", async () => {
    const seen = { read: 0, write: 0, closed: 0 };
    // One sandbox for all of them: what it remembers of one tree and policy must not be taken for another's.
    const world = await openWorld();
    writeFileSync(join(world.scratch, "probe.py"), PROBE);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          rules: fc.array(rule, { maxLength: 5 }),
          manifest,
          paths: fc.uniqueArray(path, { minLength: 5, maxLength: 25 }),
        }),
        async ({ paths, ...policy }) => {
          for (const name of readdirSync(world.workspace)) {
            rmSync(join(world.workspace, name), { recursive: true });
          }
          const probes = plant(world.workspace, paths);
          writeFileSync(join(world.scratch, "paths.json"), JSON.stringify(probes));
          const ran = await world.run("/usr/bin/python3 /tmp/probe.py", {
            cwd: world.scratch,
            policy,
          });
          expect(ran.output).toMatch(/^{/);
          const answers = JSON.parse(ran.output) as Record<string, [boolean, boolean]>;
          const confinement = compileConfinement(world.confinement(policy));
          const wrong = probes.flatMap(([kind, full]) => {
            const may = (capability: "fs.read" | "fs.write", at = full) =>
              confinement.permits({ capability, path: at, real: at });
            const readable = may("fs.read") && (kind === "file" || may("fs.read", dirname(full)));
            const writable = readable && may("fs.write") && !full.endsWith("/.git");
            const [read, write] = answers[full] as [boolean, boolean];
            seen[writable ? "write" : readable ? "read" : "closed"] += 1;
            const expected = kind === "file" ? [readable, writable] : [false, writable];
            return read === expected[0] && write === expected[1]
              ? []
              : [[kind, full, expected, [read, write]]];
          });
          expect(wrong).toEqual([]);
        },
      ),
      {
        numRuns: Number(process.env.SANDBOX_WORLDS ?? 50),
        examples: KNOWN.map((drawn) => [drawn]),
      },
    );
    await world.close();
    const total = seen.read + seen.write + seen.closed;
    expect(Math.min(seen.read, seen.write, seen.closed) / total).toBeGreaterThan(0.05);
  });
});

// A file holds its own path. In each directory one new name is tried as well.
function plant(
  workspace: string,
  paths: readonly string[],
): readonly (readonly ["file" | "new", string])[] {
  const files: string[] = [];
  const directories = new Set<string>();
  for (const relative of paths) {
    const full = join(workspace, relative);
    try {
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, full, { flag: "wx" });
      files.push(full);
      directories.add(dirname(full));
    } catch {
      // A name that is a file here and a directory there.
    }
  }
  return [
    ...files.map((full) => ["file", full] as const),
    ...[...directories].map((directory) => ["new", join(directory, "made-by-the-probe")] as const),
  ];
}
