import { defineTool, type JsonObject, type Tool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createFakeClock, createMemoryHost } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf } from "../road/fixture.ts";

const policy = [{ scope: "session", rules: [allowAll] }] as const;

const tool = (id: string, more: object = {}): Tool =>
  defineTool({
    id,
    description: "A tool.",
    parameters: { type: "object" },
    requires: {},
    ...more,
    execute: () => id,
  });

const sleeper = (more: object = {}): Tool =>
  defineTool({
    id: "sleep",
    description: "Waits for ever.",
    parameters: { type: "object" },
    requires: {},
    ...more,
    execute: (_args, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  });

describe("configuration", () => {
  it("accepts enabled for every tool and hides one that is switched off [R050]", async () => {
    const own = { properties: { region: { enum: ["eu"] } }, required: ["region"] };
    const kernel = createKernel({
      host: createMemoryHost(),
      policy,
      tools: [tool("plain"), tool("own", { config: own }), tool("on")],
      toolConfig: {
        plain: { enabled: false },
        own: { region: "eu", enabled: false },
        on: { enabled: true },
      },
    });
    const session = kernel.session();
    expect(kernel.tools().map(({ tool: { id } }) => id)).toEqual(["on"]);
    expect(session.manifest.tools).toEqual(["on"]);
    const codes = [];
    for (const name of ["plain", "own", "on"])
      codes.push(codeOf(await session.call({ id: name, name, arguments: {} })));
    expect(codes).toEqual(["disabled", "disabled", "output"]);
  });

  const bounds: readonly (readonly [string, JsonObject, number | undefined, number])[] = [
    ["the tool's own limit", {}, undefined, 9_000],
    ["the configured timeout", { timeoutMs: 4_000 }, undefined, 4_000],
    ["the call's own, below the configured one", { timeoutMs: 4_000 }, 1_500, 1_500],
    ["the call's own, above the configured one", { timeoutMs: 4_000 }, 5_000, 5_000],
    ["the call's own, above the tool's usual one", {}, 15_000, 15_000],
    ["the tool's bound, where the call asks for more", {}, 99_000, 20_000],
    [
      "the configured timeout, where it is above the tool's bound",
      { timeoutMs: 30_000 },
      99_000,
      30_000,
    ],
    ["the usual time, where the call asks for no number", {}, Number.NaN, 9_000],
  ];

  it.each(bounds)("stops a call after %s [R051]", async (_, config, timeoutMs, expected) => {
    const clock = createFakeClock();
    const kernel = createKernel({
      host: createMemoryHost({ clock }),
      policy,
      tools: [sleeper({ limits: { timeoutMs: 9_000, maxTimeoutMs: 20_000 } })],
      toolConfig: { sleep: config as never },
    });
    const call = { id: "1", name: "sleep", arguments: {} };
    const result = kernel.session().call(call, timeoutMs === undefined ? {} : { timeoutMs });
    let over = false;
    void result.then(() => {
      over = true;
    });
    await clock.advance(expected - 1);
    expect(over).toBe(false);
    await clock.advance(1);
    expect(await result).toMatchObject({
      code: "timeout",
      error_text: `The call did not finish within ${expected} ms and was stopped.`,
    });
  });

  it("lets a call raise the time of a tool that names no bound, up to ten minutes [R052]", async () => {
    const limits = { timeoutMs: 200 };
    expect(await stoppedAfter(sleeper({ limits }), 1_500)).toBe(1_500);
    expect(await stoppedAfter(sleeper({ limits }), 9_000_000)).toBe(600_000);
    expect(await stoppedAfter(sleeper({ limits: { ...limits, maxTimeoutMs: 200 } }), 1_500)).toBe(
      200,
    );
  });
});

/** The time at which a call with this timeout is stopped, read from its error. */
async function stoppedAfter(tool: Tool, timeoutMs: number): Promise<number> {
  const clock = createFakeClock();
  const kernel = createKernel({ host: createMemoryHost({ clock }), policy, tools: [tool] });
  const call = { id: "1", name: tool.id, arguments: {} };
  const result = kernel.session().call(call, { timeoutMs });
  await clock.advance(600_000);
  const settled = await result;
  return Number(/within (\d+) ms/.exec(settled.type === "error" ? settled.error_text : "")?.[1]);
}
