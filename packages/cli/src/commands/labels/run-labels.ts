import type { SeenLabel } from "@toolplane/contract";
import { readLabels } from "@toolplane/library/rooms/library";
import { newestFirst, shortIds } from "@toolplane/library/rooms/record";
import { formatMoment } from "@toolplane/readings";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { chooseSession } from "../../session/choose-session.ts";
import { newestSession } from "../../session/newest-session.ts";
import { withRecord } from "../../session/with-record.ts";
import { renderTable } from "../../terminal/lines/render-table.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";

/** Lists them, the first of each label and source. */
export const runLabels: CommandRun = (context) =>
  withRecord(context, async (ground) => {
    const { terminal, arguments: given } = context;
    const { store } = ground.state;
    const word = given.words[0] ?? (await newestSession(ground));
    const { sessionId } = await chooseSession(store, word);
    const { seen, endorsed } = await readLabels(store, sessionId);
    const short = shortIds((await newestFirst(store)).map((one) => one.sessionId));
    terminal.json({ sessionId, labels: seen, endorsed });
    if (seen.length === 0)
      terminal.print(`${short(sessionId)} has read nothing that carries a label.`);
    else
      for (const line of renderTable({
        columns: [
          { title: "label" },
          { title: "source", shrink: 20 },
          { title: "read by" },
          { title: "at" },
        ],
        rows: seen.map((one) => ({ cells: cellsOf(one, sessionId) })),
        width: terminal.columns(),
        paint: terminal.out,
      }))
        terminal.print(line);
    for (const source of endorsed) terminal.print(`endorsed: ${escapeText(source)}`);
    if (seen.length > 0)
      terminal.note("A new session has none.  toolplane labels endorse SOURCE   vouches for one.");
    return EXIT_CODES.done;
  });

function cellsOf({ label, source, tool, sessionId, atMs }: SeenLabel, own: string) {
  const who = sessionId === own ? tool : `${tool}, a subagent`;
  return [label, source, who, formatMoment(atMs, { nowMs: Date.now() })];
}
