import { describe, expect, it } from "vitest";
import { readCitations } from "./collect-citations.ts";

const read = (text: string) =>
  readCitations({ path: "x.test.ts", text }).map(({ id, line }) => `${line} ${id}`);

describe("readCitations", () => {
  it("reads ids from the names of tests and groups", () => {
    expect(
      read(`describe("a [R001]", () => {
  it("b [R002] and [R003, R004 R005]", async () => {});
  test.concurrent(\`c \${x} [R006]\`, () => {});
  it("d " + "[R007]", () => {});
  it.each([{ name: "e [R008]" }])("$name [R009]", ({ name }) => {});
});`),
    ).toEqual([
      "1 R001",
      "2 R002",
      "2 R003",
      "2 R004",
      "2 R005",
      "3 R006",
      "4 R007",
      "5 R008",
      "5 R009",
    ]);
  });

  it("reads nothing from bodies, comments, other calls and tests that do not run", () => {
    expect(
      read(`// it("a [R001]", () => {})
it("b", () => { expect("[R002]").toBe(list[R003]); });
suite.it("c [R004]");
it.skip("d [R005]", () => {});
describe.todo("e [R006]");
note("f [R007]");`),
    ).toEqual([]);
  });

  it("hands on an id that is spelled wrongly, so that the ledger can refuse it", () => {
    expect(read('it("a [R12] [R001-R003]", () => {});')).toEqual(["1 R12", "1 R001-R003"]);
  });
});
