import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { DRIVERS, type Driver } from "./drivers.ts";
import { installClients } from "./install-clients.ts";

const driver = (name: string): Driver => ({
  name,
  package: name,
  program: name,
  mark: "99",
  words: () => [],
  environment: () => ({}),
});

/** A package of one program, which ends with this code. */
function writePackage(folder: string, name: string, code: number): void {
  mkdirSync(join(folder, name), { recursive: true });
  const bin = { [name]: "run.js" };
  writeFileSync(
    join(folder, name, "package.json"),
    JSON.stringify({ name, version: "1.0.0", bin }),
  );
  const lines = ["#!/usr/bin/env node", `console.error("no binding");`, `process.exit(${code});`];
  writeFileSync(join(folder, name, "run.js"), lines.join("\n"), { mode: 0o755 });
}

it("installs each client alone, and says why one could not be had", () => {
  const root = mkdtempSync(join(tmpdir(), "clients-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writePackage(root, "fine", 0);
  writePackage(root, "unbound", 1);
  const names = ["absent", "unbound", "fine"];
  const dependencies = Object.fromEntries(names.map((name) => [name, `file:${join(root, name)}`]));
  const locks = join(root, "locks");
  mkdirSync(locks);
  writeFileSync(join(locks, "package.json"), JSON.stringify({ dependencies }));
  const lock = { lockfileVersion: 3, packages: { "": { dependencies } } };
  writeFileSync(join(locks, "package-lock.json"), JSON.stringify(lock));
  const { programs, missing } = installClients(names.map(driver), locks, join(root, "kept"));
  expect(programs).toEqual({ fine: join(root, "kept/fine/node_modules/.bin") });
  expect(missing).toEqual([
    expect.stringMatching(/^absent: .*(?:no such file|ENOENT)/i),
    "unbound: does not start: no binding",
  ]);
});

it("names a package of the lock for each client", async () => {
  const { default: manifest } = await import("./package.json", { with: { type: "json" } });
  const packages = DRIVERS.map((each) => each.package);
  expect(packages.toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted());
});
