import { readFileSync } from "node:fs";
import { join } from "node:path";
import { STAGES } from "@toolplane/kernel";
import { expect, it } from "vitest";

const ROAD = join(import.meta.dirname, "../../packages/console/src/page/parts/display/road.ts");

// The page may import nothing of the kernel, so it names the stages once more; its source is read as text.
it("the console's road has the stages of the real one, in their order", () => {
  const [, list = ""] =
    /STAGES: readonly string\[\] = \[([^\]]*)\]/.exec(readFileSync(ROAD, "utf8")) ?? [];
  const shown = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(shown).toEqual(STAGES.map(({ name }) => name));
});
