/** The commands of a project before the answer: each with what it is for, and where its text is. */
import { relative } from "node:path";
import type { PromptOffer } from "@toolplane/library/rooms/agent";
import { line, type Shown } from "../../terminal/shown/shown.ts";
import { offeredLines } from "../../trust/offered-lines.ts";

export function promptOfferLines({ commands }: PromptOffer, workspace: string): readonly Shown[] {
  return offeredLines(
    line("Commands: prompts that /NAME sends in a chat. Read them before you trust them."),
    commands.map(({ name, description, place, state }) => ({
      name: `/${name}`,
      state,
      texts: [description, relative(workspace, place)],
    })),
  );
}
