/** A list that goes on page by page. What changed meanwhile moves nothing that is shown: it waits until somebody looks again. */
import { useEffect, useState } from "preact/hooks";
import { type Live, type LiveKind, useLive } from "./live.ts";
import { type ApiFault, getJson } from "./request.ts";
import { useData } from "./use-data.ts";

/** A page of any list; `next` is what the one after it is asked for with. */
interface ListPage {
  readonly next: string | null;
}

export interface LoadedPages<T extends ListPage> {
  readonly first: T | null;
  /** The first one and those that a person went on to. */
  readonly pages: readonly T[];
  readonly next: string | null;
  readonly fault: ApiFault | null;
  /** Something changed since it was read; nothing that is shown has moved. */
  readonly isFresh: boolean;
  /** From the first page again. */
  readonly refresh: () => void;
  /** Reads the first page again, where it is all that is shown. */
  readonly reload: () => Promise<void>;
  readonly more: () => Promise<void>;
}

/** `path` with its query. */
export function usePages<T extends ListPage>(
  path: string,
  live: Live,
  kinds: readonly LiveKind[],
): LoadedPages<T> {
  const { data, fault, reload } = useData<T>(path);
  const [later, setLater] = useState<readonly T[]>([]);
  const [isFresh, setFresh] = useState(false);
  const reset = (): void => {
    setLater([]);
    setFresh(false);
  };
  useEffect(reset, [path]);
  useLive(live, kinds, () => setFresh(true));
  const pages = data ? [data, ...later] : [];
  const next = pages.at(-1)?.next ?? null;
  return {
    first: data,
    pages,
    next,
    fault,
    isFresh,
    reload,
    refresh() {
      reset();
      void reload();
    },
    async more() {
      const after = encodeURIComponent(next ?? "");
      const answer = await getJson<T>(`${path}&after=${after}`);
      if (answer.ok) setLater([...later, answer.value]);
    },
  };
}
