import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { afterAll, describe, expect, it } from "vitest";
import type { DoorGate } from "../files/judged/create-door-gate.ts";
import { createHandleOpener, type Handle } from "../paths/handles/open-handle.ts";
import { compileGlob } from "./compile-glob.ts";
import { type ListJob, listNames } from "./list-names.ts";

const real = realpathSync(mkdtempSync(join(tmpdir(), "list-names-")));
mkdirSync(join(real, "deep"));
const names = ["one.md", "deep/two.md", "three.md", "deep/four.md", "five.md"];
for (const [index, name] of names.entries()) {
  writeFileSync(join(real, name), "");
  utimesSync(join(real, name), 1_000 + index, 1_000 + index);
}
const handle = createHandleOpener()(real, "follow") as Handle;
afterAll(() => {
  handle.close();
  rmSync(real, { recursive: true, force: true });
});

const { signal } = new AbortController();
const gate = { signal, goOn: () => {} } as DoorGate;

function list(more: Pick<ListJob, "wanted"> & Partial<ListJob>) {
  return listNames(gate, {
    program: rgPath,
    root: { lexical: real, handle },
    start: "./",
    glob: compileGlob("**/*.md"),
    ...more,
  });
}

describe("listing names", () => {
  it("gives all, newest first, when that many are wanted", async () => {
    expect(await list({ wanted: 9 })).toMatchObject({ names: names.toReversed(), complete: true });
  });

  it("gives the newest, and says that there are others", async () => {
    const newest = { names: names.toReversed().slice(0, 3), complete: false };
    expect(await list({ wanted: 3 })).toMatchObject(newest);
  });

  it("has the search program put them in order when there are too many to date", async () => {
    const newest = { names: names.toReversed().slice(0, 3), complete: false };
    expect(await list({ wanted: 3, mostDated: 2 })).toMatchObject(newest);
    expect(await list({ wanted: 9, mostDated: 2 })).toMatchObject({
      names: names.toReversed(),
      complete: true,
    });
  });
});
