import type { Channel, ChannelEnd } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { createChannelTransport } from "./channel-transport.ts";

/** A channel whose other end is the test. */
function openChannel(): Channel & {
  readonly sent: string[];
  end(): void;
  take: (() => void) | null;
} {
  const { promise: ended, resolve } = Promise.withResolvers<ChannelEnd>();
  const pieces: Uint8Array[] = [];
  const sent: string[] = [];
  return {
    sent,
    take: null,
    ended,
    async write(bytes) {
      sent.push(Buffer.from(bytes).toString());
      if (this.take) await new Promise<void>(() => {});
    },
    output: {
      async *[Symbol.asyncIterator]() {
        yield* pieces;
        await ended;
      },
    },
    notes: () => "",
    end: () => resolve({ cause: "exited", exitCode: 2, signal: null }),
    async close() {
      const end = { cause: "closed", exitCode: null, signal: null } as const;
      resolve(end);
      return end;
    },
  };
}

describe("createChannelTransport", () => {
  it("ends with the program, and says how", async () => {
    const channel = openChannel();
    const transport = createChannelTransport(channel);
    const closed = new Promise<void>((resolve) => {
      transport.onclose = resolve;
    });
    await transport.start();
    channel.end();
    await closed;
    expect(transport.endedBecause?.()).toBe("The program ended with code 2.");
    await expect(transport.send({ jsonrpc: "2.0", method: "x" })).rejects.toThrow("closed");
  });

  it("gives a program up that does not read", async () => {
    const channel = openChannel();
    channel.take = () => {};
    const transport = createChannelTransport(channel, { maxUnreadBytes: 100 });
    await transport.start();
    void transport.send({ jsonrpc: "2.0", method: "x".repeat(40) });
    await expect(transport.send({ jsonrpc: "2.0", method: "y".repeat(40) })).rejects.toThrow(
      "does not read",
    );
    expect((await channel.ended).cause).toBe("closed");
  });
});
