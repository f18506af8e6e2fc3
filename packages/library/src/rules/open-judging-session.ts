/** Opens a session that has read and heard something already: for judging a call as it would come then. */
import { ConfigurationError, LABEL_PATTERN } from "@toolplane/contract";
import type { Kernel, Session } from "@toolplane/kernel";

export interface SeenBefore {
  /** Labels, each as if a result had brought it. */
  readonly seen: readonly string[];
  /** The person's words; empty: none. */
  readonly said: string;
}

export function openJudgingSession(
  toolplane: Pick<Kernel, "session">,
  { seen, said }: SeenBefore,
): Session {
  const wrong = seen.find((label) => !LABEL_PATTERN.test(label));
  if (wrong !== undefined)
    throw new ConfigurationError(
      "seen",
      `"${wrong.slice(0, 40)}" is no label; a label is a lower-case word such as private`,
    );
  const by = { source: "what was seen before", sessionId: "", callId: "", tool: "", atMs: 0 };
  const session = toolplane.session(
    seen.length === 0 ? {} : { flow: { seen: seen.map((label) => ({ label, ...by })), notes: [] } },
  );
  if (said !== "") session.said(said);
  return session;
}
