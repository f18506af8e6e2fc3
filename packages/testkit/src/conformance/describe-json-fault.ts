/** Says what keeps a value from being JSON: the place, and the value there. */

/** The first fault, or null. An absent member and one that is `undefined` are the same. */
export function describeJsonFault(value: unknown, path = "$"): string | null {
  return findFault(value, path, new Set());
}

function findFault(value: unknown, path: string, above: Set<object>): string | null {
  if (value === null || typeof value === "string" || typeof value === "boolean") return null;
  if (typeof value === "number") return Number.isFinite(value) ? null : `${path} is ${value}`;
  if (typeof value !== "object") return `${path} is a ${typeof value}`;
  if (above.has(value)) return `${path} holds itself`;
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = Array.isArray(value) || prototype === Object.prototype || prototype === null;
  if (!plain) return `${path} is not a plain object or array`;
  above.add(value);
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined && !Array.isArray(value)) continue;
    const fault = findFault(member, `${path}.${name}`, above);
    if (fault !== null) return fault;
  }
  above.delete(value);
  return null;
}
