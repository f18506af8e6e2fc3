/** Two workers, one record: what each may do with a session's folder, whenever the other one died or only stalled. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunRow, Store } from "@toolplane/contract/ports";
import { createMemoryStore } from "@toolplane/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createGitPlaces } from "./git-places.ts";
import type { GitWorkspace } from "./open-git-workspace.ts";

const PATH = process.env.PATH ?? "";
const SIGNAL = new AbortController().signal;

describe("a session's repository on workers", () => {
  let root = "";
  let commit = "";
  let store: Store;
  const at = (name: string) => join(root, name);
  const git = (...words: string[]) =>
    execFileSync("git", words, { cwd: at("source"), encoding: "utf8" }).trim();
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-places-")));
    store = createMemoryStore();
    for (const name of ["source", "data"]) mkdirSync(at(name));
    writeFileSync(at("source/a.txt"), "one\n");
    git("init", "--quiet");
    git("add", "--all");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "first");
    commit = git("rev-parse", "HEAD");
  });
  let others: ChildProcess[] = [];
  afterEach(() => {
    for (const child of others) child.kill("SIGKILL");
    others = [];
    rmSync(root, { recursive: true });
  });

  const row = (owner: string | null = null): RunRow => ({
    id: "r1",
    sessionId: "s1",
    parentId: null,
    callId: null,
    createdAtMs: 1,
    updatedAtMs: 1,
    status: "working",
    owner,
    about: {},
    head: {},
    length: 0,
  });
  const placesOf = (clones = at("clones")) =>
    createGitPlaces({
      store,
      key: new Uint8Array(32).fill(7),
      userData: at("data"),
      clones,
      repositories: new Map([["shop", { kind: "folder", path: at("source") }]]),
      path: PATH,
      far: { environment: {}, onProgress: () => undefined, mostBytes: 1, quietMs: 1 },
    });
  const open = async (clones?: string): Promise<GitWorkspace> =>
    (await placesOf(clones)).open({
      row: row(),
      named: { repository: "shop", commit },
      signal: SIGNAL,
    });
  const take = ({ store: own }: GitWorkspace, owner: string, expected: string | null) =>
    own.runs.claim("r1", { owner, expected });
  const sessions = () => readdirSync(at("clones/sessions"));

  it("is refused by name below another folder", async () => {
    await store.runs.put(row(), []);
    const first = await open();
    await take(first, "one", null);
    await first.remove();
    await expect(open(at("others"))).rejects.toThrow(
      `lies at ${at("clones/sessions/s1")}, and here it would be ${at("others/sessions/s1")}: --clones differs`,
    );
    await (await open()).remove();
  });

  it("is ahead of its run by one step where a worker died between the two", async () => {
    await store.runs.put(row(), []);
    const first = await open();
    await take(first, "one", null);
    writeFileSync(join(first.folder, "b.txt"), "two\n");
    const { put } = store.runs;
    store.runs.put = () => Promise.reject(new TypeError("it died here"));
    await expect(first.store.runs.put(row("one"), [])).rejects.toThrow("it died here");
    store.runs.put = put;
    rmSync(at("clones/sessions/s1"), { recursive: true });
    const second = await open();
    expect(readFileSync(join(second.folder, "b.txt"), "utf8")).toBe("two\n");
    expect((await store.runs.get("r1"))?.updatedAtMs).toBe(1);
    await second.remove();
  });

  it("is not written by a worker that comes late", async () => {
    await store.runs.put(row(), []);
    const late = await open();
    await take(late, "one", null);
    const next = await open();
    await take(next, "two", "one");
    writeFileSync(join(next.folder, "b.txt"), "of the next\n");
    await expect(late.store.runs.put(row("one"), [])).rejects.toThrow("was taken by another");
    await next.store.runs.put(row("two"), []);
    await next.remove();
    const last = await open();
    expect(readFileSync(join(last.folder, "b.txt"), "utf8")).toBe("of the next\n");
    await last.remove();
    await late.remove();
  });

  it("is swept once its worker is dead, and not before; nothing else is", async () => {
    await store.runs.put(row(), []);
    const living = await open();
    const { sweep } = await placesOf();
    const half = `s2.${"0".repeat(8)}-0000-4000-8000-${"0".repeat(12)}`;
    for (const name of ["s2/deep/er", half, "not ours", "s 3"])
      mkdirSync(at(`clones/sessions/${name}`), { recursive: true });
    writeFileSync(at("clones/sessions/s4"), "a file");
    symlinkSync(at("source"), at("clones/sessions/s5"));
    const child = await marked(at("clones"), "s6");
    others.push(child);
    mkdirSync(at("clones/sessions/s6"));
    const swept = await sweep(SIGNAL);
    expect(sessions().sort()).toEqual(["not ours", "s 3", "s1", "s4", "s5", "s6"]);
    expect(swept).toBe(2);
    child.kill("SIGKILL");
    await once(child, "exit");
    await living.remove();
    expect(await Promise.all([sweep(SIGNAL), sweep(SIGNAL)]).then((all) => all.sort())).toEqual([
      0, 1,
    ]);
    expect(sessions().sort()).toEqual(["not ours", "s 3", "s4", "s5"]);
    expect(existsSync(at("source/a.txt"))).toBe(true);
  });
});

/** Another process that holds a session's folder. */
async function marked(clones: string, name: string): Promise<ChildProcess> {
  const file = import.meta.resolve("@toolplane/disk/ground");
  const words = `globalThis.letGo = (await import(${JSON.stringify(file)})).holdMark(${JSON.stringify(clones)}, "${name}"); console.log("held"); setInterval(() => {}, 1e6);`;
  const options = ["--conditions=@toolplane/source", "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...options, "--input-type=module", "-e", words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout ?? child, "data");
  return child;
}
