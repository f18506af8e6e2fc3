import { existsSync } from "node:fs";
import { get } from "node:http";
import { type ConsoleWorld, FILES, openConsoleWorld, type Sent } from "@toolplane/cli/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

interface View {
  readonly chat: { readonly id: string; readonly workspace: string; readonly phase: string };
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly status: { readonly phase: string; readonly waiting: readonly object[] };
  readonly at: number;
}

let ground: ConsoleWorld;
beforeAll(async () => {
  ground = await openConsoleWorld(FILES);
});
afterAll(async () => {
  await ground.close();
});

const post = (path: string, body: object = {}): Promise<Sent> =>
  ground.send(`/api/v1${path}`, { method: "POST", body });

async function viewOf(id: string): Promise<View> {
  return (await ground.send(`/api/v1/chats/${id}`)).json as unknown as View;
}

async function openDemo(): Promise<View> {
  const opened = (await post("/chats", { kind: "demo" })).json as { chat: { id: string } };
  return viewOf(opened.chat.id);
}

interface Heard {
  readonly text: () => string;
  /** When the stream is over, whoever ended it. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Everything that the stream of a chat tells until somebody closes it. */
function listen(id: string): Heard {
  let text = "";
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const headers = { authorization: `Bearer ${ground.pass}` };
  const path = `/api/v1/chats/${id}/events`;
  const sent = get({ host: "127.0.0.1", port: ground.server.port, path, headers }, (stream) => {
    stream.on("data", (chunk: Buffer) => {
      text += chunk;
    });
    stream.on("error", () => {});
    stream.on("close", end);
  });
  sent.on("error", () => {});
  return { text: () => text, ended, close: () => sent.destroy() };
}

const BOUND = { timeout: 60_000 };

interface Question {
  readonly id: string;
  readonly sessionId: string;
  readonly tool: string;
}

async function waiting(): Promise<readonly Question[]> {
  const { json } = await ground.send("/api/v1/approvals");
  return (json as { readonly waiting: readonly Question[] }).waiting;
}

/** Where there is no sandbox, what the demonstration does first asks, too: it is let through. */
async function untilIdle(id: string): Promise<View> {
  const phase = async (): Promise<string> => {
    for (const { id: question, tool } of await waiting())
      if (tool !== "write") await post(`/approvals/${question}/answer`, { choice: "once" });
    return (await viewOf(id)).status.phase;
  };
  await expect.poll(phase, BOUND).toBe("idle");
  return viewOf(id);
}

describe("a chat without a model", () => {
  it("says what can be opened, and refuses a model that nobody named", async () => {
    const { json } = await ground.send("/api/v1/chats");
    expect(json).toEqual({ model: null, hasDemo: true, chats: [] });
    expect((await post("/chats", { kind: "model" })).status).toBe(503);
    expect((await post("/chats", { kind: "fork" })).status).toBe(400);
    expect((await ground.send("/api/v1/chats/none")).status).toBe(404);
  });

  it("works with the real tools in a folder of its own, is answered in place, and goes with its folder", async () => {
    const { chat } = await openDemo();
    const heard = listen(chat.id);
    await expect.poll(heard.text, BOUND).toContain("event: hello");
    expect((await post(`/chats/${chat.id}/say`, { text: "Raise it to 42." })).json).toEqual({
      heard: "prompt",
    });
    const first = await untilIdle(chat.id);
    const calls = first.items.filter(({ kind }) => kind === "call");
    expect(calls).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ tool: "read", what: ".env", mark: "deny", words: "denied" }),
        expect.objectContaining({ tool: "edit", mark: "allow", changes: [expect.anything()] }),
      ]),
    );
    // Told as it happened: pieces of an answer, and the end of a call.
    await expect.poll(heard.text, BOUND).toMatch(/event: delta\n/);
    await expect.poll(heard.text, BOUND).toContain('"mark":"deny"');
    heard.close();

    await post(`/chats/${chat.id}/say`, { text: "And the file that needs me?" });
    await expect.poll(waiting, BOUND).toHaveLength(1);
    const [question] = await waiting();
    expect(question).toMatchObject({ sessionId: chat.id, tool: "write" });
    await expect
      .poll(async () => (await viewOf(chat.id)).items.at(-1), BOUND)
      .toMatchObject({ kind: "call", mark: "waiting" });
    // Said meanwhile: it waits, and can be taken back.
    expect((await post(`/chats/${chat.id}/say`, { text: "hm", when: "later" })).json).toEqual({
      heard: "later",
    });
    expect((await viewOf(chat.id)).status.waiting).toEqual([{ when: "later", text: "hm" }]);
    expect((await post(`/chats/${chat.id}/unsay`)).json).toEqual({ text: "hm" });
    expect((await viewOf(chat.id)).status.waiting).toEqual([]);
    await post(`/approvals/${question?.id}/answer`, { choice: "once" });
    await untilIdle(chat.id);
    expect(existsSync(`${chat.workspace}/.envrc`)).toBe(true);

    expect((await ground.send(`/api/v1/sessions/${chat.id}/verify`)).json.ok).toBe(true);
    const listed = (await ground.send(`/api/v1/sessions/${chat.id}`)).json as {
      readonly session: { readonly purpose: string };
    };
    // A list of sessions says what was asked for, not only what was called last.
    expect(listed.session.purpose).toBe("Raise it to 42.");
    const last = listen(chat.id);
    await expect.poll(last.text, BOUND).toContain("event: hello");
    // Its stream ends last: whoever connects again before it is over would only be told that it is gone.
    const isLeft = last.ended.then(() => existsSync(chat.workspace));
    const ended = await ground.send(`/api/v1/chats/${chat.id}`, { method: "DELETE" });
    expect(ended.status).toBe(200);
    expect([await isLeft, existsSync(chat.workspace)]).toEqual([false, false]);
    expect((await ground.send(`/api/v1/chats/${chat.id}`)).status).toBe(404);
  });

  it("hears what is said while a run lets go", async () => {
    const { chat } = await openDemo();
    const { runs } = ground.state.store;
    const { claim } = runs;
    let late: Promise<Sent> | null = null;
    const slow: typeof claim = async (id, change) => {
      if (change.owner === null) {
        late ??= post(`/chats/${chat.id}/say`, { text: "And the file that needs me?" });
        await late;
      }
      return claim(id, change);
    };
    Object.assign(runs, { claim: slow });
    try {
      await post(`/chats/${chat.id}/say`, { text: "Raise it to 42." });
      const asks = async (): Promise<readonly string[]> => {
        const open = await waiting();
        for (const { id, tool } of open)
          if (tool !== "write") await post(`/approvals/${id}/answer`, { choice: "once" });
        return open.map(({ tool }) => tool);
      };
      await expect.poll(asks, BOUND).toEqual(["write"]);
      expect(await late).toMatchObject({ json: { heard: "now" } });
    } finally {
      Object.assign(runs, { claim });
    }
    await ground.send(`/api/v1/chats/${chat.id}`, { method: "DELETE" });
  });

  it("forks a run after one of its turns into a copy of its folder", async () => {
    const { chat } = await openDemo();
    await post(`/chats/${chat.id}/say`, { text: "Raise it to 42." });
    await untilIdle(chat.id);
    type Runs = { readonly runs: readonly { readonly id: string; readonly turns: number }[] };
    const { runs } = (await ground.send(`/api/v1/runs?session=${chat.id}`)).json as Runs;
    expect(runs).toHaveLength(1);
    const forked = await post("/chats", { kind: "fork", run: runs[0]?.id, turn: 2 });
    const { chat: fork } = forked.json as unknown as View;
    expect([fork.workspace === chat.workspace, fork.id === chat.id]).toEqual([false, false]);
    const { items } = (await ground.send(`/api/v1/chats/${fork.id}`)).json as unknown as View;
    const said = items.flatMap((one) => (one.kind === "said" ? [one.text] : []));
    expect(said).toEqual(["Raise it to 42."]);
    expect(items.filter(({ kind }) => kind === "call").length).toBeGreaterThan(0);
    expect(items.at(-1)).toMatchObject({ kind: "note", text: expect.stringContaining("copy of") });
    expect((await post("/chats", { kind: "fork", run: runs[0]?.id, turn: 99 })).status).toBe(404);
    for (const id of [fork.id, chat.id])
      await ground.send(`/api/v1/chats/${id}`, { method: "DELETE" });
  });

  it("stops when it is told to, and ends with its server", async () => {
    const { chat } = await openDemo();
    await post(`/chats/${chat.id}/say`, { text: "Begin." });
    expect((await post(`/chats/${chat.id}/stop`)).status).toBe(200);
    await untilIdle(chat.id);
    const last = (await viewOf(chat.id)).items.at(-1);
    expect(["note", "words"]).toContain(last?.kind);
    expect(ground.faults).toEqual([]);
  });

  it("opens no more than a few at once", async () => {
    const opened: string[] = [];
    for (;;) {
      const sent = await post("/chats", { kind: "demo" });
      if (sent.status !== 200) {
        expect(sent.status).toBe(503);
        break;
      }
      opened.push((sent.json as unknown as View).chat.id);
      expect(opened.length).toBeLessThan(9);
    }
    for (const id of opened) await ground.send(`/api/v1/chats/${id}`, { method: "DELETE" });
  });
});
