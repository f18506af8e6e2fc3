// A tool under test: a host in memory, a person who is a script, a clock that moves when told to.
import { defineTool, ToolError } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost, createScriptedBroker, runScript } from "@toolplane/testkit";

const text = { type: "string" } as const;
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
  limits: { timeoutMs: 1_000 },
  async execute({ path, from, to }, { fs, signal }) {
    if (from === "forever")
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    const before = new TextDecoder().decode((await fs.read(path)).bytes);
    if (!before.includes(from))
      throw new ToolError("not_found", `${path} does not hold "${from}".`);
    await fs.write(path, before.replaceAll(from, to));
    return before.split(from).length - 1;
  },
});

const host = createMemoryHost({ files: { "a.txt": "red, red, blue", ".git/config": "[core]" } });
const broker = createScriptedBroker(["session", "reject"]);
const session = createKernel({ host, broker, tools: [rename] }).session();

const story = await runScript(session, [
  { call: ["rename_word", { path: "a.txt", from: "red", to: "green" }], asks: 1, text: "2" },
  {
    call: ["rename_word", { path: "a.txt", from: "red", to: "green" }],
    asks: 0,
    expect: "not_found",
  },
  {
    call: ["rename_word", { path: ".git/config", from: "core", to: "x" }],
    expect: "approval_rejected",
  },
  { call: ["rename_word", { path: "../b.txt", from: "a", to: "b" }], expect: "capability_denied" },
]);
console.log(story.text);

const slow = session.call({
  id: "slow",
  name: "rename_word",
  arguments: { path: "a.txt", from: "forever", to: "" },
});
await host.clock.advance(1_000);
const late = await slow;
console.log(late.type === "error" && `${late.code}: ${late.error_text}`);

console.log(host.fileText("a.txt"));
console.log(host.accesses().length, "operations at the doors");
