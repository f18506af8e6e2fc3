/** Describes a session as people know it again: by the first words that were said in it, and by who was there. */
import type { SessionSummary, SessionWords } from "@toolplane/contract/console";
import type { RecordKey, Redactor, Store } from "@toolplane/contract/ports";
import { tellingArgument } from "@toolplane/kernel";
import { lastAnswerer } from "../approvals/last-answerer.ts";
import { accountName } from "../ground/account-name.ts";
import { type EndCall, readFirstCall } from "../record/calls/end-calls.ts";
import type { RunAbout } from "./kept-run.ts";
import { maskedPart } from "./masked-part.ts";
import { runsOf } from "./read-talk.ts";
import type { RunEntry } from "./run-log.ts";
import { spokenText } from "./talk-piece.ts";

export interface SessionGround {
  readonly store: Pick<Store, "runs" | "events" | "payloads" | "paused">;
  readonly key: RecordKey;
  readonly redactor: Pick<Redactor, "stream">;
}

const MOST_WORDS = 200;
/** Entries in which the first words of a person stand, where anywhere. */
const MOST_LOOKED = 20;

export async function describeSession(
  ground: SessionGround,
  summary: SessionSummary,
): Promise<SessionWords> {
  const { sessionId, agent, client } = summary;
  const [run] = await runsOf(ground.store, sessionId);
  const about = (run?.about ?? null) as RunAbout | null;
  const purpose = run && about ? await firstWords(ground, run.id, about) : "";
  const call = purpose === "" ? await readFirstCall(ground.store, sessionId) : null;
  const who = client ?? agent;
  const first = call === null ? "" : callWords(call);
  return {
    purpose,
    title: purpose || (who && first ? `${who}: ${first}` : who || first),
    model: about?.model ?? null,
    person: (summary.asked > 0 ? await lastAnswerer(ground, sessionId) : null) ?? accountName(),
  };
}

/** A call in a few words: its tool and the argument that says most. */
export function callWords({ tool, arguments: given }: EndCall): string {
  const what = tellingArgument(given).split("\n")[0] ?? "";
  return (what === tool ? what : `${tool} ${what}`.trim()).slice(0, MOST_WORDS);
}

/** The row holds only their beginning, which may end within a secret: they are masked where they are whole. */
async function firstWords(
  { store, redactor }: SessionGround,
  runId: string,
  { prompt }: RunAbout,
): Promise<string> {
  const entries = await store.runs.log(runId, { from: 0, limit: MOST_LOOKED });
  const first = entries
    .map((entry) => entry as unknown as RunEntry)
    .find(
      (entry) =>
        entry.type === "message" && entry.message.role === "user" && entry.message.from !== "host",
    );
  const { text } = maskedPart(redactor, spokenText(first) ?? prompt, { most: MOST_WORDS });
  return text.trim().split("\n")[0] ?? "";
}
