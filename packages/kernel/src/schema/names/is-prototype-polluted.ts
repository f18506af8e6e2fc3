/**
 * True when a program put enumerable members on Object.prototype. `for in` is the fastest way over an object, and exact
 * for plain data unless this is so; then each name needs a second look.
 */
export function isPrototypePolluted(): boolean {
  for (const _ in Object.prototype) {
    return true;
  }
  return false;
}
