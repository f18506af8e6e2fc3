// One road, five faces: S2's orchestrator runs a function, and one result is shown in the shape of each document.
import {
  createSafeToolCall,
  createToolMetrics,
  createToolOrchestrator,
  createToolsRegistry,
  fromAgentTool,
  toAgentResult,
  toEnvelope,
  toHarnessResult,
  toStudResult,
  toToolRecord,
} from "@toolplane/compat";
import { createMemoryHost } from "@toolplane/testkit";

const registry = createToolsRegistry();
registry.register("file_manager", {
  requires: { fs: { read: ["{workspace}/**"] } },
  resources: { path: "fs.read" },
})(async ({ path }: { readonly path: string }, { fs }) =>
  new TextDecoder().decode((await fs?.read?.(path))?.bytes),
);
registry.register("code_exec")(() => "never runs: the callback says no");

const shout = fromAgentTool({
  name: "shout",
  label: "Shout",
  description: "Says it louder.",
  parametersSchema: { type: "object", properties: { text: { type: "string" } } },
  execute: ({ text }) => ({
    content: [{ type: "text", text: String(text).toUpperCase() }],
    details: { letters: String(text).length },
    childLoopId: null,
  }),
});

const orchestrator = createToolOrchestrator({
  host: createMemoryHost({ files: { "notes.txt": "buy milk\n" } }),
  registry,
  onApprovalRequired: (tool) => {
    console.log(`  ? ${tool} is dangerous: no`);
    return false;
  },
  kernel: { tools: [shout] },
});
const metrics = createToolMetrics();
const safeToolCall = createSafeToolCall({ orchestrator, metrics });

const calls = [
  { toolName: "file_manager", parameters: { action: "read", path: "notes.txt" } },
  { toolName: "file_manager", parameters: { action: "read", path: "gone.txt" } },
  { toolName: "code_exec", parameters: { code: "1 + 1" } },
  { toolName: "bash_manager", parameters: {} },
  { toolName: "mcp:github.search", parameters: { q: "x" } },
];
for (const call of calls) {
  console.log(call.toolName, JSON.stringify(call.parameters));
  console.log(" ", JSON.stringify(await safeToolCall(call)));
}
console.log("metrics", JSON.stringify(metrics.stats("file_manager")));

const session = orchestrator.kernel.session({ mode: "yolo" });
const parameters = { text: "hello" };
const result = await session.call({ id: "1", name: "shout", arguments: parameters });
console.log("one result, in five shapes");
console.log("  S0", JSON.stringify(toStudResult(result)));
console.log("  S1", JSON.stringify(toEnvelope(result)));
console.log("  S2", JSON.stringify(toToolRecord(result, { tool: "shout", parameters })));
console.log("  S3", JSON.stringify(toHarnessResult(result)));
console.log("  S4", JSON.stringify(toAgentResult(result)));
await orchestrator.close();
