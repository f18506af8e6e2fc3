/** A program for tests: a toolplane with the locked tools on the directory it is given, served over standard input and output. */
import { createMcpBroker, createMcpServer, serveMcpStdio } from "@toolplane/mcp";
import { createToolplane, readRules } from "toolplane";

const [workspace = "", rules = "[]"] = process.argv.slice(2);
const broker = createMcpBroker();
const toolplane = await createToolplane({
  workspace,
  userData: `${workspace}-data`,
  preset: "locked",
  broker,
  policy: [readRules(rules, { file: "policy.json", scope: "project" })],
  onWarning: (text) => console.error(text),
});
const face = createMcpServer({ source: toolplane, broker });
await serveMcpStdio(face, { input: process.stdin, output: process.stdout }).closed;
await face.close();
await toolplane.close();
