import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { configurationNames } from "./configuration-names.ts";

it("takes whatever versions are installed for a star, and nothing that only looks alike", () => {
  const source = mkdtempSync(join(tmpdir(), "toolplane-etc-"));
  onTestFinished(() => rmSync(source, { recursive: true }));
  for (const name of [
    "java-11-openjdk",
    "java-8-openjdk",
    "java-secrets",
    "java-openjdk",
    "python3",
  ])
    mkdirSync(join(source, name));
  expect(configurationNames(source, ["hosts", "java-*-openjdk", "python3*"])).toEqual([
    "hosts",
    "java-11-openjdk",
    "java-8-openjdk",
    "python3",
  ]);
  expect(configurationNames(join(source, "nowhere"), ["hosts", "python3*"])).toEqual(["hosts"]);
});
