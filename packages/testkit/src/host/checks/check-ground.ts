/** The base of the other checks: variables, environment, time, ids, and modules in a worker. */
import { isToolError, STANDARD_VARIABLES } from "@toolplane/contract";
import { isWithin } from "@toolplane/readings";
import { differs, firstProblem, rejectsWith } from "../../suite/compare-values.ts";
import { INNER_DETAIL } from "../conformance-compute.ts";
import type { HostBench, HostCheck } from "../host-conformance.ts";
import { pause, until } from "../within-patience.ts";

const MANY = 2_000;
const needs = ["compute"] as const;

export const groundChecks: readonly HostCheck[] = [
  {
    name: "the four variables are there, and hold absolute paths apart from one another",
    async run({ host, workspace, outside }) {
      const variables = host.variables();
      const all = STANDARD_VARIABLES.flatMap((name) => variables[name] ?? ["missing"]);
      const relative = all.filter((path) => !path.startsWith("/"));
      const within = (path: string, roots: readonly string[] = []) =>
        roots.some((root) => isWithin(path, root));
      return firstProblem(
        differs("paths that are not absolute", relative, []),
        differs("the first root", variables.workspace?.[0], workspace),
        differs("a scratch directory", variables.scratch?.length, 1),
        differs("outside, inside a variable", within(outside, all), false),
        differs(
          "the host's own data, inside the workspace",
          variables["user-data"]?.some((path) => within(path, variables.workspace)),
          false,
        ),
      );
    },
  },
  {
    name: "the environment gives a variable by its name, and nothing for names it does not hold",
    async run({ host, variable }) {
      const names = ["CONFORMANCE_NOT_SET", "__proto__", "toString", "constructor", ""];
      return firstProblem(
        differs(variable.name, host.environment(variable.name), variable.value),
        differs(
          "names that are not set",
          names.map((name) => host.environment(name)),
          names.map(() => undefined),
        ),
      );
    },
  },
  {
    name: "a timer fires once, not early, and not when it was taken back",
    async run({ host: { clock } }) {
      const fired: string[] = [];
      const startMs = clock.nowMs();
      const takeBack = clock.setTimer(5, () => void fired.push("taken back"));
      let firedMs = 0;
      clock.setTimer(30, () => {
        firedMs = clock.nowMs();
        fired.push("fired");
      });
      takeBack();
      await until("a timer fired", () => fired.includes("fired"));
      takeBack();
      await pause(60);
      return firstProblem(
        differs("timers", fired, ["fired"]),
        firedMs - startMs >= 29 ? null : `a timer of 30 ms fired after ${firedMs - startMs} ms`,
      );
    },
  },
  {
    name: "time never goes back, and the wall clock counts milliseconds since 1970",
    async run({ host: { clock } }) {
      let lastMs = clock.nowMs();
      for (let count = 0; count < MANY; count += 1) {
        const nowMs = clock.nowMs();
        if (!(nowMs >= lastMs)) return `the clock went from ${lastMs} back to ${nowMs}`;
        lastMs = nowMs;
      }
      const wallMs = clock.wallMs();
      return differs("a year after 2020", wallMs > Date.UTC(2020) && wallMs < Date.UTC(3000), true);
    },
  },
  {
    name: "ids carry their prefix, are unique and sort by creation",
    async run({ host: { ids } }) {
      const made = Array.from({ length: MANY }, () => ids.next("call"));
      const nonces = new Set(Array.from({ length: MANY }, () => ids.nonce()));
      const numbers = Array.from({ length: MANY }, () => ids.random());
      return firstProblem(
        differs(
          "ids without their prefix",
          made.filter((id) => !id.startsWith("call_")),
          [],
        ),
        differs("distinct ids", new Set(made).size, MANY),
        differs("ids in order", made.toSorted().join() === made.join(), true),
        differs("distinct nonces", nonces.size, MANY),
        differs(
          "numbers out of range",
          numbers.filter((n) => !(n >= 0 && n < 1)),
          [],
        ),
        differs("distinct numbers", new Set(numbers).size > MANY / 2, true),
      );
    },
  },
  {
    name: "a module computes on its own copy of the input",
    needs,
    async run(bench) {
      const value = { list: [1, { deep: "ü" }], bytes: Uint8Array.of(1, 2) };
      const result = await compute(bench, { do: "give", value });
      return firstProblem(
        differs("the result", result, { given: value }),
        differs("a copy", (result as { given: unknown }).given === value, false),
      );
    },
  },
  {
    name: "a module that refuses keeps its code, one that breaks is internal and shows nothing of it",
    needs,
    async run(bench) {
      const broken = await compute(bench, { do: "break" }).catch((error: unknown) => error);
      return firstProblem(
        await rejectsWith("a refusal", "not_found", () => compute(bench, { do: "refuse" })),
        differs("the code of a broken module", isToolError(broken) && broken.code, "internal"),
        differs("its message", String((broken as Error).message).includes(INNER_DETAIL), false),
      );
    },
  },
  {
    name: "a module that is late is a timeout, one whose call ends is cancelled",
    needs,
    async run(bench) {
      const stop = new AbortController();
      const late = await rejectsWith("a late module", "timeout", () =>
        compute(bench, { do: "hang" }, { timeoutMs: 200 }),
      );
      const { signal } = stop;
      const stopped = rejectsWith("a stopped module", "cancelled", () =>
        compute(bench, { do: "hang" }, { signal }),
      );
      stop.abort();
      return firstProblem(
        late,
        await stopped,
        await rejectsWith("a module after the end", "cancelled", () =>
          compute(bench, { do: "give" }, { signal }),
        ),
      );
    },
  },
];

async function compute(
  { host, computeModule = "" }: HostBench,
  input: unknown,
  given: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  const usual = { timeoutMs: 30_000, signal: new AbortController().signal };
  return host.compute({ module: computeModule, input, ...usual, ...given });
}
