/** What a person does about the flow of a session: it holds at once, and it is written down. */
import { ConfigurationError, type FlowNote } from "@toolplane/contract";
import type { SessionState } from "../session/session-state.ts";

type Noting = Pick<SessionState, "flow" | "host" | "manifest" | "recorder" | "redactor">;

/** No prompt of a person is longer; what is cut off names nothing. */
const MAX_TEXT = 200_000;

export function noteFlow(state: Noting, note: FlowNote): void {
  const { flow, host, manifest, recorder, redactor } = state;
  flow.note(note);
  const written = recorder?.note?.({
    sessionId: manifest.sessionId,
    atMs: host.clock.wallMs(),
    note: redactor.value(note),
  });
  // A record that fails says so by itself; what the person said holds all the same.
  written?.catch(() => undefined);
}

/** Names mean what they mean now: a remote that points elsewhere later is another one. */
export function noteSaid(state: Noting & Pick<SessionState, "analyzer">, text: string): void {
  const cut = text.slice(0, MAX_TEXT);
  noteFlow(state, { kind: "said", text: cut, names: state.analyzer.remotes?.() ?? [] });
}

export function clearLabels(state: Noting): void {
  const { parentSessionId, sessionId } = state.manifest;
  if (parentSessionId !== undefined)
    throw new ConfigurationError(
      `session ${sessionId}`,
      `has the labels of session ${parentSessionId}, and only a person there takes them away`,
    );
  noteFlow(state, { kind: "cleared" });
}
