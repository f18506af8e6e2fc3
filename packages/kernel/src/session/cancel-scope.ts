/**
 * The cancellation tree: session, turn, call. Cancelling a parent cancels its descendants in the order they were made;
 * nothing ever goes upward. A scope costs one small object; the AbortSignal is made at its first use, because
 * `AbortSignal.any` alone costs more than a whole call.
 */

/** Why something was stopped. A timeout, and rules that no longer let it run, stay distinguishable from a cancel to the end. */
export interface CancelReason {
  readonly kind: "cancelled" | "timeout" | "rules";
  readonly text: string;
}

export interface CancelScope {
  /** Null while it is alive. */
  readonly reason: CancelReason | null;
  cancel(reason: CancelReason): void;
  child(): CancelScope;
  /** Calls back once on cancellation, at once when it already happened. Returns how to stop listening. */
  onCancel(listener: (reason: CancelReason) => void): () => void;
  signal(): AbortSignal;
  /** Leaves the parent, so that a settled call is not kept alive by its session. */
  release(): void;
}

export function createCancelScope(): CancelScope {
  return createScope(null);
}

function createScope(leave: ((scope: CancelScope) => void) | null): CancelScope {
  // Children and listeners share one ordered set: descendants are cancelled in creation order.
  const dependants = new Set<(reason: CancelReason) => void>();
  let reason: CancelReason | null = null;
  let controller: AbortController | null = null;
  const scope: CancelScope = {
    get reason() {
      return reason;
    },
    cancel(why) {
      if (reason) return;
      reason = why;
      controller?.abort(why);
      for (const dependant of [...dependants]) dependant(why);
      dependants.clear();
    },
    child() {
      const cancelChild = (why: CancelReason): void => child.cancel(why);
      const child = createScope(() => dependants.delete(cancelChild));
      if (reason) child.cancel(reason);
      else dependants.add(cancelChild);
      return child;
    },
    onCancel(listener) {
      if (reason) {
        listener(reason);
        return noop;
      }
      dependants.add(listener);
      return () => dependants.delete(listener);
    },
    signal() {
      if (!controller) {
        controller = new AbortController();
        if (reason) controller.abort(reason);
      }
      return controller.signal;
    },
    release() {
      leave?.(scope);
    },
  };
  return scope;
}

function noop(): void {}
