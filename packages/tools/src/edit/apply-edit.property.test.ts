/**
 * Edits as they were meant, and as they are sent with one of the slips that models make. A place that is found all the same must
 * become what was meant, to the last blank, or the edit must be refused.
 */
import { isToolError } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSeen, SHORTENING, SLIPS } from "../fixtures/slips.fixture.ts";
import { type AppliedEdit, applyEdit } from "./apply-edit.ts";

/** The style of lines in a file of this kind: how a step in is opened, and what it is made of. */
interface Style {
  readonly path: string;
  readonly step: string;
  readonly opens: (name: string) => string;
  readonly line: (name: string) => string;
  readonly closes: string | null;
}

type Change = (lines: readonly string[], at: number, style: Style) => string[];

const quoted = (name: string): string => `${name}("${name} - 'a'");`;
const STYLES: readonly Style[] = [
  { path: "a.ts", step: "  ", opens: (name) => `${name}(() => {`, line: quoted, closes: "});" },
  { path: "a.go", step: "\t", opens: (name) => `if ${name} {`, line: quoted, closes: "}" },
  { path: "a.py", step: "    ", opens: (name) => `def ${name}():`, line: quoted, closes: null },
  {
    path: "a.yaml",
    step: "  ",
    opens: (name) => `${name}:`,
    line: (name) => `${name}: "x"`,
    closes: null,
  },
  {
    path: "Makefile",
    step: "\t",
    opens: (name) => `${name}:`,
    line: (name) => `@echo "${name}"`,
    closes: null,
  },
];

const deepened: Change = (lines, at, { line, step }) =>
  lines.toSpliced(at, 0, indentOf(lines[at]) + step + line("deep"));

/** Changes to lines. */
const CHANGES: readonly Change[] = [
  (lines, at) => lines.map((line, index) => (index === at ? line.replace(/\w+/, "other") : line)),
  (lines, at, { line }) => lines.toSpliced(at, 0, indentOf(lines[at]) + line("fresh")),
  deepened,
  (lines, at) => lines.toSpliced(at, 1),
  (lines, _, { step }) => lines.map((line) => (line === "" ? line : step + line)),
  (lines, _, { step }) =>
    lines.map((line) => (line.startsWith(step) ? line.slice(step.length) : line)),
  (lines, at) => lines.map((line, index) => (index === at ? `${line}  ` : line)),
  (lines, at) => lines.toSpliced(at, 0, ""),
  (lines, _, { opens, step, closes }) => [
    indentOf(lines[0]) + opens("around"),
    ...lines.map((line) => (line === "" ? line : step + line)),
    ...(closes === null ? [] : [indentOf(lines[0]) + closes]),
  ],
];

const indentOf = (line = ""): string => /^[ \t]*/.exec(line)?.[0] ?? "";

/** Lines of a program, from a list of steps: in, out, or on. */
function linesOf(steps: readonly number[], { step, opens, line, closes }: Style): string[] {
  let depth = 0;
  return steps.flatMap((choice, index) => {
    const name = `n${index}`;
    if (choice === 0 && depth < 3) return [step.repeat(depth++) + opens(name)];
    if (choice === 1 && depth > 0) {
      depth -= 1;
      return closes === null ? [] : [step.repeat(depth) + closes];
    }
    return [step.repeat(depth) + line(name)];
  });
}

function tryEdit(text: string, old: string, next: string, path: string): AppliedEdit | null {
  try {
    return applyEdit(text, { old_string: old, new_string: next }, path);
  } catch (error) {
    if (isToolError(error)) return null;
    throw error;
  }
}

interface Texts {
  readonly old: string;
  readonly next: string;
}

/**
 * Two slips can undo each other in part: the outcome is then what one slip makes of another meaning, and the two cannot
 * be distinguished.
 */
function isOneSlip(sent: Texts, meant: Texts): boolean {
  return Object.values(SLIPS).some(
    (slip) => slip(meant.old) === sent.old && slip(meant.next) === sent.next,
  );
}

/** Steps of other kinds than the file's, so that spaces and tabs stand side by side. */
const MIXED: readonly Style[] = ["\t", "  ", "   "].flatMap((step) =>
  STYLES.slice(0, 3).map((style) => ({ ...style, step })),
);

type Loss = (lines: readonly string[]) => string[];

