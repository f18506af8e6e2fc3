import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { createNamedLister, createNamedTrees } from "./create-named-lister.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "named-")));
  mkdirSync(join(root, "ws/node_modules/a"), { recursive: true });
  for (const path of ["ws/.env", "ws/node_modules/a/.env", "secrets.pem"])
    writeFileSync(join(root, path), "x");
  symlinkSync(join(root, "secrets.pem"), join(root, "ws/notes.txt"));
  symlinkSync(join(root, "nowhere"), join(root, "ws/broken"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const trees = createNamedTrees({ userData: "/nowhere" });
afterAll(trees.close);

function lister(kept = trees) {
  const places = {
    roots: [join(root, "ws")],
    adHoc: () => [],
    userData: join(root, "data"),
    scratch: join(root, "tmp"),
    home: root,
    tmpIsScratch: false,
    aliases: [],
  };
  const named = createNamedLister(places, kept);
  return async (mayBeMeant: (path: string) => boolean) => {
    const { paths, complete } = await named(join(root, "ws"), mayBeMeant);
    return { paths: paths.map((path) => path.slice(root.length + 1)).sort(), complete };
  };
}
const isSecret = (path: string) => /\/\.env$|\.pem$/.test(path);

it("finds files by their names, and what a link leads to by that name too", async () => {
  expect(await lister()(isSecret)).toEqual({ paths: ["secrets.pem", "ws/.env"], complete: true });
});

it("finds what came, went or was linked elsewhere since, in few folders and in many", async () => {
  for (const folders of [3, 150]) {
    for (let index = 0; index < folders; index += 1)
      mkdirSync(join(root, "ws", `part-${index}`), { recursive: true });
    const named = lister();
    const before = { paths: ["secrets.pem", "ws/.env"], complete: true };
    expect(await named(isSecret)).toEqual(before);
    // Once more, when everything is under watch.
    expect(await named(isSecret)).toEqual(before);
    writeFileSync(join(root, "ws/part-2/.env"), "x");
    rmSync(join(root, "secrets.pem"));
    expect(await named(isSecret)).toEqual({ paths: ["ws/.env", "ws/part-2/.env"], complete: true });
    rmSync(join(root, "ws/part-2/.env"));
    writeFileSync(join(root, "secrets.pem"), "x");
    expect(await named(isSecret)).toEqual(before);
  }
});

it("says that it did not look at everything past its bound", async () => {
  const few = createNamedTrees({ userData: "/nowhere" }, 3);
  expect((await lister(few)(isSecret)).complete).toBe(false);
  few.close();
});

it("leaves our own data out, which is closed to every process", async () => {
  mkdirSync(join(root, "ws/data"));
  writeFileSync(join(root, "ws/data/.env"), "x");
  const found = { paths: ["secrets.pem", "ws/.env"], complete: true };
  const own = createNamedTrees({ userData: join(root, "ws/data") });
  expect(await lister(own)(isSecret)).toEqual(found);
  own.close();
});
