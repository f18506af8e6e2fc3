import { describe, expect, it } from "vitest";
import { createTaskTokens } from "./task-tokens.ts";

const step = () => new Promise((resolve) => setImmediate(resolve));

describe("createTaskTokens", () => {
  it("counts for each task alone from its reset on, however they are mixed", async () => {
    const tokens = createTaskTokens({ maxTokens: 100 });
    const work = async (each: number) => {
      tokens.reset();
      for (let turn = 0; turn < 3; turn += 1) {
        await step();
        tokens.current().reserve(each)?.settle(each);
      }
      return tokens.current().used();
    };
    expect(await Promise.all([work(1), work(10), work(20)])).toEqual([3, 30, 60]);
  });

  it("counts on one account where no task has made its own", async () => {
    const tokens = createTaskTokens({ maxTokens: 100 });
    const add = async () => {
      await step();
      tokens.current().reserve(10);
    };
    await Promise.all([add(), add()]);
    expect(tokens.current().used()).toBe(20);
  });

  it("runs a workflow on an account of its own and comes back to the one before", async () => {
    const tokens = createTaskTokens({ maxTokens: 100 });
    tokens.current().reserve(1);
    const inside = await tokens.run(async () => {
      await step();
      tokens.current().reserve(7);
      return tokens.current().used();
    });
    expect([inside, tokens.current().used()]).toEqual([7, 1]);
  });
});
