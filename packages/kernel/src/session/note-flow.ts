/** Applies a person's decision about the flow of a session at once, and writes it down. */
import {
  ConfigurationError,
  type Destination,
  type FlowNote,
  type SeenLabel,
} from "@toolplane/contract";
import type { SessionState } from "./session-state.ts";

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

/** More than a session keeps of any label; what is left out has a label that is kept already. */
const MAX_INHERITED = 500;

export function noteInherited(state: Noting, seen: readonly SeenLabel[]): void {
  if (seen.length > 0) noteFlow(state, { kind: "inherited", seen: firstOfEach(seen) });
}

/** The first of each label before all others, so that a bound drops no label. */
function firstOfEach(seen: readonly SeenLabel[]): readonly SeenLabel[] {
  const first = [...new Map(seen.toReversed().map((one) => [one.label, one])).values()];
  return [...first, ...seen.filter((one) => !first.includes(one))].slice(0, MAX_INHERITED);
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

/** A person agreed to these places, for as long as the session goes on. What could not be read cannot be known again. */
export function noteNamed(
  state: Noting & Pick<SessionState, "analyzer">,
  { callId, places, cwd }: NamedPlaces,
): void {
  for (const destination of places) {
    if (destination.value === null) continue;
    const remotes = destination.kind === "remote" ? (state.analyzer.remotes?.(cwd) ?? []) : [];
    const meant = remotes.find(({ name }) => name === destination.value)?.meant;
    noteFlow(state, { kind: "named", destination, callId, ...(meant ? { meant } : {}) });
  }
}

export interface NamedPlaces {
  readonly callId: string;
  readonly places: readonly Destination[];
  readonly cwd: string | undefined;
}
