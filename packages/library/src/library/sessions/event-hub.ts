/** One ear on every session: the kernel tells the hub, the hub tells its listeners of that moment. */
import type { ToolplaneEvent } from "@toolplane/contract";

/** Hears an event. What it throws is its own business. */
export type EventListener = (event: ToolplaneEvent) => void;

/** Listeners that come and go. */
export interface EventHub {
  emit(event: ToolplaneEvent): void;
  /** Listens from now on; returns how to stop. */
  on(listener: EventListener): () => void;
}

/** Makes a hub. `first` hear every event before the others, and to the end. */
export function createEventHub(first: readonly EventListener[]): EventHub {
  let listeners = first;
  return {
    emit(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch {
          // A listener observes: neither the call nor the next listener depends on it.
        }
      }
    },
    on(listener) {
      // A function given twice is two listeners: each stops by itself.
      const own: EventListener = (event) => listener(event);
      listeners = [...listeners, own];
      return () => {
        listeners = listeners.filter((other) => other !== own);
      };
    },
  };
}
