/**
 * Follows the changes of a stateless server, which it reports only on a stream that a client opens. It is opened once
 * the server is known, and again when it ends, with growing waits, as long as the connection is there.
 */
import type { Clock } from "@toolplane/contract/ports";
import type { Connection } from "./connect-to-server.ts";

export interface ChangeFollower {
  stop(): void;
}

const WAITS_MS = [1_000, 5_000, 30_000, 60_000];

export function followChanges(
  { client, isStateless }: Connection,
  options: {
    readonly clock: Clock;
    readonly timeoutMs: number;
    /** Called when the stream is open: earlier changes were not reported. */
    readonly onOpen: () => void;
  },
): ChangeFollower {
  const { clock, timeoutMs } = options;
  const ending = new AbortController();
  let disarm: (() => void) | null = null;
  const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
  const filter = {
    ...(tools?.listChanged ? { toolsListChanged: true } : {}),
    ...(resources?.listChanged ? { resourcesListChanged: true } : {}),
    ...(prompts?.listChanged ? { promptsListChanged: true } : {}),
  };
  const follow = async (tried: number): Promise<void> => {
    let failures = tried + 1;
    try {
      const stream = await client.listen(filter, { signal: ending.signal, timeout: timeoutMs });
      options.onOpen();
      if ((await stream.closed) !== "remote") return;
      failures = 0;
    } catch {
      // It declares changes and does not report them: then its list is as it was.
    }
    if (ending.signal.aborted) return;
    const wait = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] as number;
    disarm = clock.setTimer(wait, () => void follow(failures));
  };
  if (isStateless && Object.keys(filter).length > 0) void follow(-1);
  return {
    stop() {
      ending.abort();
      disarm?.();
    },
  };
}
