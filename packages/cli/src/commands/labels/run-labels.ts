import type { SeenLabel } from "@toolplane/contract";
import { readLabels } from "@toolplane/library/rooms/library";
import { newestFirst, shortIds } from "@toolplane/library/rooms/record";
import { formatMoment } from "@toolplane/readings";
import type { CommandRun } from "../../command/command.ts";
import { chooseSession } from "../../session/choose-session.ts";
import { newestSession } from "../../session/newest-session.ts";
import { withRecord } from "../../session/with-record.ts";
import { line, note, table } from "../../terminal/shown/shown.ts";

/** Lists them, the first of each label and source. */
export const runLabels: CommandRun = (context) =>
  withRecord(context, async (ground) => {
    const { store } = ground.state;
    const word = context.arguments.words[0] ?? (await newestSession(ground));
    const { sessionId } = await chooseSession(store, word);
    const { seen, endorsed } = await readLabels(store, sessionId);
    const short = shortIds((await newestFirst(store)).map((one) => one.sessionId));
    const json = { sessionId, labels: seen, endorsed };
    const vouched = endorsed.map((source) => line(`endorsed: ${source}`));
    if (seen.length === 0) {
      const nothing = line(`${short(sessionId)} was shown nothing that carries a label.`);
      return { json, shown: [nothing, ...vouched] };
    }
    return {
      json,
      shown: [
        table({
          columns: [
            { title: "label" },
            { title: "source", shrink: 20 },
            { title: "read by" },
            { title: "at" },
          ],
          rows: seen.map((one) => ({ cells: cellsOf(one, sessionId) })),
        }),
        ...vouched,
        note("A new session has none.  toolplane labels endorse SOURCE   vouches for one."),
      ],
    };
  });

function cellsOf({ label, source, tool, sessionId, atMs }: SeenLabel, own: string) {
  const who = sessionId === own ? tool : `${tool}, a subagent`;
  return [label, source, who, formatMoment(atMs, { nowMs: Date.now() })];
}
