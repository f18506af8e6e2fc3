import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SLOW_FILES } from "./slow-first.ts";

it("The files that go first are all there", () => {
  const root = join(import.meta.dirname, "../..");
  expect(SLOW_FILES.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
