import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findRepository } from "./find-repository.ts";

it("finds the repository of a folder, however deep it lies", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-repository-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const deep = join(root, ...Array.from({ length: 100 }, () => "d"));
  mkdirSync(deep, { recursive: true });
  expect(findRepository(deep)?.root).not.toBe(root);
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(root, ".git/config"), "[alias]\n\tp = push\n");
  expect(findRepository(deep)?.root).toBe(root);
  expect(findRepository(deep)?.aliases.get("p")).toBe("push");
});
