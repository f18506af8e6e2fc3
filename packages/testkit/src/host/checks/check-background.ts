/** Programs that outlive their call: listed, read, written to, stopped, and gone with their session. */
import type { ProcessHandle } from "@toolplane/contract";
import { differs, firstProblem, rejectsWith } from "../../suite/compare-values.ts";
import type { ConformanceTask } from "../conformance-task.ts";
import type { HostBench, HostCheck } from "../host-conformance.ts";
import { type CallOptions, openCall, SESSION, wordRedactor } from "../open-call.ts";
import { standsStill } from "../run-task.ts";
import { textAt } from "../show-disk.ts";
import { commandOf, processesOf } from "../task-command.ts";
import { pause, until } from "../within-patience.ts";

const needs = ["processes"] as const;
const ALL = { offset: 0, limit: 100_000 };

export const backgroundChecks: readonly HostCheck[] = [
  {
    name: "a program in the background is listed, read by pages, written to and stopped",
    needs,
    async run(bench) {
      const { processes } = bench.host;
      const handle = await start(bench, { do: "echo" });
      const [listed] = processes.list(SESSION);
      await processes.write(handle.id, "one\n");
      await printed(bench, handle.id, "one\n");
      await processes.write(handle.id, "two\n");
      await printed(bench, handle.id, "one\ntwo\n");
      const first = await processes.read(handle.id, { offset: 0, limit: 4 });
      const second = await processes.read(handle.id, { offset: first.nextOffset, limit: 100 });
      const ended = await processes.stop(handle.id);
      const after = processes.list(SESSION);
      return firstProblem(
        differs("the handle", [handle.running, handle.exitCode], [true, null]),
        differs("the listed handle", [listed?.id, listed?.running], [handle.id, true]),
        differs("another session's list", processes.list("session_b"), []),
        differs("pages", [first.text, second.text], ["one\n", "two\n"]),
        differs("its end", [ended.cancelled, ended.timedOut], [true, false]),
        differs("its output", ended.output, "one\ntwo\n"),
        differs(
          "still running",
          after.filter(({ running }) => running),
          [],
        ),
      );
    },
  },
  {
    name: "pages of what was printed make up the whole, whatever the characters",
    needs,
    async run(bench) {
      const { processes } = bench.host;
      const whole = "aé漢字-".repeat(20);
      const { id } = await start(bench, { do: "print", text: whole });
      await until("it ended", () => processes.list(SESSION).every(({ running }) => !running));
      let pages = "";
      for (let offset = 0; pages.length <= whole.length; ) {
        const { text, nextOffset } = await processes.read(id, { offset, limit: 5 });
        if (text === "") break;
        pages += text;
        offset = nextOffset;
      }
      return differs("the pages", pages, whole);
    },
  },
  {
    name: "a program in the background outlives its call",
    needs,
    async run(bench) {
      const stop = new AbortController();
      const handle = await start(bench, { do: "echo" }, { signal: stop.signal });
      stop.abort();
      await pause(100);
      const [listed] = bench.host.processes.list(SESSION);
      if (!listed?.running) return "it was ended with the call that started it";
      await bench.host.processes.write(handle.id, "still\n");
      await printed(bench, handle.id, "still\n");
      await bench.host.processes.stop(handle.id);
      return null;
    },
  },
  {
    name: "a program that ended by itself says how, and takes no more input",
    needs,
    async run(bench) {
      const { processes } = bench.host;
      const { id } = await start(bench, { do: "exit", code: 5 });
      await until("it ended", () => processes.list(SESSION).every(({ running }) => !running));
      const { exitCode, cancelled, timedOut } = await processes.stop(id);
      return firstProblem(
        differs("the listed end", processes.list(SESSION)[0]?.exitCode, 5),
        differs("its end", [exitCode, cancelled, timedOut], [5, false, false]),
        await rejectsWith("write", "conflict", () => processes.write(id, "x\n")),
      );
    },
  },
  {
    name: "a program that nobody knows is not_found",
    needs,
    async run({ host: { processes } }) {
      return firstProblem(
        await rejectsWith("read", "not_found", () => processes.read("none", ALL)),
        await rejectsWith("write", "not_found", () => processes.write("none", "")),
        await rejectsWith("stop", "not_found", () => processes.stop("none")),
      );
    },
  },
  {
    name: "what a program in the background prints is read with secrets masked",
    needs,
    async run(bench) {
      const pieces = ["a hunter2", "-secret b\n"];
      const redactor = wordRedactor("hunter2-secret", "[masked]");
      const { processes } = bench.host;
      const { id } = await start(bench, { do: "print-pieces", pieces }, { redactor });
      await until("it ended", () => processes.list(SESSION).every(({ running }) => !running));
      const { text } = await processes.read(id, ALL);
      const { output } = await processes.stop(id);
      return differs(
        "the text and the output",
        [text, output],
        ["a [masked] b\n", "a [masked] b\n"],
      );
    },
  },
  {
    name: "a program in the background is ended by its deadline",
    needs,
    async run(bench) {
      const writes = outputOf(bench);
      const { context } = openCall(bench);
      const command = commandOf(bench, { do: "beat", text: "", path: `${writes}/beat` });
      const spec = { command, cwd: bench.workspace, env: {}, timeoutMs: 500, writes: [writes] };
      const { processes } = bench.host;
      const { id } = await processes.start(spec, context);
      await until("it ended", () => processes.list(SESSION).every(({ running }) => !running));
      const { timedOut, cancelled } = await processes.stop(id);
      return differs("its end", [timedOut, cancelled], [true, false]);
    },
  },
  {
    name: "a session that closes takes its programs and output files with it, and no other's",
    needs,
    async run(bench) {
      const { host } = bench;
      const out = outputOf(bench);
      const path = `${out}/beat`;
      const other = `${out}/other`;
      await start(bench, { do: "beat", text: "", path });
      await start(bench, { do: "beat", text: "", path: other }, { sessionId: "session_b" });
      const kept = await printMuch(bench);
      await until("both began", () => [path, other].every((file) => textAt(bench, file) !== null));
      if (host.closeSession === undefined) return "the host has no closeSession";
      await host.closeSession(SESSION);
      await host.closeSession(SESSION);
      const running = host.processes.list(SESSION).filter((handle) => handle.running);
      const before = textAt(bench, other);
      const problem = firstProblem(
        differs("programs that run on", running, []),
        await standsStill(bench, path),
        differs("the output file", bench.disk.readFile(kept), null),
        differs(
          "programs of the other session",
          host.processes.list("session_b").map((handle) => handle.running),
          [true],
        ),
      );
      if (problem) return problem;
      await until("the other goes on", () => textAt(bench, other) !== before);
      await host.closeSession("session_b");
      return null;
    },
  },
];

function start(
  bench: HostBench,
  task: ConformanceTask,
  call: CallOptions = {},
): Promise<ProcessHandle> {
  const { context } = openCall(bench, call);
  const writes = [outputOf(bench)];
  const spec = { command: commandOf(bench, task), cwd: bench.workspace, env: {}, writes };
  return bench.host.processes.start(spec, context);
}

/** A folder that programs in the background may write. */
function outputOf({ disk, workspace }: HostBench): string {
  const folder = `${workspace}/out`;
  disk.putDirectory(folder);
  return folder;
}

function printed(bench: HostBench, id: string, text: string): Promise<void> {
  return until(`it printed ${JSON.stringify(text)}`, async () => {
    return (await bench.host.processes.read(id, ALL)).text === text;
  });
}

/** A program whose output did not fit; gives the file that holds it. */
async function printMuch(bench: HostBench): Promise<string> {
  const times = Math.ceil(processesOf(bench).maxOutputBytes / 4);
  const command = commandOf(bench, { do: "print", text: "0123456\n", times });
  const spec = { command, cwd: bench.workspace, env: {} };
  const { outputPath } = await bench.host.processes.run(spec, openCall(bench).context);
  return outputPath ?? "";
}
