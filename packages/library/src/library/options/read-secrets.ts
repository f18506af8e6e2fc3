/**
 * Reads the values of secrets that no command holds. They are masked like every other secret, and handed to the relay alone. One that
 * cannot be read is left out and told of: commands then have nothing under its name.
 */
import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { promisify } from "node:util";
import { ConfigurationError } from "@toolplane/contract";
import { readBoundedFile } from "@toolplane/disk/own-files";
import type { HostOptions } from "@toolplane/host";
import type { HeldSecret } from "../../ground/held-secret.ts";
import { secretFault } from "../../ground/secret-fault.ts";
import type { ToolplaneOptions } from "./toolplane-options.ts";

const run = promisify(execFile);
const COMMAND_MS = 30_000;
const MAX_BYTES = 65_536;

type Credential = NonNullable<HostOptions["credentials"]>[number];

/** The options with texts for secrets, and with the credentials that were among them. */
export async function readSecrets(options: ToolplaneOptions): Promise<ToolplaneOptions> {
  const { secrets = {}, environment = process.env, onWarning = () => {} } = options;
  const held = Object.entries(secrets).filter((entry) => typeof entry[1] !== "string");
  if (held.length === 0) return options;
  const credentials: Credential[] = [];
  const texts: Record<string, string> = {};
  for (const [name, secret] of Object.entries(secrets))
    if (typeof secret === "string") texts[name] = secret;
    else {
      checkSecret(name, secret);
      const value = await readValue(name, secret, environment).catch(() => "");
      const { for: wanted, as } = secret;
      if (value === "") onWarning(`secrets.${name}: its value cannot be read, so it is left out.`);
      else {
        texts[name] = value;
        credentials.push({ name, value, for: wanted, as });
      }
    }
  return {
    ...options,
    secrets: texts,
    credentials: [...(options.credentials ?? []), ...credentials],
  };
}

/** Those that are texts by now. */
export function textSecrets({ secrets = {} }: ToolplaneOptions): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(secrets).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
}

async function readValue(
  name: string,
  { from = { env: name } }: HeldSecret,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  if ("env" in from) return environment[from.env] ?? "";
  if ("file" in from) {
    const path = from.file.replace(/^~(?=\/)/, homedir());
    return withoutLastLine(readBoundedFile({ path, shown: from.file })?.toString() ?? "");
  }
  const [program = "", ...words] = from.command;
  const { stdout } = await run(program, words, { timeout: COMMAND_MS, maxBuffer: MAX_BYTES });
  return withoutLastLine(stdout);
}

function withoutLastLine(text: string): string {
  return text.replace(/\r?\n$/, "");
}

function checkSecret(name: string, secret: HeldSecret): void {
  const fault = secretFault(secret);
  if (fault !== null) throw new ConfigurationError(`secrets.${name}`, `must be ${fault}`);
}
