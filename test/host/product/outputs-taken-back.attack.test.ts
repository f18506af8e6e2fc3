/**
 * SECURITY.md: "nothing that a contained command destroyed is lost". What a process that runs on destroys in its outputs can be
 * taken back; where it cannot, the call is not contained and asks.
 */
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { JsonObject, ToolResult } from "@toolplane/contract";
import { backgroundTool, undoTool } from "@toolplane/tools";
import { told } from "@toolplane/tools/fixtures";
import { describe, expect, it } from "vitest";
import { sampleOf } from "../../sample.ts";
import { PRODUCT_LEVELS } from "../../sandbox-levels.ts";
import { allowAll, openProduct, type Product } from "./fixture.ts";

/** Every path below a folder, byte by byte: kind, mode, content or target. */
function treeOf(folder: string, at = ""): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const place = (path: string) => Buffer.from(join(folder, path), "latin1");
  for (const name of readdirSync(place(at), "latin1").sort()) {
    if (APART.test(name)) continue;
    const path = at === "" ? name : `${at}/${name}`;
    const stat = lstatSync(place(path));
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) found[path] = `link ${readlinkSync(place(path))}`;
    else if (stat.isFile())
      found[path] = `file ${mode} ${readFileSync(place(path), "latin1").slice(0, 99)}`;
    else Object.assign(found, { [path]: `folder ${mode}` }, treeOf(folder, path));
  }
  return found;
}

/** Files of every kind that a process may meet in its output. */
function furnish(workspace: string): void {
  const at = (path: string) => join(workspace, path);
  for (const folder of ["src/deep/a/b/c", "src/empty", "src/many", "dist"])
    mkdirSync(at(folder), { recursive: true });
  for (const [path, text] of [
    ["src/one.txt", "one\n"],
    ["src/two.txt", "two\n"],
    ["src/run.sh", "#!/bin/sh\n"],
    ["src/deep/a/b/c/leaf", "leaf\n"],
    ["dist/out.js", "out\n"],
    ["notes.md", "notes\n"],
  ] as const)
    writeFileSync(at(path), text);
  for (let index = 0; index < 60; index += 1) writeFileSync(at(`src/many/${index}`), `${index}\n`);
  chmodSync(at("src/run.sh"), 0o755);
  chmodSync(at("src/empty"), 0o750);
  symlinkSync("one.txt", at("src/link"));
  linkSync(at("src/two.txt"), at("src/twin.txt"));
}

interface Row {
  readonly name: string;
  readonly line: string;
  readonly writes?: readonly string[];
}

const ROWS: readonly Row[] = [
  { name: "empties it", line: "rm -rf src/*" },
  { name: "empties it, names with dots too", line: "find src -mindepth 1 -delete" },
  { name: "overwrites a file", line: "echo bad > src/one.txt" },
  { name: "truncates files", line: ": > src/one.txt; truncate -s 1 src/two.txt" },
  {
    name: "renames files and folders",
    line: "mv src/one.txt src/1; mv src/deep src/shallow; mv src/two.txt src/run.sh",
  },
  { name: "changes modes", line: "chmod 600 src/run.sh; chmod +x src/one.txt" },
  { name: "puts a link in the place of a folder", line: "rm -r src/deep; ln -s many src/deep" },
  { name: "puts a file in the place of a folder", line: "rm -r src/many; echo x > src/many" },
  {
    name: "puts a folder in the place of a file",
    line: "rm src/one.txt; mkdir -p src/one.txt/in; echo x > src/one.txt/in/x",
  },
  { name: "points a link elsewhere", line: "ln -sfn two.txt src/link" },
  {
    name: "makes deep folders",
    line: "mkdir -p src/n/1/2/3/4/5; echo x > src/n/1/2/3/4/5/x; echo y > src/deep/a/b/c/y",
  },
  { name: "makes many files", line: "for i in $(seq 300); do echo $i > src/many/n$i; done" },
  { name: "changes many files", line: "for f in src/many/*; do echo x >> $f; done" },
  {
    name: "writes two outputs",
    line: "echo x > src/one.txt; rm dist/out.js; echo y > dist/new.js",
    writes: ["src", "dist"],
  },
  {
    name: "fills an output that was not there",
    line: "mkdir -p made/in/sub; echo x > made/in/sub/x; echo y > made/in/y",
    writes: ["made/in"],
  },
  {
    name: "writes a single file",
    line: "echo x > notes.md; echo y >> notes.md",
    writes: ["notes.md"],
  },
  {
    name: "writes a single file that was not there",
    line: "echo x > new.log",
    writes: ["new.log"],
  },
  { name: "makes names that are no text", line: "echo x > $'src/\\xff\\xfe'; rm src/one.txt" },
  {
    name: "changes in several looks",
    line: "rm src/deep/a/b/c/leaf; sleep 0.4; rm -r src/deep; sleep 0.4; mkdir src/deep; echo x > src/deep/x; sleep 0.4; echo y > src/deep/x; echo z > src/one.txt; sleep 0.4; rm src/one.txt; sleep 0.4; echo w > src/one.txt",
  },
  {
    name: "makes and removes a file again and again",
    line: "for i in 1 2 3; do echo $i > src/lock; sleep 0.3; rm src/lock; sleep 0.3; done",
  },
  {
    name: "appends in a loop",
    line: "for i in $(seq 40); do echo $i >> src/one.txt; sleep 0.03; done",
  },
];

