/** Streams that tell when a program of this machine is spoken with: a server that is asked there may change files by itself. */
import type { DoorContext, Streams } from "@toolplane/contract/ports";
import { isLoopbackHost } from "@toolplane/readings";

export function withNeighbours(
  open: (context: DoorContext) => Streams,
  onNeighbour: () => void,
): (context: DoorContext) => Streams {
  return (context) => {
    const streams = open(context);
    return {
      request(url, request) {
        const host = URL.parse(url)?.hostname ?? "";
        if (isLoopbackHost(host.replace(/^\[|\]$/g, ""))) onNeighbour();
        return streams.request(url, request);
      },
    };
  };
}
