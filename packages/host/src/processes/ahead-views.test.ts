import { describe, expect, it } from "vitest";
import { createSystemClock } from "../ground/system-clock.ts";
import type { CallView } from "../landing/landings.ts";
import { type AheadParts, createAheadViews } from "./ahead-views.ts";
import type { CommandEnd, Holder, SpawnOptions } from "./start-holder.ts";

const ROOTS = ["/w"];
const MADE: CallView = { sessionId: "s", callId: "", command: "", folder: "/f", roots: [] };
const ENDED: CommandEnd = { exitCode: 0, signal: null, stopped: false };

function openViews(end: Promise<CommandEnd>) {
  const spawned: SpawnOptions[] = [];
  const discarded: CallView[] = [];
  const holder = {
    spawn(_message: unknown, options: SpawnOptions) {
      spawned.push(options);
      return { started: Promise.resolve(null), ended: end };
    },
  } as unknown as Holder;
  const parts = {
    sandbox: { mountAhead: async () => ({ argv: ["mount"], signature: "one" }) },
    landings: { makeAhead: async () => MADE, discard: (made: CallView) => discarded.push(made) },
    spools: { next: () => "/nonexistent/spool" },
    clock: createSystemClock(),
  } as unknown as AheadParts;
  const views = createAheadViews(parts, async () => holder);
  const like = { sessionId: "s", roots: ROOTS, confinement: {} } as never;
  return { views, like, spawned, discarded };
}

describe("views made ahead", () => {
  it("are waited for by a command that comes early, and keep the process until then", async () => {
    let finish = (_end: CommandEnd): void => {};
    const ended = new Promise<CommandEnd>((resolve) => {
      finish = resolve;
    });
    const { views, like, spawned } = openViews(ended);
    for (const _ of "ab") expect(await views.take(ROOTS)).toBeNull();
    views.follow(like);
    const taken = views.take(ROOTS);
    await expect.poll(() => spawned).toEqual([{ helper: true }]);
    finish(ENDED);
    expect(await taken).toMatchObject({ made: MADE, signature: "one" });
    await views.close();
  });

  it("that could not be mounted are taken away, and the command gets none", async () => {
    const { views, like, discarded } = openViews(Promise.resolve({ ...ENDED, exitCode: 1 }));
    for (const _ of "ab") await views.take(ROOTS);
    views.follow(like);
    expect(await views.take(ROOTS)).toBeNull();
    expect(discarded).toEqual([MADE]);
    await views.close();
  });
});
