/** Open content stays open: certificates, a history without private names, and files under names that only look alike. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleOf } from "../../sample.ts";
import type { FlowWorld } from "../flow-world.ts";
import { bash, git, LEVELS, openLevel, type Step, tryLeak, waysAt } from "./flow-leak.ts";

const MADE = execFileSync(
  "openssl",
  "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout - -subj /CN=a.example".split(
    " ",
  ),
  { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
);
const CERTIFICATE = MADE.slice(MADE.indexOf("-----BEGIN CERTIFICATE"));

const QUIET: readonly (readonly [string, readonly Step[]])[] = [
  ["a certificate", [["read", { path: "cert.pem" }], bash("cat cert.pem")]],
  ["the certificates of the system", [bash("cat /etc/ssl/certs/*.pem | head -3")]],
  ["a build beside a certificate", [bash("sh build.sh")]],
  ["git log", [bash("git log"), bash("git log -p"), bash("git show HEAD")]],
  [
    "the tool git",
    [
      ["git", { action: "log" }],
      ["git", { action: "diff", staged: true }],
    ],
  ],
  ["git's objects", [bash("git cat-file --batch-all-objects --batch")]],
  ["a search", [["grep", { pattern: "a", path: "." }], bash("grep -r ours .")]],
];

describe.each(LEVELS)("what is open to everybody, at level $level", (at) => {
  let world: FlowWorld;
  beforeAll(async () => {
    world = await openLevel(at, {
      "cert.pem": CERTIFICATE,
      "own.txt": "ours\n",
      "build.sh": "cat cert.pem own.txt > out\n",
    });
    const { workspace } = world;
    git(workspace, "init", "-q", "-b", "main");
    git(workspace, "add", "cert.pem", "own.txt", "build.sh");
    git(workspace, "commit", "-qm", "first");
    mkdirSync(join(workspace, "src"));
    writeFileSync(join(workspace, "src/environment.ts"), "export const a = 1;\n");
    git(workspace, "add", "src");
  });
  afterAll(() => world.close());

  it.each(waysAt(at, QUIET, sampleOf))("asks about nothing after %s", async (_what, steps) => {
    expect((await tryLeak(world, steps)).sent).toBe(true);
  });

  it("asks again once the certificate's file holds a key too", async () => {
    writeFileSync(join(world.workspace, "both.pem"), MADE);
    expect((await tryLeak(world, [["read", { path: "both.pem" }]])).sent).toBe(false);
  });
});
