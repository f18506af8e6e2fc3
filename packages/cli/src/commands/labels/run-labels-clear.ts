import { noteSessionFlow } from "@toolplane/library/rooms/library";
import { formatPlural } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { asPerson } from "../../session/as-person.ts";
import { withRecord } from "../../session/with-record.ts";
import { note } from "../../terminal/shown/shown.ts";
import { chooseLabels } from "./choose-labels.ts";

/** A subagent has its parent's labels; there they are cleared. */
export const runLabelsClear: CommandRun = (context) =>
  withRecord(context, async (ground) => {
    const { sessionId, short, seen, parent } = await chooseLabels(context, ground);
    if (parent !== null)
      throw new CliError(`${short} is a subagent: what it was shown is its parent's.`, {
        next: [`toolplane labels clear --session ${parent}`],
      });
    const stop = await asPerson(
      context,
      `Clear ${formatPlural(seen.length, "label")} of ${short}? What it read stays in its context.`,
    );
    if (stop !== null) return stop;
    await noteSessionFlow(ground.state, { sessionId, note: { kind: "cleared" } });
    return {
      json: { sessionId, cleared: seen.length },
      shown: [note(`${short} counts as having read nothing.`, { mark: "allow" })],
    };
  });
