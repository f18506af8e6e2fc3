/** Data of one address for a page: loaded once, and again on `reload`. The data before stays until the next is here. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type ApiFault, getJson } from "./request.ts";

export interface Loaded<T> {
  readonly data: T | null;
  readonly fault: ApiFault | null;
  /** Settles when the next answer is here, whichever caller asked for it. */
  readonly reload: () => Promise<void>;
}

/** Null for a path: nothing is wanted yet. */
export function useData<T>(path: string | null): Loaded<T> {
  const [found, setFound] = useState<{ readonly path: string; readonly data: T } | null>(null);
  const [fault, setFault] = useState<ApiFault | null>(null);
  const asking = useRef<AbortController | null>(null);
  const awaiting = useRef<(() => void)[]>([]);
  const load = useCallback(() => {
    // A slower answer to an earlier question is not shown over a later one, and the server need not finish it.
    asking.current?.abort();
    const hear = (): void => {
      for (const heard of awaiting.current.splice(0)) heard();
    };
    if (path === null) return hear();
    const own = new AbortController();
    asking.current = own;
    void getJson<T>(path, own.signal).then((answer) => {
      if (own.signal.aborted) return;
      if (answer.ok) setFound({ path, data: answer.value });
      setFault(answer.ok ? null : answer.fault);
      hear();
    });
  }, [path]);
  useEffect(() => {
    load();
    return () => asking.current?.abort();
  }, [load]);
  const reload = useCallback(
    () =>
      new Promise<void>((heard) => {
        awaiting.current.push(heard);
        load();
      }),
    [load],
  );
  return { data: found?.path === path ? found.data : null, fault, reload };
}
