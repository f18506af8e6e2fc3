import { createFakeClock } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import type { CallView } from "../../landing/state/landings.ts";
import { type AheadParts, createAheadViews } from "./ahead-views.ts";
import type { CommandEnd, Holder, SpawnOptions } from "./start-holder.ts";

const ROOTS = ["/w"];
const MADE: CallView = { sessionId: "s", callId: "", command: "", folder: "/f", roots: [] };
const ENDED: CommandEnd = { exitCode: 0, signal: null, stopped: false };

const NEVER = new Promise<CommandEnd>(() => {});

function openViews(end: Promise<CommandEnd>) {
  const clock = createFakeClock();
  const { signal } = new AbortController();
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
    clock,
  } as unknown as AheadParts;
  const made = createAheadViews(parts, async () => holder);
  const take = (over = signal) => made.take(ROOTS, over);
  const views = { ...made, take };
  const like = { sessionId: "s", roots: ROOTS, confinement: {} } as never;
  return { views, like, spawned, discarded, clock };
}

/** Two commands have run, and the view of the third is being mounted. */
async function mounting(end: Promise<CommandEnd>) {
  const opened = openViews(end);
  for (const _ of "ab") await opened.views.take();
  opened.views.follow(opened.like);
  return opened;
}
function whenever() {
  let finish = (_end: CommandEnd): void => {};
  const end = new Promise<CommandEnd>((resolve) => {
    finish = resolve;
  });
  return { end, finish: () => finish(ENDED) };
}

describe("views made ahead", () => {
  it("are waited for by a command that comes early, and keep the process until then", async () => {
    const { end, finish } = whenever();
    const { views, like, spawned } = openViews(end);
    for (const _ of "ab") expect(await views.take()).toBeNull();
    views.follow(like);
    const taken = views.take();
    await expect.poll(() => spawned).toEqual([{ helper: true }]);
    finish();
    expect(await taken).toMatchObject({ made: MADE, signature: "one" });
    await views.close();
  });

  it("that could not be mounted are taken away, and the command gets none", async () => {
    const { views, like, discarded } = openViews(Promise.resolve({ ...ENDED, exitCode: 1 }));
    for (const _ of "ab") await views.take();
    views.follow(like);
    expect(await views.take()).toBeNull();
    expect(discarded).toEqual([MADE]);
    await views.close();
  });

  it("are not waited for longer than a bound, and go when they are mounted after all", async () => {
    const { end, finish } = whenever();
    const { views, discarded, clock } = await mounting(end);
    const taken = views.take();
    await clock.advance(60_000);
    expect(await taken).toBeNull();
    finish();
    await expect.poll(() => discarded).toEqual([MADE]);
    expect(clock.pending()).toBe(0);
  });

  it("are not waited for by a call that is over", async () => {
    const { end, finish } = whenever();
    const { views, discarded } = await mounting(end);
    const call = new AbortController();
    const taken = views.take(call.signal);
    call.abort();
    expect(await taken).toBeNull();
    finish();
    await expect.poll(() => discarded).toEqual([MADE]);
  });

  it("that are never mounted do not hold whoever closes the session", async () => {
    const { views, clock } = await mounting(NEVER);
    const closed = views.close();
    await clock.advance(60_000);
    await closed;
  });
});
