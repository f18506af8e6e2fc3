/** Asks once about packages that servers need, and fetches them. Nothing is sent anywhere before the answer. */
import { isToolError } from "@toolplane/contract";
import {
  type Fetched,
  type FetchGround,
  fetchPackage,
  readFetchedPackage,
  readNpmRegistry,
  splitSpec,
} from "@toolplane/gateway/sources/start";
import type { Settings } from "@toolplane/library/rooms/settings";
import { shortenPath } from "@toolplane/library/rooms/settings";
import { formatPlural } from "@toolplane/readings";
import { CliError } from "../command/cli-error.ts";
import type { CommandContext } from "../command/command.ts";
import { EXIT_CODES } from "../command/exit-code.ts";
import { showProgress } from "../terminal/show-progress.ts";
import { show } from "../terminal/shown/show.ts";
import { line, type Shown } from "../terminal/shown/shown.ts";
import { agree, type Said } from "./agree.ts";

/** Says yes where there is nothing to fetch. Throws a CliError where the answer was yes and it did not work. */
export async function fetchPackages(
  context: CommandContext,
  specs: readonly string[],
  settings: Settings,
): Promise<Said> {
  if (specs.length === 0) return "yes";
  const { terminal, environment, directory, signal } = context;
  const ground = {
    environment,
    workspace: settings.workspace ?? directory,
    userData: settings.userData,
  };
  const installScripts = context.arguments.flag("install-scripts");
  const asked: { readonly spec: string; readonly registry: string }[] = [];
  for (const spec of specs) {
    const registry = await orFault(spec, readNpmRegistry(spec, ground, signal));
    asked.push({ spec, registry });
    show(terminal, cardLines({ spec, registry, installScripts }, ground));
  }
  const said = await agree(context, `Fetch ${specs.length === 1 ? "it" : "them"} once?`);
  if (said !== "yes") return said;
  for (const { spec, registry } of asked) {
    const progress = showProgress(terminal, `fetching ${spec}`);
    const options = { ground, installScripts, signal };
    const fetched = await orFault(spec, fetchPackage(spec, registry, options)).finally(() =>
      progress.end(),
    );
    show(terminal, fetchedLines(fetched, installScripts));
  }
  return "yes";
}

async function orFault<T>(spec: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!isToolError(error)) throw error;
    const exitCode = error.code === "cancelled" ? EXIT_CODES.cancelled : EXIT_CODES.failed;
    throw new CliError(`${spec} could not be fetched.`, { lines: [error.message], exitCode });
  });
}

interface Card {
  readonly spec: string;
  readonly registry: string;
  readonly installScripts: boolean;
}

function cardLines(
  { spec, registry, installScripts }: Card,
  ground: FetchGround,
): readonly Shown[] {
  const { name, version } = splitSpec(spec);
  const { environment, userData } = ground;
  const now = readFetchedPackage(userData, spec);
  return [
    line([{ text: name, style: "bold" }], { mark: "ask" }),
    ...rows([
      ["Version", version ?? "the newest there is"],
      ...(now === null ? [] : [["Now", now.version] as const]),
      ["From", `${registry} (as your npm is configured)`],
      ["Into", shortenPath(`${userData}/packages`, environment.HOME ?? "")],
      [
        "Scripts",
        installScripts
          ? "install scripts run as you, outside the sandbox"
          : "install scripts do not run",
      ],
      ["Later", "it starts from there, without a network; another version is asked about again"],
    ]),
  ];
}

function fetchedLines(
  { package: got, packages, withScripts }: Fetched,
  ran: boolean,
): readonly Shown[] {
  const scripts = formatPlural(withScripts.length, "package");
  return [
    line(`${got.name}@${got.version} is here, ${formatPlural(packages, "package")} in all`, {
      mark: "allow",
    }),
    ...rows([
      ["Sum", got.integrity],
      ...(withScripts.length === 0 || ran
        ? []
        : [
            [
              "Scripts",
              `${scripts} would run one when installed: ${withScripts.join(", ")}. Where the server needs it: --install-scripts`,
            ] as const,
          ]),
    ]),
  ];
}

function rows(pairs: readonly (readonly [string, string])[]): readonly Shown[] {
  return pairs.map(([word, text]) =>
    line([{ text: word.padEnd(10), style: "dim" }, ` ${text}`], { indent: 2 }),
  );
}
