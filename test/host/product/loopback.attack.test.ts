/**
 * The loopback of a session: one network for its programs. What one of them serves, the others and the network tools reach unasked;
 * the machine's own ports and those of other sessions stay where they are; a person reaches what was forwarded.
 */
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Answer, Question, Rule, ToolResult } from "@toolplane/contract";
import type { Session, ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openProduct } from "./fixture.ts";

const SERVER = `
import { createServer } from "node:http";
const [, , port, text = "hi", host = "127.0.0.1"] = process.argv;
createServer((_request, response) => response.end(text)).listen(Number(port), host, () => console.log("up"));
`;

const TESTS = `
import test from "node:test"; import assert from "node:assert";
test("the server answers", async () => assert.equal(await (await fetch("http://localhost:3000/")).text(), "hi"));
`;

/** A script, so that its line names no host: through the relay where there is one, and straight. */
const LOOK = `
curl -s -m 5 http://127.0.0.1:$1/ || echo closed
curl -s -m 5 --noproxy '*' http://127.0.0.1:$1/ || echo closed
`;

/** The programs that it sees beside itself, and the credentials of others. */
const SPY = `
cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c '[s]erver.mjs'
cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep '^HTTP_PROXY=' | sort -u | grep -vc "^HTTP_PROXY=$HTTP_PROXY$"
true
`;

const FILES = {
  "server.mjs": SERVER,
  "look.sh": LOOK,
  "spy.sh": SPY,
  "package.json": "{}",
  "server.test.mjs": TESTS,
};

async function openWorld(
  options: ToolplaneOptions & {
    readonly rules?: readonly Rule[];
    readonly files?: Record<string, string>;
  } = {},
) {
  const questions: Question[] = [];
  const answers: Answer["choice"][] = [];
  const { toolplane, session } = await openProduct({
    preset: "everyday",
    broker: {
      ask: async (question): Promise<Answer> => {
        questions.push(question);
        return { choice: answers.shift() ?? "reject" } as Answer;
      },
    },
    ...options,
    files: { ...FILES, ...options.files },
  });
  let calls = 0;
  const actor = (own: Session) => {
    const call = (name: string, args: object): Promise<ToolResult> => {
      calls += 1;
      return own.call({ id: `c${calls}`, name, arguments: args as never });
    };
    const bash = async (command: string) => dataOf(await call("bash", { command }));
    return {
      call,
      bash,
      background: async (args: object) => call("background", args),
      /** Returns its id once it listens. */
      async serve(command: string): Promise<string> {
        const { id } = (await call("background", { action: "start", command })).details as {
          readonly id: string;
        };
        const read = async () => told(await call("background", { action: "read", id }));
        await expect.poll(read, { timeout: 60_000 }).toContain("up\n");
        return id;
      },
    };
  };
  return { questions, answers, ...actor(session), another: () => actor(toolplane.session({})) };
}

/** All that the model is shown. */
function told(result: ToolResult): string {
  if (result.type === "error") return result.error_text;
  const parts = (result.content ?? []).map((part) => ("text" in part ? part.text : ""));
  return [result.data, ...parts].join("\n");
}

function dataOf(result: ToolResult): unknown {
  return result.type === "error" ? `${result.code}: ${result.error_text}` : result.data;
}

