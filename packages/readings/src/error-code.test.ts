import { describe, expect, it } from "vitest";
import { errorCode } from "./error-code.ts";

describe("errorCode", () => {
  it("gives the code of a system error", () => {
    expect(errorCode(Object.assign(new RangeError("x"), { code: "ENOENT" }))).toBe("ENOENT");
    expect(errorCode({ code: "EPERM" })).toBe("EPERM");
  });

  it("gives nothing for a value without one", () => {
    const others = [null, undefined, "ENOENT", 2, new RangeError("x"), { code: 2 }, { code: null }];
    expect(others.map(errorCode)).toEqual(others.map(() => undefined));
  });
});
