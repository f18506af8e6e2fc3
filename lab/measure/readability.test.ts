import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { htmlText } from "./readability/html-text.ts";
import { markdownText } from "./readability/markdown-text.ts";
import { scoreWords, wordsOf } from "./readability/words.ts";
import { measure } from "./readability.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "readability-test-"));
  folders.push(folder);
  return folder;
}

const sentence = "A sentence of the story, with a comma, that is long enough to count. ";
const story = `<p>${sentence.repeat(5)}</p><h2>More</h2><p>${sentence.repeat(5)}<b>un</b>done</p>
  <ul><li>first point, and</li><li>second <a href="/x">point</a></li></ul>
  <pre>const a = b * c;</pre><table><tr><th>k</th><th>v</th></tr><tr><td>one</td><td>1</td></tr></table>`;
const source = `<html><head><title>The story of a very long sentence</title></head><body>
  <div class="site-menu menu"><a href="/">Home</a> <a href="/b">Blog</a></div>
  <div id="content"><h1>The story of a very long sentence</h1>${story}</div>
  <div class="sidebar related"><p>${sentence.repeat(2)}</p></div>
  <footer class="footer">Imprint</footer></body></html>`;

describe("measure readability", () => {
  it("counts the words that web_fetch found, from a list of pages", async () => {
    const data = makeFolder();
    const rows = [
      { id: "same", source_html: source, expected_html: story },
      { id: "other", source_html: source, expected_html: "<p>nothing of the kind</p>" },
    ];
    writeFileSync(join(data, "pages.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
    const lines: string[] = [];
    const figures = await measure({ data, print: (line) => lines.push(line) });
    expect(figures).toMatchObject({ total: 2, crashed: 0 });
    expect(figures.f1).toBeGreaterThan(0.5);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^other: 0\.0/);
  });

  it("and from folders", async () => {
    const data = makeFolder();
    mkdirSync(join(data, "page"));
    writeFileSync(join(data, "page", "source.html"), source);
    writeFileSync(join(data, "page", "expected.html"), story);
    expect(await measure({ data, print: () => {} })).toMatchObject({ total: 1, f1: 1, crashed: 0 });
  });
});

describe("the words of a text", () => {
  it("are the same in a page and in its Markdown", () => {
    const markdown =
      "un**believ**able [a \\[b\\]](<http://x/(y)>)s ![pic](z) `c*d` 10<sup>9</sup>\n\n```ts\ne * f\n```\n\n| g | h\\|i |\n| --- | --- |";
    const html =
      "un<b>believ</b>able <a>a [b]</a>s <img alt=pic> <code>c*d</code> 10<sup>9</sup><pre>e * f</pre><td>g</td><td>h|i</td>";
    expect(wordsOf(markdownText(markdown))).toEqual(wordsOf(htmlText(html)));
  });

  it("are compared as bags", () => {
    expect(scoreWords([], [])).toBe(1);
    expect(scoreWords(["a"], [])).toBe(0);
    expect(scoreWords(["a", "a", "b"], ["a", "b", "c"])).toBeCloseTo(2 / 3);
    expect(wordsOf("Über 日本 don't")).toEqual(["über", "日", "本", "don", "t"]);
  });
});
