/** Runs in repositories of their own, on workers that share nothing but the record: the second finds what the first one made, or refuses. */
import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import type { FleetReport } from "@toolplane/contract/console";
import { openPostgresStore } from "@toolplane/fleet";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { WAITING_MS } from "../setup/hanging.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

const KEY = Buffer.alloc(32, 7);
const PATIENCE = { timeout: WAITING_MS, interval: 100 };
/** Workers are killed here, and their leases have to run out, twice. */
const TAKEN_OVER_MS = 180_000;
const TIME = { timeout: TAKEN_OVER_MS };

describe.skipIf(!hasPostgres)("git workspaces of a fleet (need postgresql)", () => {
  let server: Postgres;
  let database = 0;
  let shared = "";
  let worlds: CliWorld[] = [];
  let workers: ChildProcess[] = [];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => {
    await Promise.all(workers.map(killed));
    for (const world of worlds) world.remove();
    rmSync(shared, { recursive: true, force: true });
    workers = [];
    worlds = [];
  });
  afterAll(() => server?.remove());

  /** What no machine shares but these tests: a repository, and scripts of models. */
  function fresh(): { readonly source: string; readonly commit: string } {
    database += 1;
    server.sql("postgres", `CREATE DATABASE fleet${database}`);
    shared = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-git-")));
    const source = join(shared, "source");
    mkdirSync(join(shared, "out"));
    mkdirSync(join(source, "sub"), { recursive: true });
    writeFileSync(join(source, "a.txt"), "one\n");
    writeFileSync(join(source, "sub/gone.txt"), "gone\n");
    git(source, "init", "--quiet");
    // Nothing that a repository names is run, or changes a file on its way.
    writeFileSync(join(source, ".gitattributes"), "*.txt text eol=crlf filter=evil\n");
    writeFileSync(
      join(source, ".git/hooks/post-checkout"),
      `#!/bin/sh\ntouch ${place("hooked")}\n`,
      {
        mode: 0o755,
      },
    );
    git(source, "add", "--all");
    git(source, ...AUTHOR, "commit", "--quiet", "-m", "first");
    return { source, commit: git(source, "rev-parse", "HEAD") };
  }
  /** With a check that is required, a run works in a view of its own, which lies on its machine. */
  function machine(check?: string) {
    const world = openCliWorld({});
    worlds.push(world);
    const file = join(world.root, "team.key");
    writeFileSync(file, KEY, { mode: 0o600 });
    mkdirSync(world.config, { recursive: true });
    const record = { postgres: { env: "TEAM_RECORD" }, key: { file } };
    const allowed = ["shell.run", "fs.write"].map((permission) => ({
      permission,
      pattern: "*",
      action: "allow",
    }));
    const rules = [...allowed, { permission: "bash", pattern: "date*", action: "ask" }];
    const land = check === undefined ? {} : { land: { require: [{ name: "fit", run: check }] } };
    const reach = { write: [place("")] };
    for (const [name, value] of Object.entries({
      "config.jsonc": { record, reach },
      "policy.jsonc": { rules, ...land },
    }))
      writeFileSync(join(world.config, name), JSON.stringify(value), { mode: 0o600 });
    const env = {
      TEAM_RECORD: server.url(`fleet${database}`),
      TOOLPLANE_SANDBOX: check === undefined ? "none" : "",
    };
    const report = async <T>(...words: string[]) => (await world.report(words, { env })).json as T;
    return {
      fleet: () => report<FleetReport>("fleet"),
      submit: (...words: string[]) => report<{ readonly run: string }>("fleet", "submit", ...words),
      answer: async (question: string) =>
        expect((await world.run(["approvals", "answer", question, "once"], { env })).code).toBe(0),
      views: () => readdirSync(join(world.data, "views")),
      diff: async (run: string, directory: string, ...words: string[]) =>
        (await world.report(["fleet", "diff", run, ...words], { env, directory })).json as {
          readonly files: readonly { readonly path: string; readonly change: string }[];
          readonly unlanded: number;
        },
      take: async (run: string, directory: string) =>
        (await world.report(["fleet", "take", run], { env, directory })).json as {
          readonly branch: string;
        },
      cancel: (run: string) => report("fleet", "cancel", run),
      refused: async (...words: string[]) => (await world.run(words, { env })).stderr,
      async work(source: string, name: string) {
        const own = ["--repository", `shop=${source}`, "--clones", clones(), "--name", name];
        const child = world.spawn(["worker", "--json", ...own], { env });
        workers.push(child);
        await Promise.race([once(child.stdout ?? child, "data"), once(child, "exit")]);
        return child;
      },
    };
  }
  const clones = () => join(shared, "clones");
  const place = (name: string) => join(shared, "out", name);
  const sql = (text: string) => server.sql(`fleet${database}`, text);
  const comesTo = (run: string, status: string) =>
    vi.waitFor(
      () => expect(sql(`SELECT status FROM toolplane.runs WHERE id = '${run}'`)).toBe(status),
      PATIENCE,
    );
  const asked = () =>
    vi.waitFor(() => {
      const id = sql("SELECT id FROM toolplane.paused_sessions WHERE resolved_at_ms IS NULL");
      expect(id).not.toBe("");
      return id;
    }, PATIENCE);
  const isThere = (name: string) =>
    vi.waitFor(() => {
      expect(sql("SELECT fault FROM toolplane.fleet_runs")).toBe("");
      expect(sql("SELECT id FROM toolplane.paused_sessions")).toBe("");
      expect(existsSync(place(name))).toBe(true);
    }, PATIENCE);
  const bash = (command: string) => ({ calls: [{ name: "bash", arguments: { command } }] });
  function scriptOf(turns: readonly object[]): string {
    writeFileSync(place("turns.jsonl"), turns.map((turn) => JSON.stringify(turn)).join("\n"));
    return place("turns.jsonl");
  }
  /** Changed in every way, committed in part, and then cut off. */
  const changes = () =>
    scriptOf([
      { calls: [{ name: "write", arguments: { path: "b.txt", content: "by a door\n" } }] },
      bash(
        `echo two >> a.txt && git add a.txt && git ${AUTHOR.join(" ")} commit -q -m second && git rev-parse HEAD > ${place("made")}`,
      ),
      bash(
        "rm -r sub && mkdir empty && ln -s a.txt link && printf '\\377' > bytes && chmod 700 b.txt",
      ),
      bash(`pwd > ${place("cut")}`),
      bash("sleep 15"),
      bash(`{ ${LOOK}; } > ${place("found")} 2>&1`),
      { text: "Done." },
    ]);
  const elsewhere = () => rmSync(clones(), { recursive: true });

  it(
    "go on elsewhere with the same files and commits after a worker was killed",
    TIME,
    async () => {
      const { source, commit } = fresh();
      const one = machine();
      const order = ["--repository", "shop", "--commit", commit, "--script", changes()];
      const { run } = await one.submit("Change it.", ...order);
      const first = await one.work(source, "first");
      await isThere("cut");
      await killed(first);
      elsewhere();
      await pruned(server.url(`fleet${database}`));
      await machine().work(source, "second");
      await comesTo(run, "done");
      expect(readFileSync(place("found"), "utf8").split("\n")).toEqual([
        readFileSync(place("cut"), "utf8").trim(),
        readFileSync(place("made"), "utf8").trim(),
        commit,
        " D sub/gone.txt",
        "?? b.txt",
        "?? bytes",
        "?? link",
        "one",
        "two",
        "by a door",
        "377",
        "700",
        "empty is there",
        "",
      ]);
      expect(existsSync(place("hooked"))).toBe(false);
      expect(git(source, "rev-parse", "HEAD")).toBe(commit);
      // The repository of a session is gone with its segment; the cache stays.
      await vi.waitFor(() => expect(readdirSync(join(clones(), "sessions"))).toEqual([]), PATIENCE);
      // Nobody is needed to have the result, and nothing of the workers' disks.
      await Promise.all(workers.map(killed));
      elsewhere();
      const names = [
        "added b.txt",
        "added bytes",
        "added link",
        "changed a.txt",
        "removed sub/gone.txt",
      ];
      const { files } = await one.diff(run, source);
      expect(files.map(({ change, path }) => `${change} ${path}`).sort()).toEqual(names);
      const taken = await one.take(run, source);
      expect(taken).toMatchObject({ branch: `toolplane/${run.slice(0, 8)}`, files: names.length });
      expect(git(source, "show", `${taken.branch}:a.txt`)).toBe("one\ntwo");
      expect(git(source, "rev-parse", `${taken.branch}^`, "HEAD")).toBe(`${commit}\n${commit}`);
      expect(git(source, "status", "--porcelain")).toBe("");
    },
  );

  it.skipIf(!hasSandbox)(
    "go on elsewhere with what lies in a view and has not landed (needs a sandbox)",
    TIME,
    async () => {
      const { source, commit } = fresh();
      const one = machine("test ! -e bad");
      const script = scriptOf([
        { calls: [{ name: "write", arguments: { path: "b.txt", content: "by a door\n" } }] },
        bash(
          `echo two >> a.txt && rm -r sub && mkdir sub empty && ln -s a.txt link && printf '\\377' > bytes && chmod 700 b.txt`,
        ),
        bash("date > when.txt"),
        bash(`{ ${FILES}; } > ${place("found")} 2>&1`),
        { text: "Done." },
      ]);
      const order = ["--repository", "shop", "--commit", commit, "--script", script];
      const { run } = await one.submit("Change it.", ...order);
      const first = await one.work(source, "first");
      await comesTo(run, "suspended");
      const { files: landed, unlanded } = await one.diff(run, source);
      expect(landed).toEqual([]);
      expect(unlanded).toBeGreaterThan(4);
      await killed(first);
      elsewhere();
      const two = machine("test ! -e bad");
      await two.work(source, "second");
      await one.answer(await asked());
      await comesTo(run, "done");
      expect(readFileSync(place("found"), "utf8").split("\n")).toEqual([
        " M a.txt",
        " D sub/gone.txt",
        "?? b.txt",
        "?? bytes",
        "?? link",
        "?? when.txt",
        "one",
        "two",
        "by a door",
        "377",
        "700",
        "empty is there",
        "",
      ]);
      const { files, unlanded: left } = await one.diff(run, source);
      expect(files.map(({ change, path }) => `${change} ${path}`).sort()).toEqual([
        "added b.txt",
        "added bytes",
        "added link",
        "added when.txt",
        "changed a.txt",
        "removed sub/gone.txt",
      ]);
      expect(left).toBe(0);
    },
  );

  it.skipIf(!hasSandbox)(
    "hold what did not pass the first machine's check apart, for a person to take (needs a sandbox)",
    TIME,
    async () => {
      const { source, commit } = fresh();
      const one = machine("test ! -e bad");
      const script = scriptOf([
        bash("echo two >> a.txt; rm -r sub; echo > bad"),
        bash("date"),
        ...Array.from({ length: 4 }, () => ({ text: "It is fine." })),
      ]);
      const order = ["--repository", "shop", "--commit", commit, "--script", script];
      const { run } = await one.submit("Change it.", ...order);
      const first = await one.work(source, "first");
      await comesTo(run, "suspended");
      await killed(first);
      elsewhere();
      const two = machine("true");
      await two.work(source, "second");
      await one.answer(await asked());
      await comesTo(run, "done");
      expect(await one.diff(run, source)).toMatchObject({ files: [], unlanded: 3 });
      const { files } = await one.diff(run, source, "--unlanded");
      expect(files.map(({ change, path }) => `${change} ${path}`).sort()).toEqual([
        "added bad",
        "changed a.txt",
        "removed sub/gone.txt",
      ]);
      // Its view went with its repository: a worker's disk does not fill with what nobody can reach.
      await vi.waitFor(() => expect(two.views()).toEqual([]), PATIENCE);
    },
  );

  it("are refused by name where content is not what was kept", TIME, async () => {
    const { source, commit } = fresh();
    const one = machine();
    const order = ["--repository", "shop", "--commit", commit, "--script", changes()];
    await one.submit("Change it.", ...order);
    const first = await one.work(source, "first");
    await isThere("cut");
    await killed(first);
    elsewhere();
    const was = `encode(bytes, 'escape') = E'by a door\\n'`;
    sql(`UPDATE toolplane.payloads SET bytes = 'by a thief' WHERE ${was}`);
    await one.work(source, "second");
    const fault = async () => (await one.fleet()).failures[0]?.fault;
    await vi.waitFor(
      async () => expect(await fault()).toBe("b.txt is not what was kept: its content is another."),
      PATIENCE,
    );
    sql(`UPDATE toolplane.slots SET value = replace(value, '${commit}', '${"0".repeat(40)}')
WHERE tool_id = 'toolplane:workspace'`);
    await vi.waitFor(async () => expect(await fault()).toContain("its seal is another"), PATIENCE);
    expect(existsSync(place("found"))).toBe(false);
  });

  it("are ended while their repository does not come", TIME, async () => {
    const { commit } = fresh();
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const asked = once(silent, "connection");
    const one = machine();
    const order = ["--repository", "shop", "--commit", commit, "--script", scriptOf([])];
    const { run } = await one.submit("Change it.", ...order);
    await one.work(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/shop`, "first");
    await asked;
    await one.cancel(run);
    await comesTo(run, "stopped");
    expect(readdirSync(join(clones(), "sessions"))).toEqual([]);
    silent.close();
  });
});

const AUTHOR = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
const FILES = [
  "git status --porcelain",
  "cat link b.txt",
  "od -An -to1 bytes | tr -d ' '",
  "stat -c %a b.txt",
  "test -d empty && echo empty is there",
].join("; ");
const LOOK = `pwd; git rev-parse HEAD HEAD^; ${FILES}`;

/** However old it is: content that a workspace needs stays. */
async function pruned(url: string): Promise<void> {
  const store = await openPostgresStore({ url });
  const { payloads } = await store.prune({ nowMs: Date.now() + 7_200_000 }, async () => undefined);
  expect(payloads).toBeGreaterThan(0);
  await store.close();
}

function git(folder: string, ...words: string[]): string {
  return execFileSync("git", words, { cwd: folder, encoding: "utf8" }).trim();
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, "exit");
  child.kill("SIGKILL");
  await over;
}
