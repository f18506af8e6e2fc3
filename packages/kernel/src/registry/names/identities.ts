/**
 * Numbers registrations. Each gets a number of its own, and a session that remembers the number it listed to a model
 * notices when another tool answers to the name. A tool that comes back unchanged from the same origin gets its old
 * number back: a server that reconnects has made nothing stale.
 */
import type { OwnEntry } from "../entry/create-tool-entry.ts";

export interface Identities {
  next(): number;
  /** Remembers a registration that went. */
  retire(entry: OwnEntry): void;
  /** Gives back the number of the same tool that went before, if it is remembered. */
  reclaim(entry: OwnEntry): void;
}

interface Retired {
  readonly id: number;
  readonly origin: string;
  readonly gated: boolean;
  readonly fingerprint: string;
}

/** How many are remembered; the oldest is forgotten first and would then count as new. */
const MAX_RETIRED = 10_000;

export function createIdentities(): Identities {
  const retired = new Map<string, Retired>();
  let last = 0;
  return {
    next() {
      last += 1;
      return last;
    },
    retire(entry) {
      const fingerprint = fingerprintOf(entry);
      if (fingerprint === null) return;
      const { tool, origin, registrationId } = entry;
      retired.delete(tool.id);
      retired.set(tool.id, { id: registrationId, origin, gated: tool.gated, fingerprint });
      if (retired.size <= MAX_RETIRED) return;
      const [oldest] = retired.keys();
      if (oldest !== undefined) retired.delete(oldest);
    },
    reclaim(entry) {
      if (retired.size === 0) return;
      const before = retired.get(entry.tool.id);
      if (!before || before.origin !== entry.origin || before.gated !== entry.tool.gated) return;
      if (before.fingerprint !== fingerprintOf(entry)) return;
      retired.delete(entry.tool.id);
      entry.registrationId = before.id;
    },
  };
}

/** A definition that has no JSON form has no identity beyond its registration. */
function fingerprintOf(entry: OwnEntry): string | null {
  try {
    return entry.fingerprint();
  } catch {
    return null;
  }
}