/** All of them on a view; at the other levels some. */
const rowsAt = (level: string) => (level === "full" ? ROWS : sampleOf(ROWS, 7));

/** Our own data, and scripts of the person's: beside what a process may change. */
const APART = /^(?:\.data|job-[\da-f-]+\.sh)$/;

function idOf(started: ToolResult): string {
  const { details } = started as { readonly details?: { readonly id?: string } };
  return details?.id ?? expect.fail(JSON.stringify(started));
}

interface Undone {
  readonly changes: readonly { readonly change: string }[];
}

function dataOf(result: ToolResult): Undone {
  return (result as unknown as { readonly data: Undone }).data;
}

async function ended({ call }: Product, id: string): Promise<void> {
  const lines = async () => String(told(await call("background", { action: "list" }))).split("\n");
  const line = async () => (await lines()).find((each) => each.includes(id));
  await expect.poll(line).not.toContain("is running");
}

const SANDBOXED = PRODUCT_LEVELS.filter(({ level }) => level !== "none");

const TOOLS = {
  tools: [backgroundTool, undoTool],
  rules: [{ permission: "undo", pattern: "**", action: "allow" }],
} as const;

for (const { level, sandbox, userDataInside, needs, runs } of SANDBOXED)
  describe.skipIf(!runs)(
    `what a process in the background destroys, at ${level} (needs ${needs})`,
    () => {
      const open = async (more: object = {}) => {
        const product = await openProduct({
          ...TOOLS,
          sandbox,
          userDataInside,
          ...more,
          rules: level === "bound" ? [allowAll] : TOOLS.rules,
        });
        expect(product.toolplane.host.sandbox.level).toBe(level);
        furnish(product.workspace);
        return product;
      };
      const start = async (
        { call, workspace }: Product,
        line: string,
        writes: readonly string[] = ["src"],
      ) => {
        // Where nothing is contained, what the words of a line do asks by itself.
        const script = `job-${randomUUID()}.sh`;
        if (level === "bound") writeFileSync(join(workspace, script), line);
        const command = level === "bound" ? `bash ${script}` : line;
        return idOf(
          await call("background", { action: "start", command, writes: [...writes] } as JsonObject),
        );
      };

      it("is there again after undo, and as the process left it after redo, whatever it did", async () => {
        const product = await open();
        const { workspace, call } = product;
        const before = treeOf(workspace);
        for (const { name, line, writes } of rowsAt(level)) {
          await ended(product, await start(product, line, writes));
          const after = treeOf(workspace);
          const undone = await call("undo");
          expect(undone, name).toMatchObject({ type: "output" });
          expect(treeOf(workspace), name).toEqual(before);
          const { changes } = dataOf(undone);
          const names = changes.map(({ change }) => change);
          const redone = await call("undo", { action: "redo", changes: names });
          expect(redone, name).toMatchObject({ type: "output" });
          expect(treeOf(workspace), name).toEqual(after);
          expect(await call("undo"), name).toMatchObject({ type: "output" });
          expect(treeOf(workspace), name).toEqual(before);
          if (!name.includes("again and again")) expect(after, name).not.toEqual(before);
        }
      });

      it("is there again when the process was stopped", async () => {
        const product = await open();
        const before = treeOf(product.workspace);
        const id = await start(product, "rm -rf src/*; echo x > src/x; sleep 100");
        await expect.poll(() => existsSync(join(product.workspace, "src/x"))).toBe(true);
        await product.call("background", { action: "stop", id });
        expect((await product.call("undo")).type).toBe("output");
        expect(treeOf(product.workspace)).toEqual(before);
      });

      it("is taken back while it runs, and what it makes afterwards can be taken back too", async () => {
        const product = await open();
        const { workspace, call } = product;
        const before = treeOf(workspace);
        const loop =
          "rm -rf src/deep; echo x > src/one.txt; touch src/go; while [ -e dist/out.js ]; do sleep 0.05; done; echo later > src/two.txt; echo again > src/one.txt; touch src/end; sleep 100";
        const id = await start(product, loop);
        await expect.poll(() => existsSync(join(workspace, "src/go"))).toBe(true);
        expect((await call("undo")).type).toBe("output");
        expect(treeOf(workspace)).toEqual(before);
        writeFileSync(join(workspace, "dist/person"), "");
        rmSync(join(workspace, "dist/out.js"));
        await expect.poll(() => existsSync(join(workspace, "src/end"))).toBe(true);
        // What a person took back is theirs.
        expect(readFileSync(join(workspace, "src/one.txt"), "utf8")).toBe("one\n");
        expect(readFileSync(join(workspace, "src/two.txt"), "utf8")).toBe("later\n");
        await call("background", { action: "stop", id });
        expect((await call("undo")).type).toBe("output");
        expect(treeOf(join(workspace, "src"))).toEqual(
          Object.fromEntries(
            Object.entries(before).flatMap(([path, text]) =>
              path.startsWith("src/") ? [[path.slice(4), text]] : [],
            ),
          ),
        );
      });

      it("never costs a person what they wrote since", async () => {
        const product = await open();
        const { workspace, call } = product;
        await ended(
          product,
          await start(
            product,
            "echo bad > src/one.txt; rm src/two.txt; mkdir src/n; echo x > src/n/x",
          ),
        );
        const path = (name: string) => join(workspace, name);
        writeFileSync(path("src/one.txt"), "mine\n");
        expect(await call("undo")).toMatchObject({ type: "error", code: "conflict" });
        expect(readFileSync(path("src/one.txt"), "utf8")).toBe("mine\n");
        expect(existsSync(path("src/two.txt"))).toBe(false);
        expect((await call("undo", { paths: ["src/two.txt"] })).type).toBe("output");
        expect(readFileSync(path("src/two.txt"), "utf8")).toBe("two\n");
        writeFileSync(path("src/n/mine"), "mine\n");
        expect((await call("undo", { paths: ["src/n"] })).type).toBe("error");
        expect(readFileSync(path("src/n/mine"), "utf8")).toBe("mine\n");
      });

      it("is not begun on where the journal has no room: the process is ended, and says so", async () => {
        const product = await open({ landing: { maxJournalBytes: 10_000 } });
        const { workspace, call } = product;
        writeFileSync(join(workspace, "src/big"), "\n".repeat(50_000));
        const before = treeOf(workspace);
        const id = await start(product, "rm src/big; sleep 100");
        await ended(product, id);
        const said = String(told(await call("background", { action: "stop", id })));
        expect(said).toContain("more than the journal keeps for undo");
        expect(treeOf(workspace)).toEqual(before);
      });

      it("is there again when several processes did it", async () => {
        const product = await open();
        const before = treeOf(product.workspace);
        const one = await start(product, "rm -rf src/*");
        const other = await start(product, "echo x > dist/out.js; echo y > dist/y", ["dist"]);
        await ended(product, one);
        await ended(product, other);
        expect((await product.call("undo")).type).toBe("output");
        expect((await product.call("undo")).type).toBe("output");
        expect(treeOf(product.workspace)).toEqual(before);
      });
    },
  );

describe("a process in the background that could not be taken back", () => {
  const line = { action: "start", command: "rm -rf src/*; sleep 1", writes: ["src"] };

  it("asks where there is no sandbox", async () => {
    const { call, workspace } = await openProduct({ ...TOOLS, sandbox: "none" });
    furnish(workspace);
    expect((await call("background", line)).type).toBe("error");
    expect(existsSync(join(workspace, "src/one.txt"))).toBe(true);
  });

  it("asks where no view can be made", async () => {
    const { call, workspace } = await openProduct({ ...TOOLS, userDataInside: true });
    furnish(workspace);
    expect((await call("background", line)).type).toBe("error");
    expect(existsSync(join(workspace, "src/one.txt"))).toBe(true);
  });
});
