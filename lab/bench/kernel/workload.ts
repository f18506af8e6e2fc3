/**
 * The one piece of work that every row of the section does: a small tool schema, sixteen argument texts of the same shape, and a
 * tool that does nothing. Sixteen, because a row that saw one text only could keep what it learned of it.
 */

/** Seven properties, an enum and a nested list: what a file tool takes. */
export const SCHEMA = {
  type: "object",
  properties: {
    path: { type: "string", minLength: 1 },
    offset: { type: "integer", minimum: 0 },
    limit: { type: "integer", minimum: 1, maximum: 2000 },
    mode: { type: "string", enum: ["text", "binary", "lines"] },
    follow: { type: "boolean" },
    pattern: { type: "string", maxLength: 200 },
    ranges: {
      type: "array",
      items: {
        type: "object",
        properties: { from: { type: "integer" }, to: { type: "integer" } },
        required: ["from", "to"],
        additionalProperties: false,
      },
    },
  },
  required: ["path", "mode"],
  additionalProperties: false,
} as const;

/** The arguments of the schema. */
export interface SampleArguments {
  readonly path: string;
  readonly offset: number;
  readonly limit: number;
  readonly mode: "text" | "binary" | "lines";
  readonly follow: boolean;
  readonly pattern: string;
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
}

export interface SampleOutput {
  readonly ok: boolean;
  readonly lines: number;
}

const VARIANTS = 16;

const OBJECTS: readonly SampleArguments[] = Array.from({ length: VARIANTS }, (_, index) => ({
  path: `src/part-${index}/index.ts`,
  offset: index,
  limit: 100 + index,
  mode: "text",
  follow: index % 2 === 0,
  pattern: `export const value${index}`,
  ranges: [
    { from: index, to: index + 10 },
    { from: index + 20, to: index + 30 },
  ],
}));

/** The same arguments as the text a model sends. */
const TEXTS: readonly string[] = OBJECTS.map((object) => JSON.stringify(object));

export function objectAt(index: number): SampleArguments {
  return OBJECTS[index % VARIANTS] as SampleArguments;
}

export function textAt(index: number): string {
  return TEXTS[index % VARIANTS] as string;
}

const MANY = 4_096;

/** Texts of so many paths that none is remembered when it comes again. */
export function createManyTexts(): (index: number) => string {
  const texts = Array.from({ length: MANY }, (_, index) =>
    JSON.stringify({ ...objectAt(index), path: `src/part-${index}/index.ts` }),
  );
  return (index) => texts[index % MANY] as string;
}

/** The tool of every row. Asynchronous, as nearly all tools are; a row with a synchronous one says so. */
export async function doNothing(args: SampleArguments): Promise<SampleOutput> {
  return { ok: true, lines: args.limit };
}

/** Files that the paths of the arguments name. */
export const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  OBJECTS.map(({ path }) => [path, "export {};\n"]),
);

const IDS = 1 << 18;

/**
 * Call ids made ahead: the model or the caller makes them, so their price is in no row. They come again after 262,144 calls, long
 * after the first is forgotten.
 */
export function createIds(): (index: number) => string {
  const ids = Array.from({ length: IDS }, (_, index) => `call_${index}`);
  return (index) => ids[index % IDS] as string;
}
