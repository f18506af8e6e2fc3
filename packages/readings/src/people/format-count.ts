/** Numbers for people: the same on every machine, whatever its locale. */

/** `12480` as `12,480`. */
export function formatCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 match`, `3 matches`: the plural is the word with an s unless it is given. */
export function formatPlural(value: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}
