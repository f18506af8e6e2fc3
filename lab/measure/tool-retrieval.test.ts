import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createPlainBm25 } from "./tool-retrieval/plain-bm25.ts";
import { scoreRanking } from "./tool-retrieval/score-ranking.ts";
import { measure } from "./tool-retrieval.ts";

const folders: string[] = [];

function writeFolder(files: Readonly<Record<string, readonly object[]>>): string {
  const folder = mkdtempSync(join(tmpdir(), "tool-retrieval-"));
  folders.push(folder);
  for (const [name, rows] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const tool = (id: string, description: string, name = id) => ({
  id,
  name,
  description,
  inputSchema: { type: "object", properties: {} },
  source: null,
});

const tools = [
  tool("mail", "Sends a letter to somebody."),
  tool("mail#2", "Sends a letter to somebody else.", "mail"),
  tool("PDF&Co", "Reads documents."),
  tool("+odd", "Counts sheep."),
  tool("empty", ""),
];

describe("the measure tool-retrieval", () => {
  it("scores each set, ours beside plain BM25, and names what was missed", async () => {
    const data = writeFolder({
      "b/tools.jsonl": tools,
      "b/queries.jsonl": [
        { id: "1", query: "count my sheep", gold: ["+odd"] },
        { id: "2", query: "reading a document", gold: ["PDF&Co"] },
        {
          id: "3",
          query: "a letter for somebody else",
          gold: ["mail", "mail#2"],
          goldGroups: [["mail", "mail#2"]],
        },
        { id: "4", query: "something of which nobody has heard", gold: ["mail"] },
      ],
      "a/tools.jsonl": [tool("one", "Paints.")],
      "a/queries.jsonl": [{ id: "1", query: "paint", gold: ["one"] }],
      "notes/readme.jsonl": [],
    });
    const lines: string[] = [];
    const { sets } = await measure({ data, print: (line) => lines.push(line) });
    const timeless = (sets as Record<string, unknown>[]).map(({ p95_ms: time, ...set }) => {
      expect(time).toBeGreaterThanOrEqual(0);
      return set;
    });
    const right = { recall_at_5: 1, ndcg_at_5: 1, baseline_recall_at_5: 1, baseline_ndcg_at_5: 1 };
    const most = {
      recall_at_5: 0.75,
      ndcg_at_5: 0.75,
      baseline_recall_at_5: 0.75,
      baseline_ndcg_at_5: 0.75,
    };
    expect(timeless).toEqual([
      { name: "a", tools: 1, queries: 1, ...right },
      { name: "b", tools: 5, queries: 4, ...most },
    ]);
    expect(lines).toEqual([
      "a: recall@5 1, plain BM25 1",
      "b: recall@5 0.75, plain BM25 0.75",
      "  4: wanted mail; found ",
    ]);
  });

  it("reads a folder that is itself a set, and says when there is none", async () => {
    const set = writeFolder({
      "tools.jsonl": [tool("one", "Paints.")],
      "queries.jsonl": [{ id: "1", query: "paint", gold: ["one"] }],
    });
    expect((await measure({ data: set, print: () => undefined })).sets).toHaveLength(1);
    const lines: string[] = [];
    const empty = writeFolder({});
    expect(await measure({ data: empty, print: (line) => lines.push(line) })).toEqual({ sets: [] });
    expect(lines).toEqual([`${empty} holds no folder with tools.jsonl and queries.jsonl`]);
  });
});

describe("a set with servers", () => {
  const { source: _, ...run } = tool("x", "Runs a query.", "run");
  it.each([
    ["beside the tool", { server: "alpine", serverDescription: "Ski slopes and snow reports." }],
    ["with underscores", { server_name: "alpine", server_description: "Ski slopes and snow." }],
    ["as an object", { server: { name: "alpine", instructions: "Ski slopes and snow." } }],
  ])("reads what it says of them: %s", async (_title, said) => {
    const other = { server: "archive", serverDescription: "Old newspapers." };
    const data = writeFolder({
      "tools.jsonl": [
        { ...run, id: "old", ...other },
        { ...run, id: "ski", ...said },
      ],
      "queries.jsonl": [{ id: "1", query: "how much snow is on the slopes", gold: ["ski"] }],
    });
    const { sets } = await measure({ data, print: () => undefined });
    expect(sets).toMatchObject([{ ndcg_at_5: 1, baseline_ndcg_at_5: 1 }]);
  });
});

describe("the scores", () => {
  const query = { id: "q", query: "", gold: ["a", "b", "c"], goldGroups: [["a", "b"], ["c"]] };

  it("count each group once, at its first hit", () => {
    expect(scoreRanking(query, ["a", "b", "c"])).toEqual({
      recall: 1,
      ndcg: (1 + 1 / Math.log2(4)) / (1 + 1 / Math.log2(3)),
    });
    expect(scoreRanking(query, ["c", "b"])).toEqual({ recall: 1, ndcg: 1 });
  });

  it("count nothing past the fifth place, and nothing for no gold", () => {
    expect(scoreRanking(query, ["x", "x", "x", "x", "x", "a"])).toEqual({ recall: 0, ndcg: 0 });
    expect(scoreRanking({ id: "q", query: "", gold: [] }, ["a"])).toEqual({ recall: 0, ndcg: 0 });
  });
});

describe("the baseline", () => {
  it("is plain BM25: words, rarity, length, light stems, and no more", () => {
    const search = createPlainBm25([
      tool("long", "Tells the weather of cities, and of many other places that were asked for."),
      tool("short", "Tells the weather."),
      tool("other", "Plays songs."),
    ]);
    expect(search("weather", 5)).toEqual(["short", "long"]);
    expect(search("playing a song", 5)).toEqual(["other"]);
    expect(search("city", 1)).toEqual(["long"]);
    expect(search("forecast", 5)).toEqual([]);
  });
});
