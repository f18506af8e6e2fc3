import { expect, it } from "vitest";
import { accountName } from "./account-name.ts";

it("names the account, and one without a name by its number", () => {
  expect(accountName(() => "mia")).toBe("mia");
  const nameless = () => {
    throw new Error("uv_os_get_passwd returned ENOENT");
  };
  expect(accountName(nameless)).toBe(`user ${process.getuid?.()}`);
  expect(accountName()).not.toBe("");
});
