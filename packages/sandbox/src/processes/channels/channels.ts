/**
 * The channels of a host: programs that it speaks with over their standard input and output. They run beside commands, in a
 * confinement like those that run on: the files themselves, read-only, and a scratch folder and a home of their own that go with
 * them. Nothing that a program says is kept here; a slow reader makes it wait.
 */
import { ToolError } from "@toolplane/contract";
import type { Channel, ChannelSpec, ProcessContext } from "@toolplane/contract/ports";
import type { CommandParts } from "../session/command-parts.ts";
import type { ProcessSession } from "../session/process-session.ts";
import { launchChannel } from "./launch-channel.ts";
import { speakOver } from "./speak-over.ts";

export interface Channels {
  open(spec: ChannelSpec, context: ProcessContext): Promise<Channel>;
  /** Ends every channel of the session. */
  closeSession(sessionId: string): Promise<void>;
}

const MAX_PER_SESSION = 64;

export function createChannels({
  parts,
  sessionOf,
}: {
  readonly parts: CommandParts;
  readonly sessionOf: (sessionId: string) => Promise<ProcessSession>;
}): Channels {
  /** By session: those that begin, and those that are open. */
  const open = new Map<string, Set<Promise<Channel>>>();

  function takePlace(sessionId: string, channel: Promise<Channel>): void {
    const own = open.get(sessionId) ?? new Set();
    open.set(sessionId, own.add(channel));
    const leave = () => {
      own.delete(channel);
      if (own.size === 0) open.delete(sessionId);
    };
    channel.then(({ ended }) => ended.then(leave), leave);
  }
  return {
    open(spec, context) {
      const { sessionId } = context;
      if ((open.get(sessionId)?.size ?? 0) >= MAX_PER_SESSION)
        throw new ToolError("conflict", `${MAX_PER_SESSION} channels are open already.`);
      const channel = sessionOf(sessionId)
        .then((session) => launchChannel({ parts, session, spec, context }))
        .then((launched) => speakOver(launched, { parts, context }));
      takePlace(sessionId, channel);
      return channel;
    },
    async closeSession(sessionId) {
      const own = [...(open.get(sessionId) ?? [])];
      await Promise.allSettled(own.map(async (channel) => (await channel).close()));
    },
  };
}
