/** A server's own words about itself, in one text: search reads it, models do not get it. */
import type { UpstreamServer } from "@toolplane/mcp/client";

/** Its offers beside tools, as it says. */
export function offersOf({ offers }: UpstreamServer): readonly string[] {
  return Object.entries(offers).flatMap(([what, has]) => (has && what !== "tools" ? [what] : []));
}

const MAX_CHARACTERS = 1_000;

/** Empty for one that says nothing, or was never heard. */
export function aboutServer(server: UpstreamServer | undefined): string {
  if (server === undefined) return "";
  const { name, title = "", description = "", instructions = "" } = server;
  const texts = [name, title, description, instructions].filter((text) => text !== "");
  return texts.join(". ").slice(0, MAX_CHARACTERS);
}
