/** The question that waits longest, or the next one to come: of this project, unless all are meant. */
import { setTimeout as wait } from "node:timers/promises";
import { canAnswer, listWaiting, type WaitingQuestion } from "@toolplane/library/rooms/approvals";
import type { Settings } from "@toolplane/library/rooms/settings";
import { formatPlural } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { AnswerGround } from "./answer-by-card.ts";
import { projectOf } from "./project-of.ts";

const MOST = 1_000;
const LOOK_MS = 500;

/** Null when a person left before one came. */
export async function waitForNext({
  context,
  state,
  settings,
}: AnswerGround & {
  readonly settings: Pick<Settings, "workspace">;
}): Promise<WaitingQuestion | null> {
  if (context.arguments.words.length > 1) throw new CliError("--next takes a choice and no id.");
  const { signal, terminal } = context;
  const isAll = context.arguments.flag("all");
  let isTold = false;
  while (!signal.aborted) {
    const waiting = (await listWaiting({ ...state, limit: MOST })).filter(canAnswer);
    for (const one of waiting)
      if (isAll || (await projectOf(one.question, state)) === settings.workspace) return one;
    if (!isTold) terminal.note(nothingYet(waiting.length));
    isTold = true;
    await wait(LOOK_MS, undefined, { signal }).catch(() => {});
  }
  return null;
}

function nothingYet(elsewhere: number): string {
  const others =
    elsewhere === 0
      ? ""
      : ` ${formatPlural(elsewhere, "question waits", "questions wait")} in other projects: --all takes those too.`;
  return `Nothing waits here yet.${others} Ctrl-C leaves.`;
}
