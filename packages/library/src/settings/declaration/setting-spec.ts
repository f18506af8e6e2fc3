/** Declares one setting. The reading of every layer, the JSON schema, the reference page and `config` are made from it. */
import type { SettingName, SettingValues } from "./settings.ts";

export type SettingKind =
  | { readonly type: "choice"; readonly choices: readonly string[] }
  | { readonly type: "switch" }
  | { readonly type: "count"; readonly most: number; readonly least?: number }
  | { readonly type: "texts" }
  /** Places in the workspace, relative to it. */
  | { readonly type: "places" }
  /** Folders and hosts beside the workspace. Files only; `--add-dir` adds to it. */
  | { readonly type: "reach" }
  /** Secrets that no command holds, by name. Files only. */
  | { readonly type: "secrets" }
  /** A way to call a person away from the screen. Files only. */
  | { readonly type: "notify" }
  /** The database of a team's record. Files only. */
  | { readonly type: "record" }
  /** The prices of models, by their names. Files only. */
  | { readonly type: "prices" }
  /** Objects by tool id. Files only: neither a variable nor a flag can say it. */
  | { readonly type: "tools" };

export interface SettingSpec<Name extends SettingName = SettingName> {
  readonly kind: SettingKind;
  readonly bundled: SettingValues[Name];
  /** One sentence for editors and the reference. */
  readonly summary: string;
  /** The environment variable that sets it. */
  readonly variable?: string;
  /** True: a trusted project may say it too, within the bounds of `project-tools.ts`. */
  readonly project?: true;
}
