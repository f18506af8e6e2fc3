/**
 * Holds the work of one client that waits for an answer, by a name that cannot be guessed and that works once. An
 * answer counts for the very request that asked: the same method, the same params. Work that waits too long is
 * cancelled, so a client that never comes back leaves nothing running, and the next question of the session is not kept
 * waiting.
 */
import type { Host } from "@toolplane/contract/ports";
import type { HeldWork } from "./hold-work.ts";
import { sameJson } from "./same-json.ts";

/** A request, as far as an answer has to come for the same one. */
export interface WorkParams {
  readonly method: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface HeldWorks {
  /** Keeps work; the name under which it is found again. */
  keep(held: HeldWork, params: WorkParams): string;
  /** Takes work out; `unknown` when this name was never given out, `gone` when it is over or was another request. */
  take(name: string, params: WorkParams): TakenWork | "unknown" | "gone";
  close(): void;
}

/** Work that its client came back for. */
interface TakenWork {
  readonly held: HeldWork;
  /** How long ago the client was given its question. */
  readonly waitedMs: number;
}

interface Entry {
  readonly held: HeldWork;
  readonly keptMs: number;
  readonly params: WorkParams;
  readonly forget: () => void;
}

/** Names that are remembered as given out after they are over. */
const MAX_GIVEN = 1_000;

export function createHeldWorks(
  { clock, ids }: Pick<Host, "clock" | "ids">,
  { waitMs }: { readonly waitMs: number },
): HeldWorks {
  const entries = new Map<string, Entry>();
  const given = new Set<string>();
  return {
    keep(held, params) {
      const name = ids.nonce();
      const forget = clock.setTimer(waitMs, () => {
        entries.delete(name);
        held.cancel();
      });
      entries.set(name, { held, params, forget, keptMs: clock.nowMs() });
      given.add(name);
      if (given.size > MAX_GIVEN) given.delete(given.values().next().value as string);
      return name;
    },
    take(name, params) {
      const entry = entries.get(name);
      if (!entry) return given.has(name) ? "gone" : "unknown";
      if (!isSameWork(entry.params, params)) return "gone";
      entries.delete(name);
      entry.forget();
      return { held: entry.held, waitedMs: clock.nowMs() - entry.keptMs };
    },
    close() {
      for (const { held, forget } of entries.values()) {
        forget();
        held.cancel();
      }
      entries.clear();
    },
  };
}

function isSameWork(left: WorkParams, right: WorkParams): boolean {
  return (
    left.method === right.method &&
    left.name === right.name &&
    sameJson(left.arguments, right.arguments)
  );
}
