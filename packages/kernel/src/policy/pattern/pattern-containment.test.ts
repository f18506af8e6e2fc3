/** Containment must be sound and transitive: specificity, and with it every verdict and every mask, rests on it. */
import type { ShellWord } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileArgvPattern } from "./argv-pattern.ts";
import { compileHostPattern } from "./host-pattern.ts";
import { compilePathPattern } from "./path-pattern.ts";
import { compileTextPattern } from "./text-pattern.ts";

const letter = fc.constantFrom("a", "A", "b", "ß", "s", "é", "e\u0301");
const name = fc.array(letter, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));
const globName = fc
  .array(fc.oneof({ weight: 3, arbitrary: letter }, fc.constantFrom("*", "?")), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join(""));
const pathArbitrary = fc.array(name, { maxLength: 4 }).map((segments) => `/${segments.join("/")}`);
const patternArbitrary = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: globName },
      { weight: 2, arbitrary: fc.constantFrom("**", "*") },
      fc.tuple(globName, globName).map(([one, two]) => `{${one},${two}}`),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((segments) => `/${segments.join("/")}`);

/** All sequences of one to `most` of these. */
function sequences<T>(items: readonly T[], most: number): readonly (readonly T[])[] {
  const short = items.map((item) => [item]);
  if (most === 1) return short;
  return [
    ...short,
    ...sequences(items, most - 1).flatMap((rest) => items.map((item) => [item, ...rest])),
  ];
}

/** Three positions that break transitivity, or null. */
function findIntransitive(covers: readonly (readonly boolean[])[]): readonly number[] | null {
  for (const [a, row] of covers.entries()) {
    for (const [b, isCovered] of row.entries()) {
      if (!isCovered) continue;
      const c = covers[b]?.findIndex((below, index) => below && !row[index]) ?? -1;
      if (c >= 0) return [a, b, c];
    }
  }
  return null;
}

/** Counts how often a property met its interesting case, so that it cannot pass by never looking. */
function counted(): { hit(): void; least(count: number): void } {
  let hits = 0;
  return {
    hit: () => {
      hits += 1;
    },
    least: (count) => expect(hits).toBeGreaterThanOrEqual(count),
  };
}

describe("containment of path patterns", () => {
  it("containment of path patterns claims only what holds for every path, in both readings [R147]", () => {
    const seen = counted();
    fc.assert(
      fc.property(
        patternArbitrary,
        patternArbitrary,
        fc.array(pathArbitrary, { minLength: 8, maxLength: 8 }),
        (one, two, paths) => {
          const wide = compilePathPattern(one);
          const narrow = compilePathPattern(two);
          if (!wide.covers(narrow)) return;
          for (const path of paths) {
            if (narrow.matches(path)) {
              seen.hit();
              expect(wide.matches(path)).toBe(true);
            }
            if (narrow.matchesFolded(path)) expect(wide.matchesFolded(path)).toBe(true);
          }
        },
      ),
      { numRuns: 6_000 },
    );
    seen.least(125);
  });

  it("containment is transitive, so that more specific is an order [R147]", () => {
    const segments = ["a", "*", "**", "?", "a*", "*a", "?*"];
    const patterns = sequences(segments, 3).map((parts) =>
      compilePathPattern(`/${parts.join("/")}`),
    );
    const covers = patterns.map((wide) => patterns.map((narrow) => wide.covers(narrow)));
    expect(findIntransitive(covers)).toBeNull();
  });

  it("knows a covered tree from its paths", () => {
    const seen = counted();
    fc.assert(
      fc.property(
        patternArbitrary,
        pathArbitrary,
        fc.array(name, { maxLength: 3 }),
        (text, root, below) => {
          const pattern = compilePathPattern(text);
          const path = root === "/" ? `/${below.join("/")}` : [root, ...below].join("/");
          if (pattern.coversTree(root)) {
            seen.hit();
            expect(pattern.matches(path)).toBe(true);
          }
          if (pattern.coversTreeFolded(root)) expect(pattern.matchesFolded(path)).toBe(true);
          if (pattern.matchesFolded(path)) expect(pattern.reaches(root)).toBe(true);
        },
      ),
      { numRuns: 6_000 },
    );
    seen.least(75);
  });
});

describe("containment of the other patterns", () => {
  it("containment of command patterns claims only what holds for every command, in both readings [R147]", () => {
    const patterns = sequences(["git", "./git", "*", "git*", "a*", "*b", "./*"], 3).map((words) =>
      compileArgvPattern(words.join(" ")),
    );
    const commands: readonly (readonly ShellWord[])[] = sequences<ShellWord>(
      ["git", "./git", "GIT", "a", "ab", { dynamic: "$x" }],
      3,
    );
    const allowed = patterns.map((pattern) => commands.filter((argv) => pattern.matches(argv)));
    const restricted = patterns.map((pattern) =>
      commands.filter((argv) => pattern.matchesBasename(argv)),
    );
    const covers = patterns.map((wide) => patterns.map((narrow) => wide.covers(narrow)));
    for (const [one, wide] of patterns.entries()) {
      for (const two of patterns.keys()) {
        if (!covers[one]?.[two] || one === two) continue;
        expect(allowed[two]?.every((argv) => wide.matches(argv))).toBe(true);
        expect(restricted[two]?.every((argv) => wide.matchesBasename(argv))).toBe(true);
      }
    }
    expect(findIntransitive(covers)).toBeNull();
  });

  it("containment of host patterns claims only what holds for every host, each reading with its own claim [R147]", () => {
    const names = [
      "*",
      "*.a.test",
      "*.test",
      "a.test",
      "b.a.test",
      "127.0.0.1",
      "localhost",
      "[::1]",
      "203.0.113.5",
      "*.localhost",
    ];
    const patterns = names.flatMap((host) =>
      ["", ":443", ":8080", ":*"].map((port) => compileHostPattern(host + port)),
    );
    const hosts = [
      "a.test",
      "b.a.test",
      "c.b.a.test",
      "127.0.0.1",
      "localhost",
      "x.localhost",
      "::1",
      "203.0.113.5",
      "::ffff:7f00:1",
    ];
    const targets = hosts.flatMap((host) =>
      ["http", "https", "ssh"].flatMap((scheme) =>
        [80, 443, 22, 8080].map((port) => ({ scheme, host, port })),
      ),
    );
    let covering = 0;
    for (const wide of patterns) {
      for (const narrow of patterns) {
        const exactly = wide.covers(narrow);
        const broadly = wide.coversBroadly(narrow);
        if (exactly) {
          covering += 1;
          expect(broadly).toBe(true);
          expect(
            targets.filter((target) => narrow.matches(target) && !wide.matches(target)),
          ).toEqual([]);
        }
        if (broadly)
          expect(
            targets.filter(
              (target) => narrow.matchesBroadly(target) && !wide.matchesBroadly(target),
            ),
          ).toEqual([]);
      }
    }
    expect(covering).toBeGreaterThan(100);
    expect(
      findIntransitive(
        patterns.map((wide) => patterns.map((narrow) => wide.coversBroadly(narrow))),
      ),
    ).toBeNull();
  });

  it("containment of name patterns claims only what holds for every name", () => {
    const text = fc
      .array(fc.constantFrom("a", "A", "*", "/", "ß", "ss"), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, name, (one, two, subject) => {
        const wide = compileTextPattern(one);
        const narrow = compileTextPattern(two);
        if (!wide.covers(narrow)) return;
        if (narrow.matches(subject)) expect(wide.matches(subject)).toBe(true);
        if (narrow.matchesFolded(subject)) expect(wide.matchesFolded(subject)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});
