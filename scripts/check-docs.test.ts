import { rmSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { checkDocs } from "./check-docs.ts";
import { type ReferenceTables, renderReferencePages } from "./docs/reference-pages.ts";
import { writeTree } from "./source/write-tree.ts";

const TABLES: ReferenceTables = {
  clients: {},
  programs: { programs: [], wrappers: [] },
  sentences: [],
  errors: {
    timeout: { retryable: true, meaning: "Ran past its deadline." },
    failed: { retryable: false, meaning: "Did not succeed | at all." },
  },
  events: { "call-start": "A call is about to execute." },
  tools: { tools: [], presets: [], examples: {} },
  settings: {},
  cli: { commands: [], options: {}, exits: [] },
};

const GOOD = {
  "README.md": "# Hello\n\n[a](docs/a.md#two-words) [b](https://example.org) `[c](none.md)`\n",
  "GLOSSARY.md": "# Words\n",
  "packages/a/README.md": "# a\n",
  "docs/guides/mcp-server.md": "# As an MCP server\n",
  "docs/a.md": "# A\n\n## Two words!\n\n<!-- example: examples/x.ts -->\n```ts\nrun();\n```\n",
  "examples/x.ts": "run();\n",
  ...renderReferencePages(TABLES),
};

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

async function failuresOf(files: Readonly<Record<string, string>>, tables = TABLES) {
  const root = writeTree({ "packages/a/package.json": "{}", ...files });
  roots.push(root);
  return (await checkDocs(root, async () => tables)).failures;
}

describe("checkDocs", () => {
  it("compares the page of limits with the code that it quotes", async () => {
    const page = (text: string) => `# Limits

| bound | value | where | |
|---|---|---|---|
| time | 30 s | \`${text}\` in [a.ts](../../packages/a/a.ts) | a setting |
`;
    const files = { ...GOOD, "packages/a/a.ts": "export const TIME_MS = 30_000;\n" };
    const at = "docs/reference/limits.md";
    expect(await failuresOf({ ...files, [at]: page("TIME_MS = 30_000") })).toEqual([]);
    expect(await failuresOf({ ...files, [at]: page("TIME_MS = 60_000") })).toEqual([
      `${at}:5 says \`TIME_MS = 60_000\`, and ../../packages/a/a.ts does not`,
    ]);
    expect(await failuresOf({ ...files, [at]: `${page("TIME_MS")}| size | 1 MB | | |\n` })).toEqual(
      [`${at}:6 names no place in the code`],
    );
  });

  it("counts the words of ours that a page brings in", async () => {
    const words = ["door", "cover", "land", "verdict", "road", "view", "floor", "stage"];
    const glossary = `| word | |\n|---|---|\n${words.map((word) => `| **${word}** | |`).join("\n")}\n| rule | |\n`;
    const files = { ...GOOD, "GLOSSARY.md": glossary.replace("**land**", "**land** (landed)") };
    const guide = (text: string) =>
      failuresOf({ ...files, "docs/guides/a.md": `# A\n\n${text}\n` });
    expect(await guide("A door has a rule.\nIt landed, `view`, landmark.")).toEqual([]);
    expect(await guide("[The door](../a.md) has a cover, and it landed.")).toEqual([]);
    expect(await guide("Doors have a [cover](../a.md), a verdict, and a\nview.")).toEqual([
      "docs/guides/a.md brings in 3 of our words, over 2: door, verdict, view. Say it plainly, or link the word where it first stands",
    ]);
    expect(await guide("A door; [a door](../a.md), a verdict, a view.")).toHaveLength(1);
    const readme = `${GOOD["README.md"]}A verdict on a view.\n`;
    const doors = "Doors have a verdict and a view, and land.";
    const known = { ...files, "README.md": readme, "docs/guides/a.md": doors };
    expect(await failuresOf(known)).toEqual([]);
    expect(await failuresOf({ ...files, "README.md": `${readme}${words.join(" ")}\n` })).toEqual([
      expect.stringContaining("README.md brings in 8 of our words, over 6"),
    ]);
  });

  it("passes pages that match the code", async () => {
    expect(await failuresOf(GOOD)).toEqual([]);
  });

  it("names every page that is missing", async () => {
    expect(await failuresOf({})).toEqual([
      "docs/guides/clients.md is missing: run npm run docs:generate",
      "docs/reference/cli.md is missing: run npm run docs:generate",
      "docs/reference/config.md is missing: run npm run docs:generate",
      "docs/reference/errors.md is missing: run npm run docs:generate",
      "docs/reference/events.md is missing: run npm run docs:generate",
      "docs/reference/programs.md is missing: run npm run docs:generate",
      "docs/reference/sentences.md is missing: run npm run docs:generate",
      "docs/reference/tools.md is missing: run npm run docs:generate",
      "README.md is missing",
      "GLOSSARY.md is missing",
      "packages/a/README.md is missing",
    ]);
  });

  it("refuses a reference page that lacks a code", async () => {
    const errors = { ...TABLES.errors, internal: { retryable: false, meaning: "A bug." } };
    expect(await failuresOf(GOOD, { ...TABLES, errors })).toEqual([
      "docs/reference/errors.md differs from the code: run npm run docs:generate",
    ]);
  });

  it("refuses a sentence that the page of sentences lacks", async () => {
    const said = { path: "packages/cli/src/a.ts", meaning: "", sentences: ["This is new here."] };
    expect(await failuresOf(GOOD, { ...TABLES, sentences: [said] })).toEqual([
      "docs/reference/sentences.md differs from the code: run npm run docs:generate",
    ]);
  });

  it("reports a contract that does not load", async () => {
    const root = writeTree({ "packages/a/package.json": "{}", ...GOOD });
    roots.push(root);
    const result = await checkDocs(root, () => Promise.reject(new Error("broken")));
    expect(result.failures).toEqual(["contract's tables cannot be read: Error: broken"]);
  });

  it("refuses links to nowhere, also as definitions and images", async () => {
    const text = "[a](gone.md) ![b](img/gone.png)\n[c]: ../out.md\n[d](a.md#none) [e](#f)\n# F\n";
    expect(await failuresOf({ ...GOOD, "docs/b.md": text })).toEqual([
      "docs/b.md:1 links to gone.md, which is not there",
      "docs/b.md:1 links to img/gone.png, which is not there",
      "docs/b.md:2 links to ../out.md, which is not there",
      "docs/b.md:3 links to a.md#none: no such heading",
    ]);
  });

  it("refuses an example that differs from its file by one byte", async () => {
    expect(await failuresOf({ ...GOOD, "examples/x.ts": "run() ;\n" })).toEqual([
      "docs/a.md:5 differs from examples/x.ts: copy the file into the block",
    ]);
  });

  it("refuses an example without a file or without a block", async () => {
    const text =
      "<!-- example: examples/y.ts -->\n```ts\n```\n<!-- example: examples/x.ts -->\n\n```ts\n```\n";
    expect(await failuresOf({ ...GOOD, "docs/b.md": text })).toEqual([
      "docs/b.md:1 shows examples/y.ts, which is not there",
      "docs/b.md:4 no code block follows the example comment for examples/x.ts",
    ]);
  });

  it("refuses a package README over 60 lines", async () => {
    expect(await failuresOf({ ...GOOD, "packages/a/README.md": "x\n".repeat(61) })).toEqual([
      "packages/a/README.md has 61 lines, over 60",
    ]);
  });
});
