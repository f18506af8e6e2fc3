/**
 * Masks every string of a value, names of members included, and returns the value itself when there was nothing to mask:
 * nearly every value is clean, and a copy would cost more than the look.
 *
 * The quick look keeps no memory and gives up as soon as the value turns out deep, large or not plain. The careful look
 * remembers each object it met, so a value that contains itself ends, and shared parts are seen once; it needs no stack, so
 * no depth is too much. Only then is anything copied, and the copy keeps cycles and shared parts. Errors, maps, sets and
 * bytes are looked into as well: causes and details come from anywhere. What throws when it is read is replaced.
 */
import type { IsCleanName } from "./clean-names.ts";

const QUICK_DEPTH = 32;
const QUICK_NODES = 4_096;

type Mask = (text: string) => string;
type Members = Readonly<Record<string, unknown>>;

/** The value with its strings masked, or the same value. `isCleanName` may know names that `mask` leaves as they are. */
export function redactValue<T>(
  value: T,
  mask: Mask,
  isCleanName: IsCleanName = (name) => mask(name) === name,
): T {
  if (typeof value === "string") return mask(value) as T;
  if (typeof value !== "object" || value === null) return value;
  if (looksClean(value, { mask, isCleanName, nodes: 0 }) || !isDirty(value, mask)) return value;
  return copyMasked(value, mask) as T;
}

function looksClean(value: object, look: Look): boolean {
  try {
    return isQuicklyClean(value, 0, look);
  } catch {
    // A getter threw; the careful way finds it and replaces it.
    return false;
  }
}

interface Look {
  readonly mask: Mask;
  readonly isCleanName: IsCleanName;
  nodes: number;
}

/** True when all of the value was seen and nothing in it is masked; false only says that a careful look is due. */
function isQuicklyClean(value: unknown, depth: number, look: Look): boolean {
  if (typeof value === "string") return look.mask(value) === value;
  if (typeof value !== "object" || value === null) return true;
  look.nodes += 1;
  if (depth > QUICK_DEPTH || look.nodes > QUICK_NODES) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isQuicklyClean(item, depth + 1, look)) return false;
    return true;
  }
  if (!isPlainObject(value)) return false;
  for (const key of Object.keys(value)) {
    if (!look.isCleanName(key)) return false;
    if (!isQuicklyClean((value as Members)[key], depth + 1, look)) return false;
  }
  return true;
}

function isDirty(root: object, mask: Mask): boolean {
  const seen = new Set<object>([root]);
  const left: object[] = [root];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    const parts = partsOf(value);
    if (parts === null) return true;
    for (const part of parts) {
      if (typeof part === "string") {
        if (mask(part) !== part) return true;
      } else if (typeof part === "object" && part !== null && !seen.has(part)) {
        seen.add(part);
        left.push(part);
      }
    }
  }
  return false;
}

/** Names and values alike, as far as they can hold text; null when reading them throws. */
function partsOf(value: object): readonly unknown[] | null {
  try {
    if (Array.isArray(value)) return value;
    if (value instanceof Map) return [...value.keys(), ...value.values()];
    if (value instanceof Set) return [...value];
    if (ArrayBuffer.isView(value)) return [textOfBytes(value)];
    return Object.entries(membersOf(value)).flat();
  } catch {
    return null;
  }
}

/**
 * The members of an object that would be written: those of its `toJSON`, those that an error keeps unlisted, else its
 * own.
 */
function membersOf(value: object): Members {
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return { ...value, name, message, stack, ...(cause === undefined ? {} : { cause }) };
  }
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === "function") return { ...value, said: toJSON.call(value) as unknown };
  return value as Members;
}

function textOfBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}

/** Copies breadth first: each object gets its empty copy when it is met, and is filled when its turn comes. */
function copyMasked(root: object, mask: Mask): unknown {
  const copies = new Map<object, unknown>();
  const left: object[] = [];
  const meet = (value: unknown): unknown => {
    if (typeof value === "string") return mask(value);
    if (typeof value !== "object" || value === null) return value;
    if (copies.has(value)) return copies.get(value);
    const copy = emptyCopy(value, mask);
    copies.set(value, copy);
    if (copy !== value && typeof copy === "object") left.push(value);
    return copy;
  };
  const result = meet(root);
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    fill(copies.get(value) as object, value, meet);
  }
  return result;
}

/** An empty thing of the same kind; the thing itself when it is not plain and has nothing to mask; a text for bytes. */
function emptyCopy(value: object, mask: Mask): unknown {
  if (Array.isArray(value)) return [];
  if (isPlainObject(value)) return {};
  if (!isDirty(value, mask)) return value;
  if (value instanceof Map) return new Map();
  if (value instanceof Set) return new Set();
  if (ArrayBuffer.isView(value)) return mask(textOfBytes(value));
  return {};
}

function fill(copy: object, value: object, meet: (part: unknown) => unknown): void {
  try {
    if (Array.isArray(copy)) for (const item of value as readonly unknown[]) copy.push(meet(item));
    else if (copy instanceof Map) {
      for (const [key, item] of value as ReadonlyMap<unknown, unknown>)
        copy.set(meet(key), meet(item));
    } else if (copy instanceof Set) {
      for (const item of value as ReadonlySet<unknown>) copy.add(meet(item));
    } else {
      const members = membersOf(value);
      for (const key of Object.keys(members))
        addMember(copy, meet(key) as string, meet(members[key]));
    }
  } catch {
    addMember(copy, "unreadable", "[redacted:unreadable]");
  }
}

/** Two names that are masked alike must not hide one another, and `__proto__` is a name like any other. */
function addMember(copy: object, name: string, value: unknown): void {
  let free = name;
  for (let count = 2; Object.hasOwn(copy, free); count++) free = `${name} (${count})`;
  Object.defineProperty(copy, free, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
