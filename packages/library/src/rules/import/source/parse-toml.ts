/** TOML with errors that name their line. */
import { ConfigurationError } from "@toolplane/contract";
import { parse, TomlError } from "smol-toml";

/** Parses. Throws a ConfigurationError with file and line. */
export function parseToml(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new ConfigurationError(
      `${file}:${error.line}`,
      `is not TOML: ${error.message.split("\n", 1)[0]}`,
    );
  }
}
