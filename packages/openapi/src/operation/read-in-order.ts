/** Reads things when they are asked for, but always in their order: whoever asks for the third gets the first two read before it. */
export function createOrderedReader<I, O>(
  inputs: readonly I[],
  read: (input: I) => O,
): (index: number) => O {
  const done: O[] = [];
  // Let go of when all is read: a description is large.
  let source: { readonly inputs: readonly I[]; readonly read: (input: I) => O } | null = {
    inputs,
    read,
  };
  return (index) => {
    while (source !== null && done.length <= index) {
      done.push(source.read(source.inputs[done.length] as I));
      if (done.length === source.inputs.length) source = null;
    }
    return done[index] as O;
  };
}
