/** Run by `view.attack.test.ts` as another user: prints what the scenarios came to. */
import { SCENARIOS } from "./scenarios.ts";

const answers: Record<string, unknown> = {};
for (const { name, run } of SCENARIOS)
  answers[name] = await run().catch((error: unknown) => String(error));
process.stdout.write(JSON.stringify(answers));
