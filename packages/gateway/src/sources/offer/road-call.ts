/** Turns a client's reading from a server, beside its tools, into the call that goes down the road for it. */
import type { JsonObject, ToolCall, Verdict } from "@toolplane/contract";
import type { OfferContext } from "@toolplane/mcp";
import type { UpstreamPrompt, UpstreamResource } from "@toolplane/mcp/client";
import { type RoadAction, roadTool } from "./create-source-road.ts";
import type { Placed } from "./place-entries.ts";

export interface RoadCall {
  readonly source: string;
  readonly action: RoadAction;
  readonly arguments: JsonObject;
}

/** Asks how a client's session would judge it; nothing is done, and no person is asked. */
export async function verdictOf(
  { session }: Pick<OfferContext, "session">,
  call: RoadCall,
): Promise<Verdict["action"] | null> {
  const { verdict } = await session.explain({ id: "offer", ...callOf(call) });
  return verdict?.action ?? null;
}

export function callOf({ source, action, arguments: given }: RoadCall): Omit<ToolCall, "id"> {
  return { name: roadTool(source, action), arguments: given };
}

export function readOf({ source, entry }: Placed<UpstreamResource>): RoadCall {
  return { source, action: "resources.read", arguments: { uri: entry.uri } };
}

export function getOf({ source, entry }: Placed<UpstreamPrompt>): RoadCall {
  return { source, action: "prompts.get", arguments: { name: entry.name } };
}

export function completionOf(source: string, args: JsonObject): RoadCall {
  return { source, action: "completion.complete", arguments: args };
}
