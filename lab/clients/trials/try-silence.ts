import { heardInstead } from "../judge-heard.ts";
import { processesOf } from "../processes.ts";
import type { ClientRunner } from "../run-client.ts";
import { cannot, judged, type Trial } from "../trial.ts";
import { until } from "../until.ts";

/** A command that says nothing for longer than most clients wait. */
export async function trySilence(run: ClientRunner, seconds: number): Promise<Trial> {
  const { model, driver } = run;
  // A fraction that is its own, so that the process is found.
  const sleep = `sleep ${seconds}.0${driver.mark}`;
  model.play([{ tool: "bash", arguments: { command: `${sleep}; echo slept` } }]);
  const began = performance.now();
  await run.start().ended;
  const result = model.heard().at(-1)?.results[0];
  const limit = driver.callLimit;
  if (limit !== undefined && seconds > limit.seconds) {
    // Its own limit: the command must end with it, and the model must know.
    if (!(await until(() => processesOf(sleep).length === 0, 30_000)))
      return judged("silent", "the client gave up, and the command runs on");
    return result !== undefined && limit.heard.test(result)
      ? cannot("silent", limit.why)
      : judged("silent", heardInstead(result));
  }
  const isWhole = performance.now() - began >= seconds * 1000;
  return judged("silent", isWhole && result?.includes("slept") ? null : heardInstead(result));
}
