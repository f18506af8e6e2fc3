/** A plain program with the library: it stays until its calls settle, and ends by itself. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it } from "vitest";
import { testModule } from "../../scripts/build/test-program.ts";

const LIBRARY = JSON.stringify(
  testModule(join(import.meta.dirname, "../../packages/library/src/index.ts")),
);

async function run(program: string) {
  const world = openCliWorld();
  const flags = ["--disable-warning=ExperimentalWarning", "--conditions=@toolplane/source"];
  const words = ["--input-type=module", "--eval", program];
  const child = spawn(process.execPath, [...flags, ...words], {
    cwd: world.workspace,
    env: world.environment,
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, "exit")) as [number];
  const [stdout, stderr] = await said;
  world.remove();
  return { code, stdout, stderr };
}

describe("a plain program", () => {
  it("is still there when a call that only waits has settled", async () => {
    const { code, stdout, stderr } = await run(`
      import { createToolplane } from ${LIBRARY};
      const tp = await createToolplane({ preset: "everyday", record: false, onWarning() {} });
      const result = await tp.call({ id: "1", name: "sleep", arguments: { duration_ms: 150 } });
      console.log(JSON.stringify(result.data));
    `);
    expect([code, stdout.trim(), stderr]).toEqual([0, '{"slept_ms":150}', ""]);
  });

  it("is still there when a tool that never comes back has run out of time", async () => {
    const { code, stdout } = await run(`
      import { createToolplane, defineTool } from ${LIBRARY};
      const never = defineTool({
        id: "never", description: "Never comes back.", parameters: { type: "object" }, requires: {},
        gated: false, limits: { timeoutMs: 100 }, execute: () => new Promise(() => {}),
      });
      const tp = await createToolplane({ tools: [never], record: false, onWarning() {} });
      const result = await tp.call({ id: "1", name: "never", arguments: {} });
      console.log(result.code);
    `);
    expect([code, stdout.trim()]).toEqual([0, "timeout"]);
  });

  it("ends by itself when nothing runs, closed or not", async () => {
    const { code, stdout } = await run(`
      import { createToolplane } from ${LIBRARY};
      const tp = await createToolplane({ preset: "everyday", record: false, onWarning() {} });
      await tp.call({ id: "1", name: "sleep", arguments: { duration_ms: 0 } });
      console.log("over");
    `);
    expect([code, stdout.trim()]).toEqual([0, "over"]);
  });
});
