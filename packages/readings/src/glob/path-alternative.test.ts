import fc from "fast-check";
import { expect, it } from "vitest";
import { compilePathAlternative, reachesTree } from "./path-alternative.ts";

const NAMES = ["a", "b", "ab"];

/** Every path from the root down to a depth that no pattern of the test needs more of. */
function* pathsBelow(root: readonly string[], depth: number): Generator<string> {
  yield root.map((name) => `/${name}`).join("");
  if (depth > 0) for (const name of NAMES) yield* pathsBelow([...root, name], depth - 1);
}

it("reaches a tree exactly where something in it matches", () => {
  const segments = fc.array(fc.constantFrom("a", "b", "*", "a*", "?", "**"), { maxLength: 4 });
  const roots = fc.array(fc.constantFrom(...NAMES), { maxLength: 4 });
  fc.assert(
    fc.property(segments, roots, (parts, root) => {
      const compiled = compilePathAlternative(`/${parts.join("/")}`);
      if (!compiled.ok) throw new TypeError(compiled.message);
      const { test } = compiled.value;
      const matches = [...pathsBelow(root, 4)].some((path) => test(path));
      expect(reachesTree(compiled.value, root)).toBe(matches);
    }),
    { numRuns: 400 },
  );
});