/** A server of the person's, outside of every session. */
async function serveOutside(port = 0): Promise<number> {
  const server = createServer((_request, response) => response.end("OUTSIDE"));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function answersAt(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

const LEVELS = [
  ["with the best sandbox", "auto"],
  ["with util-linux alone", "plain"],
] as const;

describe.skipIf(!hasSandbox).each(LEVELS)(
  "the loopback of a session, %s (needs bubblewrap)",
  (_, sandbox) => {
    it("is reached unasked by later commands, the network tools and tests (needs bubblewrap)", async () => {
      const { serve, bash, call, questions } = await openWorld({ sandbox });
      await serve("node server.mjs 3000");
      expect(await bash("curl -sS http://localhost:3000/")).toBe("hi");
      expect(await bash("curl -sS http://127.0.0.1:3000/")).toBe("hi");
      const fetched = `node -e 'fetch("http://127.0.0.1:3000/").then((a) => a.text()).then((t) => console.log(t))'`;
      expect(await bash(fetched)).toBe("hi\n");
      const read = `/usr/bin/python3 -c 'import urllib.request as u; print(u.urlopen("http://localhost:3000/").read())'`;
      expect(await bash(read)).toBe("b'hi'\n");
      for (const host of ["localhost", "127.0.0.1"]) {
        const page = await call("web_fetch", { url: `http://${host}:3000/` });
        expect(dataOf(page)).toMatch(/\nhi$/);
      }
      const request = { method: "POST", url: "http://localhost:3000/", body: "a" };
      expect(dataOf(await call("http_request", request))).toMatchObject({
        status: 200,
        body: "hi",
      });
      expect(await call("test_runner", {})).toMatchObject({ data: { passed_count: 1 } });
      expect(questions).toEqual([]);
    });

    it("serves IPv6 and every address too (needs bubblewrap)", async () => {
      const { serve, bash, call, questions } = await openWorld({ sandbox });
      await serve("node server.mjs 3001 six ::1");
      await serve("node server.mjs 3002 any 0.0.0.0");
      expect(await bash("curl -sS http://[::1]:3001/; curl -sS http://localhost:3002/")).toBe(
        "sixany",
      );
      expect(dataOf(await call("web_fetch", { url: "http://[::1]:3001/" }))).toMatch(/\nsix$/);
      expect(questions).toEqual([]);
    });

    it("is its own: two sessions serve the same port, and neither meets the machine's or the other's (needs bubblewrap)", async () => {
      const outside = await serveOutside();
      const { serve, bash, call, another, questions } = await openWorld({ sandbox });
      const other = another();
      await serve(`node server.mjs ${outside} one`);
      expect(await other.bash(`sh look.sh ${outside}`)).toBe("closed\nclosed\n");
      await other.serve(`node server.mjs ${outside} two`);
      expect(await bash(`curl -sS http://127.0.0.1:${outside}/`)).toBe("one");
      expect(await other.bash(`curl -sS http://127.0.0.1:${outside}/`)).toBe("two");
      const url = `http://localhost:${outside}/`;
      expect(dataOf(await call("web_fetch", { url }))).toMatch(/\none$/);
      expect(dataOf(await other.call("web_fetch", { url }))).toMatch(/\ntwo$/);
      expect(questions).toEqual([]);
    });

    it("leaves the machine's ports closed to what runs unasked, and asks before the network tools reach them (needs bubblewrap)", async () => {
      const outside = await serveOutside();
      const { serve, bash, call, questions, answers } = await openWorld({
        sandbox,
      });
      await serve("node server.mjs 3000");
      expect(await bash(`sh look.sh ${outside}`)).toBe("closed\nclosed\n");
      expect(questions).toEqual([]);
      const url = `http://127.0.0.1:${outside}/`;
      expect(dataOf(await call("web_fetch", { url }))).toContain("approval_rejected");
      // A name that is not this machine's is not the session's either, whatever the port.
      const elsewhere = { url: "http://web.invalid:3000/" };
      expect(dataOf(await call("web_fetch", elsewhere))).toContain("approval_rejected");
      expect(questions).toHaveLength(2);
      answers.push("once");
      expect(dataOf(await call("web_fetch", { url }))).toMatch(/\nOUTSIDE$/);
      answers.push("once");
      expect(await bash(`curl -sS ${url}`)).toBe("OUTSIDE");
      // An answer about the machine's port and one about the session's are two.
      await serve(`node server.mjs ${outside} mine`);
      expect(await bash(`curl -sS ${url}`)).toBe("mine");
      expect(questions).toHaveLength(4);
    });

    it("does not open the machine's port in place of a server that has ended (needs bubblewrap)", async () => {
      const outside = await serveOutside();
      const { serve, background, call, questions } = await openWorld({ sandbox });
      const id = await serve(`node server.mjs ${outside} mine`);
      const url = `http://127.0.0.1:${outside}/`;
      expect(dataOf(await call("web_fetch", { url }))).toMatch(/\nmine$/);
      await background({ action: "stop", id });
      expect(dataOf(await call("web_fetch", { url }))).toContain("approval_rejected");
      expect(questions).toHaveLength(1);
    });

    it("holds to a rule that denies it, and is no place that content is carried out to (needs bubblewrap)", async () => {
      const denied = await openWorld({
        sandbox,
        rules: [{ permission: "net.fetch", pattern: "localhost:3000", action: "deny" }],
      });
      await denied.serve("node server.mjs 3000");
      expect(dataOf(await denied.call("web_fetch", { url: "http://localhost:3000/" }))).toContain(
        "permission_denied",
      );
      const { serve, call, bash, questions } = await openWorld({
        sandbox,
        files: { ".env": "TOKEN=private-value" },
      });
      await serve("node server.mjs 3000");
      await call("read", { path: ".env" });
      const asked = questions.length;
      expect(await bash("curl -sS http://localhost:3000/")).toBe("hi");
      expect(
        dataOf(await call("web_fetch", { url: "http://localhost:3000/?private-value" })),
      ).toMatch(/\nhi$/);
      expect(questions).toHaveLength(asked);
    });

    it("shows no command the credentials of another (needs bubblewrap)", async () => {
      const { serve, bash } = await openWorld({ sandbox });
      await serve("node server.mjs 3000");
      expect(await bash("sh spy.sh 2>/dev/null")).toBe("0\n0\n");
    });

    it("refuses a connection where nothing is up yet, as programs that wait expect, and asks nobody (needs bubblewrap)", async () => {
      const { bash, questions } = await openWorld({
        sandbox,
        files: {
          "wait.sh":
            "curl -s http://localhost:3999/; echo $?\nnode server.mjs 3999 &\nuntil curl -s http://localhost:3999/; do sleep 0.1; done; kill $!",
        },
      });
      expect(await bash("sh wait.sh")).toMatch(/^7\n(?:up\n)?hi/);
      expect(questions).toEqual([]);
    });

    it("is where a line that starts its server goes to, and one that comes before its server is up, unasked (needs bubblewrap)", async () => {
      const { bash, background, questions } = await openWorld({ sandbox });
      const asks = (port: number) => `until curl -s http://127.0.0.1:${port}/; do sleep 0.1; done`;
      expect(await bash(`node server.mjs 3005 & ${asks(3005)}; kill %1`)).toMatch(/^(?:up\n)?hi/);
      await background({ action: "start", command: "sleep 1; exec node server.mjs 3006" });
      expect(await bash(asks(3006))).toBe("hi");
      expect(questions).toEqual([]);
    });

    it("is opened to the person unasked where a rule says so (needs bubblewrap)", async () => {
      const { serve, background, questions } = await openWorld({
        sandbox,
        rules: [{ permission: "background", pattern: "tool:background/forward", action: "allow" }],
      });
      await serve("node server.mjs 3000");
      const { at } = (await background({ action: "forward", port: 3000 })).details as {
        readonly at: string;
      };
      expect(await (await fetch(at)).text()).toBe("hi");
      expect(questions).toEqual([]);
    });

    it("is opened to the person when asked, under another number where its own is taken, and closed with its server (needs bubblewrap)", async () => {
      const { serve, background, answers, questions, another } = await openWorld({ sandbox });
      const taken = await serveOutside();
      const id = await serve(`node server.mjs ${taken} mine`);
      expect(told(await background({ action: "list" }))).toContain(
        `[This session serves http://localhost:${taken};`,
      );
      expect(told(await background({ action: "forward", port: taken }))).toContain("rejected");
      expect(questions).toHaveLength(1);
      answers.push("once");
      const opened = await background({ action: "forward", port: taken });
      const { at } = opened.details as { readonly at: string };
      expect(told(opened)).toContain(at);
      expect(at).not.toBe(`http://127.0.0.1:${taken}`);
      expect(await (await fetch(at)).text()).toBe("mine");
      expect(told(await background({ action: "read", id }))).toContain(
        `the user reaches it at ${at}`,
      );
      answers.push("once", "once");
      const free = taken === 3_456 ? 3_457 : 3_456;
      expect(told(await background({ action: "forward", port: free }))).toContain(
        "listens on port",
      );
      const other = another();
      expect(told(await other.background({ action: "forward", port: taken }))).toContain(
        "listens on port",
      );
      await background({ action: "stop", id });
      expect(await answersAt(Number(new URL(at).port))).toBe(false);
    });
  },
);
