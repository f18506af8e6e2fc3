import { defineTool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";

const countLines = defineTool({
  id: "count_lines",
  description: "Counts the lines of a text file.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  requires: { fs: { read: ["{workspace}/**"] } },
  resources: { path: "fs.read" },
  async execute({ path }, { fs }) {
    const { bytes } = await fs.read(path);
    return new TextDecoder().decode(bytes).trimEnd().split("\n").length;
  },
});

const host = createMemoryHost({ files: { "notes.txt": "one\ntwo\n", "app/.env": "TOKEN=1\n" } });
const kernel = createKernel({ host, tools: [countLines] });
const session = kernel.session({
  rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
});

const notes = { id: "1", name: "count_lines", arguments: { path: "notes.txt" } };
console.log(await session.call(notes));

const secret = { id: "2", name: "count_lines", arguments: { path: "app/.env" } };
const refused = await session.call(secret);
console.log(refused.type, refused.type === "error" && refused.code);
console.log((await session.explain(secret)).text);
