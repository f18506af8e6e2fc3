import { createFakeClock } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { createNotifier, type NotifyFacts } from "./create-notifier.ts";

interface Way {
  readonly facts: NotifyFacts;
  readonly signal: AbortSignal;
  settle(fault?: string): void;
}

function open() {
  const clock = createFakeClock();
  const ways: Way[] = [];
  const settled: (string | null)[] = [];
  const notifier = createNotifier({
    clock,
    deliver: (facts, signal) =>
      new Promise((resolve, reject) => {
        const settle = (fault?: string) =>
          fault === undefined ? resolve() : reject(new Error(fault));
        signal.addEventListener("abort", () => settle("ended"), { once: true });
        ways.push({ facts, signal, settle });
      }),
    onSettled: (fault) => settled.push(fault),
  });
  const ask = (tool = "bash") => notifier.tell({ moment: "question", project: "ledger", tool });
  const settleAll = async (fault?: string) => {
    for (let at = 0; at < ways.length; at += 1) {
      ways[at]?.settle(fault);
      await clock.advance(0);
    }
  };
  return { clock, ways, settled, notifier, ask, settleAll };
}

describe("createNotifier", () => {
  it("says who asks and where, and what a stranger hid in a name", async () => {
    const { notifier, ways, settleAll } = open();
    notifier.tell({ moment: "question", project: "a\u202eb\n", tool: "bash", call: "rm\u200b x" });
    notifier.tell({ moment: "run-end", project: "ledger", outcome: "done", link: "http://c" });
    await settleAll();
    expect(ways.map(({ facts }) => facts.text)).toEqual([
      "bash asks in a\\u{202e}b: rm\\u{200b} x",
      "A run in ledger: done. http://c",
    ]);
  });

  it("sends one at a time, keeps five, and counts the others in the next", async () => {
    const { ask, ways, settleAll } = open();
    for (let count = 0; count < 9; count += 1) ask();
    expect(ways).toHaveLength(1);
    await settleAll();
    // One on its way, five that waited; three were left out.
    expect(ways).toHaveLength(6);
    expect(ways.flatMap(({ facts }) => facts.leftOut ?? [])).toEqual([3]);
    expect(ways[1]?.facts.text).toBe("bash asks in ledger. 3 more since the last message");
  });

  it("sends ten in a minute at the most", async () => {
    const { ask, clock, ways, settleAll } = open();
    for (let count = 0; count < 12; count += 1) {
      ask();
      await settleAll();
    }
    expect(ways).toHaveLength(10);
    await clock.advance(60_000);
    ask();
    await settleAll();
    expect(ways).toHaveLength(11);
    expect(ways.at(-1)?.facts.leftOut).toBe(2);
  });

  it("ends one that takes too long, tells the first failure, and the first success after it", async () => {
    const { ask, clock, ways, settled, settleAll } = open();
    ask();
    await clock.advance(10_000);
    expect(ways[0]?.signal.aborted).toBe(true);
    expect(settled).toEqual(["it took longer than 10 s"]);
    ask();
    await settleAll("no route");
    expect(settled).toHaveLength(1);
    ask();
    await settleAll();
    expect(settled).toEqual(["it took longer than 10 s", null]);
  });

  it("waits three seconds when it closes, then ends what is on its way and takes no more", async () => {
    const { ask, clock, ways, settled, notifier } = open();
    ask();
    ask();
    let isClosed = false;
    const closing = notifier.close().then(() => {
      isClosed = true;
    });
    await clock.advance(2_999);
    expect(isClosed).toBe(false);
    await clock.advance(1);
    await closing;
    expect(ways).toHaveLength(1);
    expect(ways[0]?.signal.aborted).toBe(true);
    expect(settled).toEqual([]);
    ask();
    expect(ways).toHaveLength(1);
  });
});
