// An unattended job: nobody can be asked, so what would ask is refused, and the exit code says how it ended.
import { createToolplane, type ToolResult } from "toolplane";

const EXIT = { done: 0, failed: 1, denied: 3, needsPerson: 4 } as const;

const tp = await createToolplane({
  policy: [{ permission: "bash", pattern: "npm publish *", action: "ask" }],
});

async function step(command: string): Promise<ToolResult> {
  const call = { id: command, name: "bash", arguments: { command } };
  const result = await tp.call(call);
  console.log(`${command}: ${result.type === "output" ? "done" : result.code}`);
  if (result.type === "output") return result;
  const { verdict } = await tp.explain(call);
  process.exitCode =
    verdict?.action === "ask" ? EXIT.needsPerson : verdict ? EXIT.denied : EXIT.failed;
  return result;
}

await step("ls src");
await step("npm publish --tag next");
console.log(`exit code ${process.exitCode}`);

await tp.close();
