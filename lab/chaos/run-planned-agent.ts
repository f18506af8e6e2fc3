/** A whole run of an agent: its model wants the planned calls, one batch a turn. One that was kept is gone on with. */
import type { Toolplane } from "toolplane";
import { type Model, scriptedModel } from "toolplane/agent";
import type { Reach } from "./boundaries.ts";
import type { PlannedSession } from "./planned-calls.ts";

export async function runPlannedAgent(
  toolplane: Toolplane,
  planned: PlannedSession,
  reach: Reach,
): Promise<void> {
  const [kept] = await toolplane.runs.list({ sessionId: planned.id, limit: 1 });
  const model = plannedModel(planned, reach);
  const limits = { repeats: 1_000 };
  const session = kept ? null : toolplane.session({ id: planned.id });
  const agent = await toolplane.agent({
    model,
    limits,
    ...(kept ? { run: kept.id } : {}),
    ...(session ? { session } : {}),
  });
  const outcome = await (kept ? agent.goOn() : agent.run("Do what is planned."));
  if (outcome.status !== "done")
    throw new Error(`The run of ${planned.id} ended otherwise: ${JSON.stringify(outcome)}`);
  await agent.close();
  await session?.close();
}

function plannedModel({ batches }: PlannedSession, reach: Reach): Model {
  const model = scriptedModel([...batches.map((calls) => ({ calls })), { text: "Done." }]);
  return {
    ...model,
    answer(request, options) {
      reach("model:before");
      return model.answer(request, options);
    },
  };
}
