import type { SpawnContext } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createScriptedAgent } from "./create-scripted-agent.ts";

const context = (signal = new AbortController().signal): SpawnContext => ({
  parentSessionId: "session_0001",
  parentCallId: "call_0001",
  depth: 1,
  signal,
  onUpdate: () => {},
  hold: () => () => undefined,
  onProgress: () => {},
});

describe("createScriptedAgent", () => {
  it("replies in order and keeps what it was asked", async () => {
    const agent = createScriptedAgent([
      "found it",
      { status: "failed", message: "lost", sessionId: "child_x" },
    ]);
    expect(await agent.spawn({ prompt: "look" }, context())).toEqual({
      status: "done",
      output: "found it",
      sessionId: "child_0001",
    });
    expect(await agent.spawn({ prompt: "again" }, context())).toMatchObject({ status: "failed" });
    expect(agent.spawns().map(({ request }) => request.prompt)).toEqual(["look", "again"]);
    await expect(agent.spawn({ prompt: "more" }, context())).rejects.toThrow("nobody foresaw");
  });

  it("runs in the background when asked to, and not at all when cancelled", async () => {
    const agent = createScriptedAgent(() => "later");
    expect(await agent.spawn({ prompt: "x", background: true }, context())).toEqual({
      status: "running",
      sessionId: "child_0001",
    });
    await expect(agent.spawn({ prompt: "x" }, context(AbortSignal.abort()))).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});
