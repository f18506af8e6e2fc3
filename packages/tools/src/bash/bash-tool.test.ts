import { describeShapeFault, LOCKED_SHAPES } from "@toolplane/kernel";
import {
  command,
  createMemoryHost,
  describeToolConformance,
  type ScriptedPrograms,
} from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { noteOf, openReadWorld, told } from "../fixtures/read-world.fixture.ts";
import { bashTool } from "./bash-tool.ts";

const commands = Object.fromEntries(
  ["echo hi", "fail", "crash", "big", "slow", "net"].map((line) => [
    line,
    command({ units: [line] }),
  ]),
);
const programs: ScriptedPrograms = {
  echo: "hi\n",
  fail: () => ({ exitCode: 3, output: "no\n" }),
  big: () => ({ output: "x".repeat(250_000) }),
  async slow(_invocation, world) {
    world.print("begun\n");
    await world.sleep(1_000_000);
    return {};
  },
  async net(_invocation, world) {
    return (await world.connect("evil.example:443")) ? {} : { exitCode: 6, output: "refused\n" };
  },
};
const world = { commands, programs };

describeToolConformance(
  { describe, it },
  {
    tool: bashTool,
    host: () => createMemoryHost({ ...world, files: { "src/a": "" } }),
    valid: [{ command: "echo hi" }, { command: "fail", cwd: "src" }, { command: "big" }],
    invalid: [
      {},
      { command: "" },
      { command: "x", timeout_ms: 0 },
      { command: "x", timeout_ms: 600_001 },
      { command: "x", shell: "sh" },
      "{",
    ],
    patienceMs: 50,
  },
);

describe("the tool bash", () => {
  it("runs one command, declares shell.run alone, and has the locked shape", async () => {
    expect(bashTool.requires).toEqual({ shell: [{ cmd: "*" }] });
    expect(describeShapeFault(bashTool.parameters, LOCKED_SHAPES.bash ?? "any")).toBeNull();
    expect(bashTool.kind).toBe("execute");
    const { call, host } = openReadWorld(bashTool, world);
    expect(told(await call({ command: "echo hi" }))).toBe("hi\n");
    expect(host.spawned()).toHaveLength(1);
    expect(host.spawned()[0]?.spec).toMatchObject({
      command: { shell: "echo hi" },
      timeoutMs: 120_000,
    });
  });

  it("says the exit code of a command that failed, which is no error of the call", async () => {
    const { call } = openReadWorld(bashTool, world);
    const result = await call({ command: "fail" });
    expect([result.type, told(result), noteOf(result)]).toEqual([
      "output",
      "no\n",
      "[exit code 3]",
    ]);
    expect(result.details).toMatchObject({ exit_code: 3 });
  });

  it("[R212] holds output to 200 KB, with the whole where read finds it", async () => {
    const { call, host } = openReadWorld(bashTool, world);
    const result = await call({ command: "big" });
    const { head } = told(result) as { readonly head: string };
    expect(head).toBe("x".repeat(200_000));
    const { truncated, output_path = "" } = result.metadata;
    expect(truncated).toBe(true);
    expect(host.fileText(output_path)).toBe("x".repeat(250_000));
    expect(noteOf(result)).toContain(`read ${output_path} with byte_offset=230000`);
  });

  it("tells a timeout from a cancel, with what was printed and what to try", async () => {
    const { call, host } = openReadWorld(bashTool, world);
    const late = call({ command: "slow", timeout_ms: 5_000 });
    await host.clock.advance(5_000);
    const result = await late;
    expect(result).toMatchObject({ type: "error", code: "timeout" });
    expect(told(result)).toContain("longer than 5000 ms");
    expect(told(result)).toContain("background");
    expect(told(result)).toContain("begun");
  });

  it("says which hosts were refused", async () => {
    const { call } = openReadWorld(bashTool, {
      ...world,
      rules: [
        { permission: "*", pattern: "**", action: "allow" },
        { permission: "net.fetch", pattern: "evil.example", action: "deny" },
      ],
    });
    const result = await call({ command: "net" });
    expect(noteOf(result)).toBe(
      "[exit code 6]\n[The network refused evil.example:443. Do without, or ask the user to allow the host.]",
    );
  });

  it("shows people what is printed while it runs", async () => {
    const { call, host } = openReadWorld(bashTool, world);
    const running = call({ command: "slow", timeout_ms: 10 });
    await host.clock.advance(10);
    expect(await running).toMatchObject({ code: "timeout" });
  });
});
