import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AREAS } from "./areas.ts";
import { chooseFaults } from "./choose-faults.ts";
import { placeFaults } from "./fault.ts";
import { findAnchor, missingTests } from "./find-anchor.ts";

const root = join(import.meta.dirname, "..", "..");
const faults = placeFaults(AREAS);
const ALL = { only: [], sample: null, seed: 1 } as const;

describe("the faults", () => {
  it("can all be planted: each anchor stands in exactly one place, and its tests are there", () => {
    const read: Parameters<typeof findAnchor>[2] = new Map();
    const faulty = faults.flatMap((fault) => {
      const planting = findAnchor(root, fault, read);
      if (typeof planting === "string") return [`${fault.name}: ${planting}`];
      return missingTests(root, fault).map((path) => `${fault.name}: no tests in ${path}`);
    });
    expect(faulty).toEqual([]);
  });

  it("have names of their own, in words joined by dashes", () => {
    const names = faults.map(({ name }) => name);
    expect(names.filter((name) => !/^[a-z]+(?:-[a-z]+)+$/.test(name))).toEqual([]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("change something each", () => {
    expect(faults.filter(({ anchor, replacement }) => anchor === replacement)).toEqual([]);
  });
});

describe("chooseFaults", () => {
  it("takes all, those of an area, or those of a name", () => {
    expect(chooseFaults(AREAS, ALL)).toEqual(faults);
    const [area] = AREAS;
    const judge = chooseFaults(AREAS, { ...ALL, only: [area?.name ?? ""] });
    expect(judge).toHaveLength(area?.faults.length ?? -1);
    const [only] = faults;
    expect(chooseFaults(AREAS, { ...ALL, only: [only?.name ?? ""] })).toEqual([only]);
    expect(chooseFaults(AREAS, { ...ALL, only: ["no-such-fault"] })).toEqual([]);
  });

  it("takes the same few for the same seed, and others for another", () => {
    const few = (seed: number) =>
      chooseFaults(AREAS, { ...ALL, sample: 6, seed }).map(({ name }) => name);
    expect(new Set(few(7)).size).toBe(6);
    expect(few(7)).toEqual(few(7));
    expect(few(7)).not.toEqual(few(8));
  });
});
