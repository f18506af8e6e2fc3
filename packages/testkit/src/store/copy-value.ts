/** A deep copy of plain data. Flat rows, which are nearly all, cost one object; bytes and nested values are copied too. */
export function copyValue<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return new Uint8Array(value) as T;
  if (Array.isArray(value)) return value.map(copyValue) as T;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    // Written as a member, "__proto__" would be lost.
    if (key === "__proto__") {
      Object.defineProperty(copy, key, { ...MEMBER, value: copyValue(member) });
    } else copy[key] = copyValue(member);
  }
  return copy as T;
}

const MEMBER = { configurable: true, enumerable: true, writable: true } as const;
