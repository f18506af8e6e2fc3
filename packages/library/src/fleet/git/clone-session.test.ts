import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toBytePath } from "@toolplane/disk/paths";
import { createMemoryStore } from "@toolplane/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cloneSession } from "./clone-session.ts";
import { createChangeKeeper } from "./keep-changes.ts";
import { writeKept } from "./kept-files.ts";
import { namedCommit, readNamedCommit } from "./named-commit.ts";
import { replayChanges } from "./replay-changes.ts";
import { createRepositoryCache } from "./repository-cache.ts";
import { createGit } from "./run-git.ts";

const run = createGit(process.env.PATH ?? "");
const SIGNAL = new AbortController().signal;
const NONE = "0".repeat(40);

describe("repositories of sessions", () => {
  let root = "";
  let commit = "";
  const at = (name: string) => join(root, name);
  const git = (...words: string[]) =>
    execFileSync("git", words, { cwd: at("source"), encoding: "utf8" }).trim();
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-clone-")));
    mkdirSync(at("source"));
    writeFileSync(at("source/a.txt"), "one\n");
    git("init", "--quiet");
    git("add", "--all");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "first");
    commit = git("rev-parse", "HEAD");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const cacheOf = (source = at("source"), found = run) =>
    createRepositoryCache({
      git: found,
      folder: at("caches"),
      repositories: new Map([["shop", { kind: "folder", path: source }]]),
      far: { environment: {}, onProgress: () => undefined, mostBytes: 1, quietMs: 1 },
    });
  const clone = async (name: string) => {
    const named = { repository: "shop", commit };
    const cache = await cacheOf().at(named, SIGNAL);
    return cloneSession(run, { ...named, cache, folder: at(name) });
  };

  it("name a repository and a whole id, and nothing else", () => {
    expect(readNamedCommit(namedCommit({ repository: "shop", commit }))).toEqual({
      repository: "shop",
      commit,
    });
    for (const repository of ["../etc", "", "a@b", "/srv"])
      expect(() => namedCommit({ repository, commit })).toThrow("not the name");
    for (const other of ["main", "HEAD", commit.slice(0, 12), `${commit}^`, "--all"])
      expect(() => namedCommit({ repository: "shop", commit: other })).toThrow("whole id");
    for (const folder of [null, "shop", "/srv/shop@1", `../x@${NONE}`])
      expect(readNamedCommit(folder)).toBeNull();
  });

  it("are refused where the repository, the commit or git is not there", async () => {
    const wanted = (repository: string, id = commit) => ({ repository, commit: id });
    await expect(cacheOf().at(wanted("other"), SIGNAL)).rejects.toThrow("no repository other");
    await expect(cacheOf().at(wanted("shop", NONE), SIGNAL)).rejects.toThrow(`no commit ${NONE}`);
    rmSync(at("caches"), { recursive: true });
    await expect(cacheOf(at("nowhere")).at(wanted("shop"), SIGNAL)).rejects.toThrow(
      "cannot be read from",
    );
    expect(readdirSync(at("caches"))).toEqual(["shop.lock"]);
    const none = createGit(at("nowhere"));
    await expect(cacheOf(at("source"), none).at(wanted("shop"), SIGNAL)).rejects.toThrow("no git");
  });

  it("borrow from one cache, two at once, and have nothing else of it", async () => {
    await Promise.all([clone("one"), clone("two")]);
    expect(readdirSync(at("caches"))).toEqual(["shop.git", "shop.lock"]);
    for (const name of ["one", "two"]) {
      const own = (...words: string[]) => execFileSync("git", words, { cwd: at(name) }).toString();
      expect(own("status", "--porcelain")).toBe("");
      expect(own("remote")).toBe("");
      expect(own("count-objects")).toBe("0 objects, 0 kilobytes\n");
      expect(existsSync(at(`${name}/.git/hooks`))).toBe(false);
    }
  });

  it("are refused by name where the cache is damaged", async () => {
    await clone("one");
    const id = git("rev-parse", "HEAD:a.txt");
    // The object of another file in its place: git itself gives it out.
    const object = at("caches/other");
    writeFileSync(at("source/b.txt"), "two\n");
    const other = git("hash-object", "-w", "b.txt");
    const loose = (name: string, folder: string) =>
      join(folder, "objects", name.slice(0, 2), name.slice(2));
    const place = loose(id, at("caches/shop.git"));
    rmSync(object, { force: true });
    execFileSync("git", ["unpack-objects", "-q"], {
      cwd: at("caches/shop.git"),
      input: takePacks(at("caches/shop.git")),
    });
    chmodSync(place, 0o600);
    execFileSync("cp", [loose(other, at("source/.git")), place]);
    await expect(clone("two")).rejects.toThrow(/shop\.git: a\.txt is another\. .*remove it/);
  });

  it("refuse a list that leads out of the folder, and content that is another", async () => {
    const { payloads } = createMemoryStore();
    const replayed = async (path: string, content = "x") => {
      rmSync(at("one"), { recursive: true, force: true });
      await clone("one");
      const digest = "a".repeat(64);
      await payloads.put(digest, Buffer.from(content));
      const list = writeKept([{ path, kind: "file", digest, bytes: 1, mode: 0o644 }]);
      const { contentAddress } = await import("@toolplane/disk/files");
      await payloads.put(contentAddress(list), list);
      return replayChanges(payloads, {
        folder: toBytePath(at("one")),
        digest: contentAddress(list),
      });
    };
    for (const path of ["../x", "/x", "a//b", ".git/objects/info/alternates", "."])
      await expect(replayed(path)).rejects.toThrow("no path of a workspace");
    await expect(replayed("b.txt")).rejects.toThrow("b.txt is not what was kept");
  });

  it("keep the same list until something is written, and replay it", async () => {
    const { payloads } = createMemoryStore();
    const committed = await clone("one");
    const ground = { payloads, committed, kept: [] };
    const keeper = await createChangeKeeper({ ...ground, folder: toBytePath(at("one")) });
    const first = await keeper.keep();
    expect(await keeper.keep()).toBe(first);
    writeFileSync(at("one/b.txt"), "two\n");
    rmSync(at("one/a.txt"));
    const second = await keeper.keep();
    expect(second).not.toBe(first);
    await clone("two");
    const folder = toBytePath(at("two"));
    const kept = await replayChanges(payloads, { folder, digest: second });
    expect(readdirSync(at("two")).sort()).toEqual([".git", "b.txt"]);
    const again = await createChangeKeeper({ ...ground, kept, folder });
    expect(await again.keep()).toBe(second);
  });
});

/** Out of the repository, so that its objects are files of their own. */
function takePacks(repository: string): Buffer {
  const folder = join(repository, "objects/pack");
  const pack = readdirSync(folder).find((name) => name.endsWith(".pack"));
  const bytes = execFileSync("cat", [join(folder, pack ?? "")]);
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
  return bytes;
}
