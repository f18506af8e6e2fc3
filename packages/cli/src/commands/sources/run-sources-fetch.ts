import { readSources } from "@toolplane/gateway/sources/list";
import { readFetchedPackage, readPackageLine } from "@toolplane/gateway/sources/start";
import { readSettings } from "@toolplane/library/rooms/settings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { endReport } from "../../sources/agree.ts";
import { fetchPackages } from "../../sources/fetch-packages.ts";

export const runSourcesFetch: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const [word = ""] = context.arguments.words;
  const source = (await readSources(settings.userData)).find(({ name }) => name === word);
  const line =
    source === undefined
      ? readPackageLine("npx", [word])
      : source.server.kind === "program"
        ? readPackageLine(source.server.command, source.server.args)
        : null;
  if (line?.of !== "npm")
    throw new CliError(
      source === undefined
        ? `${JSON.stringify(word)} is no source and no name of an npm package.`
        : `${word} runs no npm package that could be fetched.`,
      { next: ["toolplane sources   lists them."] },
    );
  const { spec } = line;
  const said = await fetchPackages(context, [spec], settings);
  const got = said === "yes" ? readFetchedPackage(settings.userData, spec) : null;
  const json = { package: spec, version: got?.version ?? null, integrity: got?.integrity ?? null };
  const again = `toolplane sources fetch ${spec} --yes`;
  return said === "yes" ? { json, shown: [] } : endReport(said, { json, again });
};
