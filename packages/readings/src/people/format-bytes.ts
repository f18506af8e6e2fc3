const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;

/** `999 B`, `1.5 KB`, `3.75 MB`, `412 KB`: at most three digits. A unit is 1,000 of the one before, as in every limit we state. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  const digits = unit === 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  return `${Number(size.toFixed(digits))} ${UNITS[unit]}`;
}
