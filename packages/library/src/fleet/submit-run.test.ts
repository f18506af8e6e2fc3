import { ToolError } from "@toolplane/contract";
import { createFakeClock, createMemoryStore } from "@toolplane/testkit";
import { expect, it } from "vitest";
import { createRuns } from "../runs/create-runs.ts";
import { submitNew } from "./submit-run.ts";

const LEFT = { prompt: "Mend it.", model: "script:a", workspace: null };

function ground(isAway: boolean) {
  const store = createMemoryStore();
  const key = new Uint8Array(32).fill(7);
  const runs = createRuns({ store, key, clock: createFakeClock(), stateOf: () => "gone" });
  const away = () => Promise.reject(new ToolError("unavailable", "The database is away."));
  return {
    store,
    runs: { ...runs, ...(isAway ? { remove: away } : {}) },
    engine: { find: async () => null, submit: away },
  };
}

it("takes back what could not be submitted", async () => {
  const given = ground(false);
  await expect(submitNew(given, LEFT, {})).rejects.toThrow("The database is away.");
  expect(await given.runs.list({ limit: 10 })).toEqual([]);
});

it("names the run where the store is away too, so that it is not asked for as another one", async () => {
  const given = ground(true);
  const fault = await submitNew(given, LEFT, {}).catch((error: Error) => error.message);
  const [kept] = await given.runs.list({ limit: 10 });
  expect(fault).toContain(`toolplane fleet submit --run ${kept?.id} makes sure of it`);
});
