// A tool under test: a host in memory, a person who is a script, and the conformance suite.
import { defineTool, ToolError } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import {
  checkToolConformance,
  createMemoryHost,
  createScriptedBroker,
  runScript,
} from "@toolplane/testkit";

const text = { type: "string", minLength: 1 } as const;
const rename = defineTool({
  id: "rename_word",
  description: "Replaces a word in a file.",
  parameters: {
    type: "object",
    properties: { path: text, from: text, to: text },
    required: ["path", "from", "to"],
  },
  requires: { fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] } },
  resources: { path: ["fs.read", "fs.write"] },
  async execute({ path, from, to }, { fs }) {
    const before = new TextDecoder().decode((await fs.read(path)).bytes);
    if (!before.includes(from))
      throw new ToolError("not_found", `${path} does not hold "${from}".`);
    await fs.write(path, before.replaceAll(from, to));
    return before.split(from).length - 1;
  },
});

// A story: calls in order, each with what it must come to.
const files = { "a.txt": "red, red, blue", ".git/config": "[core]" };
const host = createMemoryHost({ files });
const broker = createScriptedBroker(["reject"]);
const session = createKernel({ host, broker, tools: [rename] }).session();
const red = { path: "a.txt", from: "red", to: "green" };
const { text: story } = await runScript(session, [
  { call: ["rename_word", red], asks: 0, text: "2" },
  { call: ["rename_word", red], asks: 0, expect: "not_found" },
  { call: ["rename_word", { ...red, path: ".git/config" }], asks: 1, expect: "approval_rejected" },
  { call: ["rename_word", { ...red, path: "../b.txt" }], expect: "capability_denied" },
]);
console.log(story);
console.log(`a.txt is now: ${host.fileText("a.txt")}`);

// What every tool must hold to, tried on fresh hosts. In a test file: describeToolConformance({ describe, it }, …).
const problems = await checkToolConformance({
  tool: rename,
  host: () => createMemoryHost({ files }),
  valid: [red],
  invalid: [{ path: "a.txt" }, { ...red, to: 1 }, "not json"],
});
console.log("conformance:", problems.length === 0 ? "no problems" : problems);
