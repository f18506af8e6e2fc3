import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A server of one file whose tool is described as the file beside it says. */
export const ONE_FILE_SERVER = `
const { createInterface } = require("node:readline");
const { readFileSync } = require("node:fs");
const description = readFileSync(__dirname + "/words.txt", "utf8");
const tools = [{ name: "say", description, inputSchema: { type: "object", properties: {} } }];
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = method === "initialize"
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "one", version: "1" } }
    : method === "tools/list" ? { tools }
    : method === "tools/call" ? { content: [{ type: "text", text: "said by " + (process.env.WHO || "nobody") }] }
    : null;
  process.stdout.write(JSON.stringify(result
    ? { jsonrpc: "2.0", id, result }
    : { jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }) + "\\n");
});
`;

/** Puts it into a folder; whoever writes the words changes its tool. */
export function writeOneFileServer(folder: string): {
  readonly script: string;
  readonly words: string;
} {
  const script = join(folder, "server.cjs");
  const words = join(folder, "words.txt");
  writeFileSync(script, ONE_FILE_SERVER);
  writeFileSync(words, "Says something.");
  return { script, words };
}
