import type { CodeDiagnostic, LanguageService } from "@toolplane/contract";
import { createFakeClock } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { checkChanges } from "./check-changes.ts";

/** Every `?` of a text is an error that says its line, every `!` a hint. */
const ask: LanguageService["ask"] = async ({ text }) => ({
  kind: "diagnostics",
  diagnostics: text.split("\n").flatMap((content, line): CodeDiagnostic[] => {
    const place = { line, character: 0, message: content, source: "test" };
    if (content.includes("?")) return [{ ...place, severity: "error" }];
    return content.includes("!") ? [{ ...place, severity: "hint" }] : [];
  }),
});

function open(given: LanguageService["ask"] = ask) {
  const clock = createFakeClock();
  const texts: string[] = [];
  const asked: LanguageService["ask"] = (request) => {
    texts.push(request.text);
    return given(request);
  };
  const stop = new AbortController();
  const check = (before: string | null, after: string) =>
    checkChanges([{ path: "a", before, after }], stop.signal, { ask: asked, clock, waitMs: 1_000 });
  return { check, clock, texts, stop };
}

describe("checkChanges", () => {
  it("tells what was not there before, wherever it stands now", async () => {
    const { check, texts } = open();
    const found = await check("a?\nb", "x\na?\na?\nc?\nd!");
    expect(found.flatMap(({ diagnostics }) => diagnostics.map(({ line }) => line))).toEqual([2, 3]);
    expect(texts.at(-1)).toBe("x\na?\na?\nc?\nd!");
    expect(await check(null, "a?")).toHaveLength(1);
  });

  it("asks once where nothing is wrong", async () => {
    const { check, texts } = open();
    expect(await check("a?", "b")).toEqual([]);
    expect(texts).toEqual(["b"]);
  });

  it("knows nothing where a server fails", async () => {
    const { check } = open(() => Promise.reject(new Error("gone")));
    expect(await check("a", "b?")).toEqual([]);
  });

  it("waits no longer than it may, nor for a call that is over", async () => {
    const { check, clock, stop } = open(() => Promise.withResolvers<never>().promise);
    const late = check("a", "b?");
    await clock.advance(1_000);
    expect(await late).toEqual([]);
    const stopped = check("a", "b?");
    stop.abort();
    expect(await stopped).toEqual([]);
    expect(await check("a", "b?")).toEqual([]);
    expect(clock.pending()).toBe(0);
  });
});
