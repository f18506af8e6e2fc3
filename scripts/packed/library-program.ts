/**
 * Gives the program that the packed library is tried with: a tool of one's own and a rule, in as few lines as the README promises.
 * `entry` is the package that is installed: `toolplane`, or the library by itself.
 */
export function libraryProgram(entry: string): string {
  return `
import { createToolplane, defineTool } from "${entry}";

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
}

/** Outlines a file, whose grammar comes with the tools, and names a model without its provider. */
export const LIBRARY_ALONE_PROGRAM = `
import { createToolplane } from "@toolplane/library";

const toolplane = await createToolplane({
  preset: "everyday",
  policy: [{ scope: "project", rules: [{ permission: "fs.read", pattern: "**", action: "allow" }] }],
  onWarning: () => {},
});
const session = toolplane.session();
const overview = await session.call({ id: "1", name: "repo_overview", arguments: {} });
console.log(String(overview.data ?? overview.error_text).includes("class Outlined") ? "outlined" : overview);
try {
  await toolplane.agent({ model: "openai:gpt-5.1" });
  console.log("there is a provider");
} catch (error) {
  console.log(error.message);
}
await toolplane.close();
`;
