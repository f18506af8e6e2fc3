/** The stream of events, shared by all parts of the page: the browser goes on by itself where it left off, and we where it gave up. */
import { useEffect, useRef, useState } from "preact/hooks";
import { markedHref } from "./page-mark.ts";

export type LiveState = "connecting" | "live" | "lost";
export type LiveKind = "sessions" | "approvals" | "policy" | "reset";
type Listener = (kind: LiveKind) => void;

export interface Live {
  listen(listener: Listener): () => void;
  watch(listener: (state: LiveState) => void): () => void;
  state(): LiveState;
}

/** A browser gives a stream up for good when it is answered with a refusal. */
const AGAIN_MS = 5_000;
const PULSE_MS = 10_000;
/** Clocks of a tab in the background go slowly, but not as slowly as this: the machine slept, and the stream with it. */
const SLEPT_MS = 180_000;

export function openLive(): Live {
  const listeners = new Set<Listener>();
  const watchers = new Set<(state: LiveState) => void>();
  let state: LiveState = "connecting";
  const become = (next: LiveState): void => {
    if (next === state) return;
    state = next;
    for (const watch of watchers) watch(state);
  };
  const tell = (kind: LiveKind): void => {
    for (const listener of listeners) listener(kind);
  };
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const connect = (isAgain: boolean): void => {
    clearTimeout(timer);
    stream?.close();
    const own = new EventSource(markedHref("/api/v1/events"));
    stream = own;
    own.onopen = () => {
      become("live");
      // A stream of its own does not know what the one before it had told.
      if (isAgain) tell("reset");
      isAgain = false;
    };
    own.onerror = () => {
      become("lost");
      if (own.readyState === EventSource.CLOSED) timer = setTimeout(connect, AGAIN_MS, true);
    };
    for (const kind of ["sessions", "approvals", "policy", "reset"] as const)
      own.addEventListener(kind, () => tell(kind));
  };
  connect(false);
  let seenMs = Date.now();
  setInterval(() => {
    const hasSlept = Date.now() - seenMs > SLEPT_MS;
    seenMs = Date.now();
    if (!hasSlept) return;
    become("lost");
    connect(true);
  }, PULSE_MS);
  return {
    state: () => state,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watch(listener) {
      watchers.add(listener);
      return () => void watchers.delete(listener);
    },
  };
}

export function useLiveState(live: Live): LiveState {
  const [state, setState] = useState(live.state());
  useEffect(() => {
    // It may have changed between the first drawing and now.
    setState(live.state());
    return live.watch(setState);
  }, [live]);
  return state;
}

/** Calls back, at most twice a second, when an event of these kinds came. */
export function useLive(live: Live, kinds: readonly LiveKind[], onChange: () => void): void {
  // A page that is drawn again meanwhile, which an event often leads to, still hears of it.
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = live.listen((kind) => {
      if ((kind !== "reset" && !kinds.includes(kind)) || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        latest.current();
      }, 500);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [live, kinds.join(" ")]);
}
