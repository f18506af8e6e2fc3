import { expect, it } from "vitest";
import { linkedNames, linkTarget } from "./linked-names.ts";

const LINKS = new Map([
  ["src", "core"],
  ["main", "src"],
  ["core/self", "core"],
  ["check.sh", "tools/check.sh"],
]);

it.each([
  ["core/a.js", ["core/a.js", "src/a.js", "main/a.js"]],
  ["core", ["core", "src", "main"]],
  ["tools/check.sh", ["tools/check.sh", "check.sh"]],
  ["corer/a.js", ["corer/a.js"]],
])("names %s by every way that leads to it", (path, names) => {
  expect(linkedNames(path, LINKS)).toEqual(names);
});

it("follows a link that leads to a link", () => {
  expect([linkTarget("main", LINKS), linkTarget("docs", LINKS)]).toEqual(["core", "docs"]);
});
