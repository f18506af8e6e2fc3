/** Runs the work of a press once: until it is over and the page shows its outcome, a second press does nothing. */
import { useRef, useState } from "preact/hooks";

export interface Act {
  /** Its button is dead meanwhile, and may say so. */
  readonly isActing: boolean;
  /** Over when the promise is: work that changes what is shown waits until that is loaded again. */
  readonly act: (work: () => Promise<void>) => void;
}

export function useAct(): Act {
  const [isActing, setActing] = useState(false);
  // Two presses may come before the page is drawn again.
  const isUnderWay = useRef(false);
  const act = (work: () => Promise<void>): void => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setActing(true);
    void work().finally(() => {
      isUnderWay.current = false;
      setActing(false);
    });
  };
  return { isActing, act };
}
