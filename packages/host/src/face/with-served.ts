/**
 * An analyzer that marks what lies on the session's own loopback: its ports mean its own servers, not the machine's. A line may start
 * its server itself, or wait for one that is coming up, so for a line what nothing of the machine listens on is the session's too:
 * from its own network no command reaches any other.
 */
import type { NetTarget, Resource } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import { isLoopbackHost } from "@toolplane/readings";

/** Asked for each address on loopback, as it is now. */
export interface OwnPorts {
  /** A program of the session listens there. */
  serves(port: number): boolean;
  /** `HostProcesses.isOwnPort`. */
  isOwn(port: number): boolean;
}

export function withServed(analyzer: Analyzer, { serves, isOwn }: OwnPorts): Analyzer {
  const isServed = ({ host, port }: Pick<NetTarget, "host" | "port">): boolean =>
    isLoopbackHost(host) && serves(port);
  const mark = (resource: Resource): Resource =>
    resource.capability === "net.fetch" && isLoopbackHost(resource.host) && isOwn(resource.port)
      ? { ...resource, served: true }
      : resource;
  return {
    ...analyzer,
    url(text) {
      const read = analyzer.url(text);
      if (!read.ok || !isServed(read.value)) return read;
      return { ok: true, value: { ...read.value, served: true } };
    },
    shell(text, cwd) {
      const read = analyzer.shell(text, cwd);
      if (!read.ok) return read;
      return { ok: true, value: { ...read.value, resources: read.value.resources.map(mark) } };
    },
  };
}
