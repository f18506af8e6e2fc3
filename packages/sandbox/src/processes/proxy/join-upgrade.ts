/**
 * Joins a request that asks for another protocol. Until the server agreed with a 101 the connection is one of plain requests, and
 * the next one may be for another host: so nothing follows the first, and who sends more is cut off.
 */
import { type Duplex, pipeline } from "node:stream";
import type { ProxyClient } from "./proxy-client.ts";

const AGREED = /^HTTP\/1\.[01] 101[ \r]/;
/** As long as a status line must be to say it. */
const STATUS_BYTES = 13;

export function joinUpgrade({ socket, rest }: ProxyClient, server: Duplex): void {
  let head = Buffer.alloc(0);
  const cut = (): void => {
    server.destroy();
    socket.destroy();
  };
  const onAnswer = (data: Buffer): void => {
    head = Buffer.concat([head, data]);
    if (head.length < STATUS_BYTES) return;
    server.off("data", onAnswer).off("end", cut).pause();
    const hasAgreed = AGREED.test(head.toString("latin1", 0, STATUS_BYTES));
    if (!hasAgreed && rest.length > 0) {
      cut();
      return;
    }
    socket.write(head);
    pipeline(server, socket, (error) => error && socket.destroy());
    if (hasAgreed) {
      if (rest.length > 0) server.write(rest);
      pipeline(socket, server, (error) => error && server.destroy());
      return;
    }
    socket.once("data", cut).once("end", () => server.end());
    socket.resume();
  };
  server.on("data", onAnswer).on("error", cut).on("end", cut);
}
