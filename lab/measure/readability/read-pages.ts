// Pages to measure on: `pages.jsonl`, or folders with a source and what is expected of it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface MeasuredPage {
  readonly id: string;
  readonly source: string | Uint8Array;
  readonly expected: string;
}

/** Reads whichever of the two forms is there. */
export function readPages(folder: string): readonly MeasuredPage[] {
  const list = join(folder, "pages.jsonl");
  if (existsSync(list)) return readList(readFileSync(list, "utf8"));
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .filter((id) =>
      ["source.html", "expected.html"].every((name) => existsSync(join(folder, id, name))),
    )
    .map((id) => ({
      id,
      source: readFileSync(join(folder, id, "source.html")),
      expected: readFileSync(join(folder, id, "expected.html"), "utf8"),
    }));
}

function readList(text: string): readonly MeasuredPage[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const row = JSON.parse(line) as { id: string; source_html: string; expected_html: string };
      return { id: row.id, source: row.source_html, expected: row.expected_html };
    });
}
