/** A channel whose other end is a function: a language server that does whatever a test wants. */
import type { Channel, ChannelEnd } from "@toolplane/contract/ports";

export interface ScriptedServer {
  readonly channel: Channel;
  /** Says bytes as they are. */
  say(bytes: string | Uint8Array): void;
  /** Says a message in a frame. */
  send(message: unknown): void;
  end(cause?: ChannelEnd["cause"]): void;
  /** Settles when we have closed it. */
  readonly closed: Promise<ChannelEnd>;
}

interface Incoming {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
}

export function createScriptedServer(
  onMessage: (message: Incoming, server: ScriptedServer) => void,
): ScriptedServer {
  const pieces: Uint8Array[] = [];
  let wake: () => void = () => {};
  let over = false;
  const { promise: ended, resolve } = Promise.withResolvers<ChannelEnd>();
  const end = (cause: ChannelEnd["cause"] = "exited"): void => {
    over = true;
    wake();
    resolve({ cause, exitCode: 0, signal: null });
  };
  async function* output(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = pieces.shift();
      if (piece !== undefined) yield piece;
      else if (over) return;
      else await new Promise<void>((next) => (wake = next));
    }
  }
  const server: ScriptedServer = {
    channel: {
      output: output(),
      notes: () => "",
      ended,
      async write(bytes) {
        const text = Buffer.from(bytes).toString("utf8");
        onMessage(JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4)) as Incoming, server);
      },
      async close() {
        end("closed");
        return ended;
      },
    },
    say(bytes) {
      pieces.push(typeof bytes === "string" ? Buffer.from(bytes) : bytes);
      wake();
    },
    send(message) {
      const body = Buffer.from(JSON.stringify(message));
      server.say(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
    },
    end,
    closed: ended,
  };
  return server;
}
