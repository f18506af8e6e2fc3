import { existsSync } from "node:fs";
import { join } from "node:path";
import { kill, processesOf } from "../processes.ts";
import { type ClientRunner, type OnScreen, PROMPT } from "../run-client.ts";
import { cannot, judged, type Trial } from "../trial.ts";
import { until } from "../until.ts";
import { ASKED } from "./try-approval.ts";
import { endless } from "./try-cancel.ts";

const LIMIT_MS = 180_000;
const AGAIN_MS = 15_000;
const KEY_MS = 1000;
/** The first line of the card, as it is drawn. */
const CARD = "writeasks(1file,+1-0)";

/** In a terminal: the form of a question is shown and answered by keys; then a key stops a command while the client lives on. */
export async function tryForm(run: ClientRunner, hasForms: boolean): Promise<readonly Trial[]> {
  const { form } = run.driver;
  if (form === undefined)
    return [
      hasForms
        ? judged("form", "it declares forms, and nothing here drives them")
        : cannot("form", "it declares no forms; toolplane approvals asks instead"),
    ];
  const { sleep, command } = endless(`${run.driver.mark}5`);
  const path = "form/total.txt";
  run.model.play([
    { tool: "write", arguments: { ...ASKED, path } },
    { tool: "bash", arguments: { command } },
  ]);
  const screen = run.open(form.words(PROMPT));
  try {
    const file = join(run.place.workspace, path);
    const isWritten = await answerForm(run, screen, () => existsSync(file));
    const shown = screen.shown();
    if (!isWritten) return [judged("form", `not answered; its screen: ${shown.slice(-600)}`)];
    const isCard = judged("form", shown.includes(CARD) ? null : "the card was not on its screen");
    if (!(await until(() => processesOf(sleep).length > 0)))
      return [isCard, judged("key", "the command never ran")];
    pressAll(screen, form.stop);
    const isOver = await until(() => processesOf(sleep).length === 0);
    const onScreen = `the command runs on after the key; its screen: ${screen.shown().slice(-600)}`;
    return [isCard, judged("key", isOver ? null : onScreen)];
  } finally {
    screen.close();
    for (const pid of processesOf(sleep)) kill(pid, "SIGKILL");
  }
}

/** Presses what its screens ask for, and says the prompt again until its model was shown the tools: servers are slow to start. */
async function answerForm(
  { driver, model }: ClientRunner,
  screen: OnScreen,
  isOver: () => boolean,
): Promise<boolean> {
  const steps = [...(driver.form?.steps ?? [])];
  let said = performance.now();
  return until(() => {
    const step = steps.findIndex(({ see }) => screen.shown().includes(see));
    const [found] = step < 0 ? [] : steps.splice(step, 1);
    if (found !== undefined) {
      said = performance.now();
      pressAll(screen, found.press);
    } else if (model.calls() === 0 && performance.now() - said > AGAIN_MS) {
      said = performance.now();
      screen.press(PROMPT);
      setTimeout(() => screen.press("\r"), 1000);
    }
    return isOver();
  }, LIMIT_MS);
}

/** One after the other: two keys at once are another key to some. */
function pressAll(screen: OnScreen, keys: readonly string[]): void {
  for (const [index, key] of keys.entries())
    setTimeout(() => screen.press(key), KEY_MS * (index + 1));
}
