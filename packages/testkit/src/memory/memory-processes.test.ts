import type { Confinement } from "@toolplane/contract";
import type { ProcessContext, ProcessSpec } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { createCountingIds } from "../create-counting-ids.ts";
import { createFakeClock } from "../create-fake-clock.ts";
import { createDoorContext, createScriptedGate, type GateScript } from "../create-scripted-gate.ts";
import type { Permits } from "./confined-world.ts";
import { fillTree } from "./disk/fill-tree.ts";
import { createMemoryJournal } from "./disk/memory-journal.ts";
import { createMemorySidecars } from "./disk/memory-sidecars.ts";
import { createMemoryTree } from "./disk/memory-tree.ts";
import { createMemoryProcesses } from "./memory-processes.ts";
import { catProgram, type ScriptedPrograms } from "./scripted-program.ts";

const everything = { reach: [["/**"]], masks: [], opened: [] };
const confinement: Confinement = {
  read: everything,
  write: everything,
  network: { access: "relay", reach: [], masks: [], opened: [] },
  env: [],
  contained: false,
};
/** Stands in for the kernel's reading: nothing named `.env`, no writes outside `/ws`. */
const permits: Permits = (_, access) =>
  "real" in access &&
  !access.real.endsWith("/.env") &&
  (access.capability === "fs.read" || access.real.startsWith("/ws/"));

function setUp(
  programs: ScriptedPrograms,
  given: { refuse?: GateScript; sandbox?: "none"; network?: "none" } = {},
) {
  const clock = createFakeClock();
  const ids = createCountingIds();
  const tree = createMemoryTree();
  const journal = createMemoryJournal({ tree, clock, ids, cwd: "/ws" });
  const disk = {
    tree,
    journal,
    clock,
    cwd: "/ws",
    maxFileBytes: 1000,
    seen: new Map<string, Map<string, Uint8Array>>(),
  };
  fillTree(disk, {
    directories: ["/ws", "/scratch"],
    files: { ".env": "KEY=1\n", "a.txt": "hello\n" },
    links: { alias: ".env" },
    hardLinks: { other: "a.txt" },
  });
  const sidecars = createMemorySidecars(disk, "/scratch");
  const processes = createMemoryProcesses({
    disk,
    clock,
    ids,
    sidecars,
    programs,
    spawned: [],
    maxOutputBytes: 20,
    permits: given.sandbox === "none" ? null : permits,
    env: { PATH: "/bin" },
  });
  const abort = new AbortController();
  const heard: string[] = [];
  const context: ProcessContext = {
    ...createDoorContext({ gate: createScriptedGate(given.refuse), signal: abort.signal }),
    confinement: given.network
      ? { ...confinement, network: { ...confinement.network, access: "none" } }
      : confinement,
    onOutput: (text) => void heard.push(text),
  };
  const spec = (command: string | readonly string[], more: Partial<ProcessSpec> = {}) => ({
    command: typeof command === "string" ? { shell: command } : { argv: command },
    cwd: "/ws",
    env: {},
    ...more,
  });
  const run = (command: string | readonly string[], more?: Partial<ProcessSpec>) =>
    processes.run(spec(command, more), context);
  const text = (path: string) => {
    const { node } = tree.resolve(path);
    return node?.kind === "file" ? new TextDecoder().decode(node.bytes) : null;
  };
  return { clock, processes, abort, heard, context, spec, run, text, journal };
}

const untouched = {
  sandbox: "enforced",
  changed: [],
  changedComplete: true,
  hosts: [],
  likelyRefused: [],
};

