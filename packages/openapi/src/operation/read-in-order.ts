/**
 * Reads things at their first use, but always in their order: a caller that asks for the third gets the first two read
 * before it.
 */
export interface OrderedReader<O> {
  at(index: number): O;
  /** Reads everything that was not used yet. */
  all(): void;
}

/** Takes the list over: it is emptied once everything is read, so that nothing holds what came in, which may be large. */
export function createOrderedReader<I, O>(inputs: I[], readOne: (input: I) => O): OrderedReader<O> {
  const done: O[] = [];
  let read: ((input: I) => O) | null = readOne;
  const readTo = (end: number): void => {
    while (read !== null && done.length < end) {
      done.push(read(inputs[done.length] as I));
      if (done.length < inputs.length) continue;
      read = null;
      inputs.length = 0;
    }
  };
  return {
    at(index) {
      readTo(index + 1);
      return done[index] as O;
    },
    all: () => readTo(inputs.length),
  };
}
