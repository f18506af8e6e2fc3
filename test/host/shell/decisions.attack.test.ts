import { describe, expect, it } from "vitest";
import { ALLOWED, ASKED, DENIED } from "./decision-cases.ts";
import { decide } from "./fixture.ts";

describe("a command line under rules", () => {
  it.each(DENIED)("is denied: %s under %s", async (command, rules) => {
    expect(await decide(command, rules)).toBe("deny");
  });

  it.each(ASKED)("is asked about: %s under %s", async (command, rules) => {
    expect(await decide(command, rules)).toBe("ask");
  });

  it.each(ALLOWED)("runs unasked: %s under %s", async (command, rules) => {
    expect(await decide(command, rules)).toBe("allow");
  });
});
