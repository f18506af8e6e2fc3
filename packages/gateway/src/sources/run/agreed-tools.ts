/** The tools of a server as a person agreed to them. */
import type { JsonObject } from "@toolplane/contract";
import type { McpUpstream, UpstreamTool } from "@toolplane/mcp/client";
import { aboutServer } from "../list/about-server.ts";
import type { Agreed } from "../list/agreed.ts";
import { pinOf } from "../list/definitions-file.ts";
import { pinsOf } from "./create-tool-set.ts";

/** Those that a person agreed to, without their server. One that cannot be used is as good as none. */
export function restoredTools(
  upstream: McpUpstream,
  { definitions }: Agreed,
): readonly UpstreamTool[] {
  return Object.values(definitions).flatMap((definition) => {
    const made = upstream.restore(definition);
    return "tool" in made ? [made] : [];
  });
}

/**
 * Shows models a tool that its server changed as it was agreed to: a stranger's new words reach no model before a person has seen
 * them. A call that a person lets through goes to the tool as it is now.
 */
export function asAgreed(now: UpstreamTool, agreed: Agreed, upstream: McpUpstream): UpstreamTool {
  const before = agreedTo(now.remoteName, agreed);
  if (!before?.definition || before.pin === pinOf(now.definition)) return now;
  const made = upstream.restore(before.definition);
  if (!("tool" in made) || made.tool.id !== now.tool.id) return now;
  return { ...made, tool: { ...made.tool, execute: now.tool.execute } };
}

export function agreedTo(
  remoteName: string | undefined,
  { pins, definitions }: Agreed,
): { readonly pin: string; readonly definition: JsonObject | null } | null {
  if (remoteName === undefined || pins === "first") return null;
  const pin = Object.hasOwn(pins, remoteName) ? pins[remoteName] : undefined;
  if (pin === undefined) return null;
  const kept = Object.hasOwn(definitions, remoteName) ? definitions[remoteName] : undefined;
  return { pin, definition: kept ?? null };
}

/** Takes what the server has now as agreed to from now on. */
export function firstSeen(upstream: Pick<McpUpstream, "tools" | "health">): Agreed {
  const tools = upstream.tools();
  return {
    about: aboutServer(upstream.health().server),
    definitions: Object.fromEntries(tools.map((tool) => [tool.remoteName, tool.definition])),
    pins: pinsOf(tools),
  };
}
