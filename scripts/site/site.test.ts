import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkSite } from "./check-site.ts";
import { type Page, readPages, sitePath } from "./read-pages.ts";
import { renderPages } from "./render-pages.ts";
import { searchIndex } from "./search-index.ts";

const root = join(import.meta.dirname, "../..");

function page(source: string, markdown: string): Page {
  return { source, path: sitePath(source), title: "A page", markdown };
}

function written(files: ReadonlyMap<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-site-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

describe("the documentation as a site", () => {
  it("has every page, one for each client, and no link between them that leads nowhere", () => {
    const pages = readPages(root);
    const paths = pages.map(({ path }) => path);
    expect(paths).toContain("index.html");
    expect(paths).toContain("docs/guides/first-call.html");
    expect(paths).toContain("clients/opencode.html");
    const dead = checkSite(written(renderPages(pages, root)));
    // Pictures, styles and the search are copied beside the pages.
    expect(
      dead.filter((link) => !/: (?:\.\.\/)*(?:assets|docs\/images|images)\//.test(link)),
    ).toEqual([]);
  });

  it("finds a file that is not there, and an anchor that a page does not have", () => {
    const files = renderPages(
      [page("a.md", "# A\n\n[b](b.md) [gone](gone.md) [c](b.md#nowhere)"), page("b.md", "# B")],
      root,
    );
    const dead = checkSite(written(files)).filter((link) => !link.includes("assets/"));
    expect(dead).toEqual([
      "a.html: index.html",
      "a.html: gone.html",
      "a.html: b.html#nowhere",
      "b.html: index.html",
    ]);
  });

  it("lets nothing in a page speak to the browser, and keeps comments out", () => {
    const [html = ""] = renderPages(
      [page("a.md", "# A\n\n<!-- run: x -->\n\n<script>alert(1)</script>\n\nA `<b>`")],
      root,
    ).values();
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("run: x");
    expect(html).toContain("<code>&lt;b&gt;</code>");
  });

  it("is searched by section", () => {
    const text = searchIndex([page("docs/a.md", "# Alpha\n\nFirst.\n\n## Beta gamma\n\nSecond.")]);
    const sections = JSON.parse(text.slice(text.indexOf("["), text.lastIndexOf("]") + 1));
    expect(sections).toMatchObject([
      { path: "docs/a.html", title: "Alpha", text: "First." },
      { path: "docs/a.html#beta-gamma", title: "Beta gamma", text: "Second." },
    ]);
  });
});
