import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, describe, expect, it } from "vitest";
import { testProgram } from "../../scripts/build/test-program.ts";
import { type ConnectOptions, createClient, REVISIONS, RULES, textOf } from "./world.ts";

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function spawnServer({ revision = "2025-11-25", onForm }: ConnectOptions) {
  const workspace = await mkdtemp(join(tmpdir(), "toolplane-mcp-"));
  cleanups.push(async () => {
    await rm(workspace, { recursive: true, force: true });
    await rm(`${workspace}-data`, { recursive: true, force: true });
  });
  await writeFile(join(workspace, "a.txt"), "alpha\n");
  await writeFile(join(workspace, ".env"), "SECRET=canary\n");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...testProgram(join(import.meta.dirname, "locked-server.ts")), workspace, RULES],
    stderr: "ignore",
  });
  const client = createClient(revision, onForm);
  await client.connect(transport);
  cleanups.push(() => client.close());
  return { client, workspace, transport };
}

describe.each(REVISIONS)("a spawned server with the locked tools, revision %s", (revision) => {
  it("lists, reads, refuses by a rule, asks before it writes, and ends with its client", async () => {
    const shown: string[] = [];
    const { client, workspace, transport } = await spawnServer({
      revision,
      onForm(message) {
        shown.push(message);
        const answer = message.includes("no.txt") ? "Reject" : "Allow once";
        return { action: "accept", content: { answer } };
      },
    });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["read", "write", "edit", "glob", "grep", "bash"]),
    );

    const read = await client.callTool({ name: "read", arguments: { path: "a.txt" } });
    expect([read.isError, textOf(read)]).toEqual([undefined, expect.stringContaining("alpha")]);

    for (const call of [
      { name: "read", arguments: { path: ".env" } },
      { name: "bash", arguments: { command: "cat .env" } },
    ]) {
      const refused = await client.callTool(call);
      expect(refused.isError).toBe(true);
      expect(textOf(refused)).toContain("policy.json:2");
      expect(JSON.stringify(refused)).not.toContain("canary");
    }

    const yes = { name: "write", arguments: { path: "yes.txt", content: "hello" } };
    expect((await client.callTool(yes)).isError).toBeUndefined();
    expect(await readFile(join(workspace, "yes.txt"), "utf8")).toBe("hello");
    const no = { name: "write", arguments: { path: "no.txt", content: "hello" } };
    expect((await client.callTool(no)).isError).toBe(true);
    await expect(readFile(join(workspace, "no.txt"))).rejects.toThrow("ENOENT");
    expect(shown.map((message) => message.split("\n")[1])).toEqual([
      `  write ${join(workspace, "yes.txt")}`,
      `  write ${join(workspace, "no.txt")}`,
    ]);

    const { pid } = transport;
    await client.close();
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

function isAlive(pid: number | null): boolean {
  try {
    return pid !== null && process.kill(pid, 0);
  } catch {
    return false;
  }
}
