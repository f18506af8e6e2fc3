import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { OBJECT } from "../api/api-schema.ts";
import type { ApiRoute } from "../api/route.ts";
import { createEventFeed } from "../feed/event-feed.ts";
import { answerVisit, type VisitGround } from "./answer-visit.ts";
import { createDoorkeeper } from "./doorkeeper.ts";

const broken: ApiRoute = {
  method: "GET",
  path: "/broken",
  summary: "Fails inside.",
  gives: OBJECT,
  handle: async () => {
    throw new TypeError("the secret of /home/me/.netrc is undefined");
  },
};

it("tells whoever asks nothing of what failed inside, and the operator all of it", async () => {
  const told: string[] = [];
  const doorkeeper = createDoorkeeper(Date.now);
  const { isPass, isMark } = doorkeeper;
  const visits: VisitGround = {
    ground: {} as VisitGround["ground"],
    routes: [broken],
    document: "{}",
    feed: createEventFeed("run"),
    doorkeeper,
    assets: () => null,
    held: { bytes: 0 },
    onOpened: () => {},
    onError: (error) => told.push(error.message),
    bounds: {
      allowedHosts: ["127.0.0.1"],
      allowedOrigins: [],
      cookieName: "toolplane",
      maxBodyBytes: 1_000,
      maxHeldBytes: 1_000,
      isPass,
      isMark,
    },
  };
  const server = createServer((request, response) => void answerVisit(visits, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { pass } = doorkeeper.admit(doorkeeper.ticket()) ?? { pass: "" };
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/broken`, {
    headers: { authorization: `Bearer ${pass}`, connection: "close" },
  });
  expect([answer.status, await answer.json()]).toEqual([
    ...[500, { error: { code: "internal", message: "The server failed to answer." } }],
  ]);
  expect(told).toEqual(["the secret of /home/me/.netrc is undefined"]);
});
