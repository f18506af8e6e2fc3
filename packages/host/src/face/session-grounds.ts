/** Makes the readers of each session's paths and lines: as the host's, but for a scratch folder of its own. */
import type { Analyzer } from "@toolplane/contract/ports";
import type { Places } from "@toolplane/disk/paths";
import { createHandleOpener, createSessionPlaces, type SessionPlaces } from "@toolplane/disk/paths";
import type { HostProcesses } from "@toolplane/sandbox";
import type { PathGround } from "../doors/create-files.ts";
import { withServed } from "./with-served.ts";

interface SessionGround extends PathGround {
  readonly analyzer: Analyzer;
}

export interface SessionGrounds {
  readonly places: SessionPlaces;
  /** Made when the session is first heard of; the same until it is forgotten. */
  of(sessionId: string): SessionGround;
  /** Lets go of the session, and of its scratch folder with everything in it. */
  forget(sessionId: string): void;
}

export function createSessionGrounds(options: {
  readonly places: Places;
  /** Reads paths and lines from these places. */
  readonly analyzerOf: (places: Places) => Analyzer;
  readonly ports: Pick<HostProcesses, "serves" | "isOwnPort">;
  /** Where a path is reached by a session, which may have a view of its own. */
  readonly at?: ((sessionId: string, path: string) => string) | undefined;
}): SessionGrounds {
  const places = createSessionPlaces(options.places, options.at);
  const known = new Map<string, SessionGround>();
  return {
    places,
    of(sessionId) {
      const found = known.get(sessionId);
      if (found !== undefined) return found;
      const own = places.of(sessionId);
      const { ports } = options;
      const analyzer = withServed(options.analyzerOf(own), {
        serves: (port) => ports.serves(sessionId, port),
        isOwn: (port) => ports.isOwnPort(sessionId, port),
      });
      const made = { places: own, analyzer, path: analyzer.path, open: createHandleOpener(own) };
      known.set(sessionId, made);
      return made;
    },
    forget(sessionId) {
      known.delete(sessionId);
      places.forget(sessionId);
    },
  };
}