const dedented: Loss = (lines) => {
  const filled = lines.filter((line) => line.trim() !== "");
  const least = Math.min(...filled.map((line) => indentOf(line).length));
  return lines.map((line) => line.slice(Math.min(least, indentOf(line).length)));
};
/** One line, counted from the first or from the last, without its indentation or with one step less. */
const bareAt =
  (at: number, cut: (line: string) => string): Loss =>
  (lines) =>
    lines.map((line, index) => (index === (at + lines.length) % lines.length ? cut(line) : line));
const headless = bareAt(0, (line) => line.trimStart());
const whole: Loss = (lines) => [...lines];
const stripped: Loss = (lines) => lines.map((line) => line.trimStart());
const stepLess = (line: string): string => line.replace(/^(?:\t| {1,4})/, "");
const asTabs = (line: string): string =>
  line.replace(/^(?: {2})+/, (blanks) => blanks.replaceAll("  ", "\t"));
const asBlanks = (line: string): string =>
  line.replace(/^\t+/, (tabs) => tabs.replaceAll("\t", "    "));
/** Losses of indentation in the old lines, and in the new ones. */
const RETYPED: readonly Loss[] = [
  bareAt(0, asTabs),
  bareAt(0, asBlanks),
  (lines) => lines.map(asTabs),
  (lines) => lines.map(asBlanks),
];
const LOSSES: readonly Loss[] = [
  dedented,
  headless,
  stripped,
  bareAt(-1, (line) => line.trimStart()),
  bareAt(1, (line) => line.trimStart()),
  bareAt(0, stepLess),
  bareAt(-1, stepLess),
  ...RETYPED,
];

describe("an edit without its indentation", () => {
  it("never changes indentation silently, also where its old text is found inside a line", () => {
    const cases = fc.record({
      style: fc.constantFrom(...STYLES, ...MIXED),
      mixed: fc.constantFrom(...STYLES, ...MIXED),
      steps: fc.array(fc.nat(4), { minLength: 3, maxLength: 14 }),
      from: fc.nat(12),
      count: fc.integer({ min: 1, max: 3 }),
      at: fc.nat(5),
      change: fc.constantFrom(...CHANGES),
      lost: fc.constantFrom(...LOSSES),
      /** The new lines are whole, lost the same, or something else. */
      lostNew: fc.constantFrom<Loss | "same" | null>(null, "same", dedented, headless, stripped),
      ended: fc.boolean(),
      ending: fc.constantFrom("\n", "\r\n"),
    });
    let inside = 0;
    fc.assert(
      fc.property(cases, (drawn) => {
        const { style, mixed, steps, from, count, at, change, lost, lostNew, ended } = drawn;
        const all = [
          ...linesOf(steps, style),
          ...linesOf([2, 0, 2], { ...mixed, line: () => "m();" }),
        ];
        const start = from % all.length;
        const old = all.slice(start, start + count);
        const next = change(old, at % old.length, style);
        const end = (lines: readonly string[]): string =>
          lines.join("\n") + (ended && lines.length > 0 ? "\n" : "");
        const loseNew = lostNew === "same" ? lost : (lostNew ?? whole);
        // Other signs for blanks are a habit: nobody who has it leaves the blanks of the new lines out instead.
        if (RETYPED.includes(lost) && lostNew !== "same" && lostNew !== null) return;
        // Where the file has both, a new step may be of either.
        if (RETYPED.includes(lost) && mixed.step.startsWith("\t") !== style.step.startsWith("\t"))
          return;
        // A line that is deeper though nothing opens: without its blanks it looks like the others.
        const isBare = loseNew === stripped || indentOf(next[0]) !== indentOf(old[0]);
        if (change === deepened && isBare) return;
        const sent = { old: end(lost(old)), next: end(loseNew(next)) };
        const before = `${all.join("\n")}\n`;
        const found = before.indexOf(sent.old);
        // At the beginning of a line it is the very text of the file.
        if (found === 0 || before[found - 1] === "\n") return;
        const inFile = before.replaceAll("\n", drawn.ending);
        const done = tryEdit(inFile, sent.old, sent.next, style.path);
        if (done === null) return;
        if (found > 0) inside += 1;
        const meant = all
          .toSpliced(start, old.length, ...next)
          .map((line) => `${line}\n`)
          .join("");
        // The line break of a line that goes stays, where the old text has none.
        const after = done.text.replaceAll("\r\n", "\n");
        const left = !ended && next.length === 0 ? after.replace(/^[ \t]+$\n|^\n/m, "") : after;
        expect(left).toBe(meant);
      }),
      { numRuns: 8_000 },
    );
    expect(inside).toBeGreaterThan(0);
  });
});

