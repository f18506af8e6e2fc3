/** Changes of a command, found by looking before and after; undone through the journal. */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { OutputJudge } from "@toolplane/contract";
import type { FileChanged } from "@toolplane/disk/inside";
import { compileConfinement } from "@toolplane/kernel";
import type { ChangesFound } from "@toolplane/sandbox/inside";
import { createChangeWatch } from "@toolplane/sandbox/inside";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openWorld, type SandboxWorld } from "./fixture.ts";

function createJournal() {
  const payloads = new Map<string, Uint8Array>();
  const entries: FileChanged[] = [];
  return {
    entries,
    text: (digest: string | null) =>
      digest === null ? null : Buffer.from(payloads.get(digest) as Uint8Array).toString(),
    keep: async (bytes: Uint8Array) => {
      const digest = createHash("sha256").update(bytes).digest("hex");
      payloads.set(digest, bytes);
      return digest;
    },
    append: async (changes: readonly FileChanged[]) =>
      changes.map((change) => `journal_${entries.push(change)}`),
    undo: (workspace: string) => {
      for (const { path, before } of entries) {
        if (!path.startsWith(workspace)) continue;
        if (before === null) rmSync(path, { force: true });
        else {
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, payloads.get(before) as Uint8Array);
        }
      }
    },
  };
}

