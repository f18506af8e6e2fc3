import type { Question } from "@toolplane/contract";
import { workspaceOf } from "@toolplane/library/rooms/record";
import type { State } from "@toolplane/library/rooms/state";

/** The folder that the session of a question works in; null where it has none, or is not known. */
export async function projectOf(
  { sessionId }: Pick<Question, "sessionId">,
  { store }: Pick<State, "store">,
): Promise<string | null> {
  const manifest = await store.sessions.get(sessionId);
  return manifest ? workspaceOf(manifest) : null;
}
