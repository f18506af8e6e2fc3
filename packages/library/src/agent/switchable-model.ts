import type { Model } from "@toolplane/agent";

interface SwitchableModel {
  readonly model: Model;
  switchTo(next: Model): void;
}

/** A model that can be exchanged between two answers: everything else holds on to the same one. */
export function switchableModel(first: Model): SwitchableModel {
  let now = first;
  return {
    // The first model's limit bounds the conversation; a later one that takes less says so itself.
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
