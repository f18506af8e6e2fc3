import { describe, expect, it } from "vitest";
import { measureFunctions } from "./measure-functions.ts";

const measure = (code: string) =>
  measureFunctions(code).map(({ name, line, lines }) => `${name}:${line}+${lines}`);

describe("measureFunctions", () => {
  it("measures declarations, methods and arrows from their parameters to the closing brace", () => {
    expect(
      measure(`function a(
  x,
) {
  return x;
}
const b = async (x) => {
  return x;
};
const c = x => {
  return { x };
};
const d = {
  e(x) {
    return x;
  },
  f: () => {},
};
run(() => {});
export default function () {
}`),
    ).toEqual(["a:1+5", "b:6+3", "c:9+3", "e:13+3", "f:16+1", "(anonymous):18+1", "default:19+2"]);
  });

  it("does not take a control statement, a literal or a short arrow for a function", () => {
    expect(
      measure(`if (a) { b(); } else { c(); }
for (const x of y) { z(); }
for await (const x of y) { z(); }
try { a(); } catch (error) { b(); }
switch (a) { case 1: break; }
const o = { a: { b: 1 } };
const f = (x) => ({ x });
const t = \`{ \${ { a: 1 }.a } }\`;`),
    ).toEqual([]);
  });

  it("leaves test callbacks out, and out of the function around them", () => {
    expect(
      measure(`export function suite(make) {
  describe("x", () => {
    it("y", async () => {
      run();
    });
    it.each([1])("z %i", (n) => {
      const local = () => {
        n();
      };
    });
  });
  return make;
}`),
    ).toEqual(["local:7+3", "suite:1+3"]);
  });
});
