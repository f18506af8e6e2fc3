/** The kinds of options, each as one word for the reader and a test. Deep checks belong to the code that uses the value. */

export interface OptionKind {
  /** For the reader: "a text". */
  readonly wanted: string;
  readonly fits: (value: unknown) => boolean;
}

/** A kind for every option that a type has: the compiler demands those that are missing. */
export type OptionKinds<T> = { readonly [Name in keyof Required<T>]: OptionKind };

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

export const OPTION: Readonly<
  Record<"text" | "flag" | "count" | "list" | "object" | "call" | "bytes", OptionKind>
> = {
  text: { wanted: "a text", fits: (value) => typeof value === "string" },
  flag: { wanted: "true or false", fits: (value) => typeof value === "boolean" },
  count: {
    wanted: "a number from 0",
    fits: (value) => typeof value === "number" && value >= 0,
  },
  list: { wanted: "a list", fits: Array.isArray },
  object: { wanted: "an object", fits: (value) => isObject(value) && !Array.isArray(value) },
  call: { wanted: "a function", fits: (value) => typeof value === "function" },
  bytes: { wanted: "a Uint8Array", fits: (value) => value instanceof Uint8Array },
};

export function oneOf(...words: readonly string[]): OptionKind {
  return {
    wanted: `one of ${words.map((word) => JSON.stringify(word)).join(", ")}`,
    fits: (value) => words.includes(value as string),
  };
}

export function anyOf(...kinds: readonly OptionKind[]): OptionKind {
  return {
    wanted: kinds.map(({ wanted }) => wanted).join(" or "),
    fits: (value) => kinds.some((kind) => kind.fits(value)),
  };
}

export function only(value: null | false): OptionKind {
  return { wanted: String(value), fits: (given) => given === value };
}

/** An object with these functions. */
export function having(...names: readonly string[]): OptionKind {
  return {
    wanted: `an object with ${names.map((name) => `${name}()`).join(", ")}`,
    fits: (value) =>
      isObject(value) &&
      names.every((name) => typeof (value as Record<string, unknown>)[name] === "function"),
  };
}
