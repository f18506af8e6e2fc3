import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createForwards } from "./forwards.ts";

function openForwards(): ReturnType<typeof createForwards> {
  const forwards = createForwards((port) => reach(port === 9 ? 9 : inner));
  onTestFinished(() => forwards.keep([]));
  return forwards;
}

/** Stands for the session's server. */
const inner = await new Promise<number>((resolve) => {
  const server = createServer((socket) => socket.end("inside"));
  server.unref();
  server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
});

function reach(port: number, host = "127.0.0.1"): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}

async function heardAt(port: number, host?: string): Promise<string | null> {
  const socket = await reach(port, host);
  if (socket === null) return null;
  let text = "";
  for await (const piece of socket) text += String(piece);
  return text;
}

it("opens a port under another number where its own is taken, the same one for all who ask", async () => {
  const forwards = openForwards();
  const [one, other] = await Promise.all([forwards.open(inner), forwards.open(inner)]);
  expect(one).toBe(other);
  expect(one).not.toBe(inner);
  expect(forwards.at(inner)).toBe(one);
  expect(await heardAt(one)).toBe("inside");
});

it("is open on one address of this machine only, and hangs up where nothing serves", async () => {
  const forwards = openForwards();
  expect(await heardAt(await forwards.open(inner), "127.0.0.2")).toBeNull();
  expect(await heardAt(await forwards.open(9)).catch(() => "")).toBe("");
});

it("closes what is not kept, with its connections", async () => {
  const forwards = openForwards();
  const port = await forwards.open(inner);
  forwards.keep([inner + 1]);
  expect(forwards.at(inner)).toBeUndefined();
  expect(await reach(port)).toBeNull();
  const opening = forwards.open(inner);
  forwards.keep([]);
  await expect(opening).rejects.toMatchObject({ code: "cancelled" });
});

it("opens sixteen at most", async () => {
  const forwards = openForwards();
  for (let count = 0; count < 16; count += 1) await forwards.open(40_000 + count);
  await expect(forwards.open(39_999)).rejects.toMatchObject({ code: "conflict" });
  forwards.keep([]);
  await forwards.open(39_999);
});
