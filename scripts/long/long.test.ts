import { describe, expect, it } from "vitest";
import { longParts } from "./long-parts.ts";
import { isWell, renderReport } from "./render-report.ts";
import { runPart } from "./run-part.ts";

const node = (script: string) => ({
  root: import.meta.dirname,
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
    const page = renderReport({
      date: "2026-01-31",
      commit: "abc1234",
      machine: "a machine",
      outcomes: [outcome],
    });
    expect(page).toContain("0 of 1 parts are well");
    expect(page).toContain("| trial | `npm run trial` | **failed, exit 3** |");
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
