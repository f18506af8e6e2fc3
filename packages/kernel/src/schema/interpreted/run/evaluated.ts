/** The members and items of one object or array that some keyword has already judged. */
export interface Evaluated {
  readonly names: Set<string>;
  /** All items before this index were judged; `items` holds later ones. */
  itemCount: number;
  readonly items: Set<number>;
}

export function createEvaluated(): Evaluated {
  return { names: new Set(), itemCount: 0, items: new Set() };
}

export function mergeEvaluated(into: Evaluated, from: Evaluated): void {
  for (const name of from.names) {
    into.names.add(name);
  }
  for (const index of from.items) {
    into.items.add(index);
  }
  into.itemCount = Math.max(into.itemCount, from.itemCount);
}
