/** Reads the changes that wait in `.changeset` for the next version. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** As in Keep a Changelog, with what breaks first. */
export const HEADINGS = [
  "Breaking",
  "Security",
  "Added",
  "Changed",
  "Deprecated",
  "Removed",
  "Fixed",
] as const;

export interface Change {
  /** The name of its file. */
  readonly file: string;
  /** Null where the text begins with none: it then cannot be put anywhere. */
  readonly heading: (typeof HEADINGS)[number] | null;
  readonly text: string;
}

export function readChanges(root: string): readonly Change[] {
  const folder = join(root, ".changeset");
  const files = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");
  return files.sort().map((file) => readChange(file, readFileSync(join(folder, file), "utf8")));
}

function readChange(file: string, page: string): Change {
  const summary = page.replace(/^---\n[\s\S]*?^---\n/m, "").trim();
  const heading = HEADINGS.find((word) => summary.startsWith(`${word}: `)) ?? null;
  const text = heading === null ? summary : summary.slice(heading.length + 1).trim();
  return { file, heading, text };
}
