/** The subagents of a project before the answer: each with what it says of itself, how it is narrowed, and where its text is. */
import { relative } from "node:path";
import type { SubagentOffer } from "@toolplane/library/rooms/agent";
import { line, type Shown } from "../../terminal/shown/shown.ts";
import { offeredLines } from "../../trust/offered-lines.ts";

export function subagentOfferLines(
  { subagents }: SubagentOffer,
  workspace: string,
): readonly Shown[] {
  return offeredLines(
    line("Subagents: texts that an agent would work by. Read them before you trust them."),
    subagents.map(({ name, description, tools, model, deny, place, state }) => {
      const denied = deny.map(({ permission, pattern }) => `${permission} ${pattern}`).join(", ");
      return {
        name,
        state,
        texts: [
          description,
          ...(tools === null ? [] : [`Tools: ${tools.join(", ") || "none"}`]),
          ...(model === null ? [] : [`Model, which is sent what it reads: ${model}`]),
          ...(deny.length === 0 ? [] : [`Denies: ${denied}`]),
          relative(workspace, place),
        ],
      };
    }),
  );
}
