/** A person who wants to hear of questions and of ends of runs hears of those of every face, because every face opens the product. */
import type { Toolplane } from "../library/create-toolplane.ts";
import type { PersonNotifier } from "../notify/open-notifier.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import { openMask } from "./open-mask.ts";

type Agent = Awaited<ReturnType<Toolplane["agent"]>>;

interface Ground {
  readonly settings: Settings;
  readonly onWarning?: (text: string) => void;
}

/** The same toolplane, listened to; itself where the person's settings name no way. */
export async function tellingPerson<Open extends Toolplane>(
  toolplane: Open,
  { settings, onWarning = () => {} }: Ground,
): Promise<Open> {
  if (settings.notify === null) return toolplane;
  const { openNotifier } = await import("../notify/open-notifier.ts");
  const { kernel, host } = toolplane;
  const notifier = await openNotifier({
    settings,
    kernel,
    clock: host.clock,
    environment: process.env,
    warn: onWarning,
    openMask: () => openMask(settings),
  });
  if (notifier === null) return toolplane;
  const unhear = toolplane.on(notifier.hear);
  return {
    ...toolplane,
    agent: async (options) => tellingEnds(await toolplane.agent(options), notifier),
    async close() {
      unhear();
      await notifier.close();
      await toolplane.close();
    },
  };
}

function tellingEnds(agent: Agent, { runEnded }: PersonNotifier): Agent {
  const telling = async (run: ReturnType<Agent["run"]>): ReturnType<Agent["run"]> => {
    const outcome = await run;
    runEnded(outcome.status === "stopped" ? `stopped (${outcome.by})` : outcome.status);
    return outcome;
  };
  return {
    ...agent,
    run: (prompt, options) => telling(agent.run(prompt, options)),
    goOn: (options) => telling(agent.goOn(options)),
  };
}
