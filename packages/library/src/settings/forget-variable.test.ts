import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { forgetVariable } from "./forget-variable.ts";

describe("forgetVariable", () => {
  it("leaves a secret to nobody who inherits, and to whoever reads it by its name", () => {
    const environment = { TEAM_KEY: "s3cret", TEAM_OTHER: "seen" };
    process.env.TEAM_KEY = "s3cret";
    forgetVariable("TEAM_KEY", environment);
    forgetVariable("TEAM_KEY", environment);
    forgetVariable("TEAM_NONE", environment);
    for (const env of [environment, { ...environment }, process.env])
      expect(execFileSync("/usr/bin/env", { env, encoding: "utf8" })).not.toContain("s3cret");
    expect({ ...environment }).toEqual({ TEAM_OTHER: "seen" });
    expect(environment.TEAM_KEY).toBe("s3cret");
  });
});
