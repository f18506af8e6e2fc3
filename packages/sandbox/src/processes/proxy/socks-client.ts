/** A SOCKS connection of a command, until it is known where it wants to go. */
import type { Socket } from "node:net";
import { readSocks, type SocksStage, socksReply } from "./socks-request.ts";
import type { TunnelClient } from "./tunnel-client.ts";

/** Reads the exchange, then calls back once with whose connection it is. */
export function acceptSocksClient(
  socket: Socket,
  knows: (token: string) => boolean,
  onRequest: (client: TunnelClient, token: string) => void,
): void {
  let held: Buffer = Buffer.alloc(0);
  let stage: SocksStage = "greeting";
  let token = "";

  function onData(data: Buffer): void {
    held = Buffer.concat([held, data]);
    for (;;) {
      const reading = readSocks(stage, held);
      if (reading.kind === "more") return;
      if (reading.kind === "bad") return void socket.end(reading.reply);
      held = held.subarray(reading.used);
      if (reading.kind === "request") {
        socket.off("data", onData).pause();
        if (!knows(token)) return void socket.end(socksReply(REFUSED));
        if (held.length > 0) socket.unshift(held);
        const { request: wanted } = reading;
        onRequest({ socket, wanted, ...ANSWERS(socket) }, token);
        return;
      }
      token = reading.token ?? token;
      stage = reading.stage;
      socket.write(reading.reply);
    }
  }
  socket.on("data", onData).resume();
}

const REFUSED = 2;
const UNREACHABLE = 4;

const ANSWERS = (socket: Socket): Pick<TunnelClient, "accept" | "refuse" | "fail"> => ({
  accept: () => void socket.write(socksReply(0)),
  refuse: () => void socket.end(socksReply(REFUSED)),
  fail: () => void socket.end(socksReply(UNREACHABLE)),
});
