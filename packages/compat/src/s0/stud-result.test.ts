import { ERROR_CODES } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOfStudError, STUD_ERRORS, type StudErrorClass } from "./stud-error.ts";
import { fromStudResult, type StudResult, toStudResult } from "./stud-result.ts";

const classes: readonly StudErrorClass[] = [
  "Validation",
  "ToolTransient",
  "ToolTerminal",
  "Cancellation",
];
const codes = ["InputInvalid", "Forbidden", "ExecutionTimeout", "OutputMalformed", "toString"];
const anyStud: fc.Arbitrary<StudResult> = fc.oneof(
  fc.record({ ok: fc.constant(true as const), value: fc.jsonValue() }),
  fc.record({
    ok: fc.constant(false as const),
    error: fc.record({
      class: fc.constantFrom(...classes),
      context: fc.record({ code: fc.constantFrom(...codes), message: fc.string() }),
    }),
  }),
);

describe("S0's outcomes", () => {
  it("S0's outcomes come back from the envelope as they were, also with a code that we do not have", () => {
    fc.assert(
      fc.property(anyStud, (outcome) => {
        expect(toStudResult(fromStudResult(outcome))).toEqual(outcome);
      }),
    );
  });
});

describe("STUD_ERRORS", () => {
  it("calls transient exactly what may succeed later without a change, and a cancel no failure", () => {
    const ofClass = (name: StudErrorClass) =>
      Object.entries(STUD_ERRORS)
        .filter(([, row]) => row.class === name)
        .map(([code]) => code);
    expect(ofClass("ToolTransient")).toEqual(["timeout", "unavailable"]);
    expect(ofClass("Cancellation")).toEqual(["skipped", "cancelled"]);
    expect(Object.keys(STUD_ERRORS).sort()).toEqual(Object.keys(ERROR_CODES).sort());
  });

  it("reads a class it knows under a code it does not", () => {
    const read = (name: StudErrorClass) =>
      codeOfStudError({ class: name, context: { code: "New", message: "" } });
    expect(classes.map(read)).toEqual(["invalid_input", "failed", "failed", "cancelled"]);
  });
});
