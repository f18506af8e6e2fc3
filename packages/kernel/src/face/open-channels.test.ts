import type { PolicyLayer, RequirementSet } from "@toolplane/contract";
import { type Channel, noSandbox } from "@toolplane/contract/ports";
import { createMemoryHost, type MemoryHostOptions, type ScriptedProgram } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { createKernel } from "./create-kernel.ts";
import type { KernelOptions } from "./options/kernel-options.ts";

/** Answers each line: the text of a file, or whether a host can be reached. */
const answering: ScriptedProgram = async ({ env }, world) => {
  for (;;) {
    const [verb, subject = ""] = (await world.input()).trim().split(" ");
    if (verb === "read") world.print(world.read(subject) ?? "closed");
    else if (verb === "write") world.print(String(world.write(subject, "x")));
    else if (verb === "connect") world.print(String(await world.connect(subject)));
    else if (verb === "env") world.print(env[subject] ?? "unset");
    else return { exitCode: 4 };
  }
};

const FILES = { "a.txt": "text", ".env": "KEY=1", "asked.txt": "asked", "/opt/lib/one": "lib" };
const WORKSPACE: RequirementSet = {
  fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] },
  net: { hosts: ["a.test", "b.test"] },
};
const rules = (...texts: readonly string[]): readonly PolicyLayer[] => [
  {
    scope: "project",
    rules: texts.map((text) => {
      const [action, permission = "", pattern = ""] = text.split(" ");
      return { action: action === "deny" ? "deny" : "ask", permission, pattern } as const;
    }),
  },
];

function openKernel(options: Partial<KernelOptions> = {}, host: MemoryHostOptions = {}) {
  const memory = createMemoryHost({
    files: FILES,
    programs: { server: answering },
    servers: { "a.test:443": "hello" },
    ...host,
  });
  return { kernel: createKernel({ host: memory, ...options }), memory };
}

type Ask = (line: string) => Promise<string>;

function asking(channel: Channel): Ask {
  const reader = channel.output[Symbol.asyncIterator]();
  return async (line) => {
    await channel.write(new TextEncoder().encode(line));
    const { value } = await reader.next();
    return new TextDecoder().decode(value ?? new Uint8Array());
  };
}

const SERVER = { name: "files", layer: "mcp", argv: ["server"], requires: WORKSPACE } as const;

describe("a channel of a kernel", () => {
  it("a channel is confined by the rules of all sessions, and what they ask about is closed", async () => {
    const policy = rules("deny fs.read **/.env", "ask fs.read asked.txt", "ask net.fetch b.test");
    const { kernel } = openKernel({ policy });
    const ask = asking(await kernel.openChannel({ ...SERVER, shows: ["/opt/lib"] }));
    expect([
      await ask("read a.txt"),
      await ask("read .env"),
      await ask("read asked.txt"),
      await ask("read /etc/passwd"),
      await ask("read /opt/lib/one"),
      await ask("connect a.test:443"),
      await ask("connect b.test:443"),
      await ask("connect c.test:443"),
    ]).toEqual(["text", "closed", "closed", "closed", "lib", "true", "false", "false"]);
    await kernel.close();
  });

  it("a channel has what it declares inside the ceiling, untrusted denies, and no variable that a rule closes", async () => {
    const untrusted = { ...rules("deny fs.read a.txt")[0], untrusted: true } as PolicyLayer;
    const { kernel } = openKernel({
      policy: [...rules("deny env SECRET"), untrusted],
      ceiling: { fs: { read: ["{workspace}/**"] } },
    });
    const env = { SECRET: "s", PLAIN: "p" };
    const ask = asking(await kernel.openChannel({ ...SERVER, env }));
    expect([
      await ask("read a.txt"),
      await ask("connect a.test:443"),
      await ask("env SECRET"),
      await ask("env PLAIN"),
    ]).toEqual(["closed", "false", "unset", "p"]);
    await kernel.close();
  });

  it("a channel ends when rules change what it may touch, and only then", async () => {
    const { kernel } = openKernel();
    const channel = await kernel.openChannel(SERVER);
    const narrow = await kernel.openChannel({ ...SERVER, name: "narrow", requires: {} });
    kernel.setPolicy(rules("deny bash **"));
    expect(await asking(channel)("read a.txt")).toBe("text");
    kernel.setPolicy(rules("deny net.fetch a.test"));
    expect((await channel.ended).cause).toBe("rules");
    expect(await asking(narrow)("env X")).toBe("unset");
    kernel.setPolicy(rules("deny shell.run server"));
    expect((await narrow.ended).cause).toBe("rules");
    await expect(kernel.openChannel(SERVER)).rejects.toMatchObject({ code: "permission_denied" });
    await kernel.close();
  });

  it("a channel reports at once that rules end it, and takes no more input", async () => {
    const { kernel } = openKernel();
    let told = 0;
    const onRules = () => {
      told += 1;
    };
    const channel = await kernel.openChannel({ ...SERVER, onRules });
    kernel.setPolicy(rules("deny net.fetch a.test"));
    expect(told).toBe(1);
    await expect(channel.write(new Uint8Array(1))).rejects.toMatchObject({ code: "unavailable" });
    await kernel.close();
    expect(told).toBe(1);
  });

  it("a channel is not started where nothing would confine it, unless a person allowed that", async () => {
    const { kernel, memory } = openKernel({}, { sandbox: noSandbox("None is here.") });
    await expect(kernel.openChannel(SERVER)).rejects.toThrow(/nothing here would confine it/);
    expect(memory.spawned()).toEqual([]);
    const channel = await kernel.openChannel({ ...SERVER, unconfined: true });
    expect(await asking(channel)("read a.txt")).toBe("text");
    await kernel.close();
  });

  it("a channel ends by itself, by its owner, by a signal, and with the kernel", async () => {
    const { kernel } = openKernel();
    const one = await kernel.openChannel(SERVER);
    await one.write(new TextEncoder().encode("stop"));
    expect(await one.ended).toMatchObject({ cause: "exited", exitCode: 4 });
    const two = await kernel.openChannel(SERVER);
    expect(await two.close()).toMatchObject({ cause: "closed" });
    const given = new AbortController();
    const three = await kernel.openChannel({ ...SERVER, signal: given.signal });
    given.abort();
    expect(await three.ended).toMatchObject({ cause: "closed" });
    const four = await kernel.openChannel(SERVER);
    await kernel.close();
    expect(await four.ended).toMatchObject({ cause: "closed" });
    await expect(kernel.openChannel(SERVER)).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe("requests of a kernel", () => {
  const requires = { net: { hosts: ["a.test", "b.test"] } };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "answered",
      (error: unknown) => (error as { code?: string }).code,
    );

  it("requests are judged one by one, by the rules in force when each is sent", async () => {
    const { kernel } = openKernel();
    const { request } = kernel.openRequests({ name: "remote", requires });
    expect(await codeOf(request("https://a.test/"))).toBe("answered");
    expect(await codeOf(request("https://c.test/"))).toBe("capability_denied");
    kernel.setPolicy(rules("ask net.fetch a.test"));
    expect(await codeOf(request("https://a.test/"))).toBe("permission_denied");
    kernel.setPolicy([]);
    expect(await codeOf(request("https://a.test/"))).toBe("answered");
    await kernel.close();
    expect(await codeOf(request("https://a.test/"))).toBe("cancelled");
  });
});
