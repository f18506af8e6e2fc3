/** Lists the faults of arguments, one at a time, for a face that helps a person to mend them before anything is opened. */
import type { Json, JsonSchema } from "@toolplane/contract";
import { chooseBranch } from "./choose-branch.ts";
import { createSchemas } from "./create-schemas.ts";
import type { SchemaDocument } from "./interpreted/document/schema-engine.ts";

/** One fault. Like the engine's own texts, it never repeats a value. */
export interface ArgumentFault {
  /** Names on the way to what is wrong; empty for the arguments as a whole. */
  readonly path: readonly string[];
  readonly keyword: string;
  readonly message: string;
}

/** The faults, none when the arguments are good. The road checks again: this only says it earlier. */
export function checkArguments(parameters: JsonSchema, value: Json): readonly ArgumentFault[] {
  const compiled = createSchemas().compile(parameters as SchemaDocument);
  if (!compiled.ok) return [];
  const faults = compiled.schema.validate(value) ?? [];
  return faults.flatMap(chooseBranch).map(({ path, keyword, message }) => ({
    path: path
      .split("/")
      .slice(1)
      .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~")),
    keyword,
    message,
  }));
}
