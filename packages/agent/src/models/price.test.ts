import { describe, expect, it } from "vitest";
import { costOf, pricedModel, priceOf, requirePrice } from "./price.ts";
import { scriptedModel } from "./scripted-model.ts";

const price = { input: 2, cached: 0.5, output: 10 };
const used = { inputTokens: 1_000, outputTokens: 100, costMicros: 0 };

describe("costOf", () => {
  it("counts what was kept by the provider at its own price, and each other part of the input once", () => {
    expect(costOf(used, price)).toBe(3_000);
    expect(costOf({ ...used, cachedTokens: 800 }, price)).toBe(400 + 400 + 1_000);
    const written = { ...used, cachedTokens: 800, writtenTokens: 200 };
    expect(costOf(written, { ...price, written: 3 })).toBe(400 + 600 + 1_000);
    expect(costOf({ ...used, cachedTokens: 1_000 }, { input: 2, output: 10 })).toBe(3_000);
  });

  it("rounds up, and not what was only written in halves", () => {
    expect(costOf({ inputTokens: 1, outputTokens: 0, costMicros: 0 }, price)).toBe(2);
    expect(
      costOf({ inputTokens: 0, outputTokens: 1, costMicros: 0 }, { input: 1, output: 0.1 }),
    ).toBe(1);
    expect(
      costOf({ inputTokens: 3, outputTokens: 0, costMicros: 0 }, { input: 0.1, output: 1 }),
    ).toBe(1);
    expect(
      costOf({ inputTokens: 30, outputTokens: 0, costMicros: 0 }, { input: 0.1, output: 1 }),
    ).toBe(3);
  });
});

it("the name that says most has the price", () => {
  const table = {
    "*": { input: 9, output: 9 },
    "openai:gpt-5*": { input: 2, output: 2 },
    "openai:*": { input: 3, output: 3 },
    "openai:gpt-5.1": { input: 1, output: 1 },
  };
  const inputOf = (name: string) => priceOf(table, name)?.input;
  expect(["openai:gpt-5.1", "openai:gpt-5-mini", "openai:o9", "other"].map(inputOf)).toEqual([
    1, 2, 3, 9,
  ]);
  expect(priceOf({ "openai:gpt-5.1": price }, "openai:gpt-5x1")).toBeNull();
});

describe("a priced model", () => {
  const script = scriptedModel([{ text: "Yes.", usage: { input: 1_000, output: 100 } }]);
  const request = { system: "", messages: [], tools: [] };
  const given = { signal: new AbortController().signal, onText: () => undefined };

  it("says what its answers cost", async () => {
    const model = pricedModel(script, { scripted: price });
    expect((await model.answer(request, given)).usage.costMicros).toBe(3_000);
    expect(() => requirePrice(model)).not.toThrow();
  });

  it("is named where it has none, and one that counts itself is left alone", () => {
    const own = { ...script, isPriced: true };
    expect(pricedModel(own, { scripted: price })).toBe(own);
    expect(pricedModel(script, { other: price })).toBe(script);
    expect(() => requirePrice(script)).toThrow("no price of scripted");
  });
});
