import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, programWords } from "@toolplane/cli/fixtures";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { isWhole } from "../sample.ts";
import { type Inspector, openInspector } from "./inspector.ts";
import { type RunningServer, serve } from "./running-server.ts";

interface Listed {
  readonly result: {
    readonly tools: readonly { readonly name: string; readonly annotations: object }[];
  };
}

describe("the MCP Inspector's command line", () => {
  let world: CliWorld;
  let inspector: Inspector;
  let server: RunningServer;

  beforeAll(async () => {
    world = openCliWorld({ "README.md": "hello\n" });
    inspector = openInspector(world);
    server = await serve(world);
  });

  afterAll(async () => {
    await inspector.close();
    await server.stop();
    world.remove();
  });

  const command = (): readonly string[] => [
    ...["-e", `TOOLPLANE_DATA=${world.data}`, "-e", `TOOLPLANE_CONFIG=${world.config}`],
    ...["--", process.execPath, ...programWords(), "mcp"],
  ];
  const address = (): readonly string[] => [
    ...["--transport", "http", "--server-url", server.url],
    ...["--header", `Authorization: Bearer ${server.token}`],
  ];
  const ways = [
    ["stdio", "legacy"],
    ["stdio", "modern"],
    ["http", "legacy"],
    ["http", "modern"],
  ] as const;
  // Each transport and each era once, in a list or in calls: a start of the inspector takes a second of processor time.
  const first = inject("propertySeed") % ways.length;
  const listing = isWhole ? ways : ways.slice(first, first + 1);
  const calling = isWhole ? ways : ways.toReversed().slice(first, first + 1);
  // Being asked takes six starts of it.
  const asking = listing;
  const cli = (transport: "stdio" | "http", words: readonly string[]) =>
    inspector.cli([...words, ...(transport === "http" ? address() : command())]);

  it.each(listing)(
    "finds no error in the list, strictly, over %s, %s era",
    async (transport, era) => {
      const words = ["--method", "tools/list", "--strict", "--protocol-era", era];
      const { code, stdout, stderr } = await cli(transport, words);
      expect([code, stderr]).toEqual([0, ""]);
      const { tools } = (JSON.parse(stdout) as Listed).result;
      expect(tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["read", "write", "edit", "glob", "grep", "bash"]),
      );
      expect(tools.find(({ name }) => name === "read")?.annotations).toMatchObject({
        readOnlyHint: true,
        openWorldHint: false,
      });
      expect(tools.find(({ name }) => name === "web_fetch")?.annotations).toMatchObject({
        openWorldHint: true,
      });
    },
  );

  it.each(calling)("calls over %s, %s era, and gets a refusal in words", async (transport, era) => {
    const call = (tool: string, args: object) =>
      cli(transport, [
        ...["--method", "tools/call", "--protocol-era", era, "--tool-name", tool],
        ...["--tool-args-json", JSON.stringify(args)],
      ]);
    const read = await call("read", { path: "README.md" });
    expect([read.code, read.stdout]).toEqual([0, expect.stringContaining("hello")]);
    const write = await call("write", { path: ".envrc", content: "x" });
    expect([write.code, write.stdout]).toEqual([5, expect.stringContaining("cannot be asked")]);
    expect(existsSync(join(world.workspace, ".envrc"))).toBe(false);
  });

  it("is told that its token is wrong", async () => {
    const { code, stderr } = await inspector.cli([
      ...["--method", "tools/list", "--stored-auth-only", "--transport", "http"],
      ...["--server-url", server.url, "--header", "Authorization: Bearer wrong-wrong-wrong"],
    ]);
    expect([code, stderr]).toEqual([3, expect.stringContaining("bearer token is needed")]);
  });

  it.each(asking)(
    "is asked over %s, %s era; a yes writes, a no does not",
    async (transport, era) => {
      const config = inspector.config(
        transport === "http"
          ? { type: "http", url: server.url, headers: { Authorization: `Bearer ${server.token}` } }
          : { command: process.execPath, args: [...programWords(), "mcp"], env: world.environment },
      );
      const on = ["--connection", "toolplane"];
      const connected = await inspector.mcpdo([
        ...["--config", config, "connect", "toolplane", "--era", era],
      ]);
      expect([connected.code, connected.stdout]).toEqual([0, expect.stringContaining(era)]);
      const ask = async (path: string, answer: string): Promise<string> => {
        const args = ["tools/call", "write", `path:=${path}`, "content:=written"];
        const { stdout } = await inspector.mcpdo([...on, ...args]);
        const { elicitationPending: asked } = JSON.parse(stdout) as {
          readonly elicitationPending: { readonly elicitationId: string; readonly message: string };
        };
        await inspector.mcpdo(["elicitation/respond", asked.elicitationId, `answer:="${answer}"`]);
        return asked.message;
      };
      // A file that a shell runs by itself asks; others can be undone, so they do not.
      const file = (name: string): string =>
        join(world.workspace, `${transport}-${era}-${name}`, ".envrc");
      const message = await ask(file("yes"), "Allow once");
      expect(message).toContain(`write ${file("yes")}`);
      expect(readFileSync(file("yes"), "utf8")).toBe("written");
      await ask(file("no"), "Reject");
      expect(existsSync(file("no"))).toBe(false);
      expect((await inspector.mcpdo(["disconnect", "toolplane"])).code).toBe(0);
    },
  );
});