describe("an edit that was sent with a slip", () => {
  it.each(Object.entries(SLIPS))("becomes what was meant, or is refused: %s", (_, slip) => {
    const cases = fc.record({
      style: fc.constantFrom(...STYLES),
      steps: fc.array(fc.nat(4), { minLength: 3, maxLength: 14 }),
      from: fc.nat(12),
      count: fc.integer({ min: 1, max: 6 }),
      at: fc.nat(5),
      change: fc.constantFrom(...CHANGES),
      both: fc.boolean(),
      ending: fc.constantFrom("\n", "\r\n"),
    });
    fc.assert(
      fc.property(cases, ({ style, steps, from, count, at, change, both, ending }) => {
        const all = linesOf(steps, style);
        const start = from % Math.max(1, all.length);
        const old = all.slice(start, start + count);
        if (old.length === 0) return;
        const next = change(old, at % old.length, style);
        const end = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
        const isSlipped = both && next.length > 0;
        const sent = [slip(end(old)), isSlipped ? slip(end(next)) : end(next)] as const;
        // A text that is there as it was sent is replaced by the very text that was sent.
        if (end(all).includes(sent[0].replaceAll("\r\n", "\n"))) return;
        const texts = [all, all.toSpliced(start, old.length, ...next)];
        const [before = "", after] = texts.map((lines) => end(lines).replaceAll("\n", ending));
        const done = tryEdit(before, ...sent, style.path);
        if (done === null) return;
        expect(done.text).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  it("becomes what was meant, or is refused: any two slips, in lines that occur elsewhere too", () => {
    const names = Object.keys(SLIPS).filter((name) => !SHORTENING.has(name));
    const cases = fc.record({
      style: fc.constantFrom(...STYLES),
      steps: fc.array(fc.nat(4), { minLength: 3, maxLength: 14 }),
      /** Lines of the file that end in blanks, empty lines, and copies of lines at another depth. */
      blanks: fc.array(fc.nat(13), { maxLength: 3 }),
      empty: fc.array(fc.nat(13), { maxLength: 2 }),
      copies: fc.nat(2),
      from: fc.nat(12),
      count: fc.integer({ min: 1, max: 6 }),
      at: fc.nat(5),
      change: fc.constantFrom(...CHANGES),
      slips: fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)),
      both: fc.boolean(),
    });
    let applied = 0;
    fc.assert(
      fc.property(cases, (drawn) => {
        const { style, from, count, at, change, both } = drawn;
        const lines = linesOf(drawn.steps, style).map((line, index) =>
          drawn.blanks.includes(index) ? `${line}  ` : line,
        );
        for (const index of drawn.empty) lines.splice(index, 0, "");
        const start = from % Math.max(1, lines.length);
        const old = lines.slice(start, start + count);
        if (old.every((line) => line.trim() === "")) return;
        const copies = Array.from({ length: drawn.copies }, (_, index) =>
          old.map((line) => style.step.repeat(index + 1) + line.trimStart()),
        ).flat();
        const next = change(old, at % old.length, style);
        const end = (some: readonly string[]): string => some.map((line) => `${line}\n`).join("");
        let sent = { old: end(old), next: end(next) };
        for (const name of drawn.slips) {
          const slip = SLIPS[name] ?? String;
          if (both && !isSeen(name, sent)) return;
          sent = { old: slip(sent.old), next: both ? slip(sent.next) : sent.next };
        }
        const before = end([...lines, ...copies]);
        // A slip that makes the old text another text of the file cannot be noticed.
        const isHidden = (name: string): boolean => {
          const alone = (SLIPS[name] ?? String)(end(old)).replaceAll("\r\n", "\n");
          return alone !== end(old) && before.includes(alone);
        };
        if (drawn.slips.some(isHidden)) return;
        if (before.includes(sent.old.replaceAll("\r\n", "\n"))) return;
        const done = tryEdit(before, sent.old, sent.next, style.path);
        if (done === null) return;
        applied += 1;
        const head = end(lines.slice(0, start));
        const tail = end([...lines.slice(start + old.length), ...copies]);
        const became = done.text.slice(head.length, done.text.length - tail.length);
        if (head + became + tail === done.text && isOneSlip(sent, { old: end(old), next: became }))
          return;
        expect(done.text).toBe(head + end(next) + tail);
      }),
      { numRuns: 4_000 },
    );
    expect(applied).toBeGreaterThan(0);
  });
});
