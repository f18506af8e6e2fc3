/** Searching and globbing: what is found, how much of it, and that what is refused leaves no trace. */
import type { FsDoor } from "@toolplane/contract";
import { differs, firstProblem, rejectsWith } from "../../suite/compare-values.ts";
import type { HostBench, HostCheck } from "../host-conformance.ts";
import { openCall, refusing } from "../open-call.ts";
import { pause } from "../within-patience.ts";

export const searchChecks: readonly HostCheck[] = [
  {
    name: "a search finds lines, files and counts",
    async run(bench) {
      const at = fill(bench);
      const { fs } = openCall(bench);
      const content = await fs.search({ pattern: "nee+dle" });
      const files = await fs.search({ pattern: "needle", mode: "files" });
      const count = await fs.search({ pattern: "needle", mode: "count" });
      const around = await fs.search({ pattern: "NEEDLE 2", ignoreCase: true, context: 1 });
      const some = await fs.search({ pattern: "needle", glob: "*.md" });
      const below = await fs.search({ pattern: "needle", path: "d" });
      return firstProblem(
        differs("hits", content.hits, [
          { path: at("a.txt"), line: 2, text: "needle 1" },
          { path: at("a.txt"), line: 3, text: "needle 2" },
          { path: at("d/b.md"), line: 1, text: "needle 3" },
        ]),
        differs("truncated", content.truncated, false),
        differs("files", pathsOf(files.counts), [at("a.txt"), at("d/b.md")]),
        differs("counts", count.counts, [
          { path: at("a.txt"), count: 2 },
          { path: at("d/b.md"), count: 1 },
        ]),
        differs("context", around.hits[0], {
          path: at("a.txt"),
          line: 3,
          text: "needle 2",
          before: ["needle 1"],
          after: ["end"],
        }),
        differs("hits under a glob", pathsOf(some.hits), [at("d/b.md")]),
        differs("hits below a path", pathsOf(below.hits), [at("d/b.md")]),
      );
    },
  },
  {
    name: "a glob finds files, the newest first",
    async run(bench) {
      const { disk, workspace } = bench;
      for (const name of ["old.txt", "d/new.txt", "d/new.md"]) {
        disk.putFile(`${workspace}/${name}`, "");
        await pause(15);
      }
      const { fs } = openCall(bench);
      const all = await fs.glob({ pattern: "**/*.txt" });
      const flat = await fs.glob({ pattern: "*.txt" });
      const below = await fs.glob({ pattern: "*.{md,txt}", path: "d" });
      return firstProblem(
        differs("glob", all.paths, [`${workspace}/d/new.txt`, `${workspace}/old.txt`]),
        differs("truncated", all.truncated, false),
        differs("glob of one level", flat.paths, [`${workspace}/old.txt`]),
        differs("glob below a path", below.paths, [
          `${workspace}/d/new.md`,
          `${workspace}/d/new.txt`,
        ]),
      );
    },
  },
  {
    name: "the root of a search is asked about first, as a tree",
    async run(bench) {
      fill(bench);
      const root = `${bench.workspace}/d`;
      for (const [name, start] of Object.entries(SEARCHES)) {
        const { fs, asked } = openCall(bench);
        await start(fs, "d");
        const problem = differs(`the first question of ${name}`, asked()[0], {
          capability: "fs.read",
          path: root,
          real: root,
          tree: true,
        });
        if (problem) return problem;
      }
      return null;
    },
  },
  {
    name: "every file that is shown was asked about",
    async run(bench) {
      const at = fill(bench);
      for (const [name, start] of Object.entries(SEARCHES)) {
        const { fs, asked } = openCall(bench);
        await start(fs, ".");
        const paths = asked().map(({ path }) => path);
        if (!paths.includes(at("a.txt"))) return `${name} showed a.txt and never asked about it`;
      }
      return null;
    },
  },
  {
    name: "what is refused is not found, and nothing tells that it is there",
    async run(bench) {
      const { disk, workspace } = bench;
      fill(bench);
      const answers = async () => {
        const refuse = refusing(`${workspace}/secret.txt`, `${workspace}/d/secret`);
        const { fs } = openCall(bench, { refuse });
        return [
          await fs.search({ pattern: "needle" }),
          await fs.search({ pattern: "needle", limit: 3 }),
          await fs.search({ pattern: "needle", mode: "count", limit: 2 }),
          await fs.search({ pattern: "needle", mode: "files", limit: 2 }),
          sorted((await fs.glob({ pattern: "**/*", limit: 3 })).paths),
          (await fs.glob({ pattern: "**/*", limit: 3 })).truncated,
          sorted((await fs.list(".")).map(({ name }) => name)),
        ];
      };
      const before = await answers();
      disk.putFile(`${workspace}/secret.txt`, "needle\n".repeat(50));
      disk.putFile(`${workspace}/d/secret/s.txt`, "needle\n");
      return differs("a search beside refused files", await answers(), before);
    },
  },
  {
    name: "a search stops at its limit and says so",
    async run(bench) {
      const at = fill(bench);
      const { fs } = openCall(bench);
      const hits = await fs.search({ pattern: "needle", limit: 2 });
      const exact = await fs.search({ pattern: "needle", limit: 3 });
      const counts = await fs.search({ pattern: "needle", mode: "count", limit: 1 });
      const glob = await fs.glob({ pattern: "**/*", limit: 1 });
      return firstProblem(
        differs("cut hits", [hits.hits.length, hits.truncated], [2, true]),
        differs("exactly as many", [exact.hits.length, exact.truncated], [3, false]),
        differs("cut counts", [counts.counts.length, counts.truncated], [1, true]),
        differs("a cut glob", [glob.paths.length, glob.truncated], [1, true]),
        differs("a hit", hits.hits[0]?.path.startsWith(at("")), true),
      );
    },
  },
  {
    name: "a pattern that cannot be read is invalid_input, a root that is missing not_found",
    async run(bench) {
      fill(bench);
      const { fs } = openCall(bench);
      return firstProblem(
        await rejectsWith("search", "invalid_input", () => fs.search({ pattern: "(needle" })),
        await rejectsWith("search below nothing", "not_found", () =>
          fs.search({ pattern: "needle", path: "none" }),
        ),
        await rejectsWith("glob below nothing", "not_found", () =>
          fs.glob({ pattern: "*", path: "none" }),
        ),
      );
    },
  },
  {
    name: "a search follows no link",
    needs: ["links"],
    async run(bench) {
      const { disk, workspace, outside } = bench;
      disk.putFile(`${outside}/far/s.txt`, "needle\n");
      disk.putFile(`${workspace}/a.txt`, "needle\n");
      disk.putLink(`${workspace}/d/file.txt`, `${outside}/far/s.txt`);
      disk.putLink(`${workspace}/d/far`, `${outside}/far`);
      const { fs } = openCall(bench);
      return firstProblem(
        differs("hits", pathsOf((await fs.search({ pattern: "needle" })).hits), [
          `${workspace}/a.txt`,
        ]),
        differs("glob", (await fs.glob({ pattern: "**/*.txt" })).paths, [`${workspace}/a.txt`]),
      );
    },
  },
  {
    name: "binary content is not searched",
    async run(bench) {
      bench.disk.putFile(`${bench.workspace}/a.bin`, "needle\0\n".repeat(10));
      const { hits } = await openCall(bench).fs.search({ pattern: "needle" });
      return differs("hits", hits, []);
    },
  },
];

const SEARCHES: Readonly<Record<string, (fs: FsDoor, path: string) => Promise<unknown>>> = {
  search: (fs, path) => fs.search({ pattern: "needle", path }),
  glob: (fs, path) => fs.glob({ pattern: "**/*", path }),
  list: (fs, path) => fs.list(path),
};

function fill({ disk, workspace }: HostBench): (name: string) => string {
  const at = (name: string) => `${workspace}/${name}`;
  disk.putFile(at("a.txt"), "start\nneedle 1\nneedle 2\nend\n");
  disk.putFile(at("d/b.md"), "needle 3\n");
  disk.putFile(at("d/none.txt"), "nothing\n");
  return at;
}

function pathsOf(list: readonly { readonly path: string }[]): readonly string[] {
  return list.map(({ path }) => path);
}

function sorted(names: readonly string[]): readonly string[] {
  return names.toSorted();
}
