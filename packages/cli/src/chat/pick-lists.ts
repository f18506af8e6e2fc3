/** Lists that a chat is changed from: the models that were used here, and the conversations of this folder. */
import type { KeptRun } from "@toolplane/library/rooms/runs";
import { formatMoment } from "@toolplane/readings";
import type { ChatGround } from "./chat-ground.ts";
import type { MenuEntry } from "./state/chat-state.ts";

/** Runs that are looked through. */
const MOST = 1_000;
const MOST_SHOWN = 100;
/** As much of an id as tells runs apart. */
const SHORT = 8;

/** The models that conversations were held with, the newest first, without the one that answers now. */
export async function knownModels({
  runs,
  face,
  context,
}: ChatGround): Promise<readonly MenuEntry[]> {
  const all = await runs.list({ limit: MOST });
  const names = [context.environment.TOOLPLANE_MODEL ?? "", ...all.map(({ model }) => model)];
  const known = new Set(names.filter((name) => name !== "" && name !== face.model));
  return [...known].slice(0, MOST_SHOWN).map((word) => ({ word, meaning: "" }));
}

export async function keptConversations({
  runs,
  settings,
  agent,
  clock,
}: ChatGround): Promise<readonly MenuEntry[]> {
  const all = await runs.list({ limit: MOST });
  const isOther = (run: KeptRun): boolean =>
    run.parentId === null &&
    run.workspace === settings.workspace &&
    run.sessionId !== agent.session.id;
  return all
    .filter(isOther)
    .slice(0, MOST_SHOWN)
    .map((run) => ({ word: run.id.slice(0, SHORT), meaning: aboutRun(run, clock.wallMs()) }));
}

function aboutRun({ createdAtMs, prompt }: KeptRun, nowMs: number): string {
  return `${formatMoment(createdAtMs, { nowMs })}  ${prompt.split("\n")[0] ?? ""}`;
}
