/** The reach of a program that is spoken with, on a real machine, at every level that it has. */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Channel } from "@toolplane/contract/ports";
import { createHost } from "@toolplane/host";
import { type ChannelRequest, compileConfinement, createKernel } from "@toolplane/kernel";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

/** Evaluates each line and answers with one. */
const PROGRAM = `
const fs = require("node:fs");
const net = require("node:net");
require("node:readline").createInterface({ input: process.stdin }).on("line", async (line) => {
  let said;
  try { said = await eval(line); } catch (error) { said = error.code ?? error.message; }
  process.stdout.write(JSON.stringify(said ?? null) + "\\n");
});`;

const REQUEST = {
  name: "probe",
  layer: "mcp",
  argv: [process.execPath, "-e", PROGRAM],
  requires: { fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] } },
  // The program that runs the tests may lie anywhere.
  installed: [realpathSync(process.execPath)],
} as const satisfies ChannelRequest;

async function openMachine(sandbox: "auto" | "plain") {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-channels-")));
  const workspace = join(base, "ws");
  mkdirSync(join(workspace, "sub"), { recursive: true });
  writeFileSync(join(workspace, "a.txt"), "text");
  writeFileSync(join(workspace, ".env"), "KEY=1");
  writeFileSync(join(workspace, "sub/.env"), "KEY=2");
  writeFileSync(join(base, "outside.txt"), "outside");
  const host = await createHost({
    workspace,
    userData: join(base, "data"),
    sandbox,
    readConfinement: compileConfinement,
  });
  const deny = { permission: "fs.read", pattern: "**/.env", action: "deny" } as const;
  const kernel = createKernel({ host, policy: [{ scope: "project", rules: [deny] }] });
  onTestFinished(async () => {
    await kernel.close();
    await host.close();
    rmSync(base, { recursive: true, force: true });
  });
  return { base, workspace, host, kernel, deny };
}

function asking(channel: Channel): (line: string) => Promise<unknown> {
  const reader = channel.output[Symbol.asyncIterator]();
  let rest = "";
  const ended = async (): Promise<never> => {
    const why = JSON.stringify(await channel.ended);
    throw new TypeError(`it ended: ${why} ${channel.notes()}`);
  };
  return async (line) => {
    await channel.write(Buffer.from(`${line}\n`)).catch(ended);
    while (!rest.includes("\n")) {
      const { value, done } = await reader.next();
      if (done) return ended();
      rest += Buffer.from(value).toString("utf8");
    }
    const [said = "", ...others] = rest.split("\n");
    rest = others.join("\n");
    return JSON.parse(said);
  };
}

for (const sandbox of ["auto", "plain"] as const)
  describe.skipIf(!hasSandbox)(`a channel, sandbox ${sandbox} (needs bubblewrap)`, () => {
    it("reads what it may and no denied name, writes nothing, reaches nobody", async () => {
      const { base, workspace, host, kernel } = await openMachine(sandbox);
      expect(host.sandbox.level).not.toBe("none");
      const listening = createServer().listen(0, "127.0.0.1");
      await once(listening, "listening");
      onTestFinished(() => void listening.close());
      const { port } = listening.address() as { port: number };
      const ask = asking(await kernel.openChannel(REQUEST));
      const read = (path: string) => ask(`fs.readFileSync(${JSON.stringify(path)}, "utf8")`);
      expect(await read(join(workspace, "a.txt"))).toBe("text");
      expect(await read(join(workspace, ".env"))).not.toContain("KEY");
      expect(await read(join(workspace, "sub/.env"))).not.toContain("KEY");
      expect(await read(join(base, "outside.txt"))).not.toBe("outside");
      expect(await ask(`fs.readdirSync(${JSON.stringify(workspace)})`)).not.toContain(".env");
      await ask(`fs.writeFileSync(${JSON.stringify(join(workspace, "a.txt"))}, "changed")`);
      expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("text");
      const reached = await ask(
        `new Promise((done) => net.connect(${port}, "127.0.0.1").on("connect", () => done("reached")).on("error", () => done("refused")))`,
      );
      expect(reached).toBe("refused");
      expect(
        await ask(`fs.writeFileSync("/tmp/own", "x"), fs.readFileSync("/tmp/own", "utf8")`),
      ).toBe("x");
    });

    it("is ended when a rule closes more, and the next one knows the rule", async () => {
      const { workspace, kernel, deny } = await openMachine(sandbox);
      const channel = await kernel.openChannel(REQUEST);
      const path = JSON.stringify(join(workspace, "a.txt"));
      expect(await asking(channel)(`fs.readFileSync(${path}, "utf8")`)).toBe("text");
      kernel.setPolicy([{ scope: "project", rules: [deny, { ...deny, pattern: "a.txt" }] }]);
      expect((await channel.ended).cause).toBe("rules");
      const ask = asking(await kernel.openChannel(REQUEST));
      expect(await ask(`fs.readFileSync(${path}, "utf8")`)).not.toBe("text");
    });

    it("shares its scratch folder with no other", async () => {
      const { kernel } = await openMachine(sandbox);
      const one = asking(await kernel.openChannel(REQUEST));
      const two = asking(await kernel.openChannel(REQUEST));
      await one(`fs.writeFileSync("/tmp/mine", "x")`);
      expect(await two(`fs.existsSync("/tmp/mine")`)).toBe(false);
    });
  });

describe("a channel on a machine without a sandbox", () => {
  it("is refused, unless a person said that it may run", async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-channels-")));
    mkdirSync(join(base, "ws"));
    const host = await createHost({
      workspace: join(base, "ws"),
      userData: join(base, "data"),
      sandbox: "none",
      readConfinement: compileConfinement,
    });
    const kernel = createKernel({ host });
    onTestFinished(async () => {
      await kernel.close();
      await host.close();
      rmSync(base, { recursive: true, force: true });
    });
    await expect(kernel.openChannel(REQUEST)).rejects.toThrow(/nothing here would confine it/);
    const channel = await kernel.openChannel({ ...REQUEST, unconfined: true });
    expect(await asking(channel)("6 * 7")).toBe(42);
    await kernel.close();
    expect((await channel.ended).cause).toBe("closed");
  });
});
