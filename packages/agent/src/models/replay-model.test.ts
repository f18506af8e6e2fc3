import type { ModelTool } from "@toolplane/kernel/projection";
import { describe, expect, it } from "vitest";
import { compacted } from "../loop/compaction.ts";
import type { Message } from "../loop/message.ts";
import { replayModel } from "./replay-model.ts";

const asked: Message = { role: "user", from: "person", text: "Do it." };
const wants: Message = {
  role: "assistant",
  text: "I look.",
  calls: [{ id: "a", name: "read", arguments: "{}" }],
  opaque: { signed: "x" },
};
const got: Message = { role: "tool", callId: "a", tool: "read", content: [], isError: false };
const done: Message = { role: "assistant", text: "Done.", calls: [] };
const SAID = [asked, wants, got, done];
const tools = [{ name: "read" }] as unknown as readonly ModelTool[];

function answer(model: ReturnType<typeof replayModel>, messages: readonly Message[], of = tools) {
  const heard: string[] = [];
  const options = {
    signal: new AbortController().signal,
    onText: (text: string) => heard.push(text),
  };
  return model
    .answer({ system: "", tools: of, messages }, options)
    .then((given) => ({ ...given, heard }));
}

describe("a replayed model", () => {
  it("a replayed model repeats its answers, turn by turn, and then has none", async () => {
    const model = replayModel(SAID);
    expect(await answer(model, [asked])).toMatchObject({
      text: "I look.",
      finish: "calls",
      heard: ["I look."],
      opaque: { signed: "x" },
      calls: [{ id: "a", name: "read" }],
    });
    expect(await answer(model, SAID.slice(0, 3))).toMatchObject({ text: "Done.", finish: "stop" });
    expect(await answer(model, SAID)).toMatchObject({ text: "", calls: [], heard: [] });
  });

  it("a replayed model goes on at the state of the conversation", async () => {
    expect(await answer(replayModel(SAID), SAID.slice(0, 3))).toMatchObject({ text: "Done." });
  });

  it("a replayed model repeats a summary, and keeps its place", async () => {
    const [, summary] = compacted(SAID, 3, "It read.");
    const model = replayModel([asked, wants, got, summary as Message, done]);
    await answer(model, [asked]);
    const ask: Message = { role: "user", from: "host", text: "Sum up." };
    expect(await answer(model, [asked, wants, got, ask], [])).toMatchObject({ text: "It read." });
    expect(await answer(model, [asked, summary as Message])).toMatchObject({ text: "Done." });
  });
});
