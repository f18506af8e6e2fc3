// Counts the real descriptions that become tools: each is read as `toolplane add` reads one, its tools are registered with a
// kernel, and the validate stage compiles every schema at an explained call. A description whose server is relative counts as
// found at a made-up address, as one that was fetched would be.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Tool } from "@toolplane/contract";
import { createRegistry } from "@toolplane/kernel/inside";
import { fromOpenApi } from "@toolplane/openapi";

export interface OpenApiFigures {
  readonly total: number;
  readonly loaded: number;
  readonly tools: number;
  readonly compiled: number;
  readonly skipped_operations: number;
  readonly seconds: number;
  readonly peak_mb: number;
}

const LOCATION = "https://description.example/openapi.json";
const MAX_PRINTED = 40;

export async function measure(options: {
  readonly data: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = options.print ?? console.log;
  const files = listFiles(options.data);
  if (files.length === 0) print(`${options.data} holds no descriptions`);
  const figures = { total: files.length, loaded: 0, tools: 0, compiled: 0, skipped_operations: 0 };
  const reasons = new Map<string, number>();
  const startMs = performance.now();
  for (const file of files) {
    try {
      const { tools, skipped } = await fromOpenApi(readText(file), { location: LOCATION });
      figures.loaded += 1;
      figures.tools += tools.length;
      figures.skipped_operations += skipped.length;
      figures.compiled += countCompiled(tools, (line) => print(`${file}: ${line}`));
      for (const { reason } of skipped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    } catch (error) {
      print(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  for (const [reason, count] of [...reasons].slice(0, MAX_PRINTED))
    print(`skipped ${count}: ${reason}`);
  const seconds = Number(((performance.now() - startMs) / 1000).toFixed(2));
  const result: OpenApiFigures = {
    ...figures,
    seconds,
    peak_mb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  return { ...result };
}

function countCompiled(tools: readonly Tool[], print: (line: string) => void): number {
  const registry = createRegistry({ config: {} });
  let compiled = 0;
  for (const tool of tools) {
    try {
      registry.register(tool, { layer: "openapi", source: "measured" });
    } catch (error) {
      print(`${tool.id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  for (const entry of registry.list()) {
    const schema = entry.schema();
    if (schema.ok) compiled += 1;
    else print(`${entry.tool.id}: ${schema.message}`);
  }
  return compiled;
}

/** `index.jsonl` names the files; without one, every description of the folder and its `specs` counts. */
function listFiles(data: string): readonly string[] {
  const index = join(data, "index.jsonl");
  if (existsSync(index))
    return readFileSync(index, "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => join(data, (JSON.parse(line) as { readonly file: string }).file));
  return [data, join(data, "specs")]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => /\.(?:json|ya?ml)(?:\.gz)?$/.test(path))
    .sort();
}

function readText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}
