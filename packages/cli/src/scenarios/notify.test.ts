import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";

const KEY = "lorem-7f3a91c0d2e84b55";

/** A real program: writes its last argument and its standard input into a file, a line a message. */
const TELL = `
const { appendFileSync, readFileSync } = require("node:fs");
const facts = JSON.parse(readFileSync(0, "utf8"));
appendFileSync(process.argv[2], JSON.stringify({ said: process.argv.at(-1), facts, at: process.cwd() }) + "\\n");
`;

function open(files: Readonly<Record<string, string>> = {}): CliWorld {
  const world = openCliWorld({ ...files });
  onTestFinished(() => world.remove());
  return world;
}

function configure(world: CliWorld, config: object): void {
  mkdirSync(world.config, { recursive: true });
  writeFileSync(join(world.config, "config.jsonc"), JSON.stringify(config));
}

function programOf(world: CliWorld) {
  const script = join(world.root, "tell.cjs");
  const heard = join(world.root, "heard.jsonl");
  writeFileSync(script, TELL);
  writeFileSync(heard, "");
  const messages = () =>
    readFileSync(heard, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  return { command: [process.execPath, script, heard], messages };
}

interface Posted {
  readonly type: string | undefined;
  readonly body: Record<string, unknown>;
}

async function hook(status = 204) {
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", () => {
      posted.push({ type: request.headers["content-type"], body: JSON.parse(text) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { posted, host: `127.0.0.1:${port}`, address: `http://127.0.0.1:${port}/me` };
}

/** A call that waits for a person, and is rejected. */
async function askOnce(world: CliWorld, content = "export A=1") {
  const call = world.run(["call", "write", "--path", ".envrc", "--content", content, "--wait"]);
  await expect.poll(async () => (await world.waiting()).length).toBe(1);
  await world.run(["approvals", "answer", "--next", "reject"]);
  return call;
}

const RUN = ["run", "Say hello.", "--script", "turns.jsonl"];
const TURNS = { "turns.jsonl": JSON.stringify({ text: "Hello." }) };

describe("notify", () => {
  it("starts the person's program when a question waits and when a run ends, in their home", async () => {
    const world = open(TURNS);
    const { command, messages } = programOf(world);
    configure(world, { notify: { command } });
    await askOnce(world, `export KEY=${KEY}`);
    expect((await world.run(RUN)).code).toBe(0);
    expect(messages().map(({ said }) => said)).toEqual([
      "write asks in project",
      "A run in project: done",
    ]);
    const [{ facts, at }] = messages();
    expect(facts).toEqual({
      moment: "question",
      project: "project",
      tool: "write",
      text: "write asks in project",
    });
    expect(at).not.toBe(world.workspace);
    expect(JSON.stringify(messages())).not.toContain(".envrc");
  });

  it("says what was asked where the person wants that, with secrets masked", async () => {
    const world = open();
    const { command, messages } = programOf(world);
    const file = join(world.root, "key");
    writeFileSync(file, KEY);
    const secrets = { SHOP_KEY: { for: ["api.example.com"], as: "bearer", from: { file } } };
    configure(world, { notify: { command, text: true }, secrets });
    const line = `curl -H 'x-api-key: ${KEY}' https://api.example.com/`;
    const call = world.run(["call", "bash", line, "--wait"]);
    await expect.poll(async () => (await world.waiting()).length).toBe(1);
    await world.run(["approvals", "answer", "--next", "reject"]);
    await call;
    const [{ said }] = messages();
    expect(said).toMatch(/^bash asks in project: curl -H 'x-api-key: /);
    expect(said).not.toContain(KEY);
  });

  it("posts to the person's address, and names the console that runs", async () => {
    const world = open(TURNS);
    const { posted, host, address } = await hook();
    configure(world, { notify: { webhook: address }, reach: { hosts: [host] } });
    const console = world.spawn(["console", "--port", "0"]);
    onTestFinished(() => void console.kill());
    let url = "";
    console.stdout?.on("data", (part) => {
      url += String(part);
    });
    await expect.poll(() => url, { timeout: 60_000 }).toMatch(/^http:/);
    await world.run(RUN);
    expect(posted).toMatchObject([
      {
        type: "application/json",
        body: { moment: "run-end", project: "project", outcome: "done", link: new URL(url).origin },
      },
    ]);
  });

  it("goes nowhere on this machine that the person did not open: told once, in doctor too, and no call fails", async () => {
    const world = open(TURNS);
    const { posted, host, address } = await hook();
    configure(world, { notify: { webhook: address } });
    const { code, stderr } = await world.run(RUN);
    expect(code).toBe(0);
    expect(posted).toEqual([]);
    expect(stderr.match(/notify: /g)).toHaveLength(1);
    const { checks } = (await world.report(["doctor"])).json as { readonly checks: object[] };
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: "Notify",
        state: "decide",
        text: expect.stringMatching(host),
      }),
    );
    configure(world, { notify: { webhook: address }, reach: { hosts: [host] } });
    await world.run(RUN);
    expect(posted).toHaveLength(1);
    const again = (await world.report(["doctor"])).json as { readonly checks: object[] };
    expect(again.checks).toContainEqual(expect.objectContaining({ name: "Notify", state: "fine" }));
  });

  it("fails no call where the program is gone or fails", async () => {
    const world = open(TURNS);
    configure(world, { notify: { command: ["/nowhere/tell"] } });
    const gone = await world.run(RUN);
    expect(gone).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/notify: \/nowhere\/tell/),
    });
    configure(world, { notify: { command: ["false"] } });
    const failing = await world.run(RUN);
    expect(failing.code).toBe(0);
    expect(failing.stderr).toMatch(/notify: false ended with exit code 1/);
  });

  it("is refused by name in a project's file, in a variable's place and in a wrong shape", async () => {
    const world = open({ ".toolplane/config.jsonc": '{ "notify": { "command": ["x"] } }' });
    const trusted = await world.run(["trust", "--yes"]);
    expect(trusted.code).not.toBe(0);
    expect(trusted.stderr + trusted.stdout).toMatch(/notify/);
    const set = await open().run(["doctor", "--set", "notify=x"]);
    expect(set.stderr + set.stdout).toMatch(/notify.*is set in a file only/s);
    const wrong = open();
    configure(wrong, { notify: { command: ["./x"] } });
    const { code, stderr } = await wrong.run(["call", "list"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/config\.jsonc:1.*notify.*absolute path/s);
  });
});
