import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createNamedLister } from "./create-named-lister.ts";

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

it("finds files by their names, and what a link leads to by that name too", () => {
  const places = {
    ...{ roots: [join(root, "ws")], adHoc: () => [], userData: join(root, "data") },
    ...{ scratch: join(root, "tmp"), home: root, tmpIsScratch: false, aliases: [] },
  };
  const named = createNamedLister(places);
  const found = named(join(root, "ws"), (path) => /\/\.env$|\.pem$/.test(path));
  expect({ ...found, paths: [...found.paths].sort() }).toEqual({
    paths: [join(root, "secrets.pem"), join(root, "ws/.env")],
    complete: true,
  });
});
