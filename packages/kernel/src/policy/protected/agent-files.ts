/** By which agents start servers, hooks and programs, outside of their own folders. */
import type { ProtectedFile } from "./protected-file.ts";

export const AGENT_FILES: readonly ProtectedFile[] = [
  {
    pattern: ".github/{hooks,agents,skills,prompts,chatmodes,copilot}/**",
    why: "Copilot runs what lies in it",
  },
  { pattern: ".github/mcp.json", why: "it starts MCP servers" },
  { pattern: "{.mcp,.claude,.continuerc,conductor}.json", why: "an agent starts what it lists" },
  { pattern: "{.opencode,opencode,.crush,crush}.{json,jsonc}", why: "an agent runs what it lists" },
  { pattern: ".aider.conf.yml", why: "aider runs the commands that it names" },
];
