import type { JsonObject } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost, createScriptedAgent, unit } from "@toolplane/testkit";
import { createPreset } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { allowAll } from "../road/fixture.ts";

const CALLS: Readonly<Record<string, JsonObject>> = {
  read: { path: "a.txt" },
  write: { path: "b.txt", content: "b" },
  edit: { path: "a.txt", old_string: "one", new_string: "two" },
  glob: { pattern: "*" },
  grep: { pattern: "t" },
  bash: { command: "true" },
  todo: { todos: [] },
  task: { prompt: "look" },
  question: { questions: [{ question: "Which?" }] },
  web_search: { query: "words" },
  web_fetch: { url: "https://a.test/" },
  skill: { name: "none" },
  tool_search: { query: "words" },
};

describe("the locked tools", () => {
  it("run without a person where rules allow everything, but for question [R294]", async () => {
    const { tools } = createPreset("locked");
    expect(tools.map(({ id }) => id).toSorted()).toEqual(Object.keys(CALLS).toSorted());
    const asked: string[] = [];
    const session = createKernel({
      host: createMemoryHost({
        files: { "a.txt": "one\n" },
        commands: { true: [unit("true")] },
        programs: { true: () => ({ exitCode: 0 }) },
        servers: { "a.test:443": () => ({ status: 200, body: "hello" }) },
        addresses: { "a.test": "93.184.215.14" },
      }),
      tools,
      agent: createScriptedAgent(["done"]),
      broker: {
        async ask({ tool, kind }) {
          asked.push(`${tool} ${kind}`);
          return { choice: "answers", answers: [["this"]] };
        },
      },
    }).session({ rules: [allowAll] });
    for (const [name, args] of Object.entries(CALLS))
      await session.call({ id: name, name, arguments: args });
    expect(asked).toEqual(["question tool"]);
    await session.close();
  });
});
