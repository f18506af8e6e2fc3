/** The conversation with a language server over its channel. The library keeps requests and answers together; sizes and times are ours. */
import { describeWalls, isToolError, ToolError } from "@toolplane/contract";
import type { Channel, Clock } from "@toolplane/contract/ports";
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageConnection,
} from "vscode-jsonrpc/node";
import { readFrames } from "./frame-reader.ts";

export interface ServerTalk {
  /** Rejects with a ToolError: `timeout`, `cancelled`, or `unavailable` when the server is gone. */
  request(
    method: string,
    parameters: unknown,
    wait: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<unknown>;
  notify(method: string, parameters: unknown): Promise<void>;
  onNotification(method: string, take: (parameters: unknown) => void): void;
  /** Says why, once it is over. */
  ended(): string | null;
  close(): Promise<void>;
}

/** Replies to the questions that a server may ask. Nothing is looked up or changed for it. */
const REPLIES: Readonly<Record<string, (parameters: unknown) => unknown>> = {
  "workspace/configuration": (parameters) => itemsOf(parameters).map(() => null),
  "client/registerCapability": () => null,
  "client/unregisterCapability": () => null,
  "window/workDoneProgress/create": () => null,
  "window/showMessageRequest": () => null,
  "workspace/workspaceFolders": () => null,
  "workspace/applyEdit": () => ({ applied: false }),
};

const MAX_ITEMS = 1_000;

export function connectServer(channel: Channel, clock: Pick<Clock, "setTimer">): ServerTalk {
  const reader = new ChannelReader(channel);
  const connection = createMessageConnection(reader, new ChannelWriter(channel));
  const gone = new AbortController();
  const end = (why: string): void => {
    if (!gone.signal.aborted) gone.abort(new ToolError("unavailable", why));
  };
  for (const [method, reply] of Object.entries(REPLIES)) connection.onRequest(method, reply);
  reader.onFault = (error) => {
    end(isToolError(error) ? error.message : "The language server was ended: it said nonsense.");
    void channel.close();
  };
  void channel.ended.then(({ cause, message }) =>
    end(
      [
        `The language server has ended (${cause}).`,
        ...(cause === "rules" ? [`${message}`] : describeWalls({ walls: channel.walls?.() ?? [] })),
      ].join(" "),
    ),
  );
  connection.onError(() => {});
  connection.listen();
  return {
    request: (method, parameters, wait) =>
      ask({ connection, clock, gone: gone.signal }, { method, parameters, ...wait }),
    async notify(method, parameters) {
      if (gone.signal.aborted) throw gone.signal.reason;
      await connection.sendNotification(method, parameters);
    },
    onNotification: (method, take) => void connection.onNotification(method, take),
    ended: () => (gone.signal.aborted ? (gone.signal.reason as ToolError).message : null),
    async close() {
      end("The language server was closed.");
      connection.dispose();
      await channel.close();
    },
  };
}

interface Asking {
  readonly method: string;
  readonly parameters: unknown;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

function ask(
  parts: {
    readonly connection: MessageConnection;
    readonly clock: Pick<Clock, "setTimer">;
    readonly gone: AbortSignal;
  },
  { method, parameters, timeoutMs, signal }: Asking,
): Promise<unknown> {
  const { connection, clock, gone } = parts;
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      disarm();
      gone.removeEventListener("abort", onGone);
      signal?.removeEventListener("abort", onCancel);
      act();
    };
    const onGone = (): void => settle(() => reject(gone.reason));
    const onCancel = (): void =>
      settle(() => reject(new ToolError("cancelled", "The question was cancelled.")));
    const disarm = clock.setTimer(timeoutMs, () =>
      settle(() =>
        reject(new ToolError("timeout", `The language server did not answer in ${timeoutMs} ms.`)),
      ),
    );
    if (gone.aborted) return onGone();
    if (signal?.aborted) return onCancel();
    gone.addEventListener("abort", onGone, { once: true });
    signal?.addEventListener("abort", onCancel, { once: true });
    connection.sendRequest(method, parameters).then(
      (answer) => settle(() => resolve(answer)),
      (error: unknown) =>
        settle(() => reject(new ToolError("failed", `The language server says: ${textOf(error)}`))),
    );
  });
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}

function itemsOf(parameters: unknown): readonly unknown[] {
  const items =
    typeof parameters === "object" && parameters !== null && "items" in parameters
      ? parameters.items
      : [];
  return Array.isArray(items) ? items.slice(0, MAX_ITEMS) : [];
}

class ChannelReader extends AbstractMessageReader {
  onFault: (error: unknown) => void = () => {};
  readonly #channel: Channel;

  constructor(channel: Channel) {
    super();
    this.#channel = channel;
  }

  listen(take: DataCallback): Disposable {
    let over = false;
    const read = async (): Promise<void> => {
      for await (const text of readFrames(this.#channel.output)) {
        if (over) return;
        const message: unknown = JSON.parse(text);
        if (typeof message !== "object" || message === null)
          throw new ToolError("unavailable", "The language server was ended: it said nonsense.");
        take(message as Message);
      }
    };
    read().catch((error: unknown) => this.onFault(error));
    return {
      dispose() {
        over = true;
      },
    };
  }
}

class ChannelWriter extends AbstractMessageWriter {
  readonly #channel: Channel;

  constructor(channel: Channel) {
    super();
    this.#channel = channel;
  }

  async write(message: Message): Promise<void> {
    const body = Buffer.from(JSON.stringify(message));
    const header = `Content-Length: ${body.byteLength}\r\n\r\n`;
    // A message that cannot be written was for a server that has gone; the end of the channel tells the ones who wait.
    await this.#channel.write(Buffer.concat([Buffer.from(header), body])).catch(() => {});
  }

  end(): void {}
}
