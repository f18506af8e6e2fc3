/** A running process loses a way out when the session sees what closes it, also while a connection lasts. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { WAITING_MS } from "../setup/hanging.ts";
import { type FlowWorld, openFlowWorld } from "./flow-world.ts";

let world: FlowWorld;
beforeAll(async () => {
  world = await openFlowWorld({ ".env": "KEY=swordfish\n" });
});
afterAll(() => world.close());

const WAIT = { timeout: WAITING_MS, interval: 50 };

describe.skipIf(!hasSandbox)("a background process with a connection (needs bubblewrap)", () => {
  it("keeps it until the session has seen both labels, and opens no other then", async () => {
    const played = world.open();
    const command =
      "curl -sN http://feed.example/hold; curl -s http://feed.example/again; sleep 600";
    const started = await played.call("background", { action: "start", command }, "once");
    expect(started.type === "error" ? started.error_text : "").toBe("");
    await vi.waitFor(
      () => expect(world.arrived.join("\n")).toContain("feed.example GET /hold"),
      WAIT,
    );
    await played.call("read", { path: ".env" }, "once");
    expect(world.arrived).not.toContain("feed.example closed");
    // From here on the person says no.
    await played.call("old_notes", {}, "reject");
    await vi.waitFor(() => expect(world.arrived).toContain("feed.example closed"), WAIT);
    // What it tries next is asked about, while it waits, and the person says no.
    const asked = () => played.questions.flatMap(({ reasons }) => reasons).map((one) => one.reason);
    await vi.waitFor(
      () => expect(asked().join("\n")).toContain("would send to feed.example, which nobody named"),
      WAIT,
    );
    expect(world.arrived.join("\n")).not.toContain("/again");
    await played.session.close();
  });

  it("keeps one to a place that the person named", async () => {
    const played = world.open();
    await played.session.said("Watch named.example for me.");
    const command = "curl -sN http://named.example/hold; sleep 600";
    await played.call("background", { action: "start", command }, "once");
    await vi.waitFor(
      () => expect(world.arrived.join("\n")).toContain("named.example GET /hold"),
      WAIT,
    );
    await played.call("read", { path: ".env" }, "once");
    await played.call("old_notes", {}, "once");
    expect(played.session.labels()).toHaveLength(2);
    expect(world.arrived).not.toContain("named.example closed");
    await played.session.close();
    await vi.waitFor(() => expect(world.arrived).toContain("named.example closed"), WAIT);
  });
});
