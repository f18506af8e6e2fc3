/** The gate at the file door: asked about every operation, about the thing that is then used, and obeyed. */
import { type FsDoor, isToolError } from "@toolplane/contract";
import { differs, firstProblem, rejectsWith } from "../../suite/compare-values.ts";
import type { HostBench, HostCheck } from "../host-conformance.ts";
import { openCall, REFUSED, type Refusing, refusing } from "../open-call.ts";
import { changedSince, readText, showDisk, textAt } from "../show-disk.ts";

/** Reading one path in every way there is. */
const READS: Readonly<Record<string, (fs: FsDoor, path: string) => Promise<unknown>>> = {
  read: (fs, path) => fs.read(path),
  stat: (fs, path) => fs.stat(path),
  list: (fs, path) => fs.list(path),
  search: (fs, path) => fs.search({ pattern: ".", path }),
  glob: (fs, path) => fs.glob({ pattern: "**", path }),
};

/** Changing what `fillForChanges` put there, in every way there is. */
const CHANGES: Readonly<Record<string, (fs: FsDoor) => Promise<unknown>>> = {
  write: (fs) => fs.write("d/a.txt", "new"),
  "write of a new file": (fs) => fs.write("d/new/n.txt", "new"),
  remove: (fs) => fs.remove("d/a.txt"),
  "remove of a directory": (fs) => fs.remove("d", { recursive: true }),
  rename: (fs) => fs.rename("d/a.txt", "d/b.txt"),
  "rename of a directory": (fs) => fs.rename("d", "e"),
  mkdir: (fs) => fs.mkdir("d/made"),
  apply: (fs) =>
    fs.apply([
      { kind: "write", path: "x.txt", data: "new" },
      { kind: "remove", path: "d/a.txt" },
    ]),
};

