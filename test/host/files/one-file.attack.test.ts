/** One file, one answer: a rule that closes one of its names closes it for every tool, by whatever name it is asked for. */
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane } from "toolplane";
import { afterEach, describe, expect, it } from "vitest";

const CANARY = "CANARY-7c31";
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function openWorld(pattern: string) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-one-")));
  closers.push(() => rmSync(base, { recursive: true, force: true }));
  const workspace = join(base, "ws");
  mkdirSync(join(workspace, "config/deep"), { recursive: true });
  mkdirSync(join(workspace, "private"));
  writeFileSync(join(workspace, ".env"), `${CANARY}\n`);
  writeFileSync(join(workspace, "plain.txt"), "nothing\n");
  writeFileSync(join(workspace, "config/real.txt"), `${CANARY}\n`);
  linkSync(join(workspace, ".env"), join(workspace, "hard.txt"));
  linkSync(join(workspace, ".env"), join(workspace, "config/deep/hard.txt"));
  symlinkSync(".env", join(workspace, "soft.txt"));
  symlinkSync("real.txt", join(workspace, "config/.secret"));
  symlinkSync("../config", join(workspace, "private/config"));
  const tp = await createToolplane({
    workspace,
    userData: join(base, "data"),
    preset: "everyday",
    record: false,
    sandbox: "none",
    onWarning: () => {},
    policy: [
      { permission: "*", pattern: "**", action: "allow" },
      { permission: "fs.read", pattern, action: "deny" },
    ],
  });
  closers.push(() => tp.close());
  const session = tp.session();
  let calls = 0;
  return async (name: string, args: Readonly<Record<string, string>>) => {
    calls += 1;
    const result = await session.call({ id: `call-${calls}`, name, arguments: args });
    return JSON.stringify(result);
  };
}

const BY_NAME = ["hard.txt", "config/deep/hard.txt", "soft.txt"];

describe("a file that a rule closes under one of its names", () => {
  it.each(BY_NAME)("is not read as %s", async (path) => {
    const call = await openWorld("**/.env");
    for (const [tool, args] of [
      ["read", { path }],
      ["grep", { pattern: "CANARY", path }],
      ["bash", { command: `cat ${path}` }],
      ["bash", { command: `python3 -m json.tool ${path}` }],
    ] as const) {
      const told = await call(tool, args);
      expect([tool, told.includes(CANARY)]).toEqual([tool, false]);
      expect(told).toContain("A rule denies");
    }
  });

  it("is left out of searches and listings", async () => {
    const call = await openWorld("**/.env");
    expect(await call("grep", { pattern: "CANARY", path: "." })).not.toContain("hard.txt");
    expect(await call("grep", { pattern: "nothing" })).toContain("plain.txt");
    const globbed = await call("glob", { pattern: "**/*.txt" });
    expect(globbed).toContain("plain.txt");
    expect(globbed).not.toContain("hard.txt");
    const listed = await call("list", { path: "." });
    expect(listed).toContain("plain.txt");
    expect(listed).not.toContain("hard.txt");
  });

  it("is not read by the name that a closed link leads to", async () => {
    const call = await openWorld("**/.secret");
    expect(await call("read", { path: "config/real.txt" })).toContain("A rule denies");
    expect(await call("bash", { command: "cat config/real.txt" })).toContain("A rule denies");
    expect(await call("grep", { pattern: "CANARY", path: "config" })).not.toContain("real.txt");
  });

  it("is not read below a folder that a closed link leads to", async () => {
    const call = await openWorld("{workspace}/private/**");
    expect(await call("read", { path: "config/real.txt" })).toContain("A rule denies");
    expect(await call("read", { path: "plain.txt" })).toContain("nothing");
  });

  it("is read when no rule closes any of its names", async () => {
    const call = await openWorld("**/.other");
    expect(await call("read", { path: "hard.txt" })).toContain(CANARY);
    expect(await call("read", { path: "config/real.txt" })).toContain(CANARY);
  });
});
