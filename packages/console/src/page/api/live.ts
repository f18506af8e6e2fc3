/** The stream of events, shared by all parts of the page: the browser goes on by itself where it left off. */
import { useEffect, useState } from "preact/hooks";
import { markedHref } from "./page-mark.ts";

export type LiveState = "connecting" | "live" | "lost";
type Kind = "sessions" | "approvals" | "policy" | "reset";
type Listener = (kind: Kind) => void;

export interface Live {
  listen(listener: Listener): () => void;
  watch(listener: (state: LiveState) => void): () => void;
  state(): LiveState;
}

export function openLive(): Live {
  const listeners = new Set<Listener>();
  const watchers = new Set<(state: LiveState) => void>();
  let state: LiveState = "connecting";
  const become = (next: LiveState): void => {
    if (next === state) return;
    state = next;
    for (const watch of watchers) watch(state);
  };
  const stream = new EventSource(markedHref("/api/v1/events"));
  stream.onopen = () => become("live");
  stream.onerror = () => become("lost");
  for (const kind of ["sessions", "approvals", "policy", "reset"] as const)
    stream.addEventListener(kind, () => {
      for (const listener of listeners) listener(kind);
    });
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
export function useLive(live: Live, kinds: readonly Kind[], onChange: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = live.listen((kind) => {
      if ((kind !== "reset" && !kinds.includes(kind)) || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        onChange();
      }, 500);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  });
}
