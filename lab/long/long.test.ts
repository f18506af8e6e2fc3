import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { chosenParts } from "./chosen-parts.ts";
import { longParts } from "./long-parts.ts";
import { isWell, renderReport } from "./render-report.ts";
import { runLong } from "./run-long.ts";
import { runPart } from "./run-part.ts";

const node = (script: string) => ({
  root: import.meta.dirname,
  commit: "abc1234",
  signal: new AbortController().signal,
  program: [process.execPath, "-e", script] as [string, ...string[]],
});
const part = { name: "trial", words: ["trial"], minutes: 1 };

describe("a part of a long run", () => {
  it("ends with its exit code and its last JSON line", async () => {
    const script = 'console.log("{\\"n\\":1}\\n{\\"n\\":2}\\nall well")';
    expect(await runPart(part, node(script))).toMatchObject({
      name: "trial",
      command: "npm run trial",
      code: 0,
      json: '{"n":2}',
    });
  });

  it("that fails is told, with the end of what it said", async () => {
    const outcome = await runPart(part, node('console.error("broken here"); process.exit(3)'));
    expect(outcome).toMatchObject({ code: 3, json: null });
    expect(isWell(outcome)).toBe(false);
    const page = renderReport({ date: "2026-01-31", machine: "a machine", parts: [outcome] });
    expect(page).toContain("0 of 1 parts are well, 1 are not");
    expect(page).toContain("| trial | `npm run trial` | `abc1234` | **failed, exit 3** |");
    expect(page).toContain("broken here");
  });

  it("that does not end is stopped", async () => {
    const endless = { ...part, minutes: 1 / 600 };
    const outcome = await runPart(endless, node("setInterval(() => {}, 1000)"));
    expect([outcome.code, isWell(outcome)]).toEqual([null, false]);
  });

  it("draws from a seed of its day", () => {
    const words = longParts("2026-01-31").find(({ name }) => name === "fuzz")?.words;
    expect(words).toEqual(["fuzz", "--", "1000000", "20260131"]);
  });
});

/** Each part is run by a script that is given its name. */
function openRun(script: string) {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-long-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const all = ["one", "two", "three"].map((name) => ({ name, words: [name], minutes: 1 }));
  const stop = new AbortController();
  const report = join(folder, "report.md");
  return {
    all,
    stop,
    page: () => (existsSync(report) ? readFileSync(report, "utf8") : ""),
    run: (chosen: readonly string[]) =>
      runLong({
        ...node(script),
        all,
        report,
        date: "2026-01-31",
        machine: "a machine",
        signal: stop.signal,
        chosen: all.filter(({ name }) => chosen.includes(name)),
        kept: join(folder, "kept.json"),
      }),
  };
}

describe("a long run", () => {
  it("goes on after a part that fails", async () => {
    const { run, page } = openRun('process.exit(process.argv[1] === "one" ? 3 : 0)');
    const outcomes = await run(["one", "two", "three"]);
    expect(outcomes.map(({ code }) => code)).toEqual([3, 0, 0]);
    expect(page()).toContain("2 of 3 parts are well, 1 are not, 0 did not run to an end.");
  });

  it("names the parts that it did not run, and keeps those that ran alone on the same day", async () => {
    const { run, page } = openRun("");
    await run(["two"]);
    expect(page()).toContain("| one | `npm run one` | | not run | |");
    expect(page()).toContain("| two | `npm run two` | `abc1234` | well |");
    await run(["three"]);
    expect(page()).toContain("2 of 3 parts are well, 0 are not, 1 did not run to an end.");
  });

  it("says where it stands while it runs, and where it was stopped, with all that the part started", async () => {
    const endless = "setInterval(() => {}, 1000)";
    const script = `if (process.argv[1] === "two") {
      require("node:child_process").spawn(process.execPath, ["-e", "${endless}"], { stdio: "inherit" });
      console.log("begun"); ${endless} }`;
    const { run, page, stop } = openRun(script);
    const ended = run(["one", "two", "three"]);
    await expect.poll(page).toContain("| two | `npm run two` | | **begun, not ended** | |");
    stop.abort();
    // The child of the part holds the pipe: this resolves only when it is gone too.
    const outcomes = await ended;
    expect(outcomes.map(({ name, stoppedBy }) => [name, stoppedBy])).toEqual([
      ["one", null],
      ["two", "person"],
    ]);
    expect(page()).toContain("**stopped by hand**");
    expect(page()).toContain("| three | `npm run three` | | not run | |");
  });

  it("takes some parts by name, and says which there are not", () => {
    const all = longParts("2026-01-31");
    const names = (words: readonly string[]) =>
      chosenParts(all, words).parts.map((each) => each.name);
    expect(names(["shell-fuzz,race"])).toEqual(["shell-fuzz", "race"]);
    expect(names(["bench", "race"])).toEqual(["race", "bench"]);
    expect(names([])).not.toContain("bench");
    expect(chosenParts(all, ["shellfuzz"]).unknown).toEqual(["shellfuzz"]);
  });
});
