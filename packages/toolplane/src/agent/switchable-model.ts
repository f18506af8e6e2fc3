/** A model that can be exchanged between two answers: everything else holds on to the same one. */
import type { Model } from "@toolplane/agent";

export interface SwitchableModel {
  readonly model: Model;
  switchTo(next: Model): void;
}

export function switchableModel(first: Model): SwitchableModel {
  let now = first;
  return {
    // What the first one takes bounds the conversation; a later one that takes less says so itself.
    model: {
      ...first,
      get id() {
        return now.id;
      },
      answer: (request, options) => now.answer(request, options),
    },
    switchTo(next) {
      now = next;
    },
  };
}
