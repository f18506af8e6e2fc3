/**
 * Runs a synchronous function on another day. Keys must hold no time, and two derivations within one millisecond
 * would not show it. The global is put back before anything else can run: the function is synchronous.
 */

const SHIFT_MS = 37 * 86_400_000 + 3_723_004;

/** The function's result, with the clock of the machine moved on by more than a month. */
export function withShiftedTime<T>(run: () => T): T {
  const RealDate = globalThis.Date;
  const shiftedNow = () => RealDate.now() + SHIFT_MS;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given) =>
      given.length === 0 ? new target(shiftedNow()) : Reflect.construct(target, given),
    apply: () => new RealDate(shiftedNow()).toString(),
    get: (target, name) => (name === "now" ? shiftedNow : Reflect.get(target, name)),
  });
  try {
    return run();
  } finally {
    globalThis.Date = RealDate;
  }
}
