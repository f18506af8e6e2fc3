/** A conversation in the store, as a run of an agent leaves it there. */
import type { Message } from "@toolplane/agent";
import type { Json } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";

/** Behind what is there of this run. The model was about to answer before each answer, and after the last. */
export async function keepTalk(
  { runs }: Pick<Store, "runs">,
  sessionId: string,
  messages: readonly Message[],
): Promise<void> {
  const known = await runs.get(`run_${sessionId}`);
  const entries: object[] = [];
  let turn = 0;
  const mark = (): void => {
    const spent = { inputTokens: 0, outputTokens: 0, costMicros: 0 };
    entries.push({ type: "turn", turn, atMs: Date.now(), conversation: [], spent });
  };
  for (const message of messages) {
    if (message.role === "assistant") mark();
    entries.push({ type: "message", message });
    if (message.role === "assistant") turn += 1;
  }
  mark();
  const isKept = await runs.put(
    {
      id: `run_${sessionId}`,
      sessionId,
      parentId: null,
      callId: null,
      createdAtMs: known?.createdAtMs ?? Date.now(),
      updatedAtMs: Date.now(),
      status: "done",
      owner: null,
      about: { model: "local/devstral", prompt: "", workspace: null },
      head: {},
      length: (known?.length ?? 0) + entries.length,
    },
    entries as unknown as readonly Json[],
  );
  if (!isKept) throw new Error("The store did not keep the conversation.");
}
