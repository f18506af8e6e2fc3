import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { foldIn } from "./fold-in.ts";

/** A built package that uses a third-party package. */
function openPackage(declaration: string): string {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-fold-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = {
    "package.json": '{ "type": "module" }',
    "dist/index.js":
      'import { add } from "@theirs/sums";\nimport { late } from "./deep/late.js";\nexport { add, late };\n',
    "dist/index.d.ts": declaration,
    "dist/deep/late.js": 'export const late = () => import("@theirs/sums/more");\n',
    "node_modules/@theirs/sums/package.json":
      '{ "name": "@theirs/sums", "version": "1.0.0", "license": "MIT", "type": "module", "exports": { ".": "./index.js", "./more": "./more.js" } }',
    "node_modules/@theirs/sums/LICENSE": "Theirs.\n",
    "node_modules/@theirs/sums/index.js":
      'export { one } from "base";\nexport const add = (a, b) => a + b;\n',
    "node_modules/@theirs/sums/more.js":
      'import { one } from "base";\nexport const more = one + 1;\n',
    "node_modules/base/package.json": '{ "name": "base", "version": "2.0.0", "type": "module" }',
    "node_modules/base/index.js": "export const one = 1;\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

describe("folding in", () => {
  it("ships the code of others, with their licences, and needs nothing else", async () => {
    const folder = openPackage("export declare const add: unknown;\n");
    await foldIn(folder, ["@theirs/sums"]);
    rmSync(join(folder, "node_modules"), { recursive: true });
    const built = await import(pathToFileURL(join(folder, "dist/index.js")).href);
    expect([built.add(1, 2), (await built.late()).more]).toEqual([3, 2]);
    const licences = readFileSync(join(folder, "dist/third-party/LICENSES.txt"), "utf8");
    expect(licences).toMatch(/^@theirs\/sums 1\.0\.0 \(MIT\)\n\nTheirs\.\n/);
    expect(licences).toContain("base 2.0.0 (no licence named)");
  });

  it("refuses when a declaration needs their types", async () => {
    const folder = openPackage('import type { Sum } from "@theirs/sums";\nexport type S = Sum;\n');
    await expect(foldIn(folder, ["@theirs/sums"])).rejects.toThrow(
      /needs the types of @theirs\/sums/,
    );
    expect(existsSync(join(folder, "dist/third-party"))).toBe(false);
  });
});
