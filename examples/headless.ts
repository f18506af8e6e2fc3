// Nobody to ask: what asks is refused, and only rules, a mode or an ungated tool let a call run.
import { noSandbox } from "@toolplane/contract/ports";
import { createKernel, type SessionOptions } from "@toolplane/kernel";
import { command, createMemoryHost } from "@toolplane/testkit";
import { bashTool } from "@toolplane/tools";

const host = createMemoryHost({
  sandbox: noSandbox("this example has none"),
  commands: { "npm test": command({ units: ["npm test"] }) },
  programs: { npm: "12 passed\n" },
});
// No broker: every session of this kernel is headless.
const kernel = createKernel({ host, tools: [bashTool] });

async function run(title: string, options: SessionOptions, line = "npm test"): Promise<void> {
  const session = kernel.session(options);
  const result = await session.call({ id: "1", name: "bash", arguments: { command: line } });
  console.log(`${title}: ${result.type === "output" ? String(result.data).trim() : result.code}`);
  await session.close();
}

await run("no rule", {});
await run("a rule", { rules: [{ permission: "bash", pattern: "npm test", action: "allow" }] });
await run("allowlist", { mode: "allowlist", allowlist: ["bash:npm test"] });
// Nothing holds a command here, so not even this mode lets one run that no rule speaks of.
await run("yolo", { mode: "yolo" });
await run("yolo, a rule asks", {
  mode: "yolo",
  rules: [{ permission: "bash", pattern: "npm *", action: "ask" }],
});
await run("yolo, a line nobody understands", { mode: "yolo" }, "$TASK");
await kernel.close();
