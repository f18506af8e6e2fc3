import type { SubagentType } from "@toolplane/agent";

/** Sources of kinds of subagents, beside those that are built in. */
export interface SubagentsOption {
  /** Those of the workspace's project: where the person trusted them (`trusted`, the default), `all`, or `none`. */
  readonly project?: "trusted" | "all" | "none";
  /** The home folder whose `.toolplane/agents` is read; false: none. This person's unless given. */
  readonly home?: string | false;
  /** Kinds that the program brings; they go before all others. */
  readonly types?: readonly SubagentType[];
}
