/** Rules one by one, each with the place where a person finds it. */

import type { PolicyLayer } from "@toolplane/contract";
import type { ListedRule } from "@toolplane/contract/console";

export type { ListedRule } from "@toolplane/contract/console";

export function listRules(layers: readonly PolicyLayer[]): readonly ListedRule[] {
  return layers.flatMap(({ rules, scope, file, lines }) =>
    rules.map((rule, at) => {
      const line = lines?.[at];
      const place = {
        ...(file === undefined ? {} : { file }),
        ...(line === undefined ? {} : { line }),
      };
      return { rule, source: { scope, ...place } };
    }),
  );
}
