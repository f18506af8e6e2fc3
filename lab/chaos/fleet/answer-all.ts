/** A person on a machine of their own, who agrees to everything. */
import { setTimeout as pause } from "node:timers/promises";
import { openPostgresStore } from "@toolplane/fleet";
import { answerWaiting } from "@toolplane/library/rooms/approvals";
import { KEY } from "./machine-task.ts";

const LOOK_MS = 100;

export async function answerAll(url: string): Promise<() => Promise<void>> {
  const store = await openPostgresStore({ url });
  const how = { store, key: KEY, wallMs: Date.now, by: "ada" };
  let isOver = false;
  const answering = (async () => {
    while (!isOver) {
      const open = await store.paused.open({ limit: 100 }).catch(() => []);
      for (const { id } of open)
        await answerWaiting(id, { choice: "once" }, how).catch(() => undefined);
      await pause(LOOK_MS);
    }
  })();
  return async () => {
    isOver = true;
    await answering;
    await store.close();
  };
}
