import { describe, expect, it } from "vitest";
import { optionFault } from "./option-fault.ts";
import { anyOf, having, OPTION, oneOf, only } from "./option-kind.ts";

const KINDS = {
  policy: anyOf(OPTION.text, OPTION.list),
  mode: oneOf("ask", "yolo"),
  record: anyOf(OPTION.object, only(false)),
  broker: having("ask"),
  maxDepth: OPTION.count,
  key: OPTION.bytes,
  contained: OPTION.flag,
  onEvent: OPTION.call,
};

describe("options", () => {
  it("fit when each is known and of its kind, and what is undefined is not there", () => {
    expect(optionFault({}, KINDS)).toBeNull();
    const all = {
      policy: [],
      mode: "ask",
      record: false,
      broker: { ask: () => {} },
      maxDepth: 0,
      key: new Uint8Array(2),
      contained: false,
      onEvent: () => {},
    };
    expect(optionFault(all, KINDS)).toBeNull();
    expect(optionFault({ policy: undefined, mode: undefined }, KINDS)).toBeNull();
  });

  it.each([
    [{ polcy: [] }, 'has no option "polcy"; did you mean "policy"?'],
    [{ max_depth: 1 }, 'has no option "max_depth"; did you mean "maxDepth"?'],
    [{ zebra: undefined }, 'has no option "zebra"'],
    [{ toString: 1 }, 'has no option "toString"'],
    [{ policy: {} }, "option policy must be a text or a list"],
    [{ mode: "yes" }, 'option mode must be one of "ask", "yolo"'],
    [{ record: true }, "option record must be an object or false"],
    [{ broker: () => {} }, "option broker must be an object with ask()"],
    [{ broker: { ask: 1 } }, "option broker must be an object with ask()"],
    [{ maxDepth: -1 }, "option maxDepth must be a number from 0"],
    [{ maxDepth: Number.NaN }, "option maxDepth must be a number from 0"],
    [{ key: "secret" }, "option key must be a Uint8Array"],
    [{ contained: "no" }, "option contained must be true or false"],
    [{ onEvent: {} }, "option onEvent must be a function"],
    [null, "takes an object of options"],
    ["policy.jsonc", "takes an object of options"],
    [[], "takes an object of options"],
  ])("%j: %s", (given, fault) => {
    expect(optionFault(given, KINDS)).toBe(fault);
  });
});
