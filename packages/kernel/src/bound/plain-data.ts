/**
 * Turns a tool's value into plain data. A computed member (a getter) is read once and keeps that value: so what was
 * masked and measured is what is seen afterwards. A value without getters is handed back as it is. Throws what a getter
 * throws.
 */

export function plainData<T>(value: T): T {
  if (typeof value !== "object" || value === null || !holdsGetter(value)) return value;
  return copyOf(value) as T;
}

function holdsGetter(root: object): boolean {
  const seen = new Set<object>([root]);
  const left: object[] = [root];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (!isWrittenByMembers(value)) continue;
    for (const key of Object.keys(value)) {
      const own = Object.getOwnPropertyDescriptor(value, key);
      if (own?.get !== undefined) return true;
      const part: unknown = own?.value;
      if (typeof part !== "object" || part === null || seen.has(part)) continue;
      seen.add(part);
      left.push(part);
    }
  }
  return false;
}

/** Each object gets its empty copy when it is met and is filled when its turn comes, so cycles and depth do no harm. */
function copyOf(root: object): unknown {
  const copies = new Map<object, object>();
  const left: object[] = [];
  const meet = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || !isWrittenByMembers(value)) return value;
    const known = copies.get(value);
    if (known) return known;
    const copy = Array.isArray(value) ? [] : {};
    copies.set(value, copy);
    left.push(value);
    return copy;
  };
  const result = meet(root);
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    const copy = copies.get(value) as object;
    for (const key of Object.keys(value))
      Object.defineProperty(copy, key, {
        value: meet((value as Readonly<Record<string, unknown>>)[key]),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return result;
}

/** Dates, buffers, maps and their like say themselves what is written of them. */
function isWrittenByMembers(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return !ArrayBuffer.isView(value) && !("toJSON" in value);
}
