import { describe, expect, it } from "vitest";
import { suggestName } from "./suggest-name.ts";

describe("suggestName", () => {
  it("finds the name that was meant, and keeps silent when none is near", () => {
    const known = ["path", "limit", "ignore_case", "old_string"];
    const typed = [
      "lmit",
      "limti",
      "ignoreCase",
      "IGNORE-CASE",
      "oldString",
      "pth",
      "x",
      "query",
      "",
    ];
    expect(typed.map((name) => suggestName(name, known))).toEqual([
      "limit",
      "limit",
      "ignore_case",
      "ignore_case",
      "old_string",
      "path",
      undefined,
      undefined,
      undefined,
    ]);
    expect(suggestName("l".repeat(5_000), known)).toBeUndefined();
  });
});
