import { scriptedModel } from "@toolplane/agent";
import type { Broker } from "@toolplane/contract/ports";
import { createKernel, type SessionOptions } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { questionTool } from "@toolplane/tools";
import { expect, it } from "vitest";
import { createAgent } from "./create-agent.ts";
import { createFamily } from "./family.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

it("the time that a person takes to answer is not the run's", async () => {
  const host = createMemoryHost();
  const broker: Broker = {
    async ask() {
      await host.clock.advance(DAY_MS);
      return { choice: "answers", answers: [["The blue one"]] };
    },
  };
  const kernel = createKernel({ host, broker, tools: [questionTool] });
  const ask = { name: "question", arguments: { questions: [{ question: "Which one?" }] } };
  const agent = await createAgent(
    {
      source: (session) => ({ kernel, session, clock: host.clock, nonce: () => "n" }),
      openSession: (given: SessionOptions) => kernel.session(given),
      systemPrompt: async () => "",
      environment: {},
      keeping: null,
      family: createFamily(),
      landed: {
        checks: async () => null,
        holdsUntil: "turn",
        judge: async () => null,
        take: () => {},
      },
      revive: async () => undefined,
    },
    { model: scriptedModel([{ calls: [ask] }, { text: "Blue." }]), limits: { timeMs: 60_000 } },
  );
  expect(await agent.run("Paint it.")).toEqual({ status: "done", text: "Blue." });
  expect(agent.state().workedMs).toBeLessThan(60_000);
});
