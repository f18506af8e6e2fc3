import { describe, expect, it } from "vitest";
import { measureFunctions } from "./measure-functions.ts";

const measure = (code: string) =>
  measureFunctions(code).map(({ name, line, statements }) => `${name}:${line}+${statements}`);

describe("measureFunctions", () => {
  it("counts the statements of declarations, methods and arrows", () => {
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
    ).toEqual(["a:1+1", "b:6+1", "c:9+1", "e:13+1", "f:16+0", "(anonymous):18+0", "default:19+0"]);
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

  it("counts control statements, but not the head of a loop, a member or a key", () => {
    expect(
      measure(`function a(x) {
  for (let at = 0; at < x.if; at += 1) {
    if (at) run({ try: 1 });
  }
  while (x) next();
  try { run(); } catch { stop(); }
  switch (x) { case 1: break; }
}`),
    ).toEqual(["a:1+10"]);
  });

  it("counts a statement for the innermost function", () => {
    expect(
      measure("function a() { one(); const b = () => { two(); three(); }; return b; }"),
    ).toEqual(["b:1+2", "a:1+3"]);
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
    ).toEqual(["local:7+1", "suite:1+2"]);
  });
});
