/** The masks of what is shown again. Reading secrets may run a command, so they are read again only after a while. */
import { openRedactor, type ShownRedactor } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";

export type OpenRedactor = (
  settings: Pick<Settings, "secrets" | "userData">,
) => Promise<ShownRedactor>;

const FRESH_MS = 30_000;
const MOST_KEPT = 50;

interface Opened {
  readonly atMs: number;
  readonly redactor: Promise<ShownRedactor>;
}

export function createRedactors(wallMs: () => number): OpenRedactor {
  const kept = new Map<string, Opened>();
  return async ({ secrets, userData }) => {
    const key = JSON.stringify([userData, secrets]);
    const known = kept.get(key);
    const ageMs = known ? wallMs() - known.atMs : Number.POSITIVE_INFINITY;
    if (known && ageMs >= 0 && ageMs < FRESH_MS) return known.redactor;
    const before = await known?.redactor.catch(() => undefined);
    const redactor = openRedactor({ secrets, userData }, before);
    kept.delete(key);
    kept.set(key, { atMs: wallMs(), redactor });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    redactor.catch(() => kept.delete(key));
    return redactor;
  };
}
