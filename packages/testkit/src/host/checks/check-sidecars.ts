/** Sidecars: whole, private, in scratch, and gone with their session. */
import { isBelow } from "@toolplane/readings";
import { differs, firstProblem } from "../../suite/compare-values.ts";
import type { HostBench, HostCheck } from "../host-conformance.ts";
import { openCall } from "../open-call.ts";
import { readText, textAt } from "../show-disk.ts";

const TRICKY_IDS = ["../../up", "/absolute", "", ".", "..", "a/b", "null\0", "x".repeat(500), "ü"];

export const sidecarChecks: readonly HostCheck[] = [
  {
    name: "a sidecar holds the whole text, in scratch, for its owner alone",
    async run(bench) {
      const { sidecars } = bench.host;
      const text = "line ü\n".repeat(30_000);
      const path = await sidecars.write({ sessionId: "session_a", callId: "call_1", text });
      return firstProblem(
        differs("a place in scratch", liesInScratch(bench, path), true),
        differs("the text", textAt(bench, path) === text, true),
        differs("the mode", bench.disk.modeOf(path)?.toString(8), "600"),
        differs(
          "the text through a door",
          (await readText(openCall(bench).fs, path)) === text,
          true,
        ),
      );
    },
  },
  {
    name: "no sidecar takes the place of another, whatever the ids",
    async run(bench) {
      const { sidecars } = bench.host;
      const paths = new Map<string, string>();
      for (const [at, id] of [...TRICKY_IDS, "call_1", "call_1"].entries()) {
        const text = `text ${at}`;
        paths.set(await sidecars.write({ sessionId: id, callId: id, text }), text);
        paths.set(await sidecars.write({ sessionId: "session_a", callId: id, text }), text);
      }
      const wrong = [...paths].find(
        ([path, text]) => !liesInScratch(bench, path) || textAt(bench, path) !== text,
      );
      return firstProblem(
        differs("distinct files", paths.size, 2 * (TRICKY_IDS.length + 2)),
        differs("a sidecar out of place", wrong?.[0], undefined),
      );
    },
  },
  {
    name: "the sidecars of a session go when it closes, and no other's",
    async run(bench) {
      const { sidecars } = bench.host;
      const write = (sessionId: string) => sidecars.write({ sessionId, callId: "c", text: "t" });
      const own = [await write("session_a"), await write("session_a")];
      const other = await write("session_b");
      await sidecars.close("session_a");
      await sidecars.close("session_a");
      await sidecars.close("session_none");
      return firstProblem(
        differs(
          "what is left",
          own.map((path) => textAt(bench, path)),
          [null, null],
        ),
        differs("the other session's", textAt(bench, other), "t"),
      );
    },
  },
];

function liesInScratch({ host }: HostBench, path: string): boolean {
  const { scratch = [] } = host.variables();
  const plain = !path.split("/").includes("..");
  return plain && scratch.some((root) => isBelow(path, root));
}
