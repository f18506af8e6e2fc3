/**
 * Calls of one client that wait for an answer, by a name that nobody can guess and that works once. An answer counts for the
 * very call that asked: the same tool, the same arguments. Who waits too long is cancelled, so a client that never comes back
 * leaves nothing running, and the next question of the session is not kept waiting.
 */
import type { Host } from "@toolplane/contract";
import type { HeldCall } from "./hold-call.ts";
import { sameJson } from "./same-json.ts";

export interface CallParams {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface HeldCalls {
  /** Keeps a call; the name under which it is found again. */
  keep(held: HeldCall, params: CallParams): string;
  /** Takes a call out; null when there is none by this name, or it was another call. */
  take(name: string, params: CallParams): TakenCall | null;
  /** Cancels all of them. */
  close(): void;
}

/** A call that its client came back for. */
export interface TakenCall {
  readonly held: HeldCall;
  /** How long ago the client was given its question. */
  readonly waitedMs: number;
}

interface Entry {
  readonly held: HeldCall;
  readonly keptMs: number;
  readonly params: CallParams;
  readonly forget: () => void;
}

/** Makes an empty place for calls that wait. */
export function createHeldCalls(
  { clock, ids }: Pick<Host, "clock" | "ids">,
  { waitMs }: { readonly waitMs: number },
): HeldCalls {
  const entries = new Map<string, Entry>();
  return {
    keep(held, params) {
      const name = ids.nonce();
      const forget = clock.setTimer(waitMs, () => {
        entries.delete(name);
        held.cancel();
      });
      entries.set(name, { held, params, forget, keptMs: clock.nowMs() });
      return name;
    },
    take(name, params) {
      const entry = entries.get(name);
      if (!entry || entry.params.name !== params.name) return null;
      if (!sameJson(entry.params.arguments, params.arguments)) return null;
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
