/** Sizes for people and models: three digits and a unit. */

const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;
const STEP = 1_000;

export function showSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  const digits = unit === 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  return `${Number(size.toFixed(digits))} ${UNITS[unit] ?? "B"}`;
}
