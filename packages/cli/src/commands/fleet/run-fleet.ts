import type { FleetReport } from "@toolplane/contract/console";
import { readFleet } from "@toolplane/library/rooms/fleet";
import { formatCount, formatMoment, formatPlural } from "@toolplane/readings";
import type { CommandRun } from "../../command/command.ts";
import type { Report } from "../../command/report.ts";
import { line, note, type Shown, table } from "../../terminal/shown/shown.ts";
import { withFleet } from "./with-fleet.ts";

export const runFleet: CommandRun = (context) =>
  withFleet(context, async ({ engine, state, runs }) => {
    const fleet = await readFleet({ engine, runs, store: state.store });
    return { json: fleet, shown: fleetLines(fleet) } satisfies Report;
  });

function fleetLines(fleet: FleetReport): readonly Shown[] {
  const parts = [workers(fleet), queues(fleet), waits(fleet), failures(fleet), unknown(fleet)];
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, at) => (at === 0 ? part : [line(), ...part]));
}

function workers({ workers: all }: FleetReport): readonly Shown[] {
  if (all.length === 0) return [line("No worker is there."), note("  toolplane worker   is one.")];
  return [
    table({
      columns: [
        { title: "worker" },
        { title: "lease" },
        { title: "runs", align: "right" },
        { title: "queues", shrink: 8 },
        { title: "labels", shrink: 8, drop: 1 },
      ],
      rows: all.map(({ name, isHeld, isDraining, driving, concurrency, queues, labels }) => ({
        cells: [
          name,
          isHeld
            ? { text: isDraining ? "drains" : "held", mark: isDraining ? "off" : "running" }
            : { text: "ran out", mark: "failed" },
          `${formatCount(driving)} of ${formatCount(concurrency)}`,
          queues.join(" "),
          labels.join(" "),
        ],
      })),
    }),
  ];
}

function queues({ queues: all }: FleetReport): readonly Shown[] {
  if (all.length === 0) return [];
  return [
    table({
      columns: [
        { title: "queue" },
        { title: "needs", shrink: 8 },
        { title: "waiting", align: "right" },
        { title: "later", align: "right" },
        { title: "driven", align: "right" },
        ...(all.some(hasLimit) ? [{ title: "limit" }] : []),
      ],
      rows: all.map((one) => {
        const { queue, version, labels, waiting, later, driving } = one;
        return {
          cells: [
            isLeft(one) ? { text: queue, mark: "ask" } : queue,
            [`loop ${version}`, ...labels].join(" "),
            formatCount(waiting),
            formatCount(later),
            formatCount(driving),
            ...(all.some(hasLimit) ? [limitOf(one)] : []),
          ],
          notes: isLeft(one) ? ["No worker takes these."] : [],
        };
      }),
    }),
  ];
}

/** A line that is empty waits for nobody. */
function isLeft({ isServed, waiting, later, driving }: FleetReport["queues"][number]): boolean {
  return !isServed && waiting + later + driving > 0;
}

type Limit = Pick<FleetReport["queues"][number], "concurrency" | "perSecond">;

function hasLimit({ concurrency, perSecond }: Limit): boolean {
  return concurrency !== undefined || perSecond !== undefined;
}

function limitOf({ concurrency, perSecond }: Limit): string {
  return [
    ...(concurrency === undefined ? [] : [`${formatCount(concurrency)} at once`]),
    ...(perSecond === undefined ? [] : [`${formatCount(perSecond)} a second`]),
  ].join(", ");
}

function waits({ waits: all }: FleetReport): readonly Shown[] {
  return all.flatMap(({ run, prompt, questions, subagents, sinceMs }) => {
    const asks = questions.length > 0;
    const who = asks ? "a person" : formatPlural(subagents.length, "subagent");
    const since = formatMoment(sinceMs, { nowMs: Date.now() });
    return [
      line(`${run.slice(0, SHORT)} waits for ${who}, ${since}: ${prompt.split("\n")[0] ?? ""}`, {
        mark: asks ? "ask" : "running",
      }),
      ...questions.map((id) => note(`  toolplane approvals answer ${id}`)),
    ];
  });
}

function failures({ failures: all }: FleetReport): readonly Shown[] {
  return all.flatMap(({ run, fault, times, isGivenUp }) => [
    line(`${run.slice(0, SHORT)} went wrong ${timesText(times)}: ${fault}`, {
      mark: "failed",
      wraps: true,
    }),
    ...(isGivenUp
      ? [
          note(
            `  It waits for a worker that starts, or for: toolplane fleet wake ${run.slice(0, SHORT)}`,
          ),
        ]
      : []),
  ]);
}

function timesText(times: number): string {
  return times === 1 ? "once" : `${formatCount(times)} times`;
}

function unknown({ unknown: all }: FleetReport): readonly Shown[] {
  return all.map(({ run, sessionId, callId }) =>
    line(
      `${run.slice(0, SHORT)}: whether call ${callId} happened is unknown. toolplane show ${sessionId.slice(0, SHORT)}`,
      {
        mark: "unknown",
      },
    ),
  );
}

/** As much of an id as tells runs apart. */
const SHORT = 8;
