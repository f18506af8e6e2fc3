/** The entries of a response that are objects. Anything else, sent by a provider or by a proxy between, cannot be answered. */
export function entriesOf<T extends object>(
  entries: readonly T[] | null | undefined,
): readonly T[] {
  return (Array.isArray(entries) ? (entries as readonly (T | null)[]) : []).filter(
    (entry): entry is T => typeof entry === "object" && entry !== null,
  );
}
