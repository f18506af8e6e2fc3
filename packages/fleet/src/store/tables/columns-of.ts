/** Values of rows as the columns that `unnest` takes. */
export function columnsOf(
  width: number,
  rows: readonly (readonly unknown[])[],
): readonly (readonly unknown[])[] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
}
