/** Watches a folder that may not be there yet: then the nearest one above it is watched, until it is. */
import { existsSync, type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";
import type { Clock } from "@toolplane/contract/ports";

/** Several changes in this time are one. */
const SETTLE_MS = 150;

export function watchFolder(
  folder: string,
  { clock, onChange }: { readonly clock: Clock; readonly onChange: () => void },
): { close(): void } {
  let watcher: FSWatcher | null = null;
  let watched = "";
  let closed = false;
  let stopTimer = (): void => {};

  function follow(): void {
    const place = nearest(folder);
    if (closed || place === watched) return;
    watcher?.close();
    watched = place;
    try {
      watcher = watch(place, { persistent: false, recursive: place === folder }, changed);
      watcher.on("error", () => {
        watched = "";
        changed();
      });
    } catch {
      watched = "";
    }
  }
  function changed(): void {
    stopTimer();
    stopTimer = clock.setTimer(SETTLE_MS, () => {
      if (closed) return;
      const before = watched;
      follow();
      if (watched === folder || before === folder) onChange();
    });
  }
  follow();
  return {
    close() {
      closed = true;
      stopTimer();
      watcher?.close();
    },
  };
}

function nearest(folder: string): string {
  for (let at = folder; ; at = dirname(at)) if (existsSync(at) || at === dirname(at)) return at;
}
