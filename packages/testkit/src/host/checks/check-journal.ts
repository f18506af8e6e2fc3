/** The journal: every change is in it, and can be taken back and made again. */
import { differs, firstProblem, rejectsWith } from "../../suite/compare-values.ts";
import type { HostBench, HostCheck } from "../host-conformance.ts";
import { openCall, REFUSED } from "../open-call.ts";
import { changedSince, digestOf, showDisk, textAt } from "../show-disk.ts";

export const journalChecks: readonly HostCheck[] = [
  {
    name: "every change has an entry with what stood there before and after",
    async run(bench) {
      bench.disk.putFile(`${bench.workspace}/a.txt`, "old");
      const call = openCall(bench, { callId: "call_x" });
      const { journal } = await call.fs.write("a.txt", "new");
      await call.fs.rename("a.txt", "b.txt");
      await call.fs.remove("b.txt");
      const entries = await call.journal.list();
      const old = digestOf("old");
      const now = digestOf("new");
      const facts = entries.map(({ path, before, after, callId, sessionId, undone }) => [
        ...[path.slice(bench.workspace.length + 1), before, after],
        ...[callId, sessionId, undone],
      ]);
      const own = ["call_x", "session_a", false];
      return firstProblem(
        differs("the entries", facts, [
          ["a.txt", old, now, ...own],
          ["a.txt", now, null, ...own],
          ["b.txt", null, now, ...own],
          ["b.txt", now, null, ...own],
        ]),
        differs("the name of a write", journal, entries[0]?.id),
      );
    },
  },
  {
    name: "everything can be undone at once, and done again",
    async run(bench) {
      const { before, after, ids } = await changeMuch(bench);
      const { journal } = openCall(bench);
      await journal.undo(ids);
      const undone = differs("the disk after undo", filesOf(showDisk(bench)), filesOf(before));
      const marked = (await journal.list()).every((entry) => entry.undone);
      if (undone || !marked) return undone ?? "undo left entries that are not marked as undone";
      await journal.redo(ids);
      return firstProblem(
        differs("the disk after redo", filesOf(showDisk(bench)), filesOf(after)),
        differs(
          "entries still undone",
          (await journal.list()).filter((entry) => entry.undone),
          [],
        ),
      );
    },
  },
  {
    name: "an undo brings back the mode of a file",
    async run(bench) {
      bench.disk.putFile(`${bench.workspace}/a.sh`, "run", 0o750);
      const { fs, journal } = openCall(bench);
      await fs.remove("a.sh");
      await journal.undo((await journal.list()).map(({ id }) => id));
      return differs("the mode", bench.disk.modeOf(`${bench.workspace}/a.sh`), 0o750);
    },
  },
  {
    name: "an undo of what was changed since is a conflict, and takes nothing back",
    async run(bench) {
      const { disk, workspace } = bench;
      disk.putFile(`${workspace}/a.txt`, "old");
      const { fs, journal } = openCall(bench);
      const written = [await fs.write("a.txt", "new"), await fs.write("b.txt", "new")];
      disk.putFile(`${workspace}/a.txt`, "by someone else");
      const before = showDisk(bench);
      const ids = written.map((change) => change.journal);
      return firstProblem(
        await rejectsWith("undo", "conflict", () => journal.undo(ids)),
        changedSince(bench, "an undo that met other work", before),
        differs(
          "entries undone",
          (await journal.list()).filter((entry) => entry.undone),
          [],
        ),
      );
    },
  },
  {
    name: "what is undone cannot be undone again, what is done not redone, and an unknown entry is not_found",
    async run(bench) {
      const { fs, journal } = openCall(bench);
      const { journal: id } = await fs.write("a.txt", "new");
      const early = await rejectsWith("redo of what is done", "conflict", () => journal.redo([id]));
      await journal.undo([id]);
      return firstProblem(
        early,
        await rejectsWith("undo of what is undone", "conflict", () => journal.undo([id])),
        await rejectsWith("undo of nothing", "not_found", () => journal.undo(["none"])),
        await rejectsWith("diff of nothing", "not_found", () => journal.diff(["none"])),
      );
    },
  },
  {
    name: "no session sees or moves another's changes",
    async run(bench) {
      const { journal: id } = await openCall(bench).fs.write("a.txt", "new");
      const other = openCall(bench, { sessionId: "session_b" }).journal;
      return firstProblem(
        differs("the journal of another session", await other.list(), []),
        await rejectsWith("undo by another session", "not_found", () => other.undo([id])),
        differs("the file", textAt(bench, `${bench.workspace}/a.txt`), "new"),
      );
    },
  },
  {
    name: "the journal asks: to write what it moves, to read what it shows",
    async run(bench) {
      const { fs } = openCall(bench);
      const { journal: id } = await fs.write("a.txt", "new");
      const before = showDisk(bench);
      const path = `${bench.workspace}/a.txt`;
      for (const [name, capability] of [
        ["undo", "fs.write"],
        ["diff", "fs.read"],
      ] as const) {
        const { journal, asked } = openCall(bench, { refuse: () => REFUSED });
        const problem = firstProblem(
          await rejectsWith(`${name}, refused,`, "approval_rejected", () => journal[name]([id])),
          differs(`the question of ${name}`, asked(capability)[0]?.path, path),
          changedSince(bench, `a refused ${name}`, before),
        );
        if (problem) return problem;
      }
      return null;
    },
  },
  {
    name: "a diff shows lines that went and came, and only says so of binary content",
    async run(bench) {
      const { disk, workspace } = bench;
      disk.putFile(`${workspace}/a.txt`, "one\ntwo\n");
      disk.putFile(`${workspace}/b.bin`, Uint8Array.of(0, 1, 2));
      const { fs, journal } = openCall(bench);
      const written = [
        await fs.write("a.txt", "one\nthree\n"),
        await fs.write("b.bin", Uint8Array.of(0, 1, 3)),
      ];
      const [text, binary] = await journal.diff(written.map((change) => change.journal));
      const lines = text?.diff.split("\n") ?? [];
      return firstProblem(
        differs("the path", text?.path, `${workspace}/a.txt`),
        differs("the entry", text?.id, written[0]?.journal),
        lines.includes("-two") && lines.includes("+three") ? null : `the diff was ${text?.diff}`,
        differs("NUL in a diff of binary content", binary?.diff.includes("\0"), false),
        differs("a word about binary content", /binary/i.test(binary?.diff ?? ""), true),
      );
    },
  },
  {
    name: "the journal can be listed for some files only",
    async run(bench) {
      const { fs, journal } = openCall(bench);
      await fs.write("a.txt", "1");
      await fs.write("d/a.txt", "2");
      const found = await journal.list(["./d/../d/a.txt"]);
      const paths = found.map(({ path }) => path);
      return differs("the entries", paths, [`${bench.workspace}/d/a.txt`]);
    },
  },
];

interface Changed {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly ids: readonly string[];
}

/** One change of every kind, some of them to the same file. */
async function changeMuch(bench: HostBench): Promise<Changed> {
  const { disk, workspace } = bench;
  disk.putFile(`${workspace}/a.txt`, "a", 0o640);
  disk.putFile(`${workspace}/d/b.txt`, "b");
  disk.putFile(`${workspace}/d/sub/c.txt`, "c");
  disk.putFile(`${workspace}/e/f.txt`, "f");
  const before = showDisk(bench);
  const { fs, journal } = openCall(bench);
  await fs.write("a.txt", "a2");
  await fs.write("a.txt", "a3");
  await fs.write("new/n.txt", "n");
  await fs.remove("d", { recursive: true });
  await fs.rename("e", "g");
  await fs.apply([
    { kind: "rename", from: "a.txt", to: "h.txt" },
    { kind: "write", path: "a.txt", data: "another" },
  ]);
  return { before, after: showDisk(bench), ids: (await journal.list()).map(({ id }) => id) };
}

/** Directories are not journalled, so empty ones may stay. */
function filesOf(shown: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(shown).filter(([path]) => !path.endsWith("/")));
}
