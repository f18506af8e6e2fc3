import { describe, expect, it } from "vitest";
import { createLeaving } from "./leaving.ts";

describe("work that is left when an answer is given", () => {
  it("is done in its order, after whoever waits has gone on", async () => {
    const done: string[] = [];
    const leaving = createLeaving();
    for (const name of ["one", "two"]) leaving.add(() => done.push(name));
    await Promise.resolve();
    expect(done).toEqual([]);
    await expect.poll(() => done).toEqual(["one", "two"]);
  });

  it("is done at once, and once only, when the session closes", async () => {
    const done: string[] = [];
    const leaving = createLeaving();
    for (const name of ["one", "two"]) leaving.add(() => done.push(name));
    leaving.finish();
    expect(done).toEqual(["one", "two"]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual(["one", "two"]);
  });
});
