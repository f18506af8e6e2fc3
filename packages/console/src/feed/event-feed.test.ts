import { describe, expect, it } from "vitest";
import { createEventFeed } from "./event-feed.ts";

/** A page that hears; `reads: false`: its tab sleeps, and nothing is taken from its connection. */
function openPage(reads = true) {
  let text = "";
  const page = {
    writableLength: 0,
    isGone: false,
    writeHead: () => page,
    write(part: string) {
      text += part;
      if (!reads) page.writableLength += part.length;
      return reads;
    },
    on: () => page,
    end: () => page,
    destroy() {
      page.isGone = true;
    },
  };
  return {
    page,
    response: page as never,
    ids: () => [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id),
    events: () => [...text.matchAll(/^event: (.+)$/gm)].map(([, event]) => event),
  };
}

const BOUNDS = { maxClients: 3, kept: 500, maxWaitingBytes: 65_536 };

describe("a browser tab that slept", () => {
  it("for a minute gets what it missed, for a day is told to load everything again", () => {
    const feed = createEventFeed("run", BOUNDS);
    const first = openPage();
    feed.open(first.response, undefined);
    for (let at = 0; at < 10; at += 1) feed.tell({ type: "sessions", data: {} });
    expect(first.ids().at(-1)).toBe("run-10");
    const soon = openPage();
    feed.open(soon.response, "run-7");
    expect(soon.events()).toEqual(["sessions", "sessions", "sessions"]);
    for (let at = 0; at < 90_000; at += 1) feed.tell({ type: "approvals", data: {} });
    const late = openPage();
    feed.open(late.response, "run-10");
    expect(late.events()).toEqual(["reset"]);
    expect(late.ids()).toEqual(["run-90010"]);
  });

  it("and reads nothing is disconnected before much waits for it", () => {
    const feed = createEventFeed("run", BOUNDS);
    const asleep = openPage(false);
    feed.open(asleep.response, undefined);
    for (let at = 0; at < 90_000; at += 1) feed.tell({ type: "sessions", data: {} });
    expect(asleep.page.isGone).toBe(true);
    expect(asleep.page.writableLength).toBeLessThan(2 * BOUNDS.maxWaitingBytes);
    expect(feed.clients()).toBe(0);
  });
});
