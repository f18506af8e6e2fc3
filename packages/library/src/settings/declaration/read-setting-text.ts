/** A setting as one word: from an environment variable, or from `--set name=value`. */
import { ConfigurationError, type Json } from "@toolplane/contract";
import { describeSettingFault } from "./check-setting.ts";
import type { SettingKind } from "./setting-spec.ts";

const ON: readonly string[] = ["on", "true", "yes", "1"];
const OFF: readonly string[] = ["off", "false", "no", "0"];

/** Reads the text. Throws a ConfigurationError that names the place and what may be there. */
export function readSettingText(kind: SettingKind, text: string, where: string): Json {
  const refuse = (expected: string): never => {
    throw new ConfigurationError(where, `must be ${expected}, not ${JSON.stringify(text)}`);
  };
  switch (kind.type) {
    case "choice":
      return kind.choices.includes(text) ? text : refuse(`one of ${kind.choices.join(", ")}`);
    case "switch":
      if (ON.includes(text.toLowerCase())) return true;
      return OFF.includes(text.toLowerCase()) ? false : refuse("on or off");
    case "count": {
      const { least = 0, most } = kind;
      const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (count >= least && count <= most) return count;
      return refuse(`a whole number ${least > 0 ? `from ${least} to` : "up to"} ${most}`);
    }
    case "places":
    case "texts": {
      const parts = text
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "");
      const fault = describeSettingFault(kind, parts);
      return fault === null ? parts : refuse(fault);
    }
    case "reach":
      throw new ConfigurationError(
        where,
        'is set in a file only: "reach" in your own config.jsonc; for one run: --add-dir',
      );
    case "secrets":
      throw new ConfigurationError(
        where,
        'is set in a file only: "secrets" in your own config.jsonc',
      );
    case "record":
      throw new ConfigurationError(
        where,
        'is set in a file only: "record" in your own config.jsonc',
      );
    case "prices":
      throw new ConfigurationError(
        where,
        'is set in a file only: "prices" in your own config.jsonc',
      );
    case "notify":
      throw new ConfigurationError(
        where,
        'is set in a file only: "notify" in your own config.jsonc',
      );
    case "tools":
      throw new ConfigurationError(where, 'is set in a file only: "tools" in config.jsonc');
  }
}
