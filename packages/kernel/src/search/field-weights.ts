/**
 * Weighs a term in a tool: how often each field holds it, weighted by field and by the field's length (BM25F). A field
 * counts as ordinary at a length that is stated here, and at the catalog's own average where that is longer: servers
 * that explain much do not lose to their own names. Averages move in steps, so that one more tool seldom changes
 * anything.
 */
import type { ToolText } from "./tool-text.ts";

interface Field {
  readonly key: keyof ToolText;
  readonly weight: number;
  /** How much length counts against it, and the length that counts as ordinary (BM25's b and average). */
  readonly slope: number;
  readonly ordinary: number;
}

/** The fields, in the order in which their terms are given. */
export const FIELDS: readonly Field[] = [
  { key: "name", weight: 2.75, slope: 0.4, ordinary: 3 },
  { key: "description", weight: 1, slope: 0.75, ordinary: 10 },
  { key: "parameterNames", weight: 1.25, slope: 0.7, ordinary: 4 },
  { key: "parameterDescriptions", weight: 1, slope: 0.7, ordinary: 14 },
  { key: "values", weight: 1, slope: 0.7, ordinary: 4 },
  { key: "sourceName", weight: 1.5, slope: 0.4, ordinary: 2 },
  { key: "sourceText", weight: 1, slope: 0.7, ordinary: 14 },
];

/** The stems of one tool, by field. */
export type FieldStems = readonly (readonly string[])[];

/** Weighs the terms of one tool. `ordinary` comes from {@link FieldLengths} of the whole catalog. */
export function weighFields(
  fields: FieldStems,
  ordinary: readonly number[],
): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const [at, stems] of fields.entries()) {
    const { weight, slope } = FIELDS[at] as Field;
    const share = weight / (1 - slope + (slope * stems.length) / (ordinary[at] as number));
    for (const one of stems) weights.set(one, (weights.get(one) ?? 0) + share);
  }
  return weights;
}

/** Keeps the average lengths of a catalog. */
export interface FieldLengths {
  add(fields: FieldStems): void;
  remove(fields: FieldStems): void;
  /** The ordinary lengths, field by field. They depend on the tools that are there, not on their history. */
  ordinary(): readonly number[];
}

/** An average that is a quarter longer counts as another. */
const STEP = Math.log(1.25);

export function createFieldLengths(): FieldLengths {
  const words = FIELDS.map(() => 0);
  const holders = FIELDS.map(() => 0);
  const count = (fields: FieldStems, sign: 1 | -1): void => {
    for (const [at, { length }] of fields.entries()) {
      words[at] = (words[at] as number) + sign * length;
      if (length > 0) holders[at] = (holders[at] as number) + sign;
    }
  };
  return {
    add: (fields) => count(fields, 1),
    remove: (fields) => count(fields, -1),
    ordinary: () =>
      FIELDS.map(({ ordinary }, at) => {
        const average = (words[at] as number) / Math.max(1, holders[at] as number);
        const steps = Math.max(0, Math.round(Math.log(Math.max(1, average) / ordinary) / STEP));
        return ordinary * Math.exp(steps * STEP);
      }),
  };
}
