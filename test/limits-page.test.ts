import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

// The page is written by hand, because the reasons are, but what it says of the code is compared with the code.

const folder = join(import.meta.dirname, "../docs/reference");
const page = readFileSync(join(folder, "limits.md"), "utf8");
const claims = [...page.matchAll(/^\|.*\| `([^`|]+)` in \[[^\]]+\]\(([^)]+)\) \|/gm)].map(
  ([, text = "", path = ""]) => ({ text, path }),
);

describe("docs/reference/limits.md", () => {
  it("names a place in the code in every row", () => {
    const rows = page.split("\n").filter((line) => /^\| (?!bound)/.test(line));
    expect(claims).toHaveLength(rows.length);
  });

  it.each(claims)("finds $text in $path", ({ text, path }) => {
    expect(readFileSync(join(folder, path), "utf8")).toContain(text);
  });
});
