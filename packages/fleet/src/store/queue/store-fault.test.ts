import { describe, expect, it } from "vitest";
import { storeFault } from "./store-fault.ts";

const said = (code: string, message = ""): string =>
  storeFault(Object.assign(new TypeError(message), { code }), "db:5432/record").message;

describe("storeFault", () => {
  it.each([
    ["53100", "is on a disk that is full"],
    ["53300", "has no connection left"],
    ["28P01", "does not take this login"],
    ["ECONNREFUSED", "cannot be reached"],
    ["57P01", "is shutting down or starting"],
    ["XX001", "has an internal fault"],
    ["58030", "could not read or write its files"],
  ])("says what to do about %s", (code, text) => {
    expect(said(code)).toContain(`The database db:5432/record ${text}`);
  });

  it("says nothing of what the server said: it may name the user", () => {
    expect(said("28P01", 'password authentication failed for user "ada"')).not.toContain("ada");
  });
});
