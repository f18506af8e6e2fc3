import { type Source, serverDigest } from "@toolplane/gateway/sources/list";

/**
 * A source after a person has signed in to it: they agreed to signing in, and to the hosts where that happens. It is written even
 * when nothing else changed, because running servers look again when the list changes.
 */
export function signedInSource(source: Source, hosts: readonly string[]): Source {
  if (source.server.kind !== "address") return source;
  const all = [...new Set([...source.server.hosts, ...hosts])];
  const server = { ...source.server, oauth: true, hosts: all };
  return { ...source, server, trusted: source.trusted === null ? null : serverDigest(server) };
}
