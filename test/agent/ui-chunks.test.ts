/** A run in the AI SDK's own chat message, built by the SDK from our chunks. */
import { readUIMessageStream, type UIMessage } from "ai";
import { createUiChunks, scriptedModel, type UiChunk } from "toolplane/agent";
import { expect, it } from "vitest";
import { openLibrary } from "../library/fixture.ts";

it("reads as one message with its steps, words, calls and errors", async () => {
  const { tp } = await openLibrary();
  const model = scriptedModel([
    {
      text: "I look.",
      calls: [
        { id: "a", name: "read", arguments: { path: "a.txt" } },
        { id: "b", name: "read", arguments: { path: ".env" } },
      ],
    },
    { text: "alpha" },
  ]);
  const agent = await tp.agent({ model });
  const chunksOf = createUiChunks();
  const chunks: UiChunk[] = [];
  agent.on((event) => void chunks.push(...chunksOf(event)));
  await agent.run("Look.");
  let last: UIMessage | undefined;
  const stream = ReadableStream.from(chunks) as ReadableStream<never>;
  for await (const message of readUIMessageStream({ stream })) last = message;
  expect(last?.parts).toMatchObject([
    { type: "step-start" },
    { type: "text", text: "I look.", state: "done" },
    { type: "dynamic-tool", toolName: "read", state: "output-available", output: "alpha\n" },
    {
      type: "dynamic-tool",
      toolName: "read",
      state: "output-error",
      errorText: expect.stringContaining(".env"),
    },
    { type: "step-start" },
    { type: "text", text: "alpha" },
  ]);
});
