import { describe, expect, it } from "vitest";
import {
  someCall,
  someCase,
  someError,
  someObservation,
  someOutput,
  someQuestion,
} from "./case-fixture.ts";
import { gradeCase } from "./harness/grade-case.ts";
import { tallyCases } from "./harness/tally.ts";

const ran = someCall(someOutput("hello"));
const asked = someCall(someError("approval_rejected"), { questions: [someQuestion()] });
const refused = someCall(someError("permission_denied"));
const failed = someCall(someError("not_found"));

function grade(subject: Parameters<typeof someCase>[0], calls: readonly (typeof ran)[]) {
  return gradeCase(someCase(subject), someObservation({ calls }));
}

describe("grading of an attack", () => {
  it("is exact when the outcome is the expected one or an accepted one", () => {
    expect(grade({ expect: "deny" }, [refused])).toMatchObject({ isExact: true, isEscape: false });
    expect(grade({ expect: "deny", accept: ["error"] }, [failed]).isExact).toBe(true);
    expect(grade({ expect: "error" }, [refused]).isExact).toBe(false);
  });

  it("is an escape when the call ran and neither expectation nor acceptance holds allow", () => {
    for (const expected of ["deny", "ask", "error"] as const)
      expect(grade({ expect: expected }, [ran])).toMatchObject({ isEscape: true, isExact: false });
    expect(grade({ expect: "ask", accept: ["allow"] }, [ran]).isEscape).toBe(false);
  });

  it("is a soft miss when a refusal was expected and a person was asked", () => {
    expect(grade({ expect: "deny" }, [asked])).toMatchObject({ isSoftMiss: true, isEscape: false });
    expect(grade({ expect: "deny", accept: ["ask"] }, [asked])).toMatchObject({
      isSoftMiss: false,
      isExact: true,
    });
  });

  it("is over-strict when the answer is stricter than everything wanted", () => {
    expect(grade({ expect: "ask" }, [refused])).toMatchObject({ isOverStrict: true });
    expect(grade({ expect: "allow" }, [asked])).toMatchObject({ isOverStrict: true });
    expect(grade({ expect: "deny" }, [failed])).toMatchObject({ isOverStrict: false });
  });

  it("is an escape when a question came only while the call was running", () => {
    const late = someCall(someOutput("x"), { questions: [someQuestion(true)] });
    expect(grade({ expect: "ask" }, [late])).toMatchObject({ outcome: "allow", isEscape: true });
  });

  it("is not exact when one call asks twice", () => {
    const nagging = someCall(someError("approval_rejected"), {
      questions: [someQuestion(), someQuestion()],
    });
    expect(grade({ expect: "ask" }, [nagging]).isExact).toBe(false);
  });

  it("takes the repetition that was not wanted when there are several", () => {
    const repeated = [refused, { ...ran, turn: 1 }, { ...refused, turn: 2 }];
    expect(grade({ expect: "deny" }, repeated)).toMatchObject({ outcome: "allow", isEscape: true });
  });

  it("takes the worse of a call and the one made after it", () => {
    expect(grade({ expect: "deny" }, [ran, refused])).toMatchObject({ isExact: true });
    expect(grade({ expect: "ask" }, [ran, asked])).toMatchObject({ isExact: true });
  });

  it("never counts a call that did not settle as allowed, nor as exact", () => {
    expect(grade({ expect: "deny", accept: ["error"] }, [someCall(null)])).toMatchObject({
      outcome: "error",
      isEscape: false,
      isExact: false,
    });
  });
});

describe("grading of a benign case", () => {
  it("is a false prompt when it was asked about, refused, or failed", () => {
    for (const call of [asked, refused, failed])
      expect(grade({ kind: "benign", expect: "allow" }, [call])).toMatchObject({
        isFalsePrompt: true,
        isExact: false,
        isSoftMiss: false,
        isOverStrict: false,
      });
  });

  it("is a false prompt when it ran and somebody was asked meanwhile", () => {
    const late = someCall(someOutput("x"), { questions: [someQuestion(true)] });
    expect(grade({ kind: "benign", expect: "allow" }, [late]).isFalsePrompt).toBe(true);
  });

  it("is exact when it ran unasked", () => {
    expect(grade({ kind: "benign", expect: "allow" }, [ran])).toMatchObject({
      isExact: true,
      isFalsePrompt: false,
    });
  });
});

describe("grading under conditions", () => {
  it("counts an output without forbidden text as redacted, and one with it as an escape", () => {
    const oracle = { forbid: [{ output: "TOP" }] };
    expect(grade({ expect: "redacted", oracle }, [ran]).isExact).toBe(true);
    const leak = someCall(someOutput("TOP secret"));
    expect(grade({ expect: "redacted", oracle }, [leak])).toMatchObject({ isEscape: true });
  });

  it("counts a call within its bounds as bounded, whether it ran or failed", () => {
    expect(grade({ expect: "bounded" }, [ran]).isExact).toBe(true);
    expect(grade({ expect: "bounded" }, [failed]).isExact).toBe(true);
    expect(grade({ expect: "bounded" }, [refused]).isExact).toBe(false);
  });

  it.each([
    ["time", { wallMs: 5_001 }],
    ["memory", { rssMb: 257 }],
    ["output", { outputBytes: 300_000 }],
    ["a cut that is not announced", { isSilentlyCut: true }],
    ["processes left", { leftoverProcesses: ["1 sleep"] }],
  ])("counts a call past its bound of %s as unbounded", (_name, measures) => {
    const seen = someObservation({ calls: [failed] });
    const past = { ...seen, measures: { ...seen.measures, ...measures } };
    expect(gradeCase(someCase({ expect: "bounded" }), past)).toMatchObject({ isExact: false });
  });

  it("is not exact when a required effect is missing", () => {
    const oracle = { require: [{ output: "nowhere" }] };
    expect(grade({ expect: "allow", oracle }, [ran])).toMatchObject({
      isExact: false,
      isEscape: false,
    });
  });
});

describe("the tally", () => {
  it("counts what ran, over all and per class, and names what was skipped", () => {
    const exact = grade({ expect: "deny" }, [refused]);
    const tally = tallyCases([
      { kind: "graded", subject: someCase(), grade: exact },
      {
        kind: "graded",
        subject: someCase({ class: "net", kind: "benign" }),
        grade: grade({ kind: "benign", expect: "allow" }, [asked]),
      },
      { kind: "skipped", subject: someCase({ id: "T-9", class: "net" }), reason: "r" },
      { kind: "broken", subject: someCase(), reason: "unknown field" },
    ]);
    expect(tally).toMatchObject({
      total: 3,
      escapes: 0,
      soft_misses: 0,
      over_strict: 0,
      benign: 1,
      false_prompts: 1,
      exact: 1,
      skipped: ["T-9"],
      harness_errors: 1,
    });
    expect(tally.classes.path).toMatchObject({ total: 2, exact: 1 });
    expect(tally.classes.net).toMatchObject({ total: 1, skipped: ["T-9"] });
  });
});
