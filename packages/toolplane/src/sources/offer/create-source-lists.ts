/** The resources and prompts that one source's server has. Asking for them starts it, where a person agreed to it. */
import type { Clock } from "@toolplane/contract";
import type {
  McpUpstream,
  UpstreamChange,
  UpstreamHealth,
  UpstreamPrompt,
  UpstreamResource,
} from "@toolplane/mcp/client";
import { createKeptList } from "./create-kept-list.ts";

export interface SourceLists {
  /** Never rejects: a server that cannot be asked has none. */
  resources(): Promise<readonly UpstreamResource[]>;
  prompts(): Promise<readonly UpstreamPrompt[]>;
  /** What was read is old. */
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
  /** False: it said that it has none when it was agreed to, and nobody needed it since. So it is not started to say that again. */
  readonly mayHave: (what: "resources" | "prompts") => boolean;
}): SourceLists {
  const { upstream, clock, start, mayHave } = options;
  const lists = {
    resources: createKeptList(clock, async () => {
      if (!mayHave("resources")) return [];
      const { state, server } = await start();
      if (state === "stopped" || server?.offers.resources === false) return [];
      return upstream.resources();
    }),
    prompts: createKeptList(clock, async () => {
      if (!mayHave("prompts")) return [];
      const { state, server } = await start();
      if (state === "stopped" || server?.offers.prompts === false) return [];
      return upstream.prompts();
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
