/** A text that an action of a manager needs, though its schema leaves it optional. */
import { type JsonObject, ToolError } from "@toolplane/contract";

/** The text; `invalid_input` names what is missing. */
export function needText(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value === "string") return value;
  throw new ToolError("invalid_input", `${String(args.action ?? "This")} needs ${name}.`);
}