describe.skipIf(!hasSandbox)("the change watch (needs bubblewrap)", () => {
  let world: SandboxWorld;
  let journal: ReturnType<typeof createJournal>;
  const at = (path: string) => join(world.workspace, path);

  beforeEach(async () => {
    world = await openWorld({
      rules: [
        { permission: "fs.write", pattern: "**/locked.txt", action: "deny" },
        { permission: "fs.read", pattern: "**/.env", action: "deny" },
      ],
    });
    journal = createJournal();
    world.file("a.txt", "one\n");
    world.file("dir/b.txt", "two\n");
    world.file("locked.txt", "locked\n");
    world.file(".env", "SECRET\n");
    world.file("node_modules/x/index.js", "x\n");
  });
  afterEach(() => world.close());

  async function watched(
    line: string,
    options: {
      readonly maxFiles?: number;
      readonly readsOnly?: boolean;
      readonly now?: () => number;
      readonly judge?: OutputJudge;
    } = {},
  ): Promise<ChangesFound> {
    const watch = createChangeWatch({
      places: { roots: [world.workspace], scratch: world.scratch, userData: world.userData },
      journal,
      readConfinement: compileConfinement,
      // Time stands still: on a busy machine a look that found everything may take longer than it is given.
      now: () => 0,
      ...options,
    });
    const begun = await watch.begin({
      confinement: world.confinement(),
      sessionId: "s1",
      callId: "c1",
      ...options,
    });
    await world.run(line);
    return begun.after(options.judge);
  }

  it("takes back what is new and a judge refuses, links too, and leaves what was there", async () => {
    const judged: string[] = [];
    const judge: OutputJudge = ({ changes }) => {
      judged.push(...changes.map(({ path, kind, type }) => `${kind} ${type} ${path}`));
      return new Set(changes.map(({ path }) => path).filter((path) => !path.endsWith("/c.txt")));
    };
    const line = "echo new > c.txt; echo more >> a.txt; mkdir .n; echo x > .n/x; ln -s .n l";
    const found = await watched(line, { judge });
    expect(judged).toEqual([
      `added file ${at(".n/x")}`,
      `changed file ${at("a.txt")}`,
      `added file ${at("c.txt")}`,
      `added link ${at("l")}`,
    ]);
    expect(found).toMatchObject({
      changed: [at("a.txt"), at("c.txt")],
      takenBack: [at(".n/x"), at("l")],
    });
    expect([existsSync(at(".n/x")), existsSync(at("c.txt"))]).toEqual([false, true]);
  });

  it("names what was made, changed and removed, and can take it back", async () => {
    const found = await watched(
      "echo new > c.txt; echo more >> a.txt; rm dir/b.txt; echo t > /tmp/x",
    );
    expect(found).toEqual({
      changed: [at("a.txt"), at("c.txt"), at("dir/b.txt")],
      complete: true,
      undo: ["journal_1", "journal_2", "journal_3"],
    });
    expect(
      journal.entries.map(({ before, after }) => [journal.text(before), journal.text(after)]),
    ).toEqual([
      ["one\n", "one\nmore\n"],
      [null, "new\n"],
      ["two\n", null],
    ]);
    journal.undo(world.workspace);
    expect([
      existsSync(at("c.txt")),
      readFileSync(at("a.txt"), "utf8"),
      readFileSync(at("dir/b.txt"), "utf8"),
    ]).toEqual([false, "one\n", "two\n"]);
  });

  it("sees a change whose size and time were put back", async () => {
    const found = await watched(
      "touch -r a.txt /tmp/t; printf 'eno\\n' > a.txt; touch -r /tmp/t a.txt",
    );
    expect(found.changed).toEqual([at("a.txt")]);
    expect(journal.text(journal.entries[0]?.before ?? null)).toBe("one\n");
  });

  it("finds nothing when nothing changed, and never keeps what may not be read", async () => {
    expect(await watched("cat a.txt .env; ls -R . > /dev/null")).toEqual({
      changed: [],
      complete: true,
    });
    expect(journal.entries).toEqual([]);
  });

  it("says one word about folders that programs fill", async () => {
    const found = await watched("echo y > node_modules/x/new.js; echo z > a.txt");
    expect(found).toMatchObject({
      changed: [at("a.txt"), at("node_modules")],
      undo: ["journal_1"],
    });
  });

  it("offers no undo for a file that was too large to keep", async () => {
    writeFileSync(at("large.bin"), Buffer.alloc(1024 * 1024));
    expect(await watched("echo x >> large.bin; echo x >> a.txt")).toEqual({
      changed: [at("a.txt"), at("large.bin")],
      complete: true,
    });
  });

  it("says that it is not complete past its time", async () => {
    let nowMs = 0;
    const found = await watched("echo x >> a.txt", { now: () => (nowMs += 6_000) });
    expect(found).toMatchObject({ complete: false });
  });

  it("says that it is not complete past its bound", async () => {
    const found = await watched("echo x >> a.txt", { maxFiles: 0 });
    expect(found).toMatchObject({ complete: false });
    expect(found.undo).toBeUndefined();
  });

  it("does not look when the call only reads", async () => {
    expect(await watched("echo x >> a.txt", { readsOnly: true })).toEqual({
      changed: [],
      complete: true,
    });
  });

  it.each([
    ["mkdir -p new/.vscode && echo x > new/.vscode/tasks.json", "new/.vscode"],
    ["mkdir -p new/deep && echo x > new/deep/locked.txt", "new/deep/locked.txt"],
    ["mkdir new && ln -s a.txt new/.envrc", "new/.envrc"],
    ["mkdir .hg && echo x > .hg/hgrc", ".hg"],
  ])("takes back what no mount could prevent: %s", async (line, path) => {
    const found = await watched(line);
    expect(found.takenBack).toEqual([at(path)]);
    expect(existsSync(at(path))).toBe(false);
  });

  it("takes back the configuration and hooks of a repository that a command made", async () => {
    const found = await watched("git init -q . && echo x > .git/hooks/post-checkout");
    expect(found.takenBack).toEqual(expect.arrayContaining([at(".git/config"), at(".git/hooks")]));
    expect(existsSync(at(".git/hooks"))).toBe(false);
    expect(spawnSync("git", ["-C", world.workspace, "status", "--short"]).status).toBe(0);
  });

  it("puts a protected link back that a command replaced", async () => {
    symlinkSync("a.txt", at(".envrc"));
    const found = await watched("rm .envrc; echo evil > .envrc");
    expect(found.takenBack).toEqual([at(".envrc")]);
    expect(readlinkSync(at(".envrc"))).toBe("a.txt");
  });

  it("does not follow a link out of the workspace when it takes something back", async () => {
    const outside = join(world.base, "outside");
    mkdirSync(join(outside, ".vscode"), { recursive: true });
    writeFileSync(join(outside, ".vscode", "x"), "keep");
    const found = await watched(
      `ln -s ${outside} away; ln -s ${outside}/.vscode .husky2; mkdir n; ln -s ${outside}/.vscode n/.vscode`,
    );
    expect(found.takenBack).toEqual([at("n/.vscode")]);
    expect(readFileSync(join(outside, ".vscode", "x"), "utf8")).toBe("keep");
  });
});
