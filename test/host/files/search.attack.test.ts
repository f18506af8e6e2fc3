import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { SearchQuery } from "@toolplane/contract";
import { afterEach, describe, expect, it } from "vitest";
import { CANARY, codeOf, type FileWorld, openFileWorld } from "./fixture.ts";

const worlds: FileWorld[] = [];
function world(options: Parameters<typeof openFileWorld>[0] = {}): FileWorld {
  const made = openFileWorld(options);
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

function project(options: Parameters<typeof openFileWorld>[0] = {}): FileWorld {
  const w = world(options);
  mkdirSync(join(w.workspace, ".git"));
  const files = {
    ".gitignore": "ignored\n*.log\n",
    ".git/config": "needle\n",
    "a.ts": "one\nneedle one\nthree\n",
    "src/b.ts": "needle two\nNEEDLE\n",
    "src/deep/c.py": "needle three\n",
    ".env": `needle ${CANARY}\n`,
    ".github/w.yml": "needle\n",
    "ignored/x.ts": "needle\n",
    "y.log": "needle\n",
    "image.bin": "needle\0\n",
  };
  for (const [name, text] of Object.entries(files)) w.put(name, text);
  return w;
}

const lines = async (w: FileWorld, query: Omit<SearchQuery, "pattern"> & { pattern?: string }) =>
  (await w.open().door.search({ pattern: "needle", ...query })).hits.map(
    (hit) => `${hit.path.slice(w.workspace.length + 1)}:${hit.line}`,
  );
const globbed = async (w: FileWorld, pattern: string, path?: string) =>
  (await w.open().door.glob({ pattern, ...(path ? { path } : {}) })).paths
    .map((found) => found.slice(w.workspace.length + 1))
    .sort();

describe.each(["proc", "names"] as const)("searching through the file door (%s)", (pinning) => {
  it("finds lines as ripgrep users expect: not in ignored, hidden, binary or repository files", async () => {
    const w = project({ pinning });
    expect(await lines(w, {})).toEqual(["a.ts:2", "src/b.ts:1", "src/deep/c.py:1"]);
    expect(await lines(w, { ignoreCase: true, glob: "b.ts" })).toEqual([
      "src/b.ts:1",
      "src/b.ts:2",
    ]);
    expect(await lines(w, { type: "py" })).toEqual(["src/deep/c.py:1"]);
    expect(await lines(w, { path: "src", glob: "*.{ts,py}" })).toEqual([
      "src/b.ts:1",
      "src/deep/c.py:1",
    ]);
    expect(await lines(w, { glob: "src/*" })).toEqual(["src/b.ts:1"]);
    expect(await lines(w, { glob: "**" })).toEqual(["a.ts:2", "src/b.ts:1", "src/deep/c.py:1"]);
    expect(await lines(w, { glob: "!*.ts" })).toEqual(["src/deep/c.py:1"]);
    expect(await lines(w, { glob: ".env" })).toEqual([".env:1"]);
    expect(await lines(w, { glob: ".git/config" })).toEqual([]);
    expect(await lines(w, { glob: "ignored/*" })).toEqual(["ignored/x.ts:1"]);
    expect(await lines(w, { path: "a.ts" })).toEqual(["a.ts:2"]);
    expect(await lines(w, { path: "image.bin" })).toEqual([]);
  });

  it("gives surroundings, spans lines, counts, lists files, and cuts at the limit", async () => {
    const w = project({ pinning });
    const { door } = w.open();
    const a = join(w.workspace, "a.ts");
    expect(await door.search({ pattern: "needle", path: "a.ts", context: 1 })).toEqual({
      hits: [{ path: a, line: 2, text: "needle one", before: ["one"], after: ["three"] }],
      counts: [],
      truncated: false,
      root: a,
    });
    expect((await door.search({ pattern: "one\\nneedle", multiline: true })).hits).toEqual([
      { path: a, line: 1, text: "one\nneedle one" },
    ]);
    expect(await door.search({ pattern: "(?i)needle", mode: "count" })).toEqual({
      hits: [],
      counts: [
        { path: a, count: 1 },
        { path: join(w.workspace, "src/b.ts"), count: 2 },
        { path: join(w.workspace, "src/deep/c.py"), count: 1 },
      ],
      truncated: false,
      root: w.workspace,
    });
    w.put("many", "x x\nx\ny\nx\n");
    const many = { pattern: "x", path: "many", mode: "count" } as const;
    expect((await door.search(many)).counts[0]?.count).toBe(3);
    expect((await door.search({ ...many, multiline: true })).counts[0]?.count).toBe(4);
    expect((await door.search({ pattern: "needle", mode: "files" })).counts).toHaveLength(3);
    const cut = await door.search({ pattern: "needle", limit: 2 });
    expect([cut.hits.length, cut.truncated]).toEqual([2, true]);
    const exact = await door.search({ pattern: "needle", limit: 3 });
    expect([exact.hits.length, exact.truncated]).toEqual([3, false]);
  });

  it("reads a glob from the workspace, and from the searched folder when that finds nothing", async () => {
    const w = project({ pinning });
    expect(await lines(w, { path: "src", glob: "src/*.ts" })).toEqual(["src/b.ts:1"]);
    expect(await lines(w, { path: "src", glob: "deep/*" })).toEqual(["src/deep/c.py:1"]);
    expect(await lines(w, { path: "src", glob: "**/c.py" })).toEqual(["src/deep/c.py:1"]);
    expect(await lines(w, { path: "src", glob: "other/*" })).toEqual([]);
  });

  it("globs the newest of very many, also when most of them are denied", async () => {
    const w = world({ pinning });
    for (let index = 0; index < 5_100; index += 1) w.put(`d${index % 3}/f${index}`, "");
    for (const [index, name] of ["d0/f0", "d1/f1", "d2/f2"].entries())
      utimesSync(join(w.workspace, name), 4_000_000_000 + index, 4_000_000_000 + index);
    const newest = ["d2/f2", "d1/f1", "d0/f0"].map((name) => join(w.workspace, name));
    const { paths, truncated } = await w.open().door.glob({ pattern: "**/f*", limit: 3 });
    expect([paths, truncated]).toEqual([newest, true]);
    const refuse = (access: object) =>
      "path" in access && /f\d*[1-9]$/.test(String(access.path)) ? "no" : null;
    const some = await w.open({ refuse }).door.glob({ pattern: "**/f*", limit: 600 });
    expect([some.paths.length, some.truncated]).toEqual([510, false]);
  });

  it("never shows or counts what is denied, and does not say that it is there", async () => {
    const w = project({ pinning });
    w.put("src/secret.ts", `needle ${CANARY}\n`);
    const { door } = w.open({
      refuse: (access) => ("path" in access && /secret|env/.test(access.path) ? "secret" : null),
    });
    for (const mode of ["content", "files", "count"] as const) {
      const found = await door.search({ pattern: "needle", mode });
      expect(JSON.stringify(found)).not.toMatch(/CANARY|secret/);
      expect(Math.max(found.hits.length, found.counts.length)).toBe(3);
      expect(await door.search({ pattern: CANARY, mode })).toEqual({
        hits: [],
        counts: [],
        truncated: false,
        root: w.workspace,
      });
    }
    expect(await codeOf(door.search({ pattern: "x", path: "src/secret.ts" }))).toBe(
      "permission_denied",
    );
    expect((await door.glob({ pattern: "**/*.ts" })).paths.join()).not.toContain("secret");
  });

  it("never leaves the root, by links, dots, absolute or braced alternatives", async () => {
    const w = project({ pinning });
    w.put(join(w.outside, "needle.ts"), `needle ${CANARY}\n`);
    symlinkSync(w.outside, join(w.workspace, "out"));
    symlinkSync(join(w.outside, "needle.ts"), join(w.workspace, "link.ts"));
    expect(await lines(w, { pattern: CANARY })).toEqual([]);
    expect(await globbed(w, "**/*.ts")).toEqual(["a.ts", "src/b.ts"]);
    for (const pattern of ["out/*", "out/**", "link.ts", "{out,out}/needle.ts"]) {
      expect(await globbed(w, pattern), pattern).toEqual([]);
      expect(await lines(w, { glob: pattern }), pattern).toEqual([]);
    }
    const { door } = w.open();
    for (const pattern of [
      "../outside/*",
      `${w.outside}/*`,
      "{a,../outside}/*",
      `{a,${w.outside}}/*`,
    ])
      expect(await codeOf(door.glob({ pattern })), pattern).toBe("invalid_input");
    for (const path of ["out", "link.ts", "../outside", w.outside])
      expect(await codeOf(door.search({ pattern: "needle", path })), path).toBe(
        "permission_denied",
      );
  });

  it("globs newest first within a limit, hidden names only when named", async () => {
    const w = project({ pinning });
    utimesSync(join(w.workspace, "a.ts"), 1_000, 1_000);
    utimesSync(join(w.workspace, "src/b.ts"), 3_000, 3_000);
    utimesSync(join(w.workspace, "src/deep/c.py"), 2_000, 2_000);
    const { door } = w.open();
    const found = await door.glob({ pattern: "**/*.{ts,py}" });
    expect(found).toEqual({
      paths: ["src/b.ts", "src/deep/c.py", "a.ts"].map((name) => join(w.workspace, name)),
      truncated: false,
      root: w.workspace,
    });
    expect(await door.glob({ pattern: "**/*.{ts,py}", limit: 2 })).toEqual({
      paths: found.paths.slice(0, 2),
      truncated: true,
      root: w.workspace,
    });
    expect(await globbed(w, "*.ts")).toEqual(["a.ts"]);
    expect(await globbed(w, "*")).toEqual(["a.ts", "image.bin"]);
    expect(await globbed(w, ".github/**")).toEqual([".github/w.yml"]);
    expect(await globbed(w, ".env")).toEqual([".env"]);
    w.put("odd.", "needle\n");
    for (const pattern of ["odd.", "od*", "odd?", "odd[.]"]) {
      expect(await globbed(w, pattern), pattern).toEqual(["odd."]);
      expect(await lines(w, { glob: pattern }), pattern).toEqual(["odd.:1"]);
    }
    expect(await globbed(w, "**/.git*/**")).toEqual([".github/w.yml"]);
    expect(await globbed(w, `${w.workspace}/src/*.ts`)).toEqual(["src/b.ts"]);
    expect(await globbed(w, "*.ts", "src")).toEqual(["src/b.ts"]);
    expect(await globbed(w, "missing/**")).toEqual([]);
  });

  it("reads byte order marks, UTF-16, old encodings and long lines", async () => {
    const w = world({ pinning });
    w.put("bom", "\uFEFFneedle 1\nx\nneedle 2\n");
    w.put("wide", Buffer.from("\uFEFFx\nneedle \u20ac\n", "utf16le"));
    w.put("latin", Buffer.from("needle caf\xe9\n", "latin1"));
    w.put("long", `${"x".repeat(300_000)} needle ${"y".repeat(300_000)}\n`);
    const { hits } = await w.open().door.search({ pattern: "needle" });
    expect(
      hits.map(({ path, line, text }) => [
        path.slice(w.workspace.length + 1),
        line,
        text.length > 100 ? text.length < 2_100 && text.includes("needle") : text,
      ]),
    ).toEqual([
      ["bom", 1, "needle 1"],
      ["bom", 3, "needle 2"],
      ["latin", 1, "needle caf\uFFFD"],
      ["long", 1, true],
      ["wide", 2, "needle €"],
    ]);
  });

  it("says what is wrong with a pattern, in the program's own words and without a path", async () => {
    const w = project({ pinning });
    const { door } = w.open();
    await expect(door.search({ pattern: "(" })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("unclosed group"),
    });
    for (const query of [
      { pattern: "a\\nb" },
      { pattern: "(?=a)" },
      { pattern: "(a{1,1000}){1,1000}" },
      { pattern: "x", type: "nope" },
      { pattern: "x", glob: "{a" },
      { pattern: "x", glob: "[" },
    ]) {
      const code = await codeOf(door.search(query));
      expect([query, code]).toEqual([query, "invalid_input"]);
    }
    expect(await codeOf(door.search({ pattern: "x", path: "missing" }))).toBe("not_found");
    expect(await codeOf(door.glob({ pattern: "*", path: "a.ts" }))).toBe("invalid_input");
  });

  it("takes no pattern for an option, and no pattern for long", async () => {
    const w = project({ pinning });
    w.put("dash", "--pre=sh\n-f\n");
    const { door } = w.open();
    expect((await door.search({ pattern: "--pre=sh" })).hits.map(({ text }) => text)).toEqual([
      "--pre=sh",
    ]);
    expect((await door.search({ pattern: "-f" })).hits).toHaveLength(1);
    expect(await codeOf(door.search({ pattern: "x", type: "all --pre=sh" }))).toBe("invalid_input");
    w.put("evil", `${"a".repeat(50_000)}\n`);
    expect((await door.search({ pattern: "(a+)+$", path: "evil" })).hits).toHaveLength(1);
    expect((await door.glob({ pattern: `${"*a".repeat(500)}b` })).paths).toEqual([]);
    expect(await codeOf(door.glob({ pattern: "{a,b}".repeat(40) }))).toBe("invalid_input");
  });

  it("is not held up by a pipe, and stops with its call", async () => {
    const w = project({ pinning });
    execFileSync("mkfifo", [join(w.workspace, "pipe")]);
    expect(await lines(w, { glob: "pipe" })).toEqual([]);
    expect(await codeOf(w.open().door.search({ pattern: "x", path: "pipe" }))).toBe(
      "invalid_input",
    );
    const abort = new AbortController();
    const { door } = w.open({ signal: abort.signal });
    const searching = codeOf(door.search({ pattern: "needle" }));
    abort.abort("enough");
    expect(await searching).toBe("cancelled");
  });
});