describe("createMemoryProcesses", () => {
  it("runs a program by name and reports how it ended", async () => {
    const { run, heard } = setUp({ cat: catProgram });
    expect(await run(["cat", "a.txt"])).toEqual({
      exitCode: 0,
      signal: null,
      timedOut: false,
      cancelled: false,
      output: "hello\n",
      outputBytes: 6,
      durationMs: 0,
      report: untouched,
    });
    expect(heard).toEqual(["hello\n"]);
  });

  it("holds the confinement whoever reads, through a link too, and reports the likely refusal", async () => {
    const { run } = setUp({ cat: catProgram });
    expect(await run("cat .env alias a.txt")).toMatchObject({
      exitCode: 1,
      output: "cat: .env: No such f",
      report: { likelyRefused: ["/ws/.env", "/ws/alias"] },
    });
  });

  it("enforces declared touches and fails the program that is refused one", async () => {
    const { run, text } = setUp({
      build: () => ({
        touches: [
          { write: "out.js", text: "x" },
          { write: "/etc/passwd", text: "x" },
          { read: ".env" },
        ],
      }),
    });
    const { exitCode, report } = await run("build");
    expect({ exitCode, ...report, undo: undefined }).toEqual({
      ...untouched,
      exitCode: 1,
      changed: ["/ws/out.js"],
      likelyRefused: ["/etc/passwd", "/ws/.env"],
      undo: undefined,
    });
    expect([text("/ws/out.js"), text("/etc/passwd")]).toEqual(["x", null]);
  });

  it("enforces nothing without a sandbox, and says so", async () => {
    const { run } = setUp({ cat: catProgram }, { sandbox: "none" });
    expect(await run("cat .env")).toMatchObject({
      output: "KEY=1\n",
      report: { sandbox: "none", likelyRefused: [] },
    });
  });

  it("writes in place under all names of a file, and the change can be undone", async () => {
    const { run, text, journal, context } = setUp({
      sed: (_, world) => ({ exitCode: world.write("other", "changed") ? 0 : 1 }),
    });
    const { report } = await run("sed");
    expect(text("/ws/a.txt")).toBe("changed");
    expect(report.undo).toEqual(["journal_0001"]);
    expect(
      (await journal.door(context.sessionId, {} as never).list()).map(({ path }) => path),
    ).toEqual(["/ws/other"]);
  });

  it("asks the gate about each host, and nobody when there is no network", async () => {
    const curl: ScriptedPrograms = {
      curl: async (_, world) => ({
        output: `${await world.connect("ok.example")} ${await world.connect("bad.example:80")}`,
      }),
    };
    const refuse: GateScript = (access) =>
      "host" in access && access.host === "bad.example" ? "no" : null;
    expect(await setUp(curl, { refuse }).run("curl")).toMatchObject({
      output: "true false",
      report: {
        hosts: [
          { host: "ok.example", port: 443, allowed: true },
          { host: "bad.example", port: 80, allowed: false },
        ],
      },
    });
    expect(await setUp(curl, { network: "none" }).run("curl")).toMatchObject({
      output: "false false",
    });
  });

  it("finds a compound line as a whole only, and no command is 127", async () => {
    const { run } = setUp({ "true && true": "both\n", cat: catProgram });
    expect(await run("true && true")).toMatchObject({ exitCode: 0, output: "both\n" });
    expect(await run("cat a.txt | sh")).toMatchObject({ exitCode: 127 });
    expect(await run("toString")).toMatchObject({ exitCode: 127 });
  });

  it("keeps deadline, cancel and crash apart, and a dead program touches nothing", async () => {
    const late =
      (touch: string): ScriptedPrograms[string] =>
      async (_, world) => {
        world.print("begun ");
        await world.sleep(100);
        world.write(touch, "late");
        return {};
      };
    const { run, clock, abort, text } = setUp({
      slow: late("one"),
      held: late("two"),
      bad: () => {
        throw new TypeError("boom");
      },
    });
    const slow = run("slow", { timeoutMs: 50 });
    const held = run("held");
    const bad = await run("bad");
    await clock.advance(60);
    abort.abort();
    await clock.advance(100);
    expect([await slow, await held, bad]).toMatchObject([
      { exitCode: null, signal: "SIGKILL", timedOut: true, cancelled: false, durationMs: 50 },
      { exitCode: null, signal: "SIGTERM", timedOut: false, cancelled: true, output: "begun " },
      { exitCode: null, signal: "SIGABRT", output: "crashed: boom\n" },
    ]);
    expect([text("/ws/one"), text("/ws/two")]).toEqual([null, null]);
  });

  it("puts what does not fit into a sidecar", async () => {
    const { run, text } = setUp({ many: "0123456789012345678901234\n" });
    const { output, outputBytes, outputPath } = await run("many");
    expect({ output, outputBytes }).toEqual({ output: "01234567890123456789", outputBytes: 26 });
    expect(text(outputPath ?? "")).toBe("0123456789012345678901234\n");
  });

  it("says that a directory is missing", async () => {
    const { run } = setUp({ cat: catProgram });
    await expect(run("cat", { cwd: "/nowhere" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("gives a program its variables and nothing else", async () => {
    const { run } = setUp({ env: ({ env }) => ({ output: JSON.stringify(env).slice(0, 20) }) });
    expect((await run("env", { env: { A: "1" } })).output).toBe('{"PATH":"/bin","A":"');
  });
});

describe("background processes in memory", () => {
  const echo: ScriptedPrograms = {
    echo: async (_, world) => {
      for (;;) world.print(`> ${await world.input()}\n`);
    },
  };

  it("outlive the call that started them and end when stopped", async () => {
    const { processes, spec, context, abort, clock } = setUp(echo);
    const handle = await processes.start(spec(["echo"]), context);
    expect(handle).toMatchObject({ id: "process_0001", command: "echo", running: true });
    abort.abort();
    await processes.write(handle.id, "hi");
    await clock.advance(0);
    expect(await processes.read(handle.id, { offset: 2, limit: 10 })).toEqual({
      text: "hi\n",
      nextOffset: 5,
    });
    expect(await processes.stop(handle.id)).toMatchObject({ cancelled: true, output: "> hi\n" });
    expect(processes.list(context.sessionId)).toMatchObject([{ running: false }]);
    await expect(processes.write(handle.id, "x")).rejects.toMatchObject({ code: "conflict" });
  });

  it("belong to their session", async () => {
    const { processes, spec, context } = setUp(echo);
    await processes.start(spec(["echo"]), context);
    expect(processes.list("another")).toEqual([]);
    await expect(processes.stop("process_0009")).rejects.toMatchObject({ code: "not_found" });
  });
});
