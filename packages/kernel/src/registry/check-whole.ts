/**
 * What a tool that a person wrote or installed must be before it is admitted: its schema compiles and describes an object, its
 * requirements name variables that exist. A mistake shows when the program starts and not in the middle of a conversation.
 *
 * Tools of servers and specifications come by the thousand and are checked at their first call instead; until then nothing of
 * theirs can run.
 */
import { ConfigurationError, type Tool, type Variables } from "@toolplane/contract";
import { compileReach } from "../policy/reach.ts";
import type { Schemas } from "../schema/create-schemas.ts";

/** Throws a ConfigurationError that names the tool. */
export function checkWhole(
  tool: Tool,
  {
    schemas,
    variables,
  }: { readonly schemas: Schemas; readonly variables: (() => Variables) | null },
): void {
  const where = `tool ${tool.id}`;
  const { parameters } = tool;
  const type = typeof parameters === "object" ? parameters.type : undefined;
  if (type !== undefined && ![type].flat().includes("object"))
    throw new ConfigurationError(where, "its parameters must describe an object");
  const compiled = schemas.compile(parameters);
  if (!compiled.ok)
    throw new ConfigurationError(where, `its parameters cannot be used: ${compiled.message}`);
  if (variables) compileReach([tool.requires], variables());
}
