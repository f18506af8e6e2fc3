/** Run by `view.attack.test.ts` as another user: prints what the scenarios that it is given by number came to. */
import { SCENARIOS } from "./scenarios.ts";

const answers: Record<string, unknown> = {};
for (const at of process.argv.slice(2)) {
  const scenario = SCENARIOS[Number(at)];
  if (scenario === undefined) throw new RangeError(`there is no scenario ${at}`);
  answers[scenario.name] = await scenario.run().catch((error: unknown) => String(error));
}
process.stdout.write(JSON.stringify(answers));
