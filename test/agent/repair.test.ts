/** Calls that are not quite JSON: mended where that can mean only one thing, and seen by whoever looks into the record. */
import { createMemoryRecorder } from "@toolplane/testkit";
import { scriptedModel } from "toolplane/agent";
import { expect, it } from "vitest";
import { openLibrary } from "../library/fixture.ts";

async function run(answer: Parameters<typeof scriptedModel>[0], textTools = false) {
  const recorder = createMemoryRecorder();
  const { tp } = await openLibrary({ recorder });
  const agent = await tp.agent({ model: scriptedModel(answer), textTools });
  expect(await agent.run("Read.")).toMatchObject({ status: "done" });
  const [call] = recorder.settled();
  return { call, messages: agent.state().messages };
}

it("are run as they were meant, with what was mended in the record and in the conversation", async () => {
  const { call, messages } = await run([
    { calls: [{ id: "c", name: "read", arguments: '{"path": "a.txt",}' }] },
    { text: "Read." },
  ]);
  expect(call).toMatchObject({
    result: { type: "output", data: "alpha\n" },
    span: { attrs: { repaired: "a comma too many" } },
  });
  expect(messages[1]).toMatchObject({ repaired: { c: "a comma too many" } });
});

it("are told to the model where they could mean anything", async () => {
  const { call, messages } = await run([
    { calls: [{ id: "c", name: "read", arguments: '{"path": "a.t' }] },
    { text: "Read." },
  ]);
  expect(call).toMatchObject({ result: { type: "error", code: "invalid_input" } });
  expect(call?.span.attrs).not.toHaveProperty("repaired");
  expect(messages[1]).not.toHaveProperty("repaired");
});

it("are mended in the text of a model without function calling too", async () => {
  const { call } = await run(
    [{ text: 'Now.\n{"tool": "read", "params": {"path": "a.txt"},}' }, { text: "Read." }],
    true,
  );
  expect(call).toMatchObject({
    result: { data: "alpha\n" },
    span: { attrs: { repaired: "a comma too many" } },
  });
});
