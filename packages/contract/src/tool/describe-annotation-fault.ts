/** Finds faults in a tool's annotations: a resource that is not understood would not be in any footprint. */
import type { JsonSchema } from "../schema/json-schema.ts";
import { canNameArgument } from "./can-name-argument.ts";
import { type Fields, isRecord } from "./fields.ts";

const ACCESSES: readonly unknown[] = ["fs.read", "fs.write", "net.fetch", "shell", "env"];

/** Says the first annotation that is not one, or null. */
export function describeAnnotationFault(resources: unknown, composite: boolean): string | null {
  if (typeof resources !== "object" || resources === null) return null;
  for (const argument in resources) {
    if (composite) return "a composite tool touches nothing itself and has no resources";
    const uses = usesOf((resources as Fields)[argument]);
    const fault = uses.length === 0 ? "names no access" : firstFault(uses);
    if (fault !== null) return `resources.${argument} ${fault}`;
  }
  return null;
}

/**
 * Says which annotation names an argument that the parameters do not have, or null. One with a default in every use counts for
 * that default, always: so a tool says that it reads the whole workspace.
 */
export function describeUnknownArgument(
  resources: Fields | undefined,
  parameters: JsonSchema,
): string | null {
  for (const argument in resources) {
    const uses = usesOf(resources[argument]).filter(isRecord);
    const cwd = uses.find((use) => typeof use.cwd === "string")?.cwd as string | undefined;
    if (cwd !== undefined && !canNameArgument(parameters, cwd))
      return `resources.${argument}.cwd names "${cwd}", which the parameters do not have`;
    const from = uses.find((use) => typeof use.methodFrom === "string")?.methodFrom;
    if (typeof from === "string" && !canNameArgument(parameters, from))
      return `resources.${argument}.methodFrom names "${from}", which the parameters do not have`;
    const isConstant =
      uses.length === usesOf(resources[argument]).length &&
      uses.every((use) => use.default !== undefined);
    if (!isConstant && !canNameArgument(parameters, argument))
      return `resources names "${argument}", which the parameters do not have`;
  }
  return null;
}

function usesOf(annotation: unknown): readonly unknown[] {
  return Array.isArray(annotation) ? annotation : [annotation];
}

function firstFault(uses: readonly unknown[]): string | null {
  for (const use of uses) {
    const full: unknown = typeof use === "string" ? { access: use } : use;
    if (!isRecord(full)) return "must be an access, { access, … }, or a list of them";
    if (!ACCESSES.includes(full.access)) return `must have one of ${ACCESSES.join(", ")} as access`;
    if (full.tree !== undefined && typeof full.tree !== "boolean")
      return "must have true or false as tree";
    const wrong = ["default", "cwd", "method", "methodFrom"].find(
      (name) => full[name] !== undefined && typeof full[name] !== "string",
    );
    if (wrong !== undefined) return `must have text as ${wrong}`;
  }
  return null;
}
