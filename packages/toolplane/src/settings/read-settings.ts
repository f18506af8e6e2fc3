/** Reads the layers. This first form knows the bundled values, the environment's folders and `--workspace` only. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { CommandArguments } from "../cli/command.ts";
import type { SettingName, SettingOrigin, Settings, SettingValues } from "./settings.ts";
import { userFolders } from "./user-folders.ts";

/** What is read from. */
export interface SettingsSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  readonly arguments: Pick<CommandArguments, "text" | "flag">;
}

const BUNDLED: SettingValues = {
  preset: "bundled",
  mode: "ask",
  allowlist: [],
  sandbox: "auto",
  contained: true,
  defaultPolicy: true,
  projectApprovals: false,
  tools: {},
  keepDays: 0,
  keepMegabytes: 0,
};

/** Reads every layer. Throws a CliError for a file that cannot be read as one. */
export async function readSettings(source: SettingsSource): Promise<Settings> {
  const { environment, directory } = source;
  const folders = userFolders({
    environment,
    home: environment.HOME ?? homedir(),
    platform: process.platform,
  });
  const origins = Object.fromEntries(
    Object.keys(BUNDLED).map((name) => [name, { layer: "bundled" }]),
  ) as Record<SettingName, SettingOrigin>;
  return {
    ...BUNDLED,
    ...folders,
    workspace: realpathSync(resolve(directory, source.arguments.text("workspace") ?? ".")),
    policy: [],
    project: { state: "none" },
    origins,
  };
}
