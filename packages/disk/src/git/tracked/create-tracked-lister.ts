/** Lists what git tracks below a folder: which of its history a rule could be about. */
import type { Analyzer } from "@toolplane/contract/ports";
import type { Places } from "../../paths/places/places.ts";
import { readPathText } from "../../paths/read-path-text.ts";
import { listTracked } from "./list-tracked.ts";

/** Makes `Analyzer.tracked`: absolute paths; complete and empty where there is no repository. */
export function createTrackedLister(places: Places): NonNullable<Analyzer["tracked"]> {
  return (text) => {
    const path = readPathText(text, places);
    return path.ok ? listTracked(path.value) : { paths: [], complete: false };
  };
}
