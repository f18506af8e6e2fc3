/** All or nothing: several changes at once, changes side by side, and readers in between. */
import { type FileChange, isToolError } from "@toolplane/contract";
import { differs, firstProblem, rejectsWith } from "../../suite/compare-values.ts";
import type { HostBench, HostCheck } from "../host-conformance.ts";
import { openCall, refusing } from "../open-call.ts";
import { changedSince, digestOf, readText, showDisk, textAt } from "../show-disk.ts";

const WRITERS = 12;
const BIG = 400_000;
/** Each round at least one of the writers gets through. */
const MAX_TRIES = WRITERS * WRITERS;

const CHANGES: readonly FileChange[] = [
  { kind: "write", path: "a.txt", data: "new" },
  { kind: "write", path: "deep/er/n.txt", data: "new" },
  { kind: "remove", path: "b.txt" },
  { kind: "rename", from: "c.txt", to: "d.txt" },
];

export const atomicityChecks: readonly HostCheck[] = [
  {
    name: "several changes happen in order, and each can be undone by its own name",
    async run(bench) {
      const before = fill(bench);
      const { fs, journal } = openCall(bench);
      const written = await fs.apply(CHANGES);
      const { disk, workspace } = bench;
      const names = ["a.txt", "d.txt", "deep/", "deep/er/", "deep/er/n.txt", "last.txt"];
      const problem = firstProblem(
        differs("created", created(written), [false, true, false, true]),
        differs("distinct entries", new Set(written.map((change) => change.journal)).size, 4),
        differs("the workspace", disk.below(workspace), names),
        differs("the renamed file", textAt(bench, `${workspace}/d.txt`), "c"),
        differs("changed paths", pathsOf(bench, await journal.list()), [
          "a.txt",
          "b.txt",
          "c.txt",
          "d.txt",
          "deep/er/n.txt",
        ]),
      );
      if (problem) return problem;
      for (const change of written.toReversed()) await journal.undo([change.journal]);
      disk.remove(`${workspace}/deep`);
      return changedSince(bench, "undoing one after the other", before);
    },
  },
  {
    name: "when one of several changes fails, none has happened and none is journalled",
    async run(bench) {
      const before = fill(bench);
      const expect = digestOf("something else");
      const failing: Readonly<Record<string, FileChange>> = {
        conflict: { kind: "write", path: "last.txt", data: "", options: { expect } },
        not_found: { kind: "remove", path: "none.txt" },
        approval_rejected: { kind: "write", path: "refused.txt", data: "" },
        invalid_input: { kind: "write", path: "", data: "" },
      };
      for (const [code, change] of Object.entries(failing)) {
        const refuse = refusing(`${bench.workspace}/refused.txt`);
        const { fs, journal } = openCall(bench, { refuse });
        const problem = firstProblem(
          await rejectsWith("apply", code, () => fs.apply([...CHANGES, change])),
          changedSince(bench, `changes of which the last failed as ${code}`, before),
          differs("the journal", await journal.list(), []),
        );
        if (problem) return problem;
      }
      return null;
    },
  },
  {
    name: "of many writes that expect the same content exactly one goes through",
    async run(bench) {
      bench.disk.putFile(`${bench.workspace}/a.txt`, "old");
      const { fs } = openCall(bench);
      const expect = digestOf("old");
      const tries = await Promise.allSettled(
        Array.from({ length: WRITERS }, (_, index) => fs.write("a.txt", `${index}`, { expect })),
      );
      const winners = tries.flatMap(({ status }, index) => (status === "fulfilled" ? [index] : []));
      return firstProblem(
        differs("winners", winners.length, 1),
        differs("the file", textAt(bench, `${bench.workspace}/a.txt`), String(winners[0])),
      );
    },
  },
  {
    name: "of many writes that must create exactly one goes through",
    async run(bench) {
      const tries = await Promise.allSettled(
        Array.from({ length: WRITERS }, (_, index) =>
          openCall(bench).fs.write("d/a.txt", `${index}`, { create: "must" }),
        ),
      );
      const winners = tries.flatMap(({ status }, index) => (status === "fulfilled" ? [index] : []));
      return firstProblem(
        differs("winners", winners.length, 1),
        differs("the file", textAt(bench, `${bench.workspace}/d/a.txt`), String(winners[0])),
      );
    },
  },
  {
    name: "parallel changes that try again on conflict lose nothing",
    async run(bench) {
      bench.disk.putFile(`${bench.workspace}/a.txt`, "");
      const append = async (line: string): Promise<void> => {
        const { fs } = openCall(bench);
        for (let tries = 0; tries < MAX_TRIES; tries += 1) {
          const before = await readText(fs, "a.txt");
          try {
            await fs.write("a.txt", `${before}${line}\n`, { expect: digestOf(before) });
            return;
          } catch (error) {
            if (!isToolError(error) || error.code !== "conflict") throw error;
          }
        }
      };
      const lines = Array.from({ length: WRITERS }, (_, index) => `line ${index}`);
      await Promise.all(lines.map(append));
      const found = textAt(bench, `${bench.workspace}/a.txt`)?.trim().split("\n").toSorted();
      return differs("the lines", found, lines.toSorted());
    },
  },
  {
    name: "who reads during a write sees the old content or the new, never a part",
    async run(bench) {
      const path = `${bench.workspace}/a.txt`;
      bench.disk.putFile(path, "a".repeat(BIG));
      const { fs } = openCall(bench);
      for (const sign of ["b", "c", "d"]) {
        let over = false;
        const writing = fs.write("a.txt", sign.repeat(BIG)).finally(() => {
          over = true;
        });
        while (!over) {
          const bytes = bench.disk.readFile(path);
          if (bytes === null || bytes.length !== BIG || bytes.some((byte) => byte !== bytes[0]))
            return `a reader saw ${bytes?.length ?? "no"} bytes of a file that is being written`;
          await new Promise<void>((resolve) => void setImmediate(resolve));
        }
        await writing;
      }
      return null;
    },
  },
];

function fill(bench: HostBench): Readonly<Record<string, string>> {
  for (const name of ["a", "b", "c", "last"])
    bench.disk.putFile(`${bench.workspace}/${name}.txt`, name);
  return showDisk(bench);
}

function created(written: readonly { readonly created: boolean }[]): readonly boolean[] {
  return written.map((change) => change.created);
}

function pathsOf(
  { workspace }: HostBench,
  entries: readonly { readonly path: string }[],
): readonly string[] {
  return entries.map(({ path }) => path.slice(workspace.length + 1)).toSorted();
}
