/** The language servers of a toolplane: nothing is loaded or looked for before the first question. */
import { homedir } from "node:os";
import { type LanguageService, ToolError } from "@toolplane/contract";
import type { Host } from "@toolplane/contract/ports";
import type { CheckOptions, Languages } from "@toolplane/gateway/languages";
import type { Kernel, KernelOptions } from "@toolplane/kernel";
import type { ToolplaneOptions } from "../options/toolplane-options.ts";

export interface LibraryLanguages {
  readonly kernel: Pick<KernelOptions, "services">;
  /** Servers run under the rules of this kernel. */
  attach(kernel: Pick<Kernel, "openChannel">): void;
  close(): Promise<void>;
}

/** A program's own service goes before ours; a host that starts no programs has none. */
export function openLibraryLanguages(
  options: ToolplaneOptions,
  { host, services = {} }: { readonly host: Host } & Pick<KernelOptions, "services">,
): LibraryLanguages {
  const nothing = { kernel: {}, attach: () => {}, close: async () => {} };
  if (services.languages || host.processes.open === undefined) return nothing;
  let kernel: Pick<Kernel, "openChannel"> | null = null;
  let opening: Promise<Languages> | null = null;
  const ask: LanguageService["ask"] = async (request) => {
    if (kernel === null) throw new ToolError("unavailable", "Nothing is open yet.");
    opening ??= open(options, { host, openChannel: kernel.openChannel });
    return (await opening).ask(request);
  };
  const languages: LanguageService = { ask, ...checkOf(options, { ask, clock: host.clock }) };
  return {
    kernel: { services: { ...services, languages } },
    attach: (given) => {
      kernel = given;
    },
    close: async () => (await opening?.catch(() => null))?.close(),
  };
}

/** True where a language server could answer: the program's own service, one that is configured, or one that is installed. */
export async function offersLanguages(
  { environment = process.env, toolConfig = {}, services }: ToolplaneOptions,
  { host }: { readonly host: Host },
): Promise<boolean> {
  if (services?.languages) return true;
  const [workspace] = host.variables().workspace ?? [];
  if (host.processes.open === undefined || workspace === undefined) return false;
  return hasLanguages(toolConfig.lsp, {
    environment,
    workspace,
    home: environment.HOME ?? homedir(),
  });
}

/** Answers the same where the tools are only listed. */
export async function hasLanguages(
  config: Readonly<Record<string, unknown>> | undefined,
  place: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly workspace: string;
    readonly home: string;
  },
): Promise<boolean> {
  const { hasLanguageServer } = await import("@toolplane/gateway/languages/has-language-server");
  return hasLanguageServer(config, place);
}

const CHECK_MS = 3_000;

/** Diagnostics after a change, where the configuration wants them. */
function checkOf(
  { toolConfig: { lsp } = {} }: ToolplaneOptions,
  ground: Omit<CheckOptions, "waitMs">,
): Pick<LanguageService, "check"> {
  if (lsp?.afterEdit !== true) return {};
  const waitMs = typeof lsp.afterEditMs === "number" ? lsp.afterEditMs : CHECK_MS;
  return {
    async check(files, signal) {
      const { checkChanges } = await import("@toolplane/gateway/languages/check-changes");
      return checkChanges(files, signal, { ...ground, waitMs });
    },
  };
}

async function open(
  { environment = process.env, toolConfig = {} }: ToolplaneOptions,
  { host, openChannel }: { readonly host: Host } & Pick<Kernel, "openChannel">,
): Promise<Languages> {
  const [workspace] = host.variables().workspace ?? [];
  if (workspace === undefined)
    throw new ToolError("unavailable", "There is no workspace to start a language server in.");
  const { createLanguages } = await import("@toolplane/gateway/languages/create-languages");
  const { configuredServers, knownServers } = await import(
    "@toolplane/gateway/languages/language-servers"
  );
  return createLanguages({
    servers: () => [...configuredServers(toolConfig.lsp), ...knownServers(workspace)],
    ground: { environment, workspace, home: environment.HOME ?? homedir() },
    clock: host.clock,
    openChannel,
  });
}
