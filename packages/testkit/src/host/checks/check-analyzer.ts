/** The analyzer: it reads texts, says so when a text is none, and never throws. */
import type { Analyzer } from "@toolplane/contract/ports";
import { differs, firstProblem } from "../../suite/compare-values.ts";
import type { HostCheck } from "../host-conformance.ts";

/** Texts that no person would write, and that models do. */
const ODD_TEXTS: readonly string[] = [
  ...["", " ", "\0", "a\0b", "\n", ".", "..", "../..", "/", "//", "~", "-", "a".repeat(20_000)],
  ...["http://", "http://[", "https://a b", "//host", "javascript:x", "http://xn--/", "%00"],
  ...["$(", "`", "'", '"', "((", "{a,b", "<<EOF", "|", ">", "a;;b", "\\", "$'\\x'", "if then"],
  ...["\ud800", "\u202e", "\u0000\u0001", "é\u0301", "[", "**", "a:b:c"],
];

export const analyzerChecks: readonly HostCheck[] = [
  {
    name: "the analyzer throws for no text",
    async run({ host: { analyzer } }) {
      const readings: Readonly<Record<string, (text: string) => { readonly ok: boolean }>> = {
        path: (text) => analyzer.path(text, "read"),
        url: (text) => analyzer.url(text),
        shell: (text) => analyzer.shell(text, undefined),
        "shell in a directory": (text) => analyzer.shell("true", text),
      };
      for (const [name, read] of Object.entries(readings)) {
        for (const text of ODD_TEXTS) {
          const problem = describeReading(() => read(text));
          if (problem) return `${name} of ${JSON.stringify(text.slice(0, 40))} ${problem}`;
        }
      }
      return null;
    },
  },
  {
    name: "a text that is empty or holds a NUL is no path, no URL and no command",
    async run({ host: { analyzer } }) {
      const readings = ["", "a\0b"].flatMap((text) => [
        analyzer.path(text, "read").ok,
        analyzer.path(text, "write").ok,
        analyzer.url(text).ok,
        analyzer.shell(text, undefined).ok,
      ]);
      return differs("readings", readings, Array(8).fill(false));
    },
  },
  {
    name: "a path is read as the doors read it: lexical, real and what stands there",
    async run({ host: { analyzer }, disk, workspace }) {
      disk.putFile(`${workspace}/d/a.txt`, "");
      const show = (text: string) => showPath(analyzer, text);
      const at = (name: string) => `${workspace}/${name}`;
      return firstProblem(
        differs("a file", show("./d/../d//a.txt"), [at("d/a.txt"), at("d/a.txt"), "file"]),
        differs("an absolute path", show(at("d")), [at("d"), at("d"), "directory"]),
        differs("nothing", show("d/b/c"), [at("d/b/c"), at("d/b/c"), "missing"]),
      );
    },
  },
  {
    name: "a path through a link says where it really leads, for new files too",
    needs: ["links"],
    async run({ host: { analyzer }, disk, workspace, outside }) {
      disk.putFile(`${outside}/far/a.txt`, "");
      disk.putLink(`${workspace}/way`, `${outside}/far`);
      const show = (text: string) => showPath(analyzer, text);
      const at = (name: string) => `${workspace}/way/${name}`;
      return firstProblem(
        differs("a file", show("way/a.txt"), [at("a.txt"), `${outside}/far/a.txt`, "file"]),
        differs("a new file", show("way/n/b"), [at("n/b"), `${outside}/far/n/b`, "missing"]),
      );
    },
  },
  {
    name: "a URL is read as browsers read it",
    async run({ host: { analyzer } }) {
      const show = (text: string) => {
        const url = analyzer.url(text);
        return url.ok ? [url.value.scheme, url.value.host, url.value.port] : url.message;
      };
      return firstProblem(
        differs("a usual port", show("HTTPS://Example.COM./x"), ["https", "example.com", 443]),
        differs("a port", show("http://example.com:8080"), ["http", "example.com", 8080]),
        differs("a number", show("http://2130706433/"), ["http", "127.0.0.1", 80]),
        differs("an international name", show("http://bücher.example"), [
          ...["http", "xn--bcher-kva.example", 80],
        ]),
      );
    },
  },
  {
    name: "a command never comes to nothing: what is not understood is opaque",
    async run({ host: { analyzer } }) {
      for (const text of ["ls -l", "unknown-program --do", "echo $(", "a | b > c"]) {
        const reading = analyzer.shell(text, undefined);
        if (!reading.ok) continue;
        const { units, opaque } = reading.value;
        if (units.length + opaque.length === 0) return `${text} has neither units nor opaque parts`;
      }
      return null;
    },
  },
  {
    name: "what lies below a tree is listed, and whether that is all",
    async run({ host: { analyzer }, disk, workspace }) {
      if (analyzer.below === undefined) return null;
      disk.putFile(`${workspace}/d/a.txt`, "");
      disk.putFile(`${workspace}/d/sub/b.txt`, "");
      const { paths, complete } = analyzer.below(`${workspace}/d`);
      const expected = ["a.txt", "sub", "sub/b.txt"].map((name) => `${workspace}/d/${name}`);
      return firstProblem(
        differs("paths", paths.toSorted(), expected),
        differs("complete", complete, true),
        differs("below nothing", analyzer.below(`${workspace}/none`).paths, []),
      );
    },
  },
];

function describeReading(read: () => { readonly ok: boolean }): string | null {
  try {
    const value: unknown = read();
    return typeof value === "object" && value !== null && "ok" in value ? null : "gave no reading";
  } catch (error) {
    return `threw ${String(error)}`;
  }
}

function showPath(analyzer: Analyzer, text: string): unknown {
  const path = analyzer.path(text, "write");
  return path.ok ? [path.value.lexical, path.value.real, path.value.kind] : path.message;
}
