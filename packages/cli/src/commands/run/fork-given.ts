import { resolve } from "node:path";
import { readLabels } from "@toolplane/library/rooms/library";
import type { Runs } from "@toolplane/library/rooms/runs";
import { type ForkedRun, forkRun } from "@toolplane/library/rooms/runs";
import type { Settings } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { chooseRun } from "../../models/choose-run.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";

const MOST_NAMED = 20;

/** Forks the run that `--fork RUN[@TURN]` names, and says where; null where it is not said. */
export async function forkGiven(
  { arguments: given, directory, terminal }: CommandContext,
  {
    runs,
    state,
    settings,
  }: { readonly runs: Runs; readonly state: State; readonly settings: Settings },
): Promise<ForkedRun | null> {
  const word = given.text("fork");
  if (word === undefined) return null;
  const [, name = "", number] = /^(.*?)(?:@(\d{1,9}))?$/.exec(word) ?? [];
  if (name === "") throw new CliError("--fork takes RUN or RUN@TURN.");
  const into = given.text("into");
  const { id } = await chooseRun(runs, name);
  const { store } = state;
  const seen = async (sessionId: string) => (await readLabels(store, sessionId)).seen;
  const { userData, policy } = settings;
  const forked = await forkRun({ runs, store, seen, userData, policy }, id, {
    ...(number === undefined ? {} : { turn: Number(number) }),
    ...(into === undefined ? {} : { into: resolve(directory, into) }),
  });
  const { turn } = forked.fork.of;
  terminal.note(`The workspace as it was after turn ${turn}: ${escapeText(forked.folder)}`);
  for (const { path, reason } of forked.notKept.slice(0, MOST_NAMED))
    terminal.note(`${terminal.err.mark("ask")} ${escapeText(path)} is as it is now: ${reason}.`);
  const more = forked.notKept.length - MOST_NAMED;
  if (more > 0) terminal.note(`And ${more} more that are as they are now.`);
  const left = forked.leftOut;
  if (left.length > 0)
    terminal.note(
      `Not copied, because rules deny them where they are: ${escapeText(left.slice(0, MOST_NAMED).join(", "))}`,
    );
  return forked;
}
