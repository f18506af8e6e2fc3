import type { ToolplaneEvent } from "@toolplane/contract";
import { createMemoryStore } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openBroughtFiles } from "./open-brought-files.ts";

describe("openBroughtFiles", () => {
  const landed = (paths: readonly string[], source?: string) =>
    ({ type: "call-settle", result: resultOf(paths, source) }) as ToolplaneEvent;
  const resultOf = (paths: readonly string[], source?: string) => ({
    type: "output" as const,
    data: "",
    details: {
      report: {
        landing: {
          state: "landed",
          counts: { added: paths.length, changed: 0, removed: 0 },
          changes: paths.map((path) => ({
            path,
            kind: "added",
            type: "file",
            mode: 0o644,
            bytes: 1,
          })),
        },
      },
    },
    metadata: { duration_ms: 1, ...(source === undefined ? {} : { untrusted: { source } }) },
  });

  it("knows them in another process, whole folders by their top, and not without outside text", async () => {
    const store = createMemoryStore();
    const first = await openBroughtFiles(store, "/w");
    const other = await openBroughtFiles(store, "/w");
    first.hear(landed(["/w/repo", "/w/repo/a.ts", "/w/node_modules/x"], "git.example"));
    other.hear(landed(["/w/page.md"], "docs.example"));
    first.hear(landed(["/w/own.ts"]));
    await Promise.all([first.flush(), other.flush()]);
    const later = await openBroughtFiles(store, "/w");
    expect(later.list().toSorted((left, right) => (left.path < right.path ? -1 : 1))).toEqual([
      { path: "/w/page.md", label: "untrusted", source: "docs.example" },
      { path: "/w/repo", label: "untrusted", source: "git.example" },
    ]);
    expect(
      ["/w/repo/deep/b.ts", "/w/repository", "/w/own.ts"].map((path) =>
        later.labelsOf(path).map(({ source }) => source),
      ),
    ).toEqual([["git.example"], [], []]);
    expect((await openBroughtFiles(store, "/other")).list()).toEqual([]);
  });
});
