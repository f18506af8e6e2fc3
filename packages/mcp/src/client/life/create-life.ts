/**
 * The life of a connection that comes back: started when needed, tried again with growing waits, given up when it breaks too often.
 * It knows nothing of what is connected. Every attempt has a deadline, and what an attempt makes after its time is closed unseen.
 */
import type { Clock } from "@toolplane/contract/ports";
import { TransportError } from "../../wire/transport-error.ts";
import { SignInNeeded } from "../auth/sign-in-needed.ts";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import { reasonOf } from "../call/call-error.ts";
import { createLifeRecord, type LifeFacts } from "./life-facts.ts";

/** Something that is connected, until `ended` says why it no longer is. */
export interface Live {
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

export interface Life<L extends Live> {
  facts(): LifeFacts;
  current(): L | null;
  /** Begins where nothing was begun. Settles when that is decided; never rejects. */
  start(): Promise<void>;
  restart(): Promise<void>;
  /** Ends it until `start`, as if it had not been needed yet. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface LifeOptions<L extends Live> {
  readonly clock: Clock;
  readonly limits: Pick<
    UpstreamLimits,
    "startTimeoutMs" | "backoffMs" | "maxFailures" | "wellAfterMs"
  >;
  readonly attempt: (signal: AbortSignal) => Promise<L>;
  readonly onChange: () => void;
  /** Added after the reason where a person must sign in. */
  readonly signInHint?: string;
}

export function createLife<L extends Live>(options: LifeOptions<L>): Life<L> {
  const { clock, limits } = options;
  const record = createLifeRecord(options);
  let live: L | null = null;
  let readySinceMs = 0;
  let trying: { readonly done: Promise<void>; readonly ending: AbortController } | null = null;
  let disarmRetry: (() => void) | null = null;
  let isClosed = false;

  const backOff = (reason: string): void => {
    const wait = record.fail(reason);
    if (wait !== null) disarmRetry = clock.setTimer(wait, () => void begin());
  };
  const lose = (lost: L, reason: string): void => {
    if (live !== lost) return;
    live = null;
    if (clock.nowMs() - readySinceMs >= limits.wellAfterMs) record.forgive();
    backOff(reason);
  };
  const take = (made: L): void => {
    live = made;
    readySinceMs = clock.nowMs();
    record.become("ready");
    void made.ended.then((reason) => lose(made, reason));
  };
  const begin = (): Promise<void> => {
    disarmRetry = null;
    const ending = new AbortController();
    const disarm = clock.setTimer(limits.startTimeoutMs, () =>
      ending.abort(new TransportError(`It did not start within ${limits.startTimeoutMs} ms.`)),
    );
    record.become("starting");
    const tried = inTime(options.attempt, ending.signal).then(
      (made) => (ending.signal.aborted ? void made.close() : take(made)),
      (error: unknown) => {
        if (trying?.ending !== ending) return;
        if (error instanceof SignInNeeded)
          record.become("unauthorized", signInMessage(error, options));
        else backOff(reasonOf(error));
      },
    );
    const done = tried.finally(() => {
      disarm();
      if (trying?.ending === ending) trying = null;
    });
    trying = { done, ending };
    return done;
  };
  /** Ends everything under way; no event of it is reported again. */
  const stop = async (): Promise<void> => {
    disarmRetry?.();
    disarmRetry = null;
    const held = live;
    const attempt = trying;
    live = null;
    trying = null;
    attempt?.ending.abort(new TransportError("It was stopped."));
    record.forgive();
    record.become("stopped");
    await held?.close();
  };
  return {
    facts: record.facts,
    current: () => live,
    async start() {
      if (isClosed) return;
      if (record.facts().state === "stopped") await begin();
      else if (record.facts().state === "starting") await trying?.done;
    },
    async restart() {
      if (!isClosed) await Promise.all([stop(), begin()]);
    },
    async stop() {
      if (!isClosed) await stop();
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await stop();
    },
  };
}

function signInMessage(
  { message }: SignInNeeded,
  { signInHint = "" }: { readonly signInHint?: string },
): string {
  return signInHint === "" ? message : `${message} ${signInHint}`;
}

/** An attempt that is late is not waited for; what it makes all the same is closed. */
function inTime<L extends Live>(
  attempt: (signal: AbortSignal) => Promise<L>,
  signal: AbortSignal,
): Promise<L> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    attempt(signal).then((made) => (signal.aborted ? void made.close() : resolve(made)), reject);
  });
}
