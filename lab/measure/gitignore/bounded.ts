const MAX_PRINTED = 40;

/** Prints no more than a screen of failures. */
export function bounded(print: (line: string) => void): (line: string) => void {
  let printed = 0;
  return (line) => {
    printed += 1;
    if (printed <= MAX_PRINTED) print(line);
    else if (printed === MAX_PRINTED + 1) print("… and more");
  };
}
