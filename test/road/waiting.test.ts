import { defineTool, output, type Tool, ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { allowAll, openWorld } from "./fixture.ts";

function toolThat(id: string, execute: () => unknown): Tool {
  const parameters = { type: "object" } as const;
  return defineTool({ id, description: "A tool.", parameters, requires: {}, execute });
}

/** Something with a `then` that is no promise. */
function thenable(then: (succeed: (value: unknown) => void) => void): unknown {
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what these tests are about.
  return Object.defineProperty({}, "then", { value: then });
}

/** An output that throws once somebody looks at it. */
function unreadable(): unknown {
  return Object.defineProperty(output(1), "data", {
    get() {
      throw new ToolError("internal", "No.");
    },
  });
}

describe("a tool that is waited for", () => {
  it.each([
    ["answers before it is waited for", thenable((succeed) => succeed("now")), "now"],
    ["answers twice", thenable((succeed) => [succeed("first"), succeed("second")]), "first"],
    ["is a promise", Promise.resolve("later"), "later"],
  ])("may give back something that %s, and the road is walked once", async (_, given, data) => {
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: [toolThat("odd", () => given)] },
    });
    expect(await world.call("odd")).toEqual({
      type: "output",
      data,
      metadata: { duration_ms: 0 },
    });
    expect(world.recorder.settled().map(({ stage }) => stage)).toEqual(["execute"]);
  });

  it("settles when its `then` throws", async () => {
    const broken = thenable(() => {
      throw new ToolError("failed", "The kettle is empty.");
    });
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: [toolThat("odd", () => broken)] },
    });
    expect(await world.call("odd")).toMatchObject({ code: "failed" });
  });

  it("settles when what it gave cannot be read, at once or later", async () => {
    const world = openWorld({
      rules: [allowAll],
      kernel: {
        tools: [toolThat("now", unreadable), toolThat("later", async () => unreadable())],
      },
    });
    expect(await world.call("now")).toMatchObject({ code: "internal" });
    expect(await world.call("later")).toMatchObject({ code: "internal" });
  });

  it("settles when a profile's word on trying again throws", async () => {
    const world = openWorld({
      rules: [allowAll],
      kernel: {
        tools: [
          toolThat("later", async () => {
            throw new ToolError("failed", "The kettle is empty.");
          }),
        ],
        retry: () => {
          throw new ToolError("internal", "No.");
        },
      },
    });
    expect(await world.call("later")).toMatchObject({ code: "internal" });
  });
});
