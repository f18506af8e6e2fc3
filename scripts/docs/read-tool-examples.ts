import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, Tool } from "@toolplane/contract";

/** Where the folder of a tool lies, from the root: `web_fetch` → `packages/tools/src/web-fetch`. */
export function toolFolder(id: string): string {
  return `packages/tools/src/${id.replaceAll("_", "-")}`;
}

/** The calls that the reference page shows, by tool, from the `examples.json` in each tool's folder; none where there is no file. */
export function readToolExamples(
  root: string,
  tools: readonly Tool[],
): Readonly<Record<string, readonly JsonObject[]>> {
  return Object.fromEntries(
    tools.flatMap(({ id }) => {
      const path = join(root, toolFolder(id), "examples.json");
      if (!existsSync(path)) return [];
      return [[id, JSON.parse(readFileSync(path, "utf8")) as readonly JsonObject[]]];
    }),
  );
}
