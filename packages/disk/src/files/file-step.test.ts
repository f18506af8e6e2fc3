import { ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { type FileStep, takeSteps } from "./file-step.ts";

/** A step that says what happens to it; `stuck` cannot be taken back. */
function step(said: string[], name: string, stuck = false): FileStep {
  return {
    changes: [],
    created: false,
    bytes: 0,
    settle: () => void said.push(`${name} settled`),
    takeBack: () => {
      if (stuck) throw new RangeError(`${name} is stuck`);
      said.push(`${name} taken back`);
    },
  };
}

const full = new ToolError("failed", "The disk is full");

describe("takeSteps", () => {
  it("settles every step when all have happened and the journal has them, in that order", async () => {
    const said: string[] = [];
    const value = await takeSteps(
      async (run) => {
        for (const name of ["a", "b"]) await run(async () => step(said, name));
      },
      async (steps) => {
        said.push("journalled");
        return steps.length;
      },
    );
    expect([value, said]).toEqual([2, ["journalled", "a settled", "b settled"]]);
  });

  it.each(["a step", "the journal"])(
    "takes all back, newest first, when %s fails",
    async (what) => {
      const said: string[] = [];
      const failing = takeSteps(
        async (run) => {
          for (const name of ["a", "b"]) await run(async () => step(said, name));
          if (what === "a step") await run(() => Promise.reject(full));
        },
        () => Promise.reject(full),
      );
      await expect(failing).rejects.toBe(full);
      expect(said).toEqual(["b taken back", "a taken back"]);
    },
  );

  it("says what could not be taken back, and takes the rest back all the same", async () => {
    const said: string[] = [];
    const failing = takeSteps(
      async (run) => {
        await run(async () => step(said, "a"));
        await run(async () => step(said, "b", true));
        throw full;
      },
      async () => null,
    );
    await expect(failing).rejects.toMatchObject({
      code: "internal",
      message: "The disk is full; and not all of it could be taken back",
      detail: { stuck: ["RangeError: b is stuck"] },
      cause: full,
    });
    expect(said).toEqual(["a taken back"]);
  });
});
