// Measures how well a request finds its tools, and how fast: every tool of a set is registered as a server's, and every request
// goes through the service that `tool_search` uses. Beside it, in the same run, plain BM25.
import { defineTool, type IndexEntry, type SessionServices } from "@toolplane/contract";
import { createCatalogSearch, createRegistry, createSearchService } from "@toolplane/kernel/inside";
import { createPlainBm25 } from "./tool-retrieval/plain-bm25.ts";
import { type RetrievalSet, readSets, type SetTool } from "./tool-retrieval/read-sets.ts";
import { DEPTH, type Score, scoreRanking } from "./tool-retrieval/score-ranking.ts";

const MAX_PRINTED = 20;
const RUNS = 3;

export async function measure(options: {
  readonly data: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = options.print ?? console.log;
  const sets = readSets(options.data);
  if (sets.length === 0)
    print(`${options.data} holds no folder with tools.jsonl and queries.jsonl`);
  const figures = [];
  for (const set of sets) figures.push(await measureSet(set, print));
  return { sets: figures };
}

async function measureSet(
  set: RetrievalSet,
  print: (line: string) => void,
): Promise<Readonly<Record<string, unknown>>> {
  const catalog = openCatalog(set.tools);
  const plain = createPlainBm25(set.tools);
  const ours: Score[] = [];
  const baseline: Score[] = [];
  const timesMs: number[] = [];
  const missed: string[] = [];
  for (const { query } of set.queries) await catalog.service.search(query, DEPTH);
  for (const query of set.queries) {
    const { found, ms } = await searchTimed(catalog, query.query);
    timesMs.push(ms);
    const ids = found.map(({ name }) => catalog.idOf(name));
    const score = scoreRanking(query, ids);
    ours.push(score);
    baseline.push(scoreRanking(query, plain(query.query, DEPTH)));
    if (score.recall < 1)
      missed.push(`  ${query.id}: wanted ${query.gold.join(", ")}; found ${ids.join(", ")}`);
  }
  const figures = {
    name: set.name,
    tools: set.tools.length,
    queries: set.queries.length,
    recall_at_5: mean(ours.map(({ recall }) => recall)),
    ndcg_at_5: mean(ours.map(({ ndcg }) => ndcg)),
    baseline_recall_at_5: mean(baseline.map(({ recall }) => recall)),
    baseline_ndcg_at_5: mean(baseline.map(({ ndcg }) => ndcg)),
    p95_ms: percentile(timesMs, 0.95),
  };
  print(`${set.name}: recall@5 ${figures.recall_at_5}, plain BM25 ${figures.baseline_recall_at_5}`);
  for (const line of missed.slice(0, MAX_PRINTED)) print(line);
  if (missed.length > MAX_PRINTED) print(`  … and ${missed.length - MAX_PRINTED} more`);
  return figures;
}

/** A request takes as long as its fastest of a few runs: on a shared machine, the others say what its neighbours did. */
async function searchTimed(
  { service }: OpenCatalog,
  query: string,
): Promise<{ readonly found: readonly IndexEntry[]; readonly ms: number }> {
  let ms = Number.POSITIVE_INFINITY;
  let found: readonly IndexEntry[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startMs = performance.now();
    found = await service.search(query, DEPTH);
    ms = Math.min(ms, performance.now() - startMs);
  }
  return { found, ms };
}

interface OpenCatalog {
  readonly service: NonNullable<SessionServices["tools"]>;
  readonly idOf: (name: string) => string;
}

/** Ids of a set may hold characters that names of tools may not; equal names are told apart by a number. */
function openCatalog(tools: readonly SetTool[]): OpenCatalog {
  const registry = createRegistry({ config: {} });
  const ids = new Map<string, string>();
  for (const { id, name, description, inputSchema, source } of tools) {
    const server = source?.name.replace(/[^A-Za-z0-9]+/g, "_") ?? "";
    const full = server === "" ? name : `mcp__${server}__${name}`;
    const plain = `${/^[A-Za-z0-9_]/.test(full) ? "" : "_"}${full}`.replace(
      /[^A-Za-z0-9_.:-]/g,
      "_",
    );
    let unique = plain.slice(0, 120);
    for (let count = 2; ids.has(unique); count += 1) unique = `${plain.slice(0, 120)}_${count}`;
    ids.set(unique, id);
    const tool = defineTool({
      id: unique,
      description: description.trim() === "" ? unique : description,
      parameters: inputSchema,
      requires: {},
      execute: () => null,
    });
    const told = source === null ? {} : { sourceText: source.text };
    registry.register(tool, { layer: "mcp", source: server || "catalog", ...told });
  }
  const service = createSearchService({
    search: createCatalogSearch(registry),
    reveal: () => undefined,
  });
  return { service, idOf: (name) => ids.get(name) ?? name };
}

function mean(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sum = values.reduce((total, value) => total + value, 0);
  return Number((sum / values.length).toFixed(4));
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return Number(value.toFixed(3));
}
