/** The stock MCP filesystem server, where it is installed: the demo brings no server of its own, and fetches none. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** As it is shown, and what it is asked for. */
export const SERVER_TOOL = "mcp__files__read_text_file";

/** Its script, absolute; null where it is not installed. */
export function findDemoServer(): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve(
      "@modelcontextprotocol/server-filesystem/package.json",
    );
    const script = join(dirname(manifest), "dist/index.js");
    return existsSync(script) ? script : null;
  } catch {
    return null;
  }
}
