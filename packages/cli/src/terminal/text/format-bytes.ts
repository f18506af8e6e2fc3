const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;

/** `412 KB`, `1.4 MB`; a unit is 1024 of the one before. One digit after the point below ten. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const text = unit > 0 && value < 9.95 ? value.toFixed(1) : String(Math.round(value));
  return `${text} ${UNITS[unit]}`;
}
