import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createHistory, type StoredNames } from "./create-history.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function openRepository(format = "sha1") {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-history-"));
  folders.push(folder);
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=n@x", ...words], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  git("init", "-q", `--object-format=${format}`);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    git("add", "-f", path);
  };
  return { folder, git, put };
}

function names(folder: string, hashBytes = 20, history = createHistory()): StoredNames {
  const steps = history.read({ folders: [join(folder, ".git/objects")], hashBytes });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Many versions of much text, so that packs hold differences of differences. */
function fill({ git, put }: ReturnType<typeof openRepository>): void {
  for (let version = 0; version < 12; version += 1) {
    for (let file = 0; file < 20; file += 1)
      put(`src/deep/f${file}.txt`, `${"line\n".repeat(50)}${version > file ? version : 0}\n`);
    if (version === 3) put("config/.env", "K=SECRETVALUE\n");
    if (version === 4) git("rm", "-q", "-f", "config/.env");
    git("commit", "-qm", String(version));
  }
}

describe("names that objects hold", () => {
  it.each([
    ["sha1", 20],
    ["sha256", 32],
  ] as const)("are those of every commit, loose and packed: %s", (format, hashBytes) => {
    const repository = openRepository(format);
    fill(repository);
    const { folder, git } = repository;
    const expected = [
      ...new Set(git("log", "--all", "--name-only", "--pretty=").split("\n").filter(Boolean)),
    ].sort();
    expect(expected).toContain("config/.env");
    const loose = names(folder, hashBytes);
    expect([loose.complete, [...loose.names.keys()].sort()]).toEqual([true, expected]);
    git("gc", "-q", "--aggressive", "--prune=now");
    const packed = names(folder, hashBytes);
    expect([packed.complete, [...packed.names.keys()].sort()]).toEqual([true, expected]);
    const [id = ""] = packed.names.get("config/.env") ?? [];
    const place = { folders: [join(folder, ".git/objects")], hashBytes };
    expect(createHistory().content(place, id)?.toString()).toBe("K=SECRETVALUE\n");
  });

  it("are those of a stash, of a commit that no branch leads to and of a tree without one", () => {
    const { folder, git, put } = openRepository();
    put("own.txt", "ours");
    git("commit", "-qm", "first");
    put("stashed.txt", "s");
    git("stash", "-q");
    put("left.txt", "l");
    git("commit", "-qm", "left");
    git("reset", "-q", "--hard", "HEAD~1");
    put("tree/only.txt", "t");
    git("write-tree");
    git("reset", "-q");
    expect([...names(folder).names.keys()]).toEqual(
      expect.arrayContaining(["left.txt", "own.txt", "stashed.txt", "tree/only.txt"]),
    );
  });

  it("are read again where objects came, and forgotten where they are gone", () => {
    const { folder, git, put } = openRepository();
    let nowMs = Date.now() + 10_000;
    const history = createHistory(() => nowMs);
    put("one.txt", "1");
    git("commit", "-qm", "one");
    expect([...names(folder, 20, history).names.keys()]).toEqual(["one.txt"]);
    put("two.txt", "2");
    git("commit", "-qm", "two");
    nowMs += 10_000;
    expect([...names(folder, 20, history).names.keys()].sort()).toEqual(["one.txt", "two.txt"]);
    git("reset", "-q", "--hard", "HEAD~1");
    git("reflog", "expire", "--expire=now", "--all");
    git("gc", "-q", "--prune=now");
    expect([...names(folder, 20, history).names.keys()]).toEqual(["one.txt"]);
  });

  it("are not complete where an object cannot be read", () => {
    const { folder, git, put } = openRepository();
    put("deep/one.txt", "1");
    git("commit", "-qm", "one");
    const tree = git("rev-parse", "HEAD:deep").trim();
    rmSync(join(folder, ".git/objects", tree.slice(0, 2), tree.slice(2)));
    expect(names(folder).complete).toBe(false);
  });
});
