/** Reads how long an API asks to be left alone. A date is read against the answer's own, so no clock of ours is needed. */
const MAX_MS = 24 * 60 * 60 * 1000;

export function readRetryAfter(headers: Readonly<Record<string, string>>): number | null {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^[0-9]{1,9}$/.test(text)) return Math.min(Number(text) * 1000, MAX_MS);
  const at = Date.parse(text);
  const sent = Date.parse(headers.date ?? "");
  if (Number.isNaN(at) || Number.isNaN(sent)) return null;
  return Math.min(Math.max(at - sent, 0), MAX_MS);
}
