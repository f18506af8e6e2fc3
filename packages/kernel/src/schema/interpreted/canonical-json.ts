/** What one node of a value costs, in steps; writing it is dearer than judging it. */
const STEPS_PER_NODE = 4;

/**
 * One text for each JSON value, equal exactly when the values are equal: members sorted, -0 as 0.
 * It turns deep comparison against many values into a look-up. `spend` is told each node's price.
 */
export function canonicalJson(value: unknown, spend: (steps: number) => void): string {
  spend(STEPS_PER_NODE);
  if (typeof value === "number") {
    return String(value + 0);
  }
  if (typeof value === "string") {
    spend(value.length >> 5);
    return JSON.stringify(value);
  }
  if (typeof value !== "object" || value === null) {
    return String(value);
  }
  return Array.isArray(value) ? canonicalArray(value, spend) : canonicalObject(value, spend);
}

function canonicalArray(items: readonly unknown[], spend: (steps: number) => void): string {
  let text = "[";
  for (const item of items) {
    text += `${canonicalJson(item, spend)},`;
  }
  return `${text}]`;
}

function canonicalObject(object: object, spend: (steps: number) => void): string {
  const members = object as Readonly<Record<string, unknown>>;
  const names = Object.keys(members);
  if (names.length > 1) {
    names.sort();
  }
  let text = "{";
  for (const name of names) {
    text += `${JSON.stringify(name)}:${canonicalJson(members[name], spend)},`;
  }
  return `${text}}`;
}
