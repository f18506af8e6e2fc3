import { describe, expect, it } from "vitest";
import { MAX_CLAUSES, readQuery } from "./read-query.ts";

const weightsOf = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    readQuery(text, (word) => word).terms.map(({ stem, weight }) => [stem, weight]),
  );

describe("a request", () => {
  it("takes the first of a few words for what to do, and in a sentence for small talk", () => {
    expect(weightsOf("find text in files")).toEqual({ find: 1, text: 1, files: 1 });
    const sentence = weightsOf("I would like you to find the text of that file for me");
    expect(sentence).toMatchObject({ text: 1, file: 1 });
    expect(sentence.find).toBeLessThan(1);
    expect(weightsOf("show the latest weather").latest).toBeLessThan(1);
  });

  it("is parted into jobs of some length, within a bound", () => {
    const jobs = (text: string): number => readQuery(text, (word) => word).clauseCount;
    expect(
      jobs("Book a cheap hotel in Rome, convert euros into francs and show fresh snow on slopes"),
    ).toBe(3);
    expect(jobs("Can you help me with two things? I would like one more.")).toBe(0);
    expect(jobs("red green blue. ".repeat(100))).toBe(MAX_CLAUSES);
  });

  it("counts a sentence that was cut as one job too, where there are several", () => {
    const { terms } = readQuery(
      "Water the tall plants. Plan a road trip north, avoid tolls and ferries",
      (word) => word,
    );
    const clausesOf = (stem: string): readonly number[] | undefined =>
      terms.find((term) => term.stem === stem)?.clauses;
    expect(clausesOf("plants")).toEqual([0]);
    expect(clausesOf("trip")).toEqual([1, 2]);
    expect(clausesOf("ferries")).toEqual([2]);
  });
});
