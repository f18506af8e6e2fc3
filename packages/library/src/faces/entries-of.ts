/** The entries of a response that are objects: what a provider, or whoever stands between, sent besides cannot be answered. */
export function entriesOf<T extends object>(
  entries: readonly T[] | null | undefined,
): readonly T[] {
  return (Array.isArray(entries) ? (entries as readonly (T | null)[]) : []).filter(
    (entry): entry is T => typeof entry === "object" && entry !== null,
  );
}
