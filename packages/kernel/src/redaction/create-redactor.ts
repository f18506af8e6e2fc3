import type { Redactor } from "@toolplane/contract";

/** Stands in until the scanner is here: masks raw values only. */
export function createRedactor(options: {
  readonly secrets: Readonly<Record<string, string>>;
}): Redactor {
  const entries = Object.entries(options.secrets).filter(([, value]) => value.length >= 6);
  const text = (input: string): string =>
    entries.reduce(
      (masked, [name, value]) => masked.replaceAll(value, `[redacted:${name}]`),
      input,
    );
  return {
    text,
    stream: () => {
      let held = "";
      return {
        push: (chunk) => {
          held += chunk;
          return "";
        },
        end: () => text(held),
      };
    },
    value: (value) => value,
  };
}
