/** The document of stud-cli, read aloud: `createToolplane({ profile: "stud" })` behaves as it says, in its order. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@toolplane/contract";
import { createScriptedBroker, type ScriptedAnswer } from "@toolplane/testkit";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

function workspace(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-stud-")));
  writeFileSync(join(folder, "a.txt"), "one\n");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(
  more: ToolplaneOptions = {},
  answer: (tool: string) => ScriptedAnswer = () => "session",
) {
  const folder = workspace();
  const broker = createScriptedBroker(({ tool }) => answer(tool));
  const tp = await createToolplane({
    profile: "stud",
    workspace: folder,
    userData: join(folder, ".data"),
    record: false,
    broker,
    onWarning: () => {},
    ...more,
  });
  onTestFinished(() => tp.close());
  const session = tp.session();
  let calls = 0;
  const call = (name: string, args: JsonObject) => {
    calls += 1;
    return session.call({ id: `call-${calls}`, name, arguments: args });
  };
  return { tp, session, broker, call, folder };
}

describe("a gated tool in mode ask", () => {
  it.each([
    ["glob", { pattern: "*.txt" }],
    ["grep", { pattern: "one" }],
    ["bash", { command: "ls" }],
    ["bash", { command: "cat a.txt" }],
    ["write", { path: "b.txt", content: "two\n" }],
  ] as const)("%s %j asks, and runs when a person says yes", async (name, args) => {
    const { call, broker } = await open();
    expect(await call(name, args)).toMatchObject({ type: "output" });
    expect(broker.questions()).toHaveLength(1);
  });
});
