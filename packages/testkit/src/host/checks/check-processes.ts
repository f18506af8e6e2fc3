/** Running a program to its end: how it ended, what it was given, what holds it. */
import type { ProcessResult } from "@toolplane/contract";
import { confinesProcesses, type LandingJudge } from "@toolplane/contract/ports";
import { errorCode } from "@toolplane/readings";
import { differs, firstProblem, rejectsWith } from "../../suite/compare-values.ts";
import type { ConformanceTask } from "../conformance-task.ts";
import type { HostBench, HostCheck } from "../host-conformance.ts";
import { confinementOf } from "../open-call.ts";
import { run, runTask, standsStill } from "../run-task.ts";
import { textAt } from "../show-disk.ts";
import { commandOf } from "../task-command.ts";
import { until } from "../within-patience.ts";

const needs = ["processes"] as const;

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
      const late = await runLate(bench, task);
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
      let said = "";
      const onOutput = (text: string) => {
        said += text;
      };
      const running = runTask(bench, task, {
        call: { signal: stop.signal, onOutput },
        spec: { timeoutMs: 60_000 },
      });
      // Where it runs on a view, nothing real shows that it began.
      await until("the program began", () => said !== "" || textAt(bench, path) !== null);
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
      ).catch((error: unknown) => ({ cancelled: errorCode(error) === "cancelled" }));
      return firstProblem(
        differs("cancelled", result.cancelled, true),
        differs("what it wrote", textAt(bench, path), null),
      );
    },
  },
  {
    name: "the report says whether a sandbox held",
    needs,
    async run(bench) {
      const { report } = await runTask(bench, { do: "exit", code: 0 });
      const expected = confinesProcesses(bench.host.sandbox) ? "enforced" : "none";
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
      const landing: LandingJudge = async ({ changes }) =>
        changes.some(({ path }) => path === `${workspace}/masked.txt`)
          ? { land: "none", drop: true, refused: [] }
          : { land: "all" };
      const on = (task: ConformanceTask) =>
        runTask(bench, task, { call: { confinement, landing } });
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

/** Past its deadline, once it has begun: on a busy machine that may take longer than a short deadline. */
async function runLate(
  bench: HostBench,
  task: Extract<ConformanceTask, { readonly do: "beat" }>,
): Promise<ProcessResult> {
  for (let timeoutMs = 600; ; timeoutMs *= 2) {
    const result = await runTask(bench, task, { spec: { timeoutMs } });
    // Where it runs on a view, nothing real shows that it began.
    const began = result.output !== "" || textAt(bench, task.path) !== null;
    if (began || timeoutMs > LONG_MS) return result;
  }
}

const LONG_MS = 8_000;
