/** One address of this process, to which the programs that the suite starts hand their words on. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type SpeakRequest, speak } from "./speak.ts";

export interface Speaker {
  readonly url: string;
  close(): void;
}

export async function openSpeaker(): Promise<Speaker> {
  const server = createServer(async (request, response) => {
    const lines: string[] = [];
    const asked = JSON.parse(await text(request)) as SpeakRequest;
    const isReady = await speak(asked, (line) => lines.push(line)).catch((error: unknown) => {
      lines.push(String(error));
      return false;
    });
    response.writeHead(isReady ? 200 : 502).end(`${lines.join("\n")}\n`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}
