/** Ends the pauses between two looks at a question early. A ring that comes before the pause is not lost. */
import type { Clock, Store } from "@toolplane/contract/ports";

/** How long a pause is while the store says what it hears: for what was missed. */
const SELDOM_MS = 15_000;

export interface AnswerBell {
  ring(): void;
  /** A pause of this length; of 15 s while the store hears of answers. */
  rest(ms: number): Promise<void>;
  /** Hears nothing more. */
  close(): void;
}

/** Hung up before the question is in the store: no answer to it goes unheard. */
export function createAnswerBell(
  id: string,
  ground: { readonly store: Pick<Store, "hearing">; readonly clock: Pick<Clock, "setTimer"> },
): AnswerBell {
  const { clock } = ground;
  const { hearing } = ground.store;
  let rung = false;
  let wake = (): void => {};
  const ring = (): void => {
    rung = true;
    wake();
  };
  const stop = hearing?.listen((heard) => {
    if (heard === null || heard === id) ring();
  });
  return {
    ring,
    async rest(ms) {
      if (!rung) {
        const pauseMs = hearing?.isSound() ? SELDOM_MS : ms;
        await new Promise<void>((resolve) => {
          const end = clock.setTimer(pauseMs, resolve);
          wake = () => {
            end();
            resolve();
          };
        });
      }
      rung = false;
      wake = () => {};
    },
    close: () => stop?.(),
  };
}
