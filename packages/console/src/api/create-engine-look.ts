/** The engine of the team's fleet for the pages that look at it. One that could not be opened is opened again by the next look. */
import type { Engine } from "@toolplane/contract/ports";
import { hasFleet, openFleetEngine } from "@toolplane/library/rooms/fleet";
import type { Settings } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";

export interface EngineLook {
  engine(): Promise<Engine | null>;
  close(): Promise<void>;
}

export function createEngineLook(state: State, settings: () => Promise<Settings>): EngineLook {
  let opening: Promise<Engine | null> | null = null;
  const open = async (): Promise<Engine | null> => {
    const { recordPlace } = await settings();
    const place = { recordPlace, store: state.store };
    return hasFleet(place) ? openFleetEngine(place) : null;
  };
  return {
    engine() {
      const going = opening ?? open();
      opening = going;
      going.catch(() => {
        if (opening === going) opening = null;
      });
      return going;
    },
    async close() {
      await (await opening?.catch(() => null))?.close();
    },
  };
}
