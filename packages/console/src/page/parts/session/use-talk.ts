/** A part of a session's conversation. What is said later comes at its end, so what is shown never moves. */
import type { CallLine, SessionTalk } from "@toolplane/contract/console";
import { type Live, useLive } from "../../api/live.ts";
import type { ApiFault } from "../../api/request.ts";
import { useData } from "../../api/use-data.ts";

/** Entries of one part. */
export const TALK_PART = 200;

export interface TalkState {
  /** Null while it is not known. */
  readonly talk: SessionTalk | null;
  readonly fault: ApiFault | null;
  readonly callOf: (callId: string) => CallLine | undefined;
  /** Ids of the calls of this part that the record has, in order. */
  readonly callIds: readonly string[];
  readonly reload: () => void;
}

export function useTalk(base: string, live: Live, from: number): TalkState {
  const { data, fault, reload } = useData<SessionTalk>(
    `${base}/talk?from=${from}&limit=${TALK_PART}`,
  );
  useLive(live, ["sessions"], () => {
    if (data === null || data.until === data.total || data.until - data.from < TALK_PART) reload();
  });
  const calls = new Map((data?.calls ?? []).map((call) => [call.callId, call]));
  const named = (data?.pieces ?? []).flatMap((piece) =>
    piece.kind === "answer" ? piece.calls.map(({ callId }) => callId) : [],
  );
  return {
    talk: data,
    fault,
    callOf: (callId) => calls.get(callId),
    callIds: named.filter((callId) => calls.has(callId)),
    reload: () => void reload(),
  };
}
