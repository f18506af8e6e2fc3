/** Entries of many sources side by side, each under a name of its own: that of its server, with the source's before it where it must be. */

/** One entry, whose it is, and what clients call it. */
export interface Placed<T> {
  readonly source: string;
  readonly entry: T;
  readonly shown: string;
}

export interface PlaceOptions<T> {
  /** Its name on its server. */
  readonly keyOf: (entry: T) => string;
  /** The name with the source's before it. */
  readonly mark: (source: string, key: string) => string;
}

/** No server can have an entry under a name that reads as another source's. */
export function placeEntries<T>(
  lists: readonly { readonly source: string; readonly entries: readonly T[] }[],
  { keyOf, mark }: PlaceOptions<T>,
): readonly Placed<T>[] {
  const marks = lists.map(({ source }) => mark(source, ""));
  const counts = new Map<string, number>();
  const own = lists.map(({ source, entries }) => ({
    source,
    entries: new Map(entries.map((entry) => [keyOf(entry), entry])),
  }));
  for (const { entries } of own)
    for (const key of entries.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return own.flatMap(({ source, entries }) =>
    Array.from(entries, ([key, entry]) => {
      const isOwn = counts.get(key) === 1 && !marks.some((text) => key.startsWith(text));
      return { source, entry, shown: isOwn ? key : mark(source, key) };
    }),
  );
}
