import type { Opinion } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { judgeGuards } from "./judge-guards.ts";
import type { Guard, JudgedCall } from "./judges.ts";

const call: JudgedCall = {
  tool: "write",
  callId: "call_1",
  sessionId: "ses_1",
  arguments: {},
  role: "main",
  workspace: "/ws",
  mode: "safe_write",
  server: null,
  resources: [],
};

async function opinionsOf(...guards: readonly Guard[]): Promise<readonly Opinion[]> {
  const opinions: Opinion[] = [];
  await judgeGuards(guards, call, opinions);
  return opinions;
}

const BROKEN: Opinion = {
  judge: "guard",
  action: "deny",
  hard: true,
  reason: "A guard failed or gave no usable answer.",
};

describe("judgeGuards", () => {
  it("refuses when a guard throws", async () => {
    const guard: Guard = () => {
      throw new TypeError("broken");
    };
    expect(await opinionsOf(guard)).toEqual([BROKEN]);
  });

  it("refuses when a guard rejects", async () => {
    expect(await opinionsOf(() => Promise.reject(new TypeError("broken")))).toEqual([BROKEN]);
  });

  it.each([
    undefined,
    null,
    true,
    "allow",
    {},
    { action: "yes" },
    { action: ["allow"] },
    [{ action: "allow" }],
  ])("refuses when a guard answers %j, at once or later", async (answer) => {
    expect(await opinionsOf(() => answer as never)).toEqual([BROKEN]);
    expect(await opinionsOf(async () => answer as never)).toEqual([BROKEN]);
  });

  it("has no opinion when every guard allows", async () => {
    expect(
      await opinionsOf(
        () => ({ action: "allow" }),
        async () => ({ action: "allow" }),
      ),
    ).toEqual([]);
  });

  it("asks in a way that no mode answers, and says why", async () => {
    expect(await opinionsOf(() => ({ action: "ask", reason: "It is Friday." }))).toEqual([
      { judge: "guard", action: "ask", hard: true, reason: "It is Friday." },
    ]);
    expect(await opinionsOf(() => ({ action: "ask", reason: "" }))).toEqual([
      { judge: "guard", action: "ask", hard: true, reason: "A guard wants a person to look." },
    ]);
  });

  it("asks the guards behind one that makes it wait", async () => {
    const deny: Guard = () => ({ action: "deny", reason: "Not this." });
    const denied = [{ judge: "guard", action: "deny", hard: true, reason: "Not this." }];
    expect(await opinionsOf(async () => ({ action: "allow" }), deny)).toEqual(denied);
    expect(
      await opinionsOf(
        async () => ({ action: "ask", reason: "Look." }),
        async () => ({ action: "allow" }),
        deny,
      ),
    ).toEqual([{ judge: "guard", action: "ask", hard: true, reason: "Look." }, ...denied]);
  });

  it("ends with the first deny, at once or later", async () => {
    let asked = 0;
    const counting: Guard = () => {
      asked += 1;
      return { action: "allow" };
    };
    await opinionsOf(() => ({ action: "deny", reason: "No." }), counting);
    await opinionsOf(async () => ({ action: "deny", reason: "No." }), counting);
    expect(asked).toBe(0);
  });
});
