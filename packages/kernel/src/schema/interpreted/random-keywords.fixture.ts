/** Parts of random schemas, for every test that compares engines or projections over them. */
import fc from "fast-check";

export type KeywordChoices = Record<string, fc.Arbitrary<unknown>>;

/** Keywords with a schema in them that every draft has. */
export function applicatorChoices(schema: fc.Arbitrary<unknown>): KeywordChoices {
  const several = fc.array(schema, { minLength: 1, maxLength: 3 });
  return {
    additionalProperties: schema,
    propertyNames: schema,
    contains: schema,
    allOf: several,
    anyOf: several,
    oneOf: several,
    not: schema,
    if: schema,
    // biome-ignore lint/suspicious/noThenProperty: it is the name of the keyword
    then: schema,
    else: schema,
  };
}

/** Few keywords at a time keep schemas small and still let keywords meet. */
export function pickKeywords(
  all: KeywordChoices,
  most: number,
): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .uniqueArray(fc.constantFrom(...Object.keys(all)), { maxLength: most })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((name) => [name, all[name] ?? fc.constant(true)]))),
    );
}
