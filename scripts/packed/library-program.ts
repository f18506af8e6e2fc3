/** What the packed library is tried with: a tool of one's own and a rule, in as few lines as the README promises. */
export const LIBRARY_PROGRAM = `
import { createToolplane, defineTool } from "toolplane";

const shout = defineTool({
  id: "shout",
  description: "Says it louder.",
  parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  requires: {},
  gated: false,
  execute: ({ text }) => text.toUpperCase(),
});
const toolplane = await createToolplane({
  preset: "bundled",
  tools: [shout],
  policy: [{ scope: "project", rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }] }],
  onWarning: () => {},
});
const session = toolplane.session();
const loud = await session.call({ id: "1", name: "shout", arguments: { text: "a loud word" } });
const denied = await session.call({ id: "2", name: "read", arguments: { path: ".env" } });
console.log(loud.data ?? loud.error_text, denied.code ?? denied.data);
await toolplane.close();
`;
