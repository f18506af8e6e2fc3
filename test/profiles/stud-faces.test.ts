/** The profile of stud-cli by configuration, wherever a person is asked: the key is named, and no *once* is offered. */
import { spawn } from "node:child_process";
import { Client } from "@modelcontextprotocol/client";
import { type CliWorld, openCliWorld, openConsoleWorld, openEditor } from "@toolplane/cli/fixtures";
import { createLineTransport } from "@toolplane/mcp";
import { describe, expect, it, onTestFinished } from "vitest";
import { runInPty } from "../cli/approvals/pty.fixture.ts";

function worldOfStud(): CliWorld {
  const world = openCliWorld({
    "a.txt": "one\n",
    "../config/config.jsonc": '{ "profile": "stud" }',
  });
  onTestFinished(world.remove);
  return world;
}

const GLOB = { name: "glob", arguments: { pattern: "*.txt" } };
const NOTE = /Approval key: \..*covers every later call of glob with this key in this session/;

describe("a question about a gated tool, by configuration", () => {
  it("is refused where nobody can be asked, reads too", async () => {
    const world = worldOfStud();
    expect(await world.run(["call", "read", "--path", "a.txt"])).toMatchObject({ code: 0 });
    const refused = await world.run(["call", "glob", "--pattern", "*.txt", "--json"]);
    expect(refused.stdout).toContain("permission_denied");
  });

  it("names the key on the card of a terminal, and offers this session and no once", async () => {
    const run = runInPty(worldOfStud(), ["call", "glob", "--pattern", "*.txt"], {
      env: { NO_COLOR: "1" },
    });
    const card = await run.shows(/glob asks[\s\S]*then Enter/);
    expect(card.replace(/\s*\n[┃|\s]*/g, " ")).toMatch(NOTE);
    expect(card).toContain("a  Allow in this session");
    expect(card).not.toMatch(/once/i);
    await run.typesUntil("a", /› a {2}Allow in this session/);
    run.type("\r");
    expect(await run.ended).toBe(0);
    expect(run.frame()).toContain("allowed, session");
  });

  it("is a form with the same text for an MCP client, and its yes holds for the session", async () => {
    const world = worldOfStud();
    const { program, words } = world.command(["mcp"]);
    const child = spawn(program, [...words], {
      cwd: world.workspace,
      env: { ...process.env, ...world.environment },
      stdio: ["pipe", "pipe", "ignore"],
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    onTestFinished(async () => {
      child.stdin.end();
      await ended;
    });
    const forms: { readonly message: string; readonly requestedSchema: object }[] = [];
    const client = new Client(
      { name: "test", version: "1.0.0" },
      { capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      forms.push(params as never);
      return { action: "accept", content: { answer: "Allow in this session" } };
    });
    await client.connect(createLineTransport({ input: child.stdout, output: child.stdin }));
    expect(await client.callTool(GLOB)).not.toMatchObject({ isError: true });
    await client.callTool({ ...GLOB, arguments: { pattern: "*.md" } });
    await client.close();
    expect(forms).toHaveLength(1);
    expect(forms[0]?.message).toMatch(NOTE);
    expect(JSON.stringify(forms[0]?.requestedSchema)).toContain(
      '["Allow in this session","Reject"]',
    );
  });

  it("is a card of the console with the same text, and once is no answer to it", async () => {
    const ground = await openConsoleWorld({
      "a.txt": "one\n",
      "../config/config.jsonc": '{ "profile": "stud" }',
    });
    onTestFinished(() => ground.close());
    const child = ground.world.spawn(
      ["call", "glob", "--pattern", "*.txt", "--wait", "--json"],
      {},
    );
    const ended = new Promise((resolve) => child.once("close", resolve));
    type Waiting = { readonly waiting: readonly { readonly id: string }[] };
    const waiting = async () => ((await ground.send("/api/v1/approvals")).json as Waiting).waiting;
    await expect.poll(waiting).toHaveLength(1);
    const [{ id } = { id: "" }] = await waiting();
    expect((await ground.send(`/api/v1/approvals/${id}`)).json).toMatchObject({
      question: { byKey: { key: ".", note: expect.stringMatching(NOTE) } },
      choices: ["session", "reject", "edit"],
    });
    const answer = (choice: string) =>
      ground.send(`/api/v1/approvals/${id}/answer`, { method: "POST", body: { choice } });
    expect((await answer("once")).status).toBe(400);
    expect((await answer("session")).status).toBe(200);
    expect(await ended).toBe(0);
  });

  it("is a permission request with the same text in an editor", async () => {
    const again = { ...GLOB, arguments: { pattern: "*.md" } };
    const editor = await openEditor({
      world: worldOfStud(),
      script: [{ calls: [GLOB] }, { calls: [again] }, { text: "Done." }],
      answer: () => "allow_always",
    });
    onTestFinished(() => editor.close());
    await editor.prompt(await editor.session(), "Look.");
    expect(editor.asked).toHaveLength(1);
    expect(JSON.stringify(editor.asked[0]?.toolCall)).toMatch(NOTE);
    expect(editor.asked[0]?.options.map(({ name }) => name)).toEqual([
      "Allow in this session",
      "Reject",
      "Reject always in this session",
    ]);
  });
});
