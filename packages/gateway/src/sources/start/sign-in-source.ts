/**
 * Lets a person sign in to a source's server. Its requests go over the kernel's own gate like all others; a host that the server
 * names for its sign-in is only asked after a person said so.
 */
import { ToolError } from "@toolplane/contract";
import type { Streams } from "@toolplane/contract/ports";
import type { Kernel } from "@toolplane/kernel";
import { signInToServer } from "@toolplane/mcp/client";
import type { Source } from "../list/source.ts";
import { createKeeper } from "./create-keeper.ts";
import { hostOf } from "./host-of.ts";
import { readSourceValues } from "./source-values.ts";

export interface SourceSignIn {
  /** The address that the browser is sent back to. */
  readonly redirectUrl: string;
  /**
   * Shows the address, and settles with the whole address that the browser was sent back to. Rejects when the person does not
   * sign in.
   */
  readonly signIn: (url: string, signal: AbortSignal) => Promise<string>;
  /** True: the server may have us ask this `host:port` for the sign-in. */
  readonly allowHost: (host: string) => Promise<boolean>;
  readonly signal: AbortSignal;
}

export type SignInOutcome =
  /** `hosts`: those that were allowed on the way. */
  | { readonly ok: true; readonly hosts: readonly string[] }
  | { readonly ok: false; readonly message: string };

export interface SignInGround {
  readonly kernel: Pick<Kernel, "openRequests">;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly userData: string;
}

/** Never rejects. What is kept is never part of the outcome. */
export async function signInSource(
  { name, server }: Source,
  person: SourceSignIn,
  { kernel, environment, userData }: SignInGround,
): Promise<SignInOutcome> {
  if (server.kind !== "address")
    return { ok: false, message: `${name} is no server at an address: nobody signs in to it.` };
  const { values, unset } = readSourceValues(server.headers, environment);
  if (unset.length > 0)
    return {
      ok: false,
      message: `Headers need variables that are not set: ${unset.join(", ")}.`,
    };
  const { allowHost, redirectUrl, signIn, signal } = person;
  const known = [hostOf(server.url), ...server.hosts];
  const hosts = new Set<string>();
  const streams: Streams = {
    async request(url, request) {
      const host = hostOf(url);
      if (!known.includes(host) && !hosts.has(host)) {
        if (!(await allowHost(host)))
          throw new ToolError("permission_denied", `Nobody let it ask ${host} for the sign-in.`);
        hosts.add(host);
      }
      const requires = { net: { hosts: [...known, ...hosts] } };
      return kernel.openRequests({ name: `mcp__${name}`, requires, signal }).request(url, request);
    },
  };
  const keeper = createKeeper(userData, { name, url: server.url });
  try {
    await signInToServer({
      streams,
      url: server.url,
      headers: values,
      signal,
      auth: { keeper, redirectUrl, signIn },
    });
    return { ok: true, hosts: [...hosts] };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : "It broke." };
  }
}
