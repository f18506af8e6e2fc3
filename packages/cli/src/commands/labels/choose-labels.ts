/** The session that is meant, and its labels. */
import type { SeenLabel } from "@toolplane/contract";
import { readLabels } from "@toolplane/library/rooms/library";
import { newestFirst, shortIds } from "@toolplane/library/rooms/record";
import type { CommandContext } from "../../command/command.ts";
import { chooseSession } from "../../session/choose-session.ts";
import { newestSession } from "../../session/newest-session.ts";
import type { RecordGround } from "../../session/with-record.ts";

export interface ChosenLabels {
  readonly sessionId: string;
  readonly short: string;
  /** Of a subagent: the session above it. */
  readonly parent: string | null;
  readonly seen: readonly SeenLabel[];
}

export async function chooseLabels(
  { arguments: given }: CommandContext,
  ground: RecordGround,
): Promise<ChosenLabels> {
  const { store } = ground.state;
  const word = given.text("session") ?? (await newestSession(ground));
  const { sessionId, parentSessionId } = await chooseSession(store, word);
  const short = shortIds((await newestFirst(store)).map((one) => one.sessionId));
  const { seen } = await readLabels(store, sessionId);
  const parent = parentSessionId === undefined ? null : short(parentSessionId);
  return { sessionId, short: short(sessionId), parent, seen };
}
