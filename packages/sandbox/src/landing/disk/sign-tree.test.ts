import { createHash } from "node:crypto";
import { lstatSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { isSigned, signTree } from "./sign-tree.ts";
import { takeAtOnce } from "./take-turns.ts";

describe("the signature of one file", () => {
  const open = () => {
    const folder = mkdtempSync(join(tmpdir(), "sign-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "file");
    writeFileSync(file, "text", { mode: 0o640 });
    return { file, stat: lstatSync(file, { bigint: true }) };
  };
  const sign = (...given: Parameters<typeof signTree>) => takeAtOnce(signTree(...given));

  it("of earlier journals is a digest, which still holds and still tells what was changed", () => {
    const { file, stat } = open();
    const hash = createHash("sha256");
    for (const part of ["\0", "file 416\0", `${stat.ino} ${stat.size} ${stat.mtimeNs}\0`])
      hash.update(part);
    const earlier = { stat: hash.digest("hex"), content: null };
    expect(isSigned(file, earlier)).toBe(true);
    expect(isSigned(file, sign(file, { files: 0, bytes: 0 }))).toBe(true);
    writeFileSync(file, "other");
    expect(isSigned(file, earlier)).toBe(false);
  });

  it("holds for the file that was known, and not for one that was changed since", () => {
    const { file, stat } = open();
    const signed = sign(file, { files: 0, bytes: 0 }, stat);
    expect(isSigned(file, signed)).toBe(true);
    writeFileSync(file, "other");
    expect(isSigned(file, signed)).toBe(false);
    expect(isSigned(file, sign(file, { files: 0, bytes: 0 }, stat))).toBe(false);
  });

  it("knows a copy again where there was room for its content", () => {
    const { file } = open();
    const signed = sign(file, { files: 1, bytes: 100 });
    rmSync(file);
    writeFileSync(file, "text", { mode: 0o640 });
    expect(isSigned(file, signed)).toBe(true);
  });
});