export const fileGateChecks: readonly HostCheck[] = [
  {
    name: "every reading operation asks about the path as it was named",
    async run(bench) {
      const { workspace } = bench;
      bench.disk.putFile(`${workspace}/d/a.txt`, "a");
      for (const [name, start] of Object.entries(READS)) {
        const { fs, asked } = openCall(bench);
        await start(fs, name === "list" || name === "glob" ? "d" : "./d/../d/a.txt");
        const path = name === "list" || name === "glob" ? `${workspace}/d` : `${workspace}/d/a.txt`;
        const [first] = asked();
        const got = first && [first.capability, first.path, first.real];
        const problem = differs(`the first question of ${name}`, got, ["fs.read", path, path]);
        if (problem) return problem;
      }
      return null;
    },
  },
  {
    name: "a question holds where links really lead, out of the workspace too",
    needs: ["links"],
    async run(bench) {
      const { disk, workspace, outside } = bench;
      disk.putFile(`${outside}/far/secret.txt`, "secret");
      disk.putLink(`${workspace}/way`, `${outside}/far`);
      for (const start of [
        READS.read,
        READS.stat,
        (fs: FsDoor) => fs.write("way/secret.txt", ""),
      ]) {
        const { fs, asked } = openCall(bench, { refuse: refusing(outside) });
        const problem = await rejectsWith("an operation that leads out", REFUSED_CODE, async () =>
          start?.(fs, "way/secret.txt"),
        );
        const [first] = asked();
        const places = [first?.path, first?.real];
        const expected = [`${workspace}/way/secret.txt`, `${outside}/far/secret.txt`];
        const wrong = problem ?? differs("the question", places, expected);
        if (wrong) return wrong;
      }
      return differs("the file", textAt(bench, `${outside}/far/secret.txt`), "secret");
    },
  },
  {
    name: "a refused read has the code of the decision, and does not tell whether anything is there",
    async run(bench) {
      const { workspace } = bench;
      bench.disk.putFile(`${workspace}/d/present/a.txt`, "a");
      for (const [name, start] of Object.entries(READS)) {
        const { fs } = openCall(bench, { refuse: refusing(`${workspace}/d`) });
        const told = async (path: string) => {
          const error = await start(fs, path).catch((reason: unknown) => reason);
          return isToolError(error) ? `${error.code}: ${error.message}` : `gave ${typeof error}`;
        };
        const problem = firstProblem(
          await rejectsWith(`${name}, refused,`, REFUSED_CODE, () => start(fs, "d/present")),
          differs(`${name} of nothing`, await told("d/absent"), await told("d/present")),
        );
        if (problem) return problem;
      }
      return null;
    },
  },
  {
    name: "the gate is asked each time, not once",
    async run(bench) {
      bench.disk.putFile(`${bench.workspace}/a.txt`, "a");
      let open = true;
      const { fs } = openCall(bench, { refuse: () => (open ? null : REFUSED) });
      await fs.read("a.txt");
      await fs.write("a.txt", "b");
      open = false;
      return firstProblem(
        await rejectsWith("a second read", REFUSED_CODE, () => fs.read("a.txt")),
        await rejectsWith("a second write", REFUSED_CODE, () => fs.write("a.txt", "c")),
        differs("the file", textAt(bench, `${bench.workspace}/a.txt`), "b"),
      );
    },
  },
  {
    name: "a refused change changes nothing, and is not journalled",
    async run(bench) {
      const before = fillForChanges(bench);
      for (const [name, start] of Object.entries(CHANGES)) {
        const call = openCall(bench, { refuse: refusing(`${bench.workspace}/d`) });
        const problem = firstProblem(
          await rejectsWith(`${name}, refused,`, REFUSED_CODE, () => start(call.fs)),
          changedSince(bench, `a refused ${name}`, before),
          differs(`the journal after a refused ${name}`, await call.journal.list(), []),
        );
        if (problem) return problem;
      }
      return null;
    },
  },
  {
    name: "a gate that breaks opens nothing",
    async run(bench) {
      const before = fillForChanges(bench);
      const refuse = () => {
        throw new TypeError("the gate broke");
      };
      const reads = Object.entries(READS).map(
        ([name, start]) => [name, (fs: FsDoor) => start(fs, "d")] as const,
      );
      for (const [name, start] of [...reads, ...Object.entries(CHANGES)]) {
        const opened = await start(openCall(bench, { refuse }).fs).then(
          () => true,
          () => false,
        );
        if (opened) return `${name} went on though the gate broke`;
      }
      return changedSince(bench, "changes under a broken gate", before);
    },
  },
  {
    name: "what the gate was asked about is what is read, whatever is swapped in meanwhile",
    needs: ["links"],
    async run(bench) {
      const { disk, workspace, outside } = bench;
      disk.putFile(`${outside}/d/a.txt`, "secret");
      for (const swapped of ["d/a.txt", "d"]) {
        disk.remove(`${workspace}/d`);
        disk.putFile(`${workspace}/d/a.txt`, "public");
        const swap = swapping(bench, { at: swapped, forLinkTo: `${outside}/${swapped}` });
        const { fs } = openCall(bench, { refuse: swap });
        const text = await readText(fs, "d/a.txt").catch(() => "refused");
        if (text === "secret")
          return `read followed ${swapped}, swapped for a link after the answer`;
      }
      return null;
    },
  },
  {
    name: "what the gate was asked about is what is changed, whatever is swapped in meanwhile",
    needs: ["links"],
    async run(bench) {
      const { disk, workspace, outside } = bench;
      const changes = Object.entries(CHANGES).filter(([name]) => !name.includes("directory"));
      for (const [name, start] of changes) {
        disk.remove(`${workspace}/d`);
        disk.remove(`${workspace}/x.txt`);
        disk.putFile(`${workspace}/d/a.txt`, "public");
        disk.putFile(`${outside}/d/a.txt`, "secret");
        const swap = swapping(bench, { at: "d", forLinkTo: `${outside}/d` });
        await start(openCall(bench, { refuse: swap }).fs).catch(() => {});
        const found = disk.below(outside);
        const problem = firstProblem(
          differs(`what lies outside after a ${name} that was swapped`, found, ["d/", "d/a.txt"]),
          differs(`the file after a ${name}`, textAt(bench, `${outside}/d/a.txt`), "secret"),
        );
        if (problem) return problem;
      }
      return null;
    },
  },
  {
    name: "a call that is over touches nothing",
    async run(bench) {
      const before = fillForChanges(bench);
      const signal = AbortSignal.abort();
      const reads = Object.entries(READS).map(
        ([name, start]) => [name, (fs: FsDoor) => start(fs, "d")] as const,
      );
      for (const [name, start] of [...reads, ...Object.entries(CHANGES)]) {
        const { fs } = openCall(bench, { signal });
        const problem = await rejectsWith(`${name} of a cancelled call`, "cancelled", () =>
          start(fs),
        );
        if (problem) return problem;
      }
      return changedSince(bench, "changes of a cancelled call", before);
    },
  },
  {
    name: "a call that ends while the gate is asked changes nothing",
    async run(bench) {
      const before = fillForChanges(bench);
      for (const [name, start] of Object.entries(CHANGES)) {
        const stop = new AbortController();
        const refuse = () => {
          stop.abort();
          return null;
        };
        const { fs } = openCall(bench, { signal: stop.signal, refuse });
        const problem = firstProblem(
          await rejectsWith(`${name}, cancelled meanwhile,`, "cancelled", () => start(fs)),
          changedSince(bench, `a ${name} that was cancelled meanwhile`, before),
        );
        if (problem) return problem;
      }
      return null;
    },
  },
];

const REFUSED_CODE = "approval_rejected";

function fillForChanges(bench: HostBench): Readonly<Record<string, string>> {
  bench.disk.putFile(`${bench.workspace}/d/a.txt`, "old");
  bench.disk.putFile(`${bench.workspace}/d/sub/c.txt`, "old too");
  return showDisk(bench);
}

/** A gate that closes what lies outside, and during whose first answer about `d` something is swapped for a link. */
function swapping(
  { disk, workspace, outside }: HostBench,
  swap: { readonly at: string; readonly forLinkTo: string },
): Refusing {
  const closed = refusing(outside);
  let swapped = false;
  return (access) => {
    if (!swapped && "real" in access && access.real.startsWith(`${workspace}/d/`)) {
      swapped = true;
      disk.remove(`${workspace}/${swap.at}`);
      disk.putLink(`${workspace}/${swap.at}`, swap.forLinkTo);
    }
    return closed(access);
  };
}
