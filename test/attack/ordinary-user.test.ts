/**
 * Attacks on labels, fed programs, outputs and leases by a person without any privilege: the same tests, run again as `nobody`, at
 * every level that such a person has here. Some of each file: what differs for them is the sandbox, not the rows. Files that
 * run by themselves, the room on the disk and views have runs of their own for such a person.
 */
import { spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { compiledFor } from "../compiled-for.ts";
import { SAMPLED_MS } from "../sample.ts";

const NOBODY = 65534;
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
const ROOT = join(import.meta.dirname, "../..");
const CONFIG = join(ROOT, "test/setup/ordinary-user.config.ts");
const RUNNER = join(ROOT, "node_modules/vitest/vitest.mjs");
// A checkout below a private folder cannot be read by another user, and who is not root is an ordinary user already.
const canSwitch =
  process.getuid?.() === 0 &&
  spawnSync("setpriv", [...AS_NOBODY, "test", "-r", CONFIG]).status === 0;

const FILES = [
  "test/host/product/leases.attack.test.ts",
  "test/host/product/outputs-taken-back.attack.test.ts",
  "test/host/shell/fed-programs.attack.test.ts",
  "test/flow/identity/hard-links.attack.test.ts",
  "test/flow/identity/history.attack.test.ts",
  "test/flow/identity/other-session.attack.test.ts",
];

/** The beginnings of titles. */
const TITLES = [
  "a command in the foreground is stopped",
  "a process in the background is ended by a rule",
  "is there again when the process was stopped",
  "(?:prints no denied file|makes no denied tag): (?:bash|env bash|sh) < <",
  "does not leave unasked after (?:read|cat|a script|git log -p)$",
  "stays private in another one: (?:cp|base64)$",
];

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

describe.skipIf(!canSwitch)("an ordinary user (needs root and setpriv)", () => {
  it("is held by the same walls", { timeout: SAMPLED_MS }, () => {
    const home = mkdtempSync(join(tmpdir(), "toolplane-ordinary-"));
    chownSync(home, NOBODY, NOBODY);
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const written = join(home, "report.json");
    const words = [
      ...["run", "--configLoader", "native", "--config", CONFIG, "--outputFile.json", written],
      ...["-t", TITLES.join("|")],
    ];
    const node = [process.execPath, "--disable-warning=ExperimentalWarning", RUNNER];
    spawnSync("setpriv", [...AS_NOBODY, ...node, ...words, ...FILES], {
      cwd: ROOT,
      stdio: "ignore",
      env: {
        PATH: process.env.PATH,
        HOME: home,
        NODE_COMPILE_CACHE: compiledFor(NOBODY),
        TOOLPLANE_SEED: String(inject("propertySeed")),
        TOOLPLANE_TEST_PROGRAM: process.env.TOOLPLANE_TEST_PROGRAM,
        TOOLPLANE_TEST_PROGRAMS: process.env.TOOLPLANE_TEST_PROGRAMS,
      },
    });
    const report = JSON.parse(readFileSync(written, "utf8")) as Report;
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const failed = results.filter(({ status }) => status === "failed");
    expect(failed.map((each) => [each.fullName, each.failureMessages[0]?.slice(0, 500)])).toEqual(
      [],
    );
    // None of the files runs nothing.
    const passed = report.testResults.map(({ assertionResults }) =>
      assertionResults.some(({ status }) => status === "passed"),
    );
    expect(passed).toEqual(FILES.map(() => true));
  });
});
