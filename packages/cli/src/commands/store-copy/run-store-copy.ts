import { readSettings } from "@toolplane/library/rooms/settings";
import { copyRecord, type RecordKind } from "@toolplane/library/rooms/state";
import { formatCount, formatPlural } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { line } from "../../terminal/shown/shown.ts";

export const runStoreCopy: CommandRun = async (context) => {
  const { terminal, signal, arguments: given } = context;
  const to = readKinds(given.words);
  const { userData, recordPlace } = await readSettings(context);
  const database = recordPlace?.database ?? null;
  if (recordPlace === null || database === null)
    throw new CliError("Which database? Your config.jsonc names none.", {
      next: ['"record": { "postgres": { "env": "TEAM_RECORD" } }   names it.'],
    });
  const progress = showProgress(terminal, "Copying");
  const goesOn = (index: number, of: number): boolean => {
    progress.say(`${formatCount(index)} of ${formatPlural(of, "session")}`);
    return !signal.aborted;
  };
  try {
    const copied = await copyRecord({ userData, recordPlace: { ...recordPlace, database } }, to, {
      goesOn,
    });
    if (copied === null) return EXIT_CODES.cancelled;
    const text = `${formatPlural(copied, "session")} copied. toolplane verify --all looks at them.`;
    return { json: { sessions: copied }, shown: [line(text)] };
  } finally {
    progress.end();
  }
};

function readKinds([from, to, ...others]: readonly string[]): RecordKind {
  if (others.length === 0 && from === "sqlite" && to === "postgres") return to;
  if (others.length === 0 && from === "postgres" && to === "sqlite") return to;
  throw new CliError("From where to where?", {
    next: ["toolplane store copy sqlite postgres", "toolplane store copy postgres sqlite"],
  });
}
