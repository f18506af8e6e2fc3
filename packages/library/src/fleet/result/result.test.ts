/** Results of runs: an agent wrote them, so here they try to bring more along than files. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
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
import { dirname, join } from "node:path";
import type { KeptRun } from "@toolplane/contract/console";
import { contentAddress } from "@toolplane/disk/files";
import { toBytePath } from "@toolplane/disk/paths";
import { createMemoryStore } from "@toolplane/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSeals } from "../../approvals/seals.ts";
import { cloneSession } from "../git/clone-session.ts";
import { createChangeKeeper } from "../git/keep-changes.ts";
import { type KeptFile, writeKept } from "../git/kept-files.ts";
import { replaceSlot } from "../git/kept-slot.ts";
import { createGit } from "../git/run-git.ts";
import { openResult } from "./open-result.ts";
import { readResult } from "./read-result.ts";

const PATH = process.env.PATH ?? "";
const KEY = new Uint8Array(32).fill(7);
const RUN = "3f2a1b2c-0000-4000-8000-000000000000";

describe("results of runs", () => {
  let root = "";
  let commit = "";
  let store = createMemoryStore();
  const at = (name: string) => join(root, name);
  const git = (...words: string[]) =>
    execFileSync("git", words, { cwd: at("source"), encoding: "utf8" }).trim();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-take-")));
    store = createMemoryStore();
    write("source/a.txt", "one\n");
    write("source/sub/gone.txt", "gone\n");
    write("source/.gitattributes", "*.txt text eol=crlf filter=evil\n");
    git("init", "--quiet", "--initial-branch=main");
    git("add", "--all");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "first");
    commit = git("rev-parse", "HEAD");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const run = (more: Partial<KeptRun> = {}): KeptRun =>
    ({
      id: RUN,
      sessionId: "s1",
      parentId: null,
      prompt: "Mend the tests.\nAll of them.",
      status: "done",
      updatedAtMs: 1_700_000_000_000,
      workspace: `shop@${commit}`,
      ...more,
    }) as KeptRun;
  const keepSlot = (digest: string) =>
    replaceSlot(
      { store, seals: createSeals(KEY) },
      {
        sessionId: "s1",
        from: null,
        holder: "w",
        place: { repository: "shop", commit, folder: at("session"), content: { digest } },
      },
    );
  /** As a worker does: what the session left is looked at, and kept. */
  async function leave(change: () => void): Promise<void> {
    const found = createGit(PATH);
    const named = { repository: "shop", commit, cache: at("source"), folder: at("session") };
    const committed = await cloneSession(found, named);
    const ground = { payloads: store.payloads, folder: toBytePath(at("session")), committed };
    const keeper = await createChangeKeeper({ ...ground, kept: [] });
    change();
    await keepSlot(await keeper.keep());
    rmSync(at("session"), { recursive: true });
  }
  async function leaveList(files: readonly KeptFile[]): Promise<void> {
    const list = writeKept(files);
    await store.payloads.put(contentAddress(list), list);
    await keepSlot(contentAddress(list));
  }
  const opened = async (more: { readonly withIgnored?: boolean } = {}) =>
    openResult(
      { payloads: store.payloads, directory: at("source"), path: PATH, ...more },
      await readResult({ store, key: KEY }, run()),
    );
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("toolplane-result-"));

  it("are a branch with one commit, and nothing else of the checkout is touched", async () => {
    const before = left();
    await leave(() => {
      write("session/a.txt", "two\r\n");
      write("session/new/b.bin", "\0\n");
      write("session/run.sh", "#!/bin/sh\n");
      chmodSync(at("session/run.sh"), 0o755);
      rmSync(at("session/sub"), { recursive: true });
      symlinkSync("../../etc/passwd", at("session/link"));
      write("session/.gitignore", "*.log\ndeps/\n");
      write("session/x.log", "x");
      write("session/deps/y/z.js", "y");
      write("session/.git/hooks/reference-transaction", `#!/bin/sh\ntouch ${at("hooked")}\n`);
      write("session/.git/config", "[core]\n\tfsmonitor = touch hooked\n");
      write("session/vendor/.git/config", "[core]\n");
      write("session/vendor/v.c", "v");
    });
    // Uncommitted work, in the tree and in the index, and a hook of the checkout itself.
    write("source/a.txt", "mine\n");
    write("source/staged.txt", "staged\n");
    git("add", "staged.txt");
    for (const name of ["reference-transaction", "post-checkout"]) {
      write(`source/.git/hooks/${name}`, `#!/bin/sh\ntouch ${at("hooked")}\n`);
      chmodSync(at(`source/.git/hooks/${name}`), 0o755);
    }
    const status = git("status", "--porcelain");
    const result = await opened();
    expect(result.files).toEqual([
      { path: ".gitignore", change: "added", added: 2, removed: 0 },
      { path: "a.txt", change: "changed", added: 1, removed: 1 },
      { path: "link", change: "added", added: 1, removed: 0 },
      { path: "new/b.bin", change: "added", added: null, removed: null },
      { path: "run.sh", change: "added", added: 1, removed: 0 },
      { path: "sub/gone.txt", change: "removed", added: 0, removed: 1 },
      { path: "vendor/v.c", change: "added", added: 1, removed: 0 },
    ]);
    expect(result).toMatchObject({ ignored: 2, leftOut: ["vendor/.git"], leadOut: ["link"] });
    expect(await result.diff("a.txt")).toContain("-one\n+two\r\n");
    expect(await result.take("mended")).toEqual({ isNew: true });
    expect(await result.take("mended")).toEqual({ isNew: false });
    await expect(result.take("main")).rejects.toThrow("There is a branch main already");
    for (const name of ["../x", "-d", "a b", "HEAD", ""])
      await expect(result.take(name)).rejects.toThrow("cannot be the name of a branch");
    await result.close();
    expect(existsSync(at("hooked"))).toBe(false);
    rmSync(at("source/.git/hooks"), { recursive: true });
    expect(git("status", "--porcelain")).toBe(status);
    expect(git("rev-parse", "mended", "mended^", "HEAD").split("\n")).toEqual([
      result.commit,
      commit,
      commit,
    ]);
    expect(git("ls-tree", "mended", "run.sh", "link").replaceAll(/[0-9a-f]{40}/g, "ID")).toBe(
      "120000 blob ID\tlink\n100755 blob ID\trun.sh",
    );
    expect(git("cat-file", "blob", "mended:a.txt")).toBe("two");
    expect(git("log", "-1", "--format=%an|%B", "mended")).toBe(
      `toolplane|Mend the tests.\n\nRun: ${RUN}\nSession: s1`,
    );
    expect(git("fsck", "--strict")).toBe("");
    expect(readFileSync(at("source/a.txt"), "utf8")).toBe("mine\n");
    expect(left()).toEqual(before);
  });

  it("hold what git ignores where that is wanted, and what the commit had in any case", async () => {
    await leave(() => {
      write("session/.gitignore", "*.txt\n*.log\n");
      write("session/a.txt", "two\n");
      write("session/x.log", "x");
    });
    const names = async (withIgnored: boolean) => {
      const result = await opened({ withIgnored });
      await result.close();
      return result.files.map(({ path }) => path);
    };
    expect(await names(false)).toEqual([".gitignore", "a.txt"]);
    expect(await names(true)).toEqual([".gitignore", "a.txt", "x.log"]);
  });

  it("have no path that another system takes for git's own, and no list that leads out", async () => {
    const digest = contentAddress(Buffer.from("[core]\n"));
    await store.payloads.put(digest, Buffer.from("[core]\n"));
    const file = (path: string): KeptFile => ({
      path,
      kind: "file",
      digest,
      bytes: 7,
      mode: 0o644,
    });
    const bad = [
      ".GIT/config",
      "git~1/config",
      ".g\u00e2\u0080\u008cit/x",
      ".git\u00e2\u0080\u008c",
    ];
    await leaveList([
      ...bad.map(file),
      { path: ".gitmodules", kind: "link", target: "/etc/passwd" },
      file("b.txt"),
    ]);
    const result = await opened();
    expect(result.files.map(({ path }) => path)).toEqual(["b.txt"]);
    expect(result.leftOut).toContain("git~1/config");
    expect(result.leftOut).toHaveLength(5);
    await result.take("mended");
    await result.close();
    store = createMemoryStore();
    await leaveList([file("../out.txt")]);
    await expect(opened()).rejects.toThrow("no path of a workspace");
  });

  it("are refused where content is another, and say what is missing", async () => {
    await leave(() => write("session/a.txt", "two\n"));
    const kept = await readResult({ store, key: KEY }, run());
    const [file] = kept.files;
    if (file?.kind !== "file") throw new TypeError("a.txt is a file");
    const payloads = { ...store.payloads, get: async () => Buffer.from("three\n") };
    const ground = { payloads, directory: at("source"), path: PATH };
    await expect(openResult(ground, kept)).rejects.toThrow("a.txt is not what was kept");
    await expect(openResult({ ...ground, directory: root }, kept)).rejects.toThrow(
      "no repository of git here: go to a checkout of shop",
    );
    const none = { ...kept, commit: "0".repeat(40) };
    await expect(openResult(ground, none)).rejects.toThrow(`no commit ${"0".repeat(40)}: fetch it`);
    const reads = (given: Partial<KeptRun>, key = KEY) => readResult({ store, key }, run(given));
    await expect(reads({ workspace: "shop" })).rejects.toThrow("works in shop itself");
    await expect(reads({ workspace: null, parentId: "p" })).rejects.toThrow("repository of run p");
    await expect(reads({ sessionId: "s2" })).rejects.toThrow("No worker has kept anything");
    const other = new Uint8Array(32).fill(8);
    await expect(reads({}, other)).rejects.toThrow("its seal is another");
  });

  it("are no branch where nothing changed", async () => {
    await leave(() => mkdirSync(at("session/empty")));
    const result = await opened();
    expect(result.files).toEqual([]);
    await expect(result.take("mended")).rejects.toThrow("changed nothing that a commit holds");
    await result.close();
  });
});
