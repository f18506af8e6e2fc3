/**
 * Strips words of calls from what a session has seen and where a person let it send. A page is known by its address, and
 * addresses hold secrets as commands do: only the host stays. Files stay, as they do everywhere in an export. Recipients, names
 * and remotes are a person's words, so they go.
 */
import type { Destination, FlowNote, LabelSource } from "@toolplane/contract";
import { bareSubject } from "./without-content.ts";

export function bareLabels<L extends LabelSource>(labels: readonly L[]): readonly L[] {
  return labels.map((label) => ({ ...label, source: bareSource(label.source) }));
}

export function bareNote(note: FlowNote): object {
  switch (note.kind) {
    case "said":
      return { kind: note.kind };
    case "named":
      return {
        kind: note.kind,
        callId: note.callId,
        destination: bareDestination(note.destination),
      };
    case "endorsed":
      return { kind: note.kind, source: bareSource(note.source) };
    case "inherited":
      return { kind: note.kind, seen: bareLabels(note.seen) };
    case "cleared":
      return { kind: note.kind };
  }
}

/** An address, a command, or a file, a server, a note of the project's memory by its name. */
function bareSource(source: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source)) {
    const url = URL.parse(source);
    return url === null ? "an address" : `${url.protocol}//${url.host}`;
  }
  return source.startsWith("shell.run ") ? bareSubject(source) : source;
}

function bareDestination({ kind, value, from, which }: Destination): object {
  const place = kind === "host" || kind === "url" ? value?.split("/")[0] : undefined;
  const shown = kind === "path" ? value : place;
  return { kind, from, ...(shown ? { value: shown } : {}), ...(which ? { which } : {}) };
}
