/** Checks the shape of `prices`. */

/** Says what it must be, or null when it is. */
export function pricesFault(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return WANTED;
  const entries = Object.entries(value);
  if (entries.length > MOST_PRICES) return `at most ${MOST_PRICES} models`;
  return entries.every(([name, price]) => name !== "" && isPrice(price)) ? null : WANTED;
}

const MOST_PRICES = 1_000;
const WANTED =
  'an object by names of models, in dollars for a million tokens: { "openai:NAME*": { "input": 1, "cached": 0.1, "output": 4 } }';
const PARTS: ReadonlySet<string> = new Set(["input", "cached", "written", "output"]);

function isPrice(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const parts = Object.entries(value);
  if (!("input" in value && "output" in value)) return false;
  return parts.every(([name, dollars]) => PARTS.has(name) && isDollars(dollars));
}

function isDollars(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
