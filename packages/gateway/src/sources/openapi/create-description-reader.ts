/**
 * Reads the description of one API when that is due: a file when it is another than before, an address once a day, and neither
 * twice at the same time. One that cannot be read changes nothing: what a person agreed to says all that is sent.
 */
import type { Clock } from "@toolplane/contract/ports";
import type { UpstreamHealth } from "@toolplane/mcp/client";
import type { OpenApiDefinitions } from "@toolplane/openapi";
import type { DescriptionText } from "./read-description.ts";

export interface ReaderOptions {
  readonly clock: Clock;
  /** Tells one state of a file from another; null for an address. */
  readonly stamp: () => string | null;
  readonly read: (signal: AbortSignal) => Promise<DescriptionText>;
  /** True where this text is what the tools were made from. */
  readonly isKnown: (digest: string) => boolean;
  /** The moment the address was last found to be as agreed. Wall clock; null: never. */
  readonly seenAtMs: () => number | null;
  readonly define: (text: DescriptionText) => Promise<OpenApiDefinitions>;
  /** `made` is null where the text is the one that is known. */
  readonly onRead: (text: DescriptionText, made: OpenApiDefinitions | null) => void;
}

export interface DescriptionReader {
  health(): UpstreamHealth;
  /** Reads it, due or not. Never rejects. */
  start(): Promise<UpstreamHealth>;
  /** While it is being read, or is due to be; else null. */
  reading(): Promise<unknown> | null;
  /** True until it was first read, or could not be. */
  isAhead(): boolean;
  /** Marks the description as due again: what was agreed to is something else now. */
  forget(): void;
  close(): Promise<void>;
}

const FRESH_MS = 24 * 3_600_000;
const RETRY_MS = 60_000;

export function createDescriptionReader(options: ReaderOptions): DescriptionReader {
  const { clock } = options;
  const over = new AbortController();
  let health = healthOf("stopped", "", clock);
  let stamp: string | null = null;
  let lastMs: number | null = null;
  let running: Promise<UpstreamHealth> | null = null;
  const read = async (): Promise<UpstreamHealth> => {
    health = healthOf("starting", "", clock);
    lastMs = clock.wallMs();
    stamp = options.stamp();
    try {
      const text = await options.read(over.signal);
      const made = options.isKnown(text.digest) ? null : await options.define(text);
      if (!over.signal.aborted) options.onRead(text, made);
      health = { ...healthOf("ready", "", clock), notes: made?.notes ?? [] };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      health = { ...healthOf("failed", message, clock), failures: 1 };
    }
    return health;
  };
  const start = (): Promise<UpstreamHealth> => {
    if (over.signal.aborted) return Promise.resolve(health);
    running ??= read().finally(() => {
      running = null;
    });
    return running;
  };
  const isDue = (): boolean => {
    const nowMs = clock.wallMs();
    if (lastMs !== null && health.state === "failed") return nowMs - lastMs > RETRY_MS;
    const now = options.stamp();
    if (now !== null) return lastMs === null || now !== stamp;
    const seenMs = lastMs ?? options.seenAtMs();
    // A clock that was set back makes nothing fresh for longer.
    return seenMs === null || Math.abs(nowMs - seenMs) > FRESH_MS;
  };
  return {
    health: () => health,
    start,
    reading: () => running ?? (isDue() ? start() : null),
    isAhead: () => running !== null || lastMs === null,
    forget() {
      lastMs = null;
    },
    async close() {
      over.abort();
      await running;
    },
  };
}

function healthOf(state: UpstreamHealth["state"], message: string, clock: Clock): UpstreamHealth {
  return { state, message, sinceMs: clock.wallMs(), failures: 0, notes: [], garbage: 0 };
}
