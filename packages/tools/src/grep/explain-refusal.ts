/** A search that could not be made, with what to try: the engine's own words say what is wrong, not what a model should do. */
import { ToolError } from "@toolplane/contract";

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/look-around|backreference/i, "The engine has neither: search for less, and look at the lines."],
  [
    /"?\\n"? is not allowed|multiline/i,
    "To match across lines, set multiline to true; to mean a backslash and an n, write \\\\n.",
  ],
  [/file type/i, "Leave type out and give glob instead, such as *.ext."],
  [/too big|size limit/i, "Make the repetitions of the pattern smaller."],
  [
    /regex|pattern|unclosed|repetition|unrecognized|parse/i,
    "Escape signs that should mean themselves: foo\\( finds foo(.",
  ],
];

/** The same error with a remedy, where it is about the question; any other error as it is. */
export function explainRefusal(
  error: ToolError,
  { pattern }: { readonly pattern: string },
): ToolError {
  if (error.code !== "invalid_input") return error;
  const breaks = pattern.includes("\n") || pattern.includes("\\n");
  const remedy = REMEDIES.find(
    ([sign]) => sign.test(error.message) && (breaks || !sign.test("multiline")),
  );
  if (remedy === undefined) return error;
  return new ToolError("invalid_input", `${error.message}\n${remedy[1]}`, { cause: error });
}
