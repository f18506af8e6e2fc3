/** Takes from the parent what a child has beside rules: which tools exist, and which agents are behind a question. */
import { createToolListing } from "../registry/tool-listing.ts";
import type { SessionState } from "../session/session-state.ts";
import type { SessionOptions } from "./options/kernel-options.ts";
import type { Shared } from "./options/shared.ts";

/** Picks the tools that a session named, of those that its parent has. They are listed to its model without a search. */
export function ownTools(
  { registry }: Pick<Shared, "registry">,
  { tools }: SessionOptions,
  parent: SessionState | null,
): Pick<SessionState, "has" | "listing"> {
  const above = parent?.has ?? everyTool;
  const named = tools ? new Set(tools) : null;
  const has = named ? (name: string) => named.has(name) && above(name) : above;
  const listing = createToolListing(registry, ({ tool }) => has(tool.id));
  if (tools) listing.reveal(tools.filter(has));
  return { has, listing };
}

/** Names the agents behind a question; none where no subagent works, because the asker is then plain. */
export function agentsOf(
  { agent = "subagent", below }: SessionOptions,
  parent: SessionState | null,
): readonly string[] {
  if (!parent) return below ? [...below.agents, agent] : [];
  const { agents, manifest } = parent;
  return [...(agents.length > 0 ? agents : [manifest.agent ?? "agent"]), agent];
}

function everyTool(): boolean {
  return true;
}
