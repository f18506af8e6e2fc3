/** Running a program to its end: how it ended, what it printed, what it was given. */
import type { ProcessResult, ProcessSpec } from "@toolplane/contract";
import { differs, firstProblem, rejectsWith } from "../store/compare-values.ts";
import type { ConformanceTask } from "./conformance-task.ts";
import type { HostBench, HostCheck } from "./host-conformance.ts";
import { type CallOptions, confinementOf, openCall, wordRedactor } from "./open-call.ts";
import { textAt } from "./show-disk.ts";
import { commandOf, processesOf } from "./task-command.ts";
import { pause, until } from "./within-patience.ts";

const needs = ["processes"] as const;
const SECRET = "hunter2-secret";
const MASK = "[masked]";

/** The checks. */
export const processChecks: readonly HostCheck[] = [
  {
    name: "a program ends with its exit code, a shell line and an argv alike",
    needs,
    async run(bench) {
      for (const form of ["shell", "argv"] as const) {
        const command = commandOf(bench, { do: "exit", code: 7 }, form);
        const { exitCode, signal, timedOut, cancelled } = await run(bench, { command });
        const ending = [exitCode, signal, timedOut, cancelled];
        const problem = differs(`the end of a ${form}`, ending, [7, null, false, false]);
        if (problem) return problem;
      }
      const fine = await runTask(bench, { do: "print", text: 'it\'s "fine" $HOME\n' });
      return differs("output", [fine.exitCode, fine.output], [0, 'it\'s "fine" $HOME\n']);
    },
  },
  {
    name: "a program that dies is no success, no timeout and no cancel",
    needs,
    async run(bench) {
      const { exitCode, timedOut, cancelled } = await runTask(bench, { do: "crash" });
      return firstProblem(
        differs("success", exitCode === 0, false),
        differs("timed out and cancelled", [timedOut, cancelled], [false, false]),
      );
    },
  },
  {
    name: "a program gets its input, and the end of it",
    needs,
    async run(bench) {
      const { output } = await runTask(bench, { do: "echo" }, { spec: { stdin: "one\ntwo\n" } });
      return differs("output", output, "one\ntwo\n");
    },
  },
  {
    name: "a program runs in its directory; one that is missing is not_found",
    needs,
    async run(bench) {
      bench.disk.putDirectory(`${bench.workspace}/d`);
      const at = (cwd: string) => runTask(bench, { do: "directory" }, { spec: { cwd } });
      return firstProblem(
        differs(
          "the directory",
          (await at(`${bench.workspace}/d`)).output,
          `${bench.workspace}/d\n`,
        ),
        await rejectsWith("a run nowhere", "not_found", () => at(`${bench.workspace}/none`)),
      );
    },
  },
  {
    name: "a program sees the variables it was given, and none of the host's own",
    needs,
    async run(bench) {
      const { name, value } = bench.variable;
      const env = { CONFORMANCE_DECLARED: "given" };
      const { output } = await runTask(bench, { do: "environment" }, { spec: { env } });
      const lines = output.split("\n");
      return firstProblem(
        differs("the declared variable", lines.includes("CONFORMANCE_DECLARED=given"), true),
        differs(
          `${name}, which was not declared`,
          lines.some((line) => line.startsWith(`${name}=`)),
          false,
        ),
        differs("its value", output.includes(value), false),
      );
    },
  },
  {
    name: "a program that is late is a timeout, and not a cancel",
    needs,
    async run(bench) {
      const path = `${bench.workspace}/beat`;
      const task = { do: "beat", text: "started\n", path, stubborn: true } as const;
      const late = await runTask(bench, task, { spec: { timeoutMs: 600 } });
      return firstProblem(
        differs("its end", [late.timedOut, late.cancelled], [true, false]),
        differs("success", late.exitCode === 0, false),
        differs("what it printed", late.output, "started\n"),
        await standsStill(bench, path),
      );
    },
  },
  {
    name: "a program whose call ends is a cancel, and not a timeout",
    needs,
    async run(bench) {
      const path = `${bench.workspace}/beat`;
      const stop = new AbortController();
      const task = { do: "beat", text: "started\n", path } as const;
      const running = runTask(bench, task, {
        call: { signal: stop.signal },
        spec: { timeoutMs: 60_000 },
      });
      await until("the program began", () => textAt(bench, path) !== null);
      stop.abort();
      const { cancelled, timedOut, exitCode } = await running;
      return firstProblem(
        differs("its end", [cancelled, timedOut], [true, false]),
        differs("success", exitCode === 0, false),
        await standsStill(bench, path),
      );
    },
  },
  {
    name: "what a program leaves behind ends with it, and nobody waits for it",
    needs,
    async run(bench) {
      const path = `${bench.workspace}/beat`;
      const { exitCode, timedOut } = await runTask(bench, { do: "leave-behind", path });
      return firstProblem(
        differs("its end", [exitCode, timedOut], [0, false]),
        await standsStill(bench, path),
      );
    },
  },
  {
    name: "a call that is over starts nothing",
    needs,
    async run(bench) {
      const path = `${bench.workspace}/made`;
      const signal = AbortSignal.abort();
      const result = await runTask(
        bench,
        { do: "write-file", path, text: "x" },
        { call: { signal } },
      ).catch((error: unknown) => ({ cancelled: codeOf(error) === "cancelled" }));
      return firstProblem(
        differs("cancelled", result.cancelled, true),
        differs("what it wrote", textAt(bench, path), null),
      );
    },
  },
  {
    name: "output above the bound is cut, and lies whole in a private file",
    needs,
    async run(bench) {
      const { maxOutputBytes } = processesOf(bench);
      const text = "0123456789abcde\n";
      const times = Math.ceil((maxOutputBytes * 2) / text.length);
      const large = await runTask(bench, { do: "print", text, times });
      const small = await runTask(bench, { do: "print", text });
      const whole = text.repeat(times);
      const path = large.outputPath ?? "";
      return firstProblem(
        differs("bytes in a result", large.output.length <= maxOutputBytes + 1_000, true),
        differs("a head", large.output !== "" && whole.startsWith(large.output), true),
        differs("the count of bytes", large.outputBytes, whole.length),
        differs("the whole output in its file", textAt(bench, path) === whole, true),
        differs("the mode of that file", bench.disk.modeOf(path)?.toString(8), "600"),
        differs("a file for output that fits", small.outputPath, undefined),
      );
    },
  },
  {
    name: "secrets are masked in every sink of output, across pieces too",
    needs,
    async run(bench) {
      const { maxOutputBytes } = processesOf(bench);
      const redactor = wordRedactor(SECRET, MASK);
      const filler = "x".repeat(maxOutputBytes);
      const pieces = ["a hunter2", "-secret b\n", filler, ` ${SECRET} c\n`];
      let shown = "";
      const onOutput = (text: string) => {
        shown += text;
      };
      const task = { do: "print-pieces", pieces } as const;
      const { output, outputPath = "" } = await runTask(bench, task, {
        call: { redactor, onOutput },
      });
      const kept = textAt(bench, outputPath) ?? "";
      return firstProblem(
        differs("a masked head", output.startsWith(`a ${MASK} b\n`), true),
        differs("a secret in the output", output.includes(SECRET), false),
        differs("a secret in the pieces", shown.includes(SECRET), false),
        differs("a secret in the file", kept.includes(SECRET), false),
        differs("the file", kept === `a ${MASK} b\n${filler} ${MASK} c\n`, true),
      );
    },
  },
  {
    name: "a secret across the bound of the output is not shown in part",
    needs,
    async run(bench) {
      const { maxOutputBytes } = processesOf(bench);
      const redactor = wordRedactor(SECRET, MASK);
      const filler = "x".repeat(maxOutputBytes - Math.floor(SECRET.length / 2));
      const text = `${filler}${SECRET}${filler}`;
      const { output, outputPath } = await runTask(
        bench,
        { do: "print", text },
        { call: { redactor } },
      );
      return firstProblem(
        differs("the beginning of a secret", output.includes(SECRET.slice(0, 4)), false),
        differs("the file", textAt(bench, outputPath ?? ""), `${filler}${MASK}${filler}`),
      );
    },
  },
  {
    name: "pieces of output come while the program runs, and make up the output",
    needs,
    async run(bench) {
      const pieces: string[] = [];
      const stop = new AbortController();
      const path = `${bench.workspace}/beat`;
      const running = runTask(
        bench,
        { do: "beat", text: "started\n", path },
        { call: { signal: stop.signal, onOutput: (text) => void pieces.push(text) } },
      );
      await until("a piece came", () => pieces.length > 0);
      stop.abort();
      const { output } = await running;
      return differs("the pieces", pieces.join(""), output);
    },
  },
  {
    name: "the report says whether a sandbox held",
    needs,
    async run(bench) {
      const { report } = await runTask(bench, { do: "exit", code: 0 });
      const expected = bench.host.sandbox.kind === "none" ? "none" : "enforced";
      return differs("sandbox", report.sandbox, expected);
    },
  },
  {
    name: "a sandbox keeps a program from what its confinement does not reach",
    needs: ["processes", "sandbox"],
    async run(bench) {
      const { disk, workspace, outside } = bench;
      disk.putFile(`${workspace}/open.txt`, "open");
      disk.putFile(`${workspace}/masked.txt`, "canary");
      disk.putFile(`${outside}/far.txt`, "canary");
      const confinement = confinementOf(bench, [`${workspace}/masked.txt`]);
      const on = (task: ConformanceTask) => runTask(bench, task, { call: { confinement } });
      const open = await on({ do: "read-file", path: `${workspace}/open.txt` });
      const masked = await on({ do: "read-file", path: `${workspace}/masked.txt` });
      const far = await on({ do: "read-file", path: `${outside}/far.txt` });
      await on({ do: "write-file", path: `${outside}/far.txt`, text: "changed" });
      await on({ do: "write-file", path: `${workspace}/masked.txt`, text: "changed" });
      await on({ do: "write-file", path: `${workspace}/made.txt`, text: "made" });
      return firstProblem(
        differs("a file in reach", open.output, "open"),
        differs("a masked file in the output", masked.output.includes("canary"), false),
        differs("a file out of reach in the output", far.output.includes("canary"), false),
        differs("the file out of reach", textAt(bench, `${outside}/far.txt`), "canary"),
        differs("the masked file", textAt(bench, `${workspace}/masked.txt`), "canary"),
        differs("what was written in reach", textAt(bench, `${workspace}/made.txt`), "made"),
      );
    },
  },
];

/** Runs a task to its end. */
function runTask(
  bench: HostBench,
  task: ConformanceTask,
  given: { readonly spec?: Partial<ProcessSpec>; readonly call?: CallOptions } = {},
): Promise<ProcessResult> {
  return run(bench, { command: commandOf(bench, task), ...given.spec }, given.call);
}

function run(
  bench: HostBench,
  spec: Partial<ProcessSpec> & Pick<ProcessSpec, "command">,
  call: CallOptions = {},
): Promise<ProcessResult> {
  const { context } = openCall(bench, call);
  return bench.host.processes.run({ cwd: bench.workspace, env: {}, ...spec }, context);
}

/** Nothing of a program is left that could go on writing. */
export async function standsStill(bench: HostBench, path: string): Promise<string | null> {
  const before = textAt(bench, path);
  await pause(150);
  return differs("a file of a program that was ended", textAt(bench, path) === before, true);
}

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null)?.code;
}
