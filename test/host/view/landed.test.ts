/** Whole hosts: a command runs on a view and what it changed lands, or does not. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LandingJudge, ProcessContext } from "@toolplane/contract/ports";
import { createHost, type OpenHost } from "@toolplane/host/inside";
import { compileConfinement } from "@toolplane/kernel";
import { createDoorContext, createScriptedGate } from "@toolplane/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

const ALL: LandingJudge = async () => ({ land: "all" });
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Place {
  readonly workspace: string;
  readonly host: OpenHost;
  run(line: string, context?: Partial<ProcessContext>): ReturnType<OpenHost["processes"]["run"]>;
}

async function openPlace(makeWorkspace?: (base: string) => string): Promise<Place> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-landed-")));
  const workspace = makeWorkspace?.(base) ?? join(base, "ws");
  mkdirSync(workspace, { recursive: true });
  mkdirSync(join(base, "person"));
  writeFileSync(join(base, "person/.gitconfig"), "[user]\nname = n\nemail = e@x\n");
  const host = await createHost({
    workspace,
    userData: join(base, "data"),
    readConfinement: compileConfinement,
    environment: { PATH: process.env.PATH, HOME: join(base, "person"), LANG: "C.UTF-8" },
  });
  closers.push(async () => {
    await host.close();
    spawnSync("chmod", ["-R", "u+rwx", base]);
    rmSync(base, { recursive: true, force: true });
  });
  let calls = 0;
  const { scratch = [], workspace: roots = [] } = host.variables();
  const reach = [[...roots, ...scratch].map((root) => `${root}/**`)];
  const files = { reach, masks: [], opened: [] };
  return {
    workspace,
    host,
    run: (line, context = {}) => {
      calls += 1;
      return host.processes.run(
        { command: { shell: line }, cwd: workspace, env: {} },
        {
          ...createDoorContext({ gate: createScriptedGate() }),
          callId: `call-${calls}`,
          landing: ALL,
          confinement: {
            read: files,
            write: files,
            network: { access: "none", reach: [], masks: [], opened: [] },
            env: [],
            contained: true,
          },
          ...context,
        },
      );
    },
  };
}

describe.skipIf(!hasSandbox)("a host whose commands run on views (needs bubblewrap)", () => {
  it("says that they do", async () => {
    const { host } = await openPlace();
    expect(host.sandbox).toMatchObject({ level: "full", facts: { landsChanges: true } });
  });

  it("lands what a command changed, and says how it is undone", async () => {
    const { workspace, run } = await openPlace();
    writeFileSync(join(workspace, "a.txt"), "one\n");
    const ran = await run("echo two >> a.txt; mkdir d; echo x > d/x; ln -s x d/link");
    expect(ran.report.landing).toMatchObject({ state: "landed" });
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("one\ntwo\n");
    expect(readFileSync(join(workspace, "d/link"), "utf8")).toBe("x\n");
    expect(ran.report.undo).toHaveLength(1);
  });

  it("lands nothing that nobody judged, and keeps it", async () => {
    const { workspace, host, run } = await openPlace();
    const ran = await run("echo x > new", {
      landing: async () => ({ land: "none", drop: false, refused: [] }),
    });
    expect(ran.report.landing).toMatchObject({ state: "kept" });
    expect(existsSync(join(workspace, "new"))).toBe(false);
    expect(await host.landings?.list()).toHaveLength(1);
  });

  it("shows what a dry run would change, and leaves nothing of it, in scratch neither", async () => {
    const { workspace, run } = await openPlace();
    const ran = await run("echo x > new; echo x > /tmp/left; echo x > ~/left", { dryRun: true });
    expect(ran.report.landing).toMatchObject({ state: "dropped", why: "dry-run" });
    expect(existsSync(join(workspace, "new"))).toBe(false);
    expect((await run("ls -A /tmp ~")).output).not.toContain("left");
  });

  it("does the work of a day: git", async () => {
    const { run } = await openPlace();
    const lines = [
      "git init -q . && echo one > a && git add a && git commit -qm one && git status --short",
      "git checkout -qb side && echo two >> a && git commit -qam two && git checkout -q -",
      "echo three > b && git add b && git commit -qm three && git rebase -q HEAD side && git log --oneline | wc -l",
      "echo x >> a && git stash -q && git stash pop -q && git status --short && git fsck",
    ];
    for (const line of lines) expect(await run(line)).toMatchObject({ exitCode: 0 });
  });

  it("works in a worktree, whose git folder lies elsewhere", async () => {
    const { workspace, run } = await openPlace((base) => {
      const git = (...argv: string[]) =>
        spawnSync("git", ["-c", "user.name=n", "-c", "user.email=e@x", ...argv], { cwd: base });
      git("init", "-q", "repository");
      git("-C", "repository", "commit", "-q", "--allow-empty", "-m", "one");
      git("-C", "repository", "worktree", "add", "-q", join(base, "tree"));
      return join(base, "tree");
    });
    const ran = await run(
      "echo x > a && git add a && git commit -qm two && git log --oneline | wc -l",
    );
    expect(ran).toMatchObject({ exitCode: 0, output: "2\n" });
    expect(ran.report.landing).toMatchObject({ state: "landed" });
    const log = spawnSync("git", ["-C", workspace, "log", "--oneline"], { encoding: "utf8" });
    expect(log.stdout.split("\n")).toHaveLength(3);
  });

  it.each([
    [
      "npm",
      'mkdir pkg && echo \'{"name":"pkg","version":"1.0.0"}\' > pkg/package.json && echo \'{"name":"app","version":"1.0.0"}\' > package.json && npm install --offline --no-audit --no-fund ./pkg && test -e node_modules/pkg/package.json',
    ],
    [
      "python3",
      'python3 -c \'import sqlite3; d=sqlite3.connect("a.db"); d.execute("pragma journal_mode=wal"); d.execute("create table t(x)"); d.execute("insert into t values(1)"); d.commit(); d.close()\' && python3 -m venv --without-pip env && env/bin/python -c \'import sys; print(sys.prefix)\'',
    ],
    [
      "tar",
      "mkdir t && echo x > t/a && cp -al t u && tar cf t.tar t u && rm -r t && tar xf t.tar && mv u v && sed -i s/x/y/ v/a",
    ],
  ])("does the work of a day: %s", async (program, line) => {
    const { run } = await openPlace();
    const there = await run(`command -v ${program}`);
    if (there.exitCode !== 0) return;
    const ran = await run(line);
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(ran.report.landing).toMatchObject({ state: "landed" });
  });
});
