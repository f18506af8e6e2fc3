/** Reading files: contents, facts, listings, and texts that lead nowhere. */
import { differs, firstProblem, rejectsWith } from "../../suite/compare-values.ts";
import type { HostCheck } from "../host-conformance.ts";
import { openCall } from "../open-call.ts";
import { readText } from "../show-disk.ts";

export const readingChecks: readonly HostCheck[] = [
  {
    name: "a file is read whole, and by ranges of bytes",
    async run(bench) {
      bench.disk.putFile(`${bench.workspace}/d/a.txt`, "hällo world");
      const { fs } = openCall(bench);
      const whole = await fs.read("d/a.txt");
      const range = async (offset: number, length: number) => {
        const read = await fs.read("d/a.txt", { offset, length });
        return [new TextDecoder().decode(read.bytes), read.offset, read.size];
      };
      return firstProblem(
        differs("read", new TextDecoder().decode(whole.bytes), "hällo world"),
        differs("offset and size of a whole read", [whole.offset, whole.size], [0, 12]),
        differs("a range", await range(7, 3), ["wor", 7, 12]),
        differs("a range past the end", await range(10, 100), ["ld", 10, 12]),
        differs("a range that begins past the end", await range(100, 5), ["", 100, 12]),
      );
    },
  },
  {
    name: "facts say what stands at a path, and null where nothing does",
    async run(bench) {
      bench.disk.putFile(`${bench.workspace}/d/a.txt`, "12345", 0o640);
      const { fs } = openCall(bench);
      const file = await fs.stat("d/a.txt");
      return firstProblem(
        differs("the facts of a file", [file?.kind, file?.size, file?.mode], ["file", 5, 0o640]),
        differs("the kind of a directory", (await fs.stat("d"))?.kind, "directory"),
        differs("the facts of nothing", await fs.stat("d/b.txt"), null),
      );
    },
  },
  {
    name: "a directory is listed with the kinds of what it holds",
    async run(bench) {
      bench.disk.putFile(`${bench.workspace}/d/a.txt`, "");
      bench.disk.putFile(`${bench.workspace}/d/sub/b.txt`, "");
      const entries = await openCall(bench).fs.list("d");
      return differs("list", byName(entries), [
        { name: "a.txt", kind: "file" },
        { name: "sub", kind: "directory" },
      ]);
    },
  },
  {
    name: "what is missing is not_found, and what has no content is not read",
    async run(bench) {
      bench.disk.putFile(`${bench.workspace}/d/a.txt`, "");
      const { fs } = openCall(bench);
      return firstProblem(
        await rejectsWith("read of nothing", "not_found", () => fs.read("none.txt")),
        await rejectsWith("list of nothing", "not_found", () => fs.list("none")),
        await rejectsWith("read of a directory", "invalid_input", () => fs.read("d")),
        await rejectsWith("list of a file", "invalid_input", () => fs.list("d/a.txt")),
      );
    },
  },
  {
    name: "a text that cannot be a path is invalid_input, and nobody is asked about it",
    async run(bench) {
      const { fs, asked } = openCall(bench);
      return firstProblem(
        await rejectsWith("read of an empty path", "invalid_input", () => fs.read("")),
        await rejectsWith("read of a NUL", "invalid_input", () => fs.read("a\0b")),
        await rejectsWith("write of a NUL", "invalid_input", () => fs.write("a\0b", "")),
        await rejectsWith("remove of an empty path", "invalid_input", () => fs.remove("")),
        differs("the questions to the gate", asked(), []),
      );
    },
  },
  {
    name: "a special file is never opened for its content",
    needs: ["special-files"],
    async run(bench) {
      bench.disk.putSpecial(`${bench.workspace}/d/pipe`);
      const { fs } = openCall(bench);
      return firstProblem(
        await rejectsWith("read of a special file", "invalid_input", () => fs.read("d/pipe")),
        await rejectsWith("write of a special file", "invalid_input", () => fs.write("d/pipe", "")),
        differs("its facts", (await fs.stat("d/pipe"))?.kind, "special"),
        differs("its listing", await fs.list("d"), [{ name: "pipe", kind: "special" }]),
        differs("a search over it", (await fs.search({ pattern: "." })).hits, []),
      );
    },
  },
  {
    name: "a link is followed to what it leads to, and is listed as a link",
    needs: ["links"],
    async run(bench) {
      const { disk, workspace } = bench;
      disk.putFile(`${workspace}/real.txt`, "real");
      disk.putLink(`${workspace}/d/link`, "../real.txt");
      disk.putLink(`${workspace}/d/circle`, "circle");
      const { fs } = openCall(bench);
      const circle = await fs.read("d/circle").then(
        () => "read",
        () => "refused",
      );
      return firstProblem(
        differs("read through a link", await readText(fs, "d/link"), "real"),
        differs("the facts behind a link", (await fs.stat("d/link"))?.kind, "file"),
        differs("list", byName(await fs.list("d")), [
          { name: "circle", kind: "link" },
          { name: "link", kind: "link" },
        ]),
        differs("a link to itself", circle, "refused"),
      );
    },
  },
];

function byName<T extends { readonly name: string }>(entries: readonly T[]): readonly T[] {
  return entries.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}
