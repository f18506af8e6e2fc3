/** Changing files: what each operation does, what it refuses, and that it happens whole or not at all. */
import type { FsTarget } from "@toolplane/contract";
import { differs, firstProblem, rejectsWith } from "../../suite/compare-values.ts";
import type { HostCheck } from "../host-conformance.ts";
import { openCall, REFUSED, refusing } from "../open-call.ts";
import { changedSince, digestOf, showDisk, textAt } from "../show-disk.ts";

export const writingChecks: readonly HostCheck[] = [
  {
    name: "a write makes a file or replaces it, keeps its mode, and leaves nothing beside it",
    async run(bench) {
      const { disk, workspace } = bench;
      disk.putFile(`${workspace}/a.txt`, "old", 0o640);
      const { fs } = openCall(bench);
      const replaced = await fs.write("a.txt", "new");
      const created = await fs.write("d/e/b.bin", Uint8Array.of(0, 255, 10), { mode: 0o600 });
      return firstProblem(
        differs("a replacing write", [replaced.created, replaced.bytes], [false, 3]),
        differs("a creating write", [created.created, created.bytes], [true, 3]),
        differs("the replaced file", textAt(bench, `${workspace}/a.txt`), "new"),
        differs("its mode", disk.modeOf(`${workspace}/a.txt`), 0o640),
        differs("the new file", disk.readFile(`${workspace}/d/e/b.bin`), Uint8Array.of(0, 255, 10)),
        differs("the mode it was given", disk.modeOf(`${workspace}/d/e/b.bin`), 0o600),
        differs("the workspace", disk.below(workspace), ["a.txt", "d/", "d/e/", "d/e/b.bin"]),
      );
    },
  },
  {
    name: "a write that must create refuses what is there, one that never creates refuses what is not",
    async run(bench) {
      bench.disk.putFile(`${bench.workspace}/a.txt`, "old");
      const before = showDisk(bench);
      const { fs } = openCall(bench);
      const problem = firstProblem(
        await rejectsWith("create: must", "conflict", () =>
          fs.write("a.txt", "new", { create: "must" }),
        ),
        await rejectsWith("create: never", "not_found", () =>
          fs.write("b.txt", "new", { create: "never" }),
        ),
        changedSince(bench, "refused writes", before),
      );
      if (problem) return problem;
      await fs.write("a.txt", "new", { create: "never" });
      await fs.write("b.txt", "new", { create: "must" });
      const texts = ["a.txt", "b.txt"].map((name) => textAt(bench, `${bench.workspace}/${name}`));
      return differs("the files", texts, ["new", "new"]);
    },
  },
  {
    name: "a change that expects other content is a conflict and changes nothing",
    async run(bench) {
      bench.disk.putFile(`${bench.workspace}/a.txt`, "old");
      const before = showDisk(bench);
      const { fs } = openCall(bench);
      const expect = digestOf("something else");
      const problem = firstProblem(
        await rejectsWith("write", "conflict", () => fs.write("a.txt", "new", { expect })),
        await rejectsWith("write of nothing", "conflict", () => fs.write("b", "", { expect })),
        await rejectsWith("remove", "conflict", () => fs.remove("a.txt", { expect })),
        changedSince(bench, "changes that expected something else", before),
      );
      if (problem) return problem;
      await fs.write("a.txt", "new", { expect: digestOf("old") });
      await fs.remove("a.txt", { expect: digestOf("new") });
      return differs("the workspace", bench.disk.below(bench.workspace), []);
    },
  },
  {
    name: "a write over a file that changed since the session read it is a conflict and changes nothing",
    async run(bench) {
      const { disk, workspace } = bench;
      const path = `${workspace}/a.txt`;
      disk.putFile(path, "old");
      const { fs } = openCall(bench, { callId: "call_1" });
      await fs.read("a.txt", { offset: 0, length: 1 });
      disk.putFile(path, "somebody else's");
      const before = showDisk(bench);
      const later = openCall(bench, { callId: "call_2" });
      const problem = firstProblem(
        await rejectsWith("write", "conflict", () => later.fs.write("./a.txt", "new")),
        await rejectsWith("apply", "conflict", () =>
          later.fs.apply([{ kind: "write", path: "a.txt", data: "new" }]),
        ),
        changedSince(bench, "refused writes", before),
      );
      if (problem) return problem;
      await later.fs.read("a.txt");
      await later.fs.write("a.txt", "new");
      // A session need not read again what it wrote itself, nor what it names by its digest.
      await later.fs.write("a.txt", "newer");
      disk.putFile(path, "theirs");
      await later.fs.write("a.txt", "ours", { expect: digestOf("theirs") });
      disk.putFile(path, "theirs again");
      const other = openCall(bench, { sessionId: "session_b" });
      await other.fs.write("a.txt", "of a session that never looked");
      return differs("the file", textAt(bench, path), "of a session that never looked");
    },
  },
  {
    name: "a directory is made with those on its way, and one that is there is fine",
    async run(bench) {
      bench.disk.putFile(`${bench.workspace}/file`, "");
      const { fs, asked } = openCall(bench);
      await fs.mkdir("d/e");
      await fs.mkdir("d/e");
      return firstProblem(
        await rejectsWith("mkdir over a file", "conflict", () => fs.mkdir("file")),
        differs("the workspace", bench.disk.below(bench.workspace), ["d/", "d/e/", "file"]),
        differs("the first question", asked("fs.write")[0]?.path, `${bench.workspace}/d/e`),
      );
    },
  },
  {
    name: "a directory is removed only when it is empty or wholly meant, and all of it is asked about",
    async run(bench) {
      const { disk, workspace } = bench;
      disk.putFile(`${workspace}/d/sub/a.txt`, "a");
      disk.putDirectory(`${workspace}/empty`);
      const before = showDisk(bench);
      const closed = openCall(bench, { refuse: refusing(`${workspace}/d/sub/a.txt`) });
      const { fs } = openCall(bench);
      const problem = firstProblem(
        await rejectsWith("remove", "conflict", () => fs.remove("d")),
        await rejectsWith("remove of nothing", "not_found", () => fs.remove("none")),
        await rejectsWith("remove with something refused below", REFUSED_CODE, () =>
          closed.fs.remove("d", { recursive: true }),
        ),
        changedSince(bench, "refused removals", before),
      );
      if (problem) return problem;
      await fs.remove("empty");
      await fs.remove("d", { recursive: true });
      return differs("the workspace", disk.below(workspace), []);
    },
  },
  {
    name: "a rename asks to read and to write its source, and to write its goal",
    async run(bench) {
      const { workspace } = bench;
      bench.disk.putFile(`${workspace}/a.txt`, "a");
      bench.disk.putFile(`${workspace}/d/c.txt`, "c");
      const before = showDisk(bench);
      for (const [path, capability] of [
        ["a.txt", "fs.read"],
        ["a.txt", "fs.write"],
        ["b.txt", "fs.write"],
      ] as const) {
        const isThis = (access: Partial<FsTarget>) =>
          access.capability === capability && access.path === `${workspace}/${path}`;
        const { fs } = openCall(bench, {
          refuse: (access) => (isThis(access as FsTarget) ? REFUSED : null),
        });
        const problem = firstProblem(
          await rejectsWith(`rename without ${capability} of ${path}`, REFUSED_CODE, () =>
            fs.rename("a.txt", "b.txt"),
          ),
          changedSince(bench, "a refused rename", before),
        );
        if (problem) return problem;
      }
      const hidden = openCall(bench, { refuse: refusing(`${workspace}/d/c.txt`) });
      return firstProblem(
        await rejectsWith("rename of a directory with something refused below", REFUSED_CODE, () =>
          hidden.fs.rename("d", "e"),
        ),
        changedSince(bench, "a refused rename", before),
      );
    },
  },
  {
    name: "a rename moves files and directories, and never onto a directory or into itself",
    async run(bench) {
      const { disk, workspace } = bench;
      disk.putFile(`${workspace}/a.txt`, "a");
      disk.putFile(`${workspace}/b.txt`, "b");
      disk.putFile(`${workspace}/d/c.txt`, "c");
      const before = showDisk(bench);
      const { fs } = openCall(bench);
      const problem = firstProblem(
        await rejectsWith("rename of nothing", "not_found", () => fs.rename("none", "x")),
        await rejectsWith("rename onto a directory", "conflict", () => fs.rename("a.txt", "d")),
        await rejectsWith("rename into itself", "conflict", () => fs.rename("d", "d/e")),
        changedSince(bench, "refused renames", before),
      );
      if (problem) return problem;
      await fs.rename("a.txt", "b.txt");
      await fs.rename("d", "far/e");
      return firstProblem(
        differs("the workspace", disk.below(workspace), ["b.txt", "far/", "far/e/", "far/e/c.txt"]),
        differs("the file", textAt(bench, `${workspace}/b.txt`), "a"),
      );
    },
  },
  {
    name: "a link is written through, and is itself removed and renamed",
    needs: ["links"],
    async run(bench) {
      const { disk, workspace } = bench;
      disk.putFile(`${workspace}/real.txt`, "old");
      disk.putLink(`${workspace}/one`, "real.txt");
      disk.putLink(`${workspace}/two`, "real.txt");
      const { fs, asked } = openCall(bench);
      await fs.write("one", "new");
      const [question] = asked("fs.write");
      await fs.remove("one");
      await fs.rename("two", "three");
      return firstProblem(
        differs(
          "the question",
          [question?.path, question?.real],
          [`${workspace}/one`, `${workspace}/real.txt`],
        ),
        differs("the file", textAt(bench, `${workspace}/real.txt`), "new"),
        differs("the workspace", disk.below(workspace), ["real.txt", "three"]),
        differs("what was renamed", disk.readFile(`${workspace}/three`), null),
      );
    },
  },
];

const REFUSED_CODE = "approval_rejected";
