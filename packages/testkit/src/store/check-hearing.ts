/** Checks that another process hears an answer in a store, and how fast. A store that hears nothing is looked at again and again. */
import type { Hearing, Store } from "@toolplane/contract/ports";
import { differs, firstProblem } from "../suite/compare-values.ts";
import { pausedOf } from "./sample-rows.ts";
import type { StoreCheck, StoreConformanceOptions } from "./store-conformance.ts";

const PATIENCE_MS = 5_000;

/** A check of two processes on one store; a store that hears nothing has nothing to show. */
function hearingCheck(
  name: string,
  run: (one: Store & { readonly hearing: Hearing }, other: Store) => Promise<string | null>,
): StoreCheck {
  return {
    name: `${name} (where the store hears)`,
    async run(store, { beside }: StoreConformanceOptions) {
      const { hearing } = store;
      if (!hearing || !beside) return null;
      const other = await beside(store);
      try {
        return await run({ ...store, hearing }, other);
      } finally {
        await other.close();
      }
    },
  };
}

export const hearingChecks: readonly StoreCheck[] = [
  hearingCheck(
    "an answer is heard in another process, once, and nothing else is",
    async ({ hearing, paused, slots, runs }, other) => {
      const heard = await listen(hearing);
      await paused.put(pausedOf("pau_1"));
      await paused.put(pausedOf("pau_2"));
      await slots.put("ses_1", "tool", 1);
      await runs.remove("run_1");
      await other.paused.resolve("pau_1", "yes", 1);
      await other.paused.resolve("pau_1", "too late", 2);
      await other.paused.resolve("pau_unknown", "yes", 3);
      await other.paused.resolve("pau_2", "withdrawn", 4);
      await heard.until("pau_2");
      heard.stop();
      return differs("the answers", heard.ids, ["pau_1", "pau_2"]);
    },
  ),
  hearingCheck("who has left hears nothing more, and the others do", async (store, other) => {
    const left = await listen(store.hearing);
    const stays = await listen(store.hearing);
    left.stop();
    await other.paused.put(pausedOf("pau_1"));
    await other.paused.resolve("pau_1", "yes", 1);
    await stays.until("pau_1");
    stays.stop();
    const again = await listen(store.hearing);
    await other.paused.put(pausedOf("pau_\0 ü"));
    await other.paused.resolve("pau_\0 ü", "yes", 1);
    await again.until("pau_\0 ü");
    again.stop();
    return firstProblem(
      differs("who left", left.ids, []),
      differs("what is wrong with it", await store.hearing.fault(), null),
    );
  }),
];

/** Listens, and resolves when signs come. */
async function listen(hearing: Hearing) {
  const ids: string[] = [];
  let wake = (): void => {};
  const stop = hearing.listen((id) => {
    if (id !== null) ids.push(id);
    wake();
  });
  const when = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS);
      wake = () => {
        if (!isSo()) return;
        clearTimeout(timer);
        resolve();
      };
      wake();
    });
  await when(hearing.isSound);
  return { ids, stop, until: (id: string) => when(() => ids.includes(id)) };
}
