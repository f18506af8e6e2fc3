/** What is wrong with a tool's limits. A limit that is no number would never be reached. */
import type { Fields } from "./fields.ts";

/** Says the first mistake, or null. */
export function describeLimitsFault(limits: unknown): string | null {
  if (typeof limits !== "object" || limits === null) return null;
  const given = limits as Fields;
  const { callsPerSession, timeoutMs, maxTimeoutMs } = given;
  const fault =
    wrongNumber(given, { names: ["timeoutMs", "maxTimeoutMs", "maxOutput"], least: 1 }) ??
    (callsPerSession === null
      ? null
      : wrongNumber(given, { names: ["callsPerSession"], least: 0 }));
  if (fault !== null) return `limits.${fault}`;
  if (typeof maxTimeoutMs === "number" && typeof timeoutMs === "number" && maxTimeoutMs < timeoutMs)
    return "limits.maxTimeoutMs must not be below limits.timeoutMs";
  return describeRetryFault(given.retry);
}

function describeRetryFault(retry: unknown): string | null {
  if (retry === undefined) return null;
  if (typeof retry !== "object" || retry === null) return "limits.retry must be an object";
  const fault =
    wrongNumber(retry as Fields, { names: ["attempts"], least: 1 }) ??
    wrongNumber(retry as Fields, { names: ["backoffMs", "factor", "jitterMs"], least: 0 });
  return fault === null ? null : `limits.retry.${fault}`;
}

function wrongNumber(
  given: Fields,
  { names, least }: { readonly names: readonly string[]; readonly least: number },
): string | null {
  const wrong = names.find((name) => {
    const value = given[name];
    return value !== undefined && !(Number.isFinite(value) && (value as number) >= least);
  });
  return wrong === undefined ? null : `${wrong} must be a number of at least ${least}`;
}
