import type { OfferedRules } from "@toolplane/contract";
import type { CallView } from "../../call/call-view.ts";

type KeepingCall = CallView<{ reads: "id"; session: "keepRules" | "manifest" | "host" }>;

/** Writes rules down that a person gave: the next call like it is judged by them. What cannot be written down counts once. */
export async function keepRules({ session, id }: KeepingCall, offer: OfferedRules): Promise<void> {
  const { sessionId } = session.manifest;
  const atMs = session.host.clock.wallMs();
  await session.keepRules?.({ ...offer, sessionId, callId: id, atMs }).catch(() => {});
}
