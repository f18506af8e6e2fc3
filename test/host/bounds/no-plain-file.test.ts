/** Our own reads take plain files only: a pipe is never waited for, and a link to a device is not read to its end. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const packages = join(import.meta.dirname, "../../../packages");
const base = mkdtempSync(join(tmpdir(), "toolplane-no-plain-file-"));
const FILES = [".git/config", "node_modules/typescript/package.json", "home/.gitconfig"];

beforeAll(() => {
  for (const path of [...FILES, ".git/HEAD", ".git/objects/x", ".git/refs/x"])
    mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, ".git/HEAD"), "ref: refs/heads/main\n");
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** A reader that waits cannot be interrupted, so they run in a process of their own. */
function readAll(): unknown {
  const program = `
    const [base] = process.argv.slice(1);
    const from = (path) => import(${JSON.stringify(packages)} + "/" + path);
    const { readGitRemotes } = await from("disk/src/git/repository/read-git-remotes.ts");
    const { createGitSteering } = await from("disk/src/git/steering/create-git-steering.ts");
    const { findPackage } = await from("gateway/src/sources/start/find-package.ts");
    const { makeSessionHome } = await from("sandbox/src/processes/session/session-home.ts");
    makeSessionHome(base + "/scratch/x" + process.pid + "/home", base + "/home");
    const search = { npx: "/nowhere/bin/npx", cwd: base, home: base };
    const steering = createGitSteering({ roots: [base], environment: {} });
    console.log(JSON.stringify([
      readGitRemotes(base), findPackage("typescript", search), typeof steering([base + "/a"]),
    ]));`;
  const args = ["--conditions=@toolplane/source", "--input-type=module", "-e", program, base];
  const ran = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 });
  return ran.error?.message ?? JSON.parse(ran.stdout || JSON.stringify(ran.stderr));
}

describe("files that are no plain files", () => {
  it.each(["pipes", "devices"])("are as good as none: %s", (kind) => {
    for (const path of FILES.map((file) => join(base, file))) {
      rmSync(path, { force: true });
      if (kind === "pipes") execFileSync("mkfifo", [path]);
      else symlinkSync("/dev/zero", path);
    }
    mkdirSync(join(base, "scratch"), { recursive: true });
    expect(readAll()).toEqual([[], null, "object"]);
  });
});
