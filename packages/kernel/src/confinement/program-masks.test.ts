import { expect, it } from "vitest";
import { programMasks } from "./program-masks.ts";

const patterns = (...names: string[]) =>
  programMasks(names, ["/w*s"]).map(({ pattern, action }) => `${action} ${pattern}`);

it("a path is that path from any folder of the workspace", () => {
  expect(patterns("./deploy.sh", "scripts/x")).toEqual([
    "deny /w\\*s/**/deploy.sh",
    "deny /w\\*s/**/scripts/x",
  ]);
  expect(patterns("/w*s/bin/x")).toEqual(["deny /w\\*s/bin/x"]);
});

it("a bare name is what lies in a folder of programs", () => {
  expect(patterns("deploy")).toEqual(
    ["bin", ".bin", "sbin"].map((folder) => `deny /w\\*s/**/${folder}/deploy`),
  );
});

it("a program outside the folders of programs is not masked", () => {
  expect(patterns("/usr/bin/x", "../x")).toEqual([]);
});
