/** Checks the shape of a secret that no command holds. */

const WANTED =
  'a text, or an object such as { "for": ["api.example.com"], "as": "bearer", "from": { "env": "API_TOKEN" } }';

/** Says what it must be, or null when it is. */
export function secretFault(secret: unknown): string | null {
  if (typeof secret !== "object" || secret === null || Array.isArray(secret)) return WANTED;
  const { for: wanted, as, from, ...rest } = secret as Record<string, unknown>;
  const isFor = isTexts(wanted) && wanted.length > 0;
  const isAs = as === "bearer" || as === "basic" || isTextUnder(as, "header");
  const isFrom =
    from === undefined ||
    isTextUnder(from, "env") ||
    isTextUnder(from, "file") ||
    isCommand(from as { readonly command?: unknown } | null);
  return isFor && isAs && isFrom && Object.keys(rest).length === 0 ? null : WANTED;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

function isTextUnder(value: unknown, name: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  const [[key, text] = [], ...others] = Object.entries(value);
  return key === name && typeof text === "string" && text !== "" && others.length === 0;
}

function isCommand(value: { readonly command?: unknown } | null): boolean {
  return isTexts(value?.command) && value.command.length > 0 && Object.keys(value).length === 1;
}
