import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { takeLockSnapshot } from "./lock-snapshot.ts";
import { readLockBook } from "./read-lock-book.ts";

const H1 = `h1:${"A".repeat(43)}=`;
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "locks-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, module: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), `${module} v1.0.0 ${H1}\n`);
}

it("lock files count as they were when the snapshot was taken, whatever is written before they are asked about", () => {
  write("go.sum", "m.test/before");
  const snapshot = takeLockSnapshot([root]);
  write("go.sum", "m.test/after");
  write("sub/go.sum", "m.test/after");
  const book = readLockBook(snapshot);
  expect(book.names("go", "m.test/before")).toBe(true);
  expect(book.names("go", "m.test/after")).toBe(false);
});

it("lock files of nested projects count, those of installed packages and behind links do not", () => {
  write("services/api/go.sum", "m.test/nested");
  write("node_modules/x/go.sum", "m.test/installed");
  write("deep/er/and/go.sum", "m.test/deep");
  mkdirSync(join(root, "linked"));
  symlinkSync(join(root, "services/api/go.sum"), join(root, "linked/go.sum"));
  const book = readLockBook(takeLockSnapshot([root]));
  const names = ["nested", "installed", "deep"].filter((name) =>
    book.names("go", `m.test/${name}`),
  );
  expect(names).toEqual(["nested"]);
  expect(book.files("go", "m.test/nested")).toHaveLength(1);
});

it("a workspace without lock files names nothing", () => {
  expect(takeLockSnapshot([join(root, "absent")])).toEqual([]);
});
