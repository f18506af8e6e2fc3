/**
 * Finds a run of values in a row of values, in time that grows with their lengths and not with their product, so that
 * no file of repeating lines makes a search slow (Knuth, Morris and Pratt).
 */

export interface RunSearch {
  readonly from?: number;
  readonly limit?: number;
}

/** The indexes at which `run` begins, in order; none for an empty run. */
export function findRun(
  row: readonly string[],
  run: readonly string[],
  { from = 0, limit = Number.POSITIVE_INFINITY }: RunSearch = {},
): readonly number[] {
  const places: number[] = [];
  if (run.length === 0) return places;
  const borders = bordersOf(run);
  let matched = 0;
  for (let index = from; index < row.length && places.length < limit; index += 1) {
    while (matched > 0 && (matched === run.length || run[matched] !== row[index]))
      matched = borders[matched - 1] ?? 0;
    if (run[matched] === row[index]) matched += 1;
    if (matched === run.length) places.push(index - run.length + 1);
  }
  return places;
}

/** For each beginning of the run, the length of its longest proper beginning that is also its end. */
function bordersOf(run: readonly string[]): readonly number[] {
  const borders = [0];
  let length = 0;
  for (let index = 1; index < run.length; index += 1) {
    while (length > 0 && run[length] !== run[index]) length = borders[length - 1] ?? 0;
    if (run[length] === run[index]) length += 1;
    borders.push(length);
  }
  return borders;
}
