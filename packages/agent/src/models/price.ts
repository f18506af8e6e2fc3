/** Prices a model's answers by a table that its users bring: no price is known here. */
import { ConfigurationError } from "@toolplane/contract";
import { matchWildcards, type WildcardReading } from "@toolplane/readings";
import type { ModelUsage } from "../loop/loop-input.ts";
import type { Model } from "./model.ts";

/** Dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** Of input that the provider had kept; `input` unless given. */
  readonly cached?: number;
  /** Of input that the provider keeps for later; `input` unless given. */
  readonly written?: number;
  readonly output: number;
}

/** By the names of models; `*` in one stands for anything. */
export type PriceTable = Readonly<Record<string, ModelPrice>>;

/** Millionths of a dollar, rounded up: a budget is never passed by rounding. */
export function costOf(usage: ModelUsage, price: ModelPrice): number {
  const { input, cached = input, written = input, output } = price;
  const { inputTokens, cachedTokens = 0, writtenTokens = 0, outputTokens } = usage;
  const fresh = Math.max(0, inputTokens - cachedTokens - writtenTokens);
  const cost =
    fresh * input + cachedTokens * cached + writtenTokens * written + outputTokens * output;
  // A sum of fractions of a cent may be a hair above what it is.
  return Math.ceil(cost - 1e-6);
}

/** The price of a model by its name: of several that fit, the one whose name says most. Null: none is known. */
export function priceOf(table: PriceTable, name: string): ModelPrice | null {
  const fitting = Object.keys(table).filter((pattern) =>
    matchWildcards([...pattern], [...name], LETTERS),
  );
  const [best] = fitting.sort((one, other) => saying(other) - saying(one));
  return best === undefined ? null : (table[best] ?? null);
}

const LETTERS: WildcardReading<string, string> = {
  isStar: (letter) => letter === "*",
  accepts: (letter, other) => letter === other,
};

function saying(pattern: string): number {
  const length = pattern.replaceAll("*", "").length;
  return pattern.includes("*") ? length : Number.POSITIVE_INFINITY;
}

/** The same model, with what its answers cost; as it is where it says that itself, or where the table does not know it. */
export function pricedModel(model: Model, table: PriceTable): Model {
  const price = model.isPriced ? null : priceOf(table, model.id);
  if (price === null) return model;
  return {
    ...model,
    isPriced: true,
    async answer(request, options) {
      const answer = await model.answer(request, options);
      return { ...answer, usage: { ...answer.usage, costMicros: costOf(answer.usage, price) } };
    },
  };
}

/** Throws a ConfigurationError for a model whose answers nobody can count in money. */
export function requirePrice({ id, isPriced }: Pick<Model, "id" | "isPriced">): void {
  if (isPriced) return;
  throw new ConfigurationError(
    "prices",
    `holds no price of ${id}, so no budget in money can hold for it. Write what its provider takes for a million tokens: { "${id}": { "input": …, "output": … } }`,
  );
}
