/** Every row, in the order in which they run. */
import type { EffectRow } from "./effect-row.ts";
import { BY_SHAPE } from "./rows/by-shape.ts";
import { DENIES_AND_PEOPLE } from "./rows/denies-and-people.ts";
import { FURTHER_NAMES } from "./rows/further-names.ts";
import { LINKS_AND_OUTPUTS } from "./rows/links-and-outputs.ts";
import { MASKS_AND_LINKS } from "./rows/masks-and-links.ts";
import { RUNS_BY_ITSELF } from "./rows/runs-by-itself.ts";
import { SESSIONS } from "./rows/sessions.ts";
import { SIDE_BY_SIDE } from "./rows/side-by-side.ts";
import { SYSTEM_AND_PROGRAMS } from "./rows/system-and-programs.ts";

export const EFFECT_ROWS: readonly EffectRow[] = [
  ...RUNS_BY_ITSELF,
  ...BY_SHAPE,
  ...MASKS_AND_LINKS,
  ...SESSIONS,
  ...SIDE_BY_SIDE,
  ...DENIES_AND_PEOPLE,
  ...FURTHER_NAMES,
  ...SYSTEM_AND_PROGRAMS,
  ...LINKS_AND_OUTPUTS,
];
