/** An analyzer that marks what the session itself serves on loopback: its ports mean its own servers, not the machine's. */
import type { NetTarget, Resource } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import { isLoopbackHost } from "@toolplane/readings";

/** `serves` is asked for each address on loopback, as it is now. */
export function withServed(analyzer: Analyzer, serves: (port: number) => boolean): Analyzer {
  const isServed = ({ host, port }: Pick<NetTarget, "host" | "port">): boolean =>
    isLoopbackHost(host) && serves(port);
  const mark = (resource: Resource): Resource =>
    resource.capability === "net.fetch" && isServed(resource)
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
