import { describe, expect, it } from "vitest";
import { readEnvironment, readFlags } from "./read-words.ts";

const flags = (...set: string[]) =>
  readFlags({ text: () => undefined, flag: () => false, list: () => set });

describe("settings as words", () => {
  it("reads each kind, and says where it came from", () => {
    expect(
      readEnvironment({
        TOOLPLANE_MODE: "allowlist",
        TOOLPLANE_ALLOWLIST: "read, bash:git *,",
        TOOLPLANE_CONTAINED: "Off",
        TOOLPLANE_KEEP_DAYS: "30",
        TOOLPLANE_PRESET: "",
      }),
    ).toEqual([
      {
        name: "mode",
        value: "allowlist",
        origin: { layer: "environment", name: "TOOLPLANE_MODE" },
      },
      {
        name: "allowlist",
        value: ["read", "bash:git *"],
        origin: { layer: "environment", name: "TOOLPLANE_ALLOWLIST" },
      },
      {
        name: "contained",
        value: false,
        origin: { layer: "environment", name: "TOOLPLANE_CONTAINED" },
      },
      {
        name: "keepDays",
        value: 30,
        origin: { layer: "environment", name: "TOOLPLANE_KEEP_DAYS" },
      },
    ]);
    expect(flags("mode=yolo")).toEqual([
      { name: "mode", value: "yolo", origin: { layer: "flag", name: "--set mode" } },
    ]);
  });

  it.each([
    ["moed=ask", "did you mean mode"],
    ["mode", "NAME=VALUE"],
    ["mode=YOLO", "one of ask, allowlist, yolo"],
    ["contained=maybe", "on or off"],
    ["keepDays=-1", "whole number"],
    ["keepDays=99999999999999999999", "whole number"],
    ["tools={}", "in a file only"],
    ["__proto__=1", "there is no setting"],
  ])("refuses %s", (word, words) => {
    expect(() => flags(word)).toThrow(words);
  });

  it("refuses a variable by its name", () => {
    expect(() => readEnvironment({ TOOLPLANE_SANDBOX: "maybe" })).toThrow(
      'TOOLPLANE_SANDBOX: must be one of auto, plain, none, not "maybe"',
    );
  });
});
