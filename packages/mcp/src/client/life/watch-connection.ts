/**
 * Watches a connected server beside calls: its list is read again when it reports a change, and silence is followed by
 * a ping.
 */
import type { Clock } from "@toolplane/contract/ports";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import { reasonOf } from "../call/call-error.ts";
import type { Connection } from "../connection/connect-to-server.ts";
import { followChanges } from "../connection/follow-changes.ts";

export interface WatchOptions {
  readonly clock: Clock;
  readonly limits: Pick<UpstreamLimits, "listIntervalMs" | "pingEveryMs" | "requestTimeoutMs">;
  /** A server that works at a call may be deaf meanwhile. */
  readonly isBusy: () => boolean;
  readonly onDefinitions: (definitions: readonly unknown[]) => void;
  readonly onChange: (change: "resources" | "prompts") => void;
  readonly onNote: (text: string) => void;
}

export interface ConnectionWatch {
  readonly onListChanged: (list: "tools" | "resources" | "prompts") => void;
  begin(connection: Connection): void;
  /** Its tools are others by its own word, and not read yet: settles when they are, or cannot be. Else null. */
  readonly reading: () => Promise<void> | null;
  readonly stop: () => void;
}

export function watchConnection(options: WatchOptions): ConnectionWatch {
  const { clock, limits } = options;
  const ending = new AbortController();
  const timers = new Map<string, () => void>();
  let connection: Connection | null = null;
  let follower: { stop(): void } | null = null;
  let isReading = false;
  let isStale = false;
  let unread: PromiseWithResolvers<void> | null = null;
  const soon = createSoon({ clock, timers, signal: ending.signal });
  const readList = async (): Promise<void> => {
    if (!connection || isReading) {
      isStale = true;
      return;
    }
    isReading = true;
    try {
      options.onDefinitions(await connection.listTools(ending.signal));
    } catch (error) {
      if (!ending.signal.aborted)
        options.onNote(`Its list could not be read again: ${reasonOf(error)}`);
    }
    isReading = false;
    // Those who waited have what there is; a server that reports changes without end makes no caller wait without end.
    unread?.resolve();
    unread = isStale ? Promise.withResolvers() : null;
    if (isStale) soon("tools", limits.listIntervalMs, () => void readList());
    isStale = false;
  };
  const ping = async ({ client, close }: Connection): Promise<void> => {
    if (!options.isBusy()) {
      try {
        await client.ping({ timeout: limits.requestTimeoutMs, signal: ending.signal });
      } catch {
        if (!ending.signal.aborted && !options.isBusy()) await close();
      }
    }
    soonPing();
  };
  const soonPing = (): void => {
    const held = connection;
    if (!held || held.isStateless || limits.pingEveryMs === 0) return;
    soon("ping", limits.pingEveryMs, () => void ping(held));
  };
  const readSoon = (): void => soon("tools", limits.listIntervalMs, () => void readList());
  const onListChanged: ConnectionWatch["onListChanged"] = (list) => {
    if (list !== "tools") {
      soon(list, limits.listIntervalMs, () => options.onChange(list));
      return;
    }
    if (!ending.signal.aborted) unread ??= Promise.withResolvers();
    readSoon();
  };
  return {
    onListChanged,
    begin(opened) {
      connection = opened;
      follower = followChanges(opened, {
        clock,
        timeoutMs: limits.requestTimeoutMs,
        onOpen: readSoon,
      });
      soonPing();
    },
    reading: () => unread?.promise ?? null,
    stop() {
      ending.abort();
      unread?.resolve();
      unread = null;
      follower?.stop();
      for (const disarm of timers.values()) disarm();
      timers.clear();
    },
  };
}

/** Runs a job once in the interval, however often it was requested. */
function createSoon({
  clock,
  timers,
  signal,
}: Pick<WatchOptions, "clock"> & {
  readonly timers: Map<string, () => void>;
  readonly signal: AbortSignal;
}): (what: string, waitMs: number, work: () => void) => void {
  return (what, waitMs, work) => {
    if (signal.aborted || timers.has(what)) return;
    const disarm = clock.setTimer(waitMs, () => {
      timers.delete(what);
      work();
    });
    timers.set(what, disarm);
  };
}
