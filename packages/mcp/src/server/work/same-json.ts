/** True when two values of JSON mean the same: members in any order, everything else exactly. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((value, index) => sameJson(value, other[index]));
  }
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(other, key) &&
      sameJson((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  );
}
