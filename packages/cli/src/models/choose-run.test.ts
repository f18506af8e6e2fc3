import { createRuns } from "@toolplane/library/rooms/runs";
import { createFakeClock, createMemoryStore } from "@toolplane/testkit";
import { expect, it } from "vitest";
import { chooseRun } from "./choose-run.ts";

const NEWEST = 1_000;

async function keptRuns(count: number) {
  const store = createMemoryStore();
  for (let at = 0; at < count; at += 1)
    await store.runs.put(
      {
        id: `run_${at}`,
        sessionId: `ses_${at}`,
        parentId: null,
        callId: null,
        owner: null,
        createdAtMs: at,
        updatedAtMs: at,
        status: "done",
        about: { model: "scripted", prompt: "Do it.", workspace: null },
        head: null,
        length: 0,
      },
      [],
    );
  return createRuns({ store, key: new Uint8Array(32), clock: createFakeClock() });
}

it("finds a run by its whole id, however many were kept since", async () => {
  const runs = await keptRuns(NEWEST + 5);
  expect(await chooseRun(runs, "run_1")).toMatchObject({ id: "run_1" });
  expect(await chooseRun(runs, "run_1004")).toMatchObject({ id: "run_1004" });
  await expect(chooseRun(runs, "run_100")).resolves.toMatchObject({ id: "run_100" });
});

it("looks for the beginning of an id in the newest runs, and says so", async () => {
  const runs = await keptRuns(NEWEST + 5);
  await expect(chooseRun(runs, "nothing")).rejects.toThrow(
    "None of the newest 1,000 runs starts with nothing. An older run needs its whole id.",
  );
  await expect(chooseRun(runs, "run_9")).resolves.toMatchObject({ id: "run_9" });
  await expect(chooseRun(runs, "run_")).rejects.toThrow("Several runs start with run_");
  for (const word of ["", "nothing"])
    await expect(chooseRun(await keptRuns(1), word)).rejects.toThrow(`No run starts with ${word}.`);
});
