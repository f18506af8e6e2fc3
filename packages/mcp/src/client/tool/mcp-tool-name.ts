/**
 * The id of a server's tool: `mcp__server__tool`, made of letters, digits, `_` and `-`, at most 64 characters. Whatever had to be
 * changed or cut ends in a digest of what it stood for, so two tools of a person's servers never share an id, and an id does not
 * depend on which other tools there are. Nothing is ever read back out of an id: where a tool comes from is kept beside it.
 */
import { createHash } from "node:crypto";

/** Other hosts put one sign between the two, or two; `tool` leaves the server out. */
export type McpNameStrategy = "mcp__server__tool" | "server__tool" | "server_tool" | "tool";

const MAX_CHARACTERS = 64;
const DIGEST_CHARACTERS = 10;

export function mcpToolName(
  { server, tool }: { readonly server: string; readonly tool: string },
  strategy: McpNameStrategy = "mcp__server__tool",
): string {
  const prefix = PREFIXES[strategy](plainPart(server));
  const name = prefix + plainPart(tool);
  const isExact =
    plainPart(server) === server &&
    plainPart(tool) === tool &&
    tool !== "" &&
    name.length <= MAX_CHARACTERS &&
    canStart(name) &&
    isPlainServer(server, strategy);
  if (isExact) return name;
  const digest = createHash("sha256")
    .update(JSON.stringify([server, tool]))
    .digest("hex")
    .slice(0, DIGEST_CHARACTERS);
  const head = (canStart(name) ? name : `_${name}`).slice(0, MAX_CHARACTERS - digest.length - 1);
  return `${head}_${digest}`;
}

const PREFIXES: Readonly<Record<McpNameStrategy, (server: string) => string>> = {
  mcp__server__tool: (server) => `mcp__${server}__`,
  server__tool: (server) => `${server}__`,
  server_tool: (server) => `${server}_`,
  tool: () => "",
};

/** Where the server ends must be plain to see, or `a__b` with `c` and `a` with `b__c` would be one name. */
function isPlainServer(server: string, strategy: McpNameStrategy): boolean {
  if (strategy === "tool") return true;
  if (server === "") return false;
  if (strategy === "server_tool") return !server.includes("_");
  return !server.includes("__") && !server.endsWith("_");
}

function plainPart(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/gu, "_");
}

function canStart(name: string): boolean {
  return /^[A-Za-z0-9_]/.test(name);
}
