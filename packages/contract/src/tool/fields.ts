/** A value that came from anywhere and has members. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for an object that is no list. For this package alone, which imports nothing; others ask `@toolplane/readings`. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
