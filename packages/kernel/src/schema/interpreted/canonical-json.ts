/**
 * One text for each JSON value, equal exactly when the values are equal: members sorted, -0 as 0.
 * It turns deep comparison against many values into a look-up. `spend` is told each node's weight.
 */
export function canonicalJson(value: unknown, spend: (steps: number) => void): string {
  spend(1);
  if (typeof value === "number") {
    return String(value + 0);
  }
  if (typeof value === "string") {
    spend(value.length >> 6);
    return JSON.stringify(value);
  }
  if (typeof value !== "object" || value === null) {
    return String(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonicalJson(item, spend)).join()}]`;
  }
  const object = value as Readonly<Record<string, unknown>>;
  const members = Object.keys(object)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(object[name], spend)}`);
  return `{${members.join()}}`;
}
