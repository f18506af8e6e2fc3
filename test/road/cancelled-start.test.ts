/** A call that is over before the process it starts has a name: nobody could end that process, so it does not stay. */
import { defineTool, type ProcessDoor, type Tool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost, unit } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll } from "./fixture.ts";

const start: Tool = defineTool({
  id: "start",
  description: "Starts it.",
  parameters: { type: "object", properties: { command: { type: "string" } } },
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: "shell" },
  limits: { timeoutMs: 1_000 },
  execute: async ({ command }, runtime) => {
    const { process } = runtime as unknown as { readonly process: ProcessDoor };
    return (await process.start(String(command))).id;
  },
});

type Moment = "before it is asked for" | "while it starts" | "when it runs";

/** A host on which something happens at this moment of a start. */
function open(moment: Moment, happens: () => unknown) {
  const host = createMemoryHost({
    commands: { serve: [unit("serve")] },
    programs: { serve: (_run, world) => world.sleep(1e9).then(() => ({})) },
  });
  const { processes } = host;
  const acting = async (now: Moment): Promise<void> => {
    if (now === moment) await happens();
  };
  const own: typeof processes = {
    ...processes,
    async start(spec, context) {
      await acting("before it is asked for");
      const started = await processes.start(spec, context);
      await acting("while it starts");
      return started;
    },
  };
  const kernel = createKernel({
    host: { ...host, processes: own },
    tools: [start],
    defaultPolicy: false,
    contained: false,
  });
  const session = kernel.session({ rules: [allowAll] });
  const call = (signal?: AbortSignal) =>
    session.call(
      { id: "c", name: "start", arguments: { command: "serve" } },
      signal === undefined ? {} : { signal },
    );
  const running = () => processes.list(session.id).filter((each) => each.running);
  return { host, session, call, running };
}

describe("a process that runs on", () => {
  it.each(["before it is asked for", "while it starts"] as const)(
    "does not stay when its call is cancelled %s",
    async (moment) => {
      const stopping = new AbortController();
      const { call, running } = open(moment, () => stopping.abort());
      expect(await call(stopping.signal)).toMatchObject({ code: "cancelled" });
      await expect.poll(running).toEqual([]);
    },
  );

  it("does not stay when its session is cancelled or its call is out of time while it starts", async () => {
    for (const ends of ["session", "time"] as const) {
      const world = open("while it starts", () =>
        ends === "session" ? world.session.cancel() : world.host.clock.advance(2_000),
      );
      const code = ends === "session" ? "cancelled" : "timeout";
      expect(await world.call()).toMatchObject({ code });
      await expect.poll(world.running).toEqual([]);
    }
  });

  it("stays when its call was over in time, whatever is cancelled afterwards", async () => {
    const stopping = new AbortController();
    const { call, running } = open("when it runs", () => undefined);
    expect(await call(stopping.signal)).toMatchObject({ type: "output" });
    stopping.abort();
    expect(running()).toHaveLength(1);
  });
});
