import { describe, expect, it } from "vitest";
import { createCleanNames } from "./clean-names.ts";
import { createRedactor } from "./create-redactor.ts";

/** Masks one secret, and counts how often it was asked. */
function counting() {
  const scanned: string[] = [];
  const isClean = createCleanNames((text) => {
    scanned.push(text);
    return text.replace("s3cret-value", "***");
  });
  return { isClean, scanned };
}

describe("clean names", () => {
  it("a clean name is scanned once", () => {
    const { isClean, scanned } = counting();
    expect([isClean("pattern"), isClean("pattern"), isClean("ranges")]).toEqual([true, true, true]);
    expect(scanned).toEqual(["pattern", "ranges"]);
  });

  it("a name that holds something to mask is never a clean one", () => {
    const { isClean, scanned } = counting();
    expect([isClean("s3cret-value"), isClean("s3cret-value")]).toEqual([false, false]);
    expect(scanned).toHaveLength(2);
  });

  it("the number of clean names is bounded", () => {
    const { isClean, scanned } = counting();
    const long = "n".repeat(65);
    for (const name of [long, long]) expect(isClean(name)).toBe(true);
    expect(scanned).toHaveLength(2);
    for (let index = 0; index < 1_025; index += 1) isClean(`name_${index}`);
    const before = scanned.length;
    isClean("name_0");
    expect(scanned).toHaveLength(before + 1);
  });

  it("masks a secret name below a member whose own name is clean", () => {
    const redactor = createRedactor({ secrets: { KEY: "zq81xk42mm-secret" } });
    expect(redactor.value({ pattern: 1 })).toEqual({ pattern: 1 });
    for (let turn = 0; turn < 2; turn += 1) {
      const masked = redactor.value({ pattern: { "zq81xk42mm-secret": 1 } });
      expect(JSON.stringify(masked)).not.toContain("zq81xk42mm");
    }
  });
});
