import type { PolicyLayer } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { rulesText } from "./first-screen.ts";

const layer = (scope: PolicyLayer["scope"], count: number): PolicyLayer => ({
  scope,
  rules: Array.from({ length: count }, () => ({
    permission: "bash",
    pattern: "ls",
    action: "allow" as const,
  })),
});
const files = [".toolplane/policy.jsonc"];

describe("the rules on the first screen", () => {
  it.each([
    [[], { state: "none" }, "none of yours; the defaults hold. toolplane init writes a first file"],
    [
      [layer("project", 4), layer("manifest", 2)],
      { state: "trusted", files, trustedAtMs: 0 },
      "4 of this project, 2 of yours",
    ],
    [
      [layer("project", 4)],
      { state: "changed", files, broken: [] },
      "4 of this project; this project's 1 file may only forbid and ask until you trust it: toolplane trust",
    ],
  ] as const)("%o, %o", (layers, project, words) => {
    expect(rulesText(layers, project)).toBe(words);
  });
});
