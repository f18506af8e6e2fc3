import { expect, it } from "vitest";
import { holdsNoToken } from "./holds-no-token.ts";

it.each([
  ["registry=https://r.test/\nsave-exact=true\n", true],
  ["//r.test/:_authToken=${NPM_TOKEN}\n", true],
  ['//r.test/:_authToken = "${NPM_TOKEN}"\r\nengine-strict=true\r\n', true],
  ["", true],
  ["//r.test/:_authToken=npm_1\n", false],
  ["//r.test/:_authToken=${NPM_TOKEN}npm_1\n", false],
  ["# //r.test/:_authToken=npm_1\n", false],
  ["_auth = dTpw\n", false],
  ["https-proxy=http://me:word@p.test/\n", false],
  ["//r.test/:username=me\n", false],
  [`a=b\n${"#".repeat(70_000)}`, false],
])("settings of npm hold no token: %j", (text, expected) => {
  expect(holdsNoToken(Buffer.from(text))).toBe(expected);
});
