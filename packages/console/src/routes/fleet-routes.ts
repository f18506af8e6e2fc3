/** The team's fleet: who works, what waits, and what went wrong. */
import type { FleetFacts, FleetReport } from "@toolplane/contract/console";
import { createSystemClock } from "@toolplane/host";
import { readFleet } from "@toolplane/library/rooms/fleet";
import { createRuns } from "@toolplane/library/rooms/runs";
import { COUNT, describes, FLAG, list, MOMENT, nullable, TEXT } from "../api/api-schema.ts";
import type { ApiRoute } from "../api/route.ts";

const fleet: ApiRoute<FleetFacts> = {
  method: "GET",
  path: "/fleet",
  summary: "Workers, queues, runs that wait for people, failures, and unknown calls.",
  gives: describes<FleetFacts>({
    fleet: nullable(
      describes<FleetReport>({
        workers: list(
          describes<FleetReport["workers"][number]>({
            name: TEXT,
            worker: TEXT,
            queues: list(TEXT),
            versions: list(TEXT),
            labels: list(TEXT),
            concurrency: COUNT,
            isHeld: FLAG,
            isDraining: FLAG,
            driving: COUNT,
          }),
        ),
        queues: list(
          describes<FleetReport["queues"][number]>(
            {
              queue: TEXT,
              version: TEXT,
              labels: list(TEXT),
              waiting: COUNT,
              later: COUNT,
              driving: COUNT,
              isServed: FLAG,
            },
            { concurrency: COUNT, perSecond: COUNT },
          ),
        ),
        failures: list(
          describes<FleetReport["failures"][number]>({
            run: TEXT,
            fault: TEXT,
            times: COUNT,
            isGivenUp: FLAG,
          }),
        ),
        waits: list(
          describes<FleetReport["waits"][number]>({
            run: TEXT,
            prompt: TEXT,
            questions: list(TEXT),
            subagents: list(TEXT),
            sinceMs: MOMENT,
          }),
        ),
        unknown: list(
          describes<FleetReport["unknown"][number]>({ run: TEXT, sessionId: TEXT, callId: TEXT }),
        ),
      }),
    ),
  }),
  async handle(ground) {
    const engine = await ground.engine();
    if (engine === null) return { body: { fleet: null } };
    const { state } = ground;
    const runs = createRuns({ ...state, clock: createSystemClock() });
    return { body: { fleet: await readFleet({ engine, runs, store: state.store }) } };
  },
};

export const FLEET_ROUTES: readonly ApiRoute[] = [fleet];
