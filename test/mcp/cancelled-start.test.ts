/** A client of MCP, or an editor, that cancels while a process that runs on is being started: it does not stay. */
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openCliWorld, openEditor, programWords } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { WAITING_MS } from "../setup/hanging.ts";
import { processesOf } from "./processes-of.ts";
import { createClient } from "./world.ts";

const WAIT = { timeout: WAITING_MS, interval: 5 };
const runs = (mark: string): boolean => processesOf(`sleep ${mark}`).length > 0;
const markOf = (place: number): string => `62${place}.${process.pid}`;
const start = (mark: string) => ({ action: "start", command: `sleep ${mark}; sleep ${mark}` });

describe("a process whose start is cancelled", () => {
  it("is not left behind by a client of MCP, whenever it cancels, and another one runs on", async () => {
    const world = openCliWorld();
    const client = createClient("2025-11-25");
    onTestFinished(async () => {
      await client.close();
      world.remove();
    });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...programWords(), "mcp", "--tools", "everyday"],
      cwd: world.workspace,
      env: { ...world.environment, TOOLPLANE_MODE: "yolo" },
      stderr: "ignore",
    });
    await client.connect(transport);
    const call = (given: Record<string, unknown>, signal?: AbortSignal) =>
      client.callTool({ name: "background", arguments: given }, signal ? { signal } : {});
    await call(start(markOf(9)));
    /** At once; when its command line is there for the first time; when it was answered. */
    for (const [place, moment] of (["at once", "seen", "answered"] as const).entries()) {
      const mark = markOf(place);
      const stopping = new AbortController();
      let answer: unknown = null;
      const calling = call(start(mark), stopping.signal).then(
        (result) => {
          answer = result;
        },
        () => undefined,
      );
      if (moment === "seen")
        await expect.poll(() => runs(mark) || answer !== null, WAIT).toBe(true);
      if (moment === "answered") await calling;
      stopping.abort("enough");
      await calling;
      if (answer === null) {
        // An answer that was on its way already is nobody's fault: the process is listed, and can be ended.
        const listed = JSON.stringify(await call({ action: "list" }));
        if (moment === "seen" && listed.includes(mark))
          await call({ action: "stop", id: listed.match(/process_\w+/g)?.at(-1) ?? "" });
        await expect.poll(() => runs(mark), WAIT).toBe(false);
        continue;
      }
      // Its name was told, so the client can end it.
      const [id = ""] = /process_\w+/.exec(JSON.stringify(answer)) ?? [];
      await call({ action: "stop", id });
      expect(runs(mark)).toBe(false);
    }
    expect(JSON.stringify(await call({ action: "list" }))).toContain(markOf(9));
    expect(runs(markOf(9))).toBe(true);
  });

  it("is not left behind by an editor, and the conversation goes on", async () => {
    const mark = markOf(5);
    const script = [
      { calls: [{ name: "background", arguments: start(mark) }] },
      { calls: [{ name: "background", arguments: { action: "list" } }] },
      { text: "Done." },
    ];
    const editor = await openEditor({ script, answer: () => "allow_once" });
    onTestFinished(() => editor.close());
    const sessionId = await editor.session();
    const prompting = editor.prompt(sessionId, "Start it.");
    await expect.poll(() => editor.of("tool_call").length, WAIT).toBeGreaterThan(0);
    await editor.agent.notify("session/cancel", { sessionId });
    expect(await prompting).toEqual({ stopReason: "cancelled" });
    const settled = () => editor.of("tool_call_update").at(-1)?.status;
    // Where its start was faster than the cancel it is listed under its name; else it is gone.
    await expect.poll(() => settled() === "completed" || !runs(mark), WAIT).toBe(true);
    const before = settled();
    expect(await editor.prompt(sessionId, "List it.")).toEqual({ stopReason: "end_turn" });
    const listed = JSON.stringify(editor.of("tool_call_update").at(-1));
    if (before === "completed") expect(listed).toContain(mark);
    else expect(runs(mark)).toBe(false);
  });
});
