/** The output of a program: bounded, kept whole, masked wherever it goes, and shown while it runs. */
import { differs, firstProblem } from "../../suite/compare-values.ts";
import type { HostCheck } from "../host-conformance.ts";
import { wordRedactor } from "../open-call.ts";
import { runTask } from "../run-task.ts";
import { textAt } from "../show-disk.ts";
import { processesOf } from "../task-command.ts";
import { until } from "../within-patience.ts";

const needs = ["processes"] as const;
const SECRET = "hunter2-secret";
const MASK = "[masked]";

export const outputChecks: readonly HostCheck[] = [
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
];
