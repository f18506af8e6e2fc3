/** Opens what runs in one folder of a worker, by the settings that hold there. */
import { openProduct, type Product } from "@toolplane/library/rooms/product";
import { readSettings, type Settings, settingsAgain } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";
import type { CommandContext } from "../../command/command.ts";
import { sayWarning } from "../../terminal/say-warning.ts";

interface PlaceGround {
  readonly state: State;
  /** Folders that it needs to read, beside those that the person opened. */
  readonly reads?: readonly string[];
}

export async function openPlace(
  context: CommandContext,
  { state, reads = [] }: PlaceGround,
): Promise<Product> {
  const opened = (settings: Settings): Settings => ({
    ...settings,
    reach: { ...settings.reach, read: [...settings.reach.read, ...reads] },
  });
  const again = settingsAgain(context);
  return openProduct({
    settings: opened(await readSettings(context)),
    state,
    readAgain: () => again().then(opened),
    sources: "kept",
    soleWriter: true,
    onWarning: (text) => sayWarning(context.terminal, text),
  });
}
