import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * The words after the name of a script. `--help` prints the usage and ends well; a word that the script does not know is one line
 * and exit code 2, before anything was begun.
 */
export function readOptions<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.slice(2).includes("--help")) {
    console.log(`usage: ${usage}`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    // The sentences after the first explain how to begin a plain word with a dash, which no script takes.
    const [fault] = (error instanceof Error ? error.message : String(error)).split(". ");
    return refuseWords(`${fault}: --help says what there is`);
  }
}

/** Ends the script for words that it cannot work with. */
export function refuseWords(reason: string): never {
  console.error(reason);
  process.exit(2);
}
