/** The scripts: one a line in the data file beside this one, each with its aim. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface HarmfulScript {
  readonly aim: string;
  readonly name: string;
  readonly by: "bash" | "python3" | "node";
  /** Holds `{home}`, `{outside}`, `{data}`, `{pid}`, `{port}` and `{abstract}` for what a victim has. */
  readonly script: string;
  /** It wants room in the project itself, which nothing counts where there is no view. */
  readonly inside?: true;
}

export const HARMFUL_SCRIPTS: readonly HarmfulScript[] = readFileSync(
  join(import.meta.dirname, "harmful-scripts.jsonl"),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as HarmfulScript);

/** A script with the names of a victim's things in it. */
export function aimedAt(
  { script }: HarmfulScript,
  names: Readonly<Record<string, string | number>>,
): string {
  return script.replaceAll(/\{(\w+)\}/g, (all, name: string) => String(names[name] ?? all));
}
