import { expect, it } from "vitest";
import { requiredBy } from "./required-by.ts";

const place = ".toolplane/policy.jsonc:3";
const ofFile = { name: "tests", run: "npm test", when: ["src/**"], within: "2m", place };

it("needs a command for every change that was typed and is in a file with a condition", () => {
  expect(requiredBy([ofFile], ["npm test"])).toEqual([
    { name: "tests", run: "npm test", within: "2m", place },
  ]);
});

it("adds what is typed to what the files require", () => {
  expect(requiredBy([ofFile], ["npm run lint"])).toEqual([
    ofFile,
    { name: "npm run lint", run: "npm run lint", place: "--require" },
  ]);
  expect(requiredBy([ofFile])).toEqual([ofFile]);
});
