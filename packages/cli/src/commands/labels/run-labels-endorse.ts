import { noteSessionFlow } from "@toolplane/library/rooms/library";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { asPerson } from "../../session/as-person.ts";
import { withRecord } from "../../session/with-record.ts";
import { show } from "../../terminal/shown/show.ts";
import { line, note } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { chooseLabels } from "./choose-labels.ts";

/** Only a source that the session was shown can be endorsed: a misspelt one would vouch for nothing, unseen. */
export const runLabelsEndorse: CommandRun = (context) =>
  withRecord(context, async (ground) => {
    const { terminal, arguments: given } = context;
    const source = given.words[0] ?? "";
    const { sessionId, short, seen } = await chooseLabels(context, ground);
    const own = seen.filter((one) => one.source === source);
    if (own.length === 0)
      throw new CliError(`${short} was shown nothing from ${escapeText(source)} that counts.`, {
        next: [`toolplane labels ${short}   lists its sources.`],
      });
    const labels = [...new Set(own.map(({ label }) => label))].join(" and ");
    show(terminal, [line(`${source}: ${labels}, read by ${own[0]?.tool ?? ""}`)]);
    const stop = await asPerson(context, `Vouch for it in ${short}?`);
    if (stop !== null) return stop;
    await noteSessionFlow(ground.state, { sessionId, note: { kind: "endorsed", source } });
    return {
      json: { sessionId, endorsed: source },
      shown: [note(`What ${short} read from it no longer counts.`, { mark: "allow" })],
    };
  });
