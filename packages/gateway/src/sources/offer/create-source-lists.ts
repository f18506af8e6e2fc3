/**
 * The resources and prompts that one source's server has. A server that sleeps is said to have what it last had, where that is
 * known; else asking for them starts it, where a person agreed to it.
 */
import type { Clock } from "@toolplane/contract/ports";
import type {
  McpUpstream,
  UpstreamChange,
  UpstreamHealth,
  UpstreamPrompt,
  UpstreamResource,
} from "@toolplane/mcp/client";
import type { KnownOffers } from "../list/known-offers-file.ts";

export interface SourceLists {
  /** Never rejects: a server that cannot be asked has none. */
  resources(): Promise<readonly UpstreamResource[]>;
  prompts(): Promise<readonly UpstreamPrompt[]>;
  /** Marks the lists as old: the next look asks the server again. */
  drop(): void;
  /** Something of the server changed; where it is one of these lists, it is old. */
  changed(what: UpstreamChange): void;
}

export function createSourceLists(options: {
  readonly upstream: Pick<McpUpstream, "resources" | "prompts">;
  readonly clock: Pick<Clock, "nowMs">;
  /** Starts the server where it may be; settles when it is ready or has failed. */
  readonly start: () => Promise<UpstreamHealth>;
  readonly onOffer: (what: "resources" | "prompts") => void;
  /** False: it said that it has none when it was agreed to, and was not needed since. So it is not started to say that again. */
  readonly mayHave: (what: "resources" | "prompts") => boolean;
  /** The offers it had when it was last asked; null: it is to be asked. */
  readonly known?: () => KnownOffers | null;
  readonly onKnown?: (offers: Partial<KnownOffers>) => void;
}): SourceLists {
  const { upstream, clock, start, mayHave, known, onKnown } = options;
  /** True where the server is there and has such a list. */
  const has = async (what: "resources" | "prompts"): Promise<boolean> => {
    const { state, server } = await start();
    return state !== "stopped" && server?.offers[what] !== false;
  };
  const lists = {
    resources: createKeptList(clock, async () => {
      if (!mayHave("resources")) return [];
      const last = known?.()?.resources;
      if (last) return last;
      if (!(await has("resources"))) return [];
      const resources = await upstream.resources();
      onKnown?.({ resources });
      return resources;
    }),
    prompts: createKeptList(clock, async () => {
      if (!mayHave("prompts")) return [];
      const last = known?.()?.prompts;
      if (last) return last;
      if (!(await has("prompts"))) return [];
      const prompts = await upstream.prompts();
      onKnown?.({ prompts });
      return prompts;
    }),
  };
  return {
    resources: () => lists.resources.read(),
    prompts: () => lists.prompts.read(),
    drop() {
      lists.resources.drop();
      lists.prompts.drop();
    },
    changed(what) {
      if (what !== "resources" && what !== "prompts") return;
      lists[what].drop();
      options.onOffer(what);
    },
  };
}

interface KeptList<T> {
  read(): Promise<readonly T[]>;
  /** Marks the list as old: the next look asks the server again. */
  drop(): void;
}

const KEPT_MS = 60_000;

/**
 * Keeps a server's list for a while: clients ask often, and what they ask for is nothing of theirs. It is read again when the
 * server says that it changed, and after a minute where it does not. A server that cannot be asked lists nothing.
 */
function createKeptList<T>(
  clock: Pick<Clock, "nowMs">,
  list: () => Promise<readonly T[]>,
): KeptList<T> {
  let kept: { readonly atMs: number; readonly entries: Promise<readonly T[]> } | null = null;
  return {
    read() {
      if (kept && clock.nowMs() - kept.atMs < KEPT_MS) return kept.entries;
      const entries: Promise<readonly T[]> = Promise.resolve()
        .then(list)
        .catch(() => {
          // Its health says why; the next one who asks may have more luck.
          if (kept?.entries === entries) kept = null;
          return [];
        });
      kept = { atMs: clock.nowMs(), entries };
      return entries;
    },
    drop() {
      kept = null;
    },
  };
}
