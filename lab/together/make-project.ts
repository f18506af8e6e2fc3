/** A project in which agents get in each other's way: lists, boards, JSON, imports, numbered plugins, and files that nobody shares. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Names and sizes that tasks are made from. */
export const PROJECT = {
  lists: 6,
  listLines: 60,
  boards: 3,
  slots: 12,
  hubs: 3,
  uses: 30,
  old: 40,
  topics: 12,
  listPath: (list: number) => `docs/list-${list}.md`,
  boardPath: (board: number) => `docs/board-${board}.txt`,
  hubPath: (hub: number) => `src/hub-${hub}.js`,
  oldPath: (old: number) => `old/file-${old}.txt`,
  movedPath: (old: number) => `moved/file-${old}.txt`,
  topicPath: (topic: number) => `notes/topic-${topic}.md`,
  features: "config/features.json",
  restPath: (file: number) => `rest/folder-${Math.floor(file / 100)}/file-${file}.txt`,
} as const;

/** The imports of a hub all resolve, every plugin has a number of its own, and the configuration is JSON. */
const TEST = `import assert from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("..", import.meta.url);
const texts = (folder) =>
  readdirSync(new URL(folder, root)).map((name) => readFileSync(new URL(folder + name, root), "utf8"));

test("hubs use what they import", async () => {
  const hubs = readdirSync(new URL("src/", root)).filter((name) => name.startsWith("hub-"));
  for (const name of hubs) assert.ok((await import(new URL("src/" + name, root))).used.length > 0);
});
test("plugins have numbers of their own", () => {
  const numbers = texts("plugins/").map((text) => /number = (\\d+)/.exec(text)?.[1]);
  assert.equal(new Set(numbers).size, numbers.length);
});
test("the configuration can be read", () => {
  assert.ok(JSON.parse(readFileSync(new URL("config/features.json", root), "utf8")).features);
});
`;

export const CHECK = "node --test test/project.test.js";

const numbered = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_none, at) => line(at)).join("");

function shared(): ReadonlyMap<string, string> {
  const files = new Map<string, string>([
    ["package.json", '{ "name": "together", "type": "module" }\n'],
    ["test/project.test.js", TEST],
    ["src/parts/base.js", "export const base = 0;\n"],
    ["plugins/first.js", "export const number = 1;\n"],
    [PROJECT.features, '{\n  "name": "together",\n  "features": {\n    "first": 1\n  }\n}\n'],
  ]);
  for (let list = 0; list < PROJECT.lists; list += 1)
    files.set(
      PROJECT.listPath(list),
      numbered(PROJECT.listLines, (at) => `- line ${at}.\n`),
    );
  for (let board = 0; board < PROJECT.boards; board += 1)
    files.set(
      PROJECT.boardPath(board),
      numbered(PROJECT.slots, (at) => `slot ${at}:\n`),
    );
  for (let old = 0; old < PROJECT.old; old += 1)
    files.set(
      PROJECT.oldPath(old),
      numbered(12, (at) => `old ${old}, line ${at}\n`),
    );
  const uses = numbered(PROJECT.uses, (at) => `// Use ${at}.\n`);
  for (let hub = 0; hub < PROJECT.hubs; hub += 1)
    files.set(
      PROJECT.hubPath(hub),
      `import { base } from "./parts/base.js";\n\nexport const used = [];\nused.push(base);\n${uses}`,
    );
  return files;
}

/** Writes it below a folder, filled up with files that are each about one thing. */
export function makeProject(folder: string, files: number): void {
  const all = new Map(shared());
  for (let file = 0; all.size < files; file += 1)
    all.set(
      PROJECT.restPath(file),
      numbered(30, (at) => `file ${file}, line ${at}\n`),
    );
  for (const [path, text] of all) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