describe("ignore files that are no files", () => {
  it("hold nothing up as pipes, wherever they lie", async () => {
    const w = project();
    rmSync(join(w.workspace, ".gitignore"));
    for (const name of [".gitignore", ".ignore", "src/.gitignore", "src/deep/.rgignore"])
      execFileSync("mkfifo", [join(w.workspace, name)]);
    expect(await lines(w, {})).toContain("src/b.ts:1");
    expect(await globbed(w, "src/**/*.py")).toEqual(["src/deep/c.py"]);
  });

  it("use nothing up as links to a device", async () => {
    const w = project();
    symlinkSync("/dev/zero", join(w.workspace, "src/.ignore"));
    expect(await lines(w, {})).toEqual(["a.ts:2", "src/b.ts:1", "src/deep/c.py:1"]);
  });
});

describe("a search program that was led elsewhere", () => {
  /** Says what a program would say that read another file under this name. */
  function liar(w: FileWorld, relative: string, text: string): string {
    const record = (type: string, data: object) => JSON.stringify({ type, data });
    const path = { text: `./${relative}` };
    const output = [
      record("begin", { path }),
      record("match", {
        path,
        lines: { text },
        line_number: 1,
        absolute_offset: 0,
        submatches: [],
      }),
      record("end", { path, binary_offset: null }),
    ].join("\n");
    w.put(join(w.base, "output"), `${output}\n`);
    const program = w.put(
      join(w.base, "liar"),
      `#!/bin/sh\ncase "$*" in *--files*) printf '${relative}\\0';; *) cat '${w.base}/output';; esac\n`,
    );
    chmodSync(program, 0o755);
    return program;
  }

  it("shows nothing that the pinned file does not hold, not even a number", async () => {
    const probe = world();
    const w = world({ ripgrep: join(probe.base, "liar") });
    w.put("a", "harmless\n");
    liar(probe, "a", `${CANARY}\n`);
    for (const mode of ["content", "files", "count"] as const)
      expect(await w.open().door.search({ pattern: "x", mode })).toEqual({
        hits: [],
        counts: [],
        truncated: false,
        root: w.workspace,
      });
    liar(probe, "a", "harmless\n");
    expect((await w.open().door.search({ pattern: "x" })).hits).toHaveLength(1);
  });

  it("shows no name that a link leads to, nor one that leads up", async () => {
    const probe = world();
    const w = world({ ripgrep: join(probe.base, "liar") });
    w.put(join(w.outside, "secret"), `${CANARY}\n`);
    symlinkSync(w.outside, join(w.workspace, "out"));
    for (const name of ["out/secret", "../outside/secret", join(w.outside, "secret")]) {
      liar(probe, name, `${CANARY}\n`);
      const { door } = w.open({ refuse: () => null });
      expect((await door.search({ pattern: "x" })).hits, name).toEqual([]);
      expect((await door.glob({ pattern: "**" })).paths, name).toEqual([]);
    }
  });
});
