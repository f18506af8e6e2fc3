import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openTrust } from "./open-trust.ts";
import { readProject } from "./read-project.ts";

const root = mkdtempSync(join(tmpdir(), "toolplane-required-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const policy = (land: string): string => `{ "rules": [], "land": { "require": [${land}] } }`;
const TESTS = '{ "name": "tests", "run": "npm test" }';

let count = 0;
let workspace = "";
let userData = "";
const write = (text: string): void =>
  writeFileSync(join(workspace, ".toolplane", "policy.jsonc"), text);
const look = (once = false) => readProject({ workspace, userData, once, nowMs: 1 });

beforeEach(() => {
  count += 1;
  workspace = join(root, `project-${count}`);
  userData = join(root, `data-${count}`);
  for (const folder of [join(workspace, ".toolplane"), userData])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
});

describe("the checks of a project", () => {
  it("do not run before a person trusts it, and that is said by name", async () => {
    write(policy(TESTS));
    const { files, untrustedChecks, notice } = await look();
    expect(files.flatMap(({ required }) => required)).toEqual([]);
    expect(untrustedChecks.map(({ name }) => name)).toEqual(["tests"]);
    expect(notice).toContain("its checks do not run (tests)");
    const trusted = await look(true);
    expect(trusted.files.flatMap(({ required }) => required)).toHaveLength(1);
    expect(trusted.untrustedChecks).toEqual([]);
  });

  it("go on as they were trusted when the file changes, and the new ones do not run", async () => {
    write(policy(TESTS));
    const offer = await openTrust({ workspace, userData });
    expect(offer.view.loosens).toEqual([
      expect.objectContaining({ kind: "check", text: 'check tests runs {"run":"npm test"}' }),
    ]);
    offer.keep({ atMs: 1, by: "me" });
    for (const land of ["", '{ "name": "tests", "run": "true" }']) {
      write(policy(land));
      const { files, untrustedChecks } = await look();
      expect(files.flatMap(({ required }) => required.map(({ run }) => run))).toEqual(["npm test"]);
      expect(untrustedChecks.map(({ run }) => run)).toEqual(land === "" ? [] : ["true"]);
    }
  });

  it("are told of where they cannot be read", async () => {
    write(policy('{ "name": "tests" }'));
    const { trust, untrustedChecks } = await look();
    expect(untrustedChecks).toEqual([]);
    expect(trust).toMatchObject({ broken: [expect.stringContaining('"run" must be a command')] });
  });
});
