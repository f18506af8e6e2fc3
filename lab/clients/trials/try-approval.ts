import { existsSync } from "node:fs";
import { join } from "node:path";
import { heardInstead } from "../judge-heard.ts";
import type { ClientRunner } from "../run-client.ts";
import { judged, type Trial } from "../trial.ts";

/** The file that the rules of a trial ask about, and its content once a person said yes. */
export const ASKED = { path: "total.txt", content: "42\n" };
const WAIT_MS = 120_000;

/** With `--wait` a person answers in `toolplane approvals`, whatever the client can show. */
export async function tryApproval(run: ClientRunner): Promise<Trial> {
  const file = join(run.place.workspace, ASKED.path);
  run.model.play([{ tool: "write", arguments: ASKED }]);
  const client = run.start();
  const late = new Promise<null>((resolve) => setTimeout(resolve, WAIT_MS, null).unref());
  const answer = run.startAnswer();
  const first = await Promise.race([answer.ended, client.ended, late]);
  const isEarly =
    first !== null && first === (await Promise.race([client.ended, null])) && existsSync(file);
  if (first === null) client.stop("SIGKILL");
  const { output } = await client.ended;
  answer.stop("SIGKILL");
  const said = run.model.heard().at(-1)?.results.at(-1);
  if (isEarly) return judged("approval", "it was written, and nobody had answered");
  if (existsSync(file) && said?.includes("created")) return judged("approval", null);
  return judged(
    "approval",
    `nothing was written; ${said === undefined ? output : heardInstead(said)}`,
  );
}

/** Without it the model must hear that no person said no. */
export async function tryUnasked({ model, place, start }: ClientRunner): Promise<Trial> {
  model.play([{ tool: "write", arguments: { ...ASKED, path: "other/total.txt" } }]);
  await start().ended;
  const said = model.heard().at(-1)?.results.at(-1);
  if (existsSync(join(place.workspace, "other"))) return judged("unasked", "it was written");
  const isTold = said !== undefined && /nobody was asked|cannot be asked/.test(said);
  return judged("unasked", isTold ? null : heardInstead(said));
}
