/** A dry run as a call option: handed to the host where a command can be run on a view, refused by name everywhere else. */
import { defineTool } from "@toolplane/contract";
import { noSandbox, type SandboxStatus } from "@toolplane/contract/ports";
import { command, createMemoryHost, type MemoryHost } from "@toolplane/testkit";
import { createToolplane, type Toolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

const FACTS = {
  holdsFiles: true,
  holdsNetwork: true,
  filtersSystemCalls: true,
  asksAboutHosts: true,
  boundsProcesses: true,
  landsChanges: true,
  endsWholeTree: true,
};
const FULL: SandboxStatus = { kind: "memory", level: "full", facts: FACTS };
const BOUND: SandboxStatus = {
  kind: "memory",
  level: "bound",
  facts: { ...FACTS, landsChanges: false },
  reason: "A folder is mounted below the workspace.",
  remedy: "umount /workspace/data",
};

/** Says that it only reads, and writes. */
const claimant = defineTool({
  id: "list_things",
  description: "Claims to read.",
  parameters: { type: "object" },
  requires: { fs: { write: ["{workspace}/**"] } },
  mode: "read",
  execute: async (_, { fs }) => (await fs.write("a.txt", "new\n")).bytes,
});

async function open(
  sandbox: SandboxStatus,
): Promise<{ readonly tp: Toolplane; readonly host: MemoryHost }> {
  const host = createMemoryHost({
    sandbox,
    files: { "a.txt": "alpha\n" },
    commands: { "make it": command({ units: ["make it"] }) },
    programs: { make: "made\n" },
  });
  const tp = await createToolplane({
    host,
    preset: "everyday",
    tools: [claimant],
    policy: [{ permission: "*", pattern: "**", action: "allow" }],
    onWarning: () => {},
  });
  onTestFinished(() => tp.close());
  return { tp, host };
}

const dryRun = { dryRun: true };

describe("a dry run", () => {
  it("of a command reaches the host, with a confinement that has no network", async () => {
    const { tp, host } = await open(FULL);
    const call = { id: "c1", name: "bash", arguments: { command: "make it" } };
    expect(await tp.call(call, dryRun)).toMatchObject({ type: "output", data: "made\n" });
    const [dry] = host.spawned();
    expect(dry?.context.dryRun).toBe(true);
    expect(dry?.context.confinement.network.access).toBe("none");
    await tp.call({ ...call, id: "c2" });
    expect(host.spawned()[1]?.context.dryRun).toBeUndefined();
  });

  it("of a tool that only reads is that call", async () => {
    const { tp } = await open(BOUND);
    const call = { id: "c1", name: "read", arguments: { path: "a.txt" } };
    expect(await tp.call(call, dryRun)).toMatchObject({ type: "output" });
  });

  it.each(["write", "list_things"])(
    "of %s is refused by name, and nothing happens",
    async (name) => {
      const { tp, host } = await open(FULL);
      const args = name === "write" ? { path: "a.txt", content: "new\n" } : {};
      expect(await tp.call({ id: "c1", name, arguments: args }, dryRun)).toMatchObject({
        code: "unavailable",
        error_text: `${name} cannot be run dry: only commands can, and tools that only read.`,
      });
      expect(host.fileText("a.txt")).toBe("alpha\n");
    },
  );

  it.each([
    ["bound", BOUND, "A folder is mounted below the workspace. What helps: umount /workspace/data"],
    ["none", noSandbox("There is none."), "There is none."],
  ] as const)(
    "of a command is refused at level %s, with the reason",
    async (level, sandbox, why) => {
      const { tp, host } = await open(sandbox);
      const call = { id: "c1", name: "bash", arguments: { command: "make it" } };
      expect(await tp.call(call, dryRun)).toMatchObject({
        code: "unavailable",
        error_text: `A dry run needs a copy-on-write view of the workspace, and there is none here (sandbox level: ${level}). ${why}`,
      });
      expect(host.spawned()).toEqual([]);
    },
  );

  it("starts nothing that would run on", async () => {
    const { tp, host } = await open(FULL);
    const args = { action: "start", command: "make it" };
    const call = { id: "c1", name: "background", arguments: args };
    expect(await tp.call(call, dryRun)).toMatchObject({
      code: "unavailable",
      error_text: "background cannot be run dry: only commands can, and tools that only read.",
    });
    expect(host.spawned()).toEqual([]);
  });
});
