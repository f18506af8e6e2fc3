/**
 * Takes the network from the worker's own process, before any tool is loaded. In a sandbox there is none to take. Where there is
 * no sandbox, Node's permission model leaves it open in the versions that we run on, and only this closes it: it holds against
 * Node's modules as they are offered, not against a hole in Node.
 */
import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

type Bag = Record<string, unknown>;

/** For good: what was there is kept nowhere. */
export function closeNetwork(): void {
  close(net.Socket.prototype, ["connect"]);
  close(net.Server.prototype, ["listen"]);
  // Handles of their own would lead to the same place.
  close(net, ["_createServerHandle"]);
  close(dgram.Socket.prototype, ["bind", "connect", "send", "sendto", "addMembership"]);
  close(dgram, ["_createSocketHandle", "createSocket", "Socket"]);
  for (const resolver of [dns, dns.promises]) {
    close(resolver.Resolver.prototype, functionsOf(resolver.Resolver.prototype));
    close(resolver, functionsOf(resolver));
  }
  syncBuiltinESMExports();
}

function functionsOf(owner: object): readonly string[] {
  const names: string[] = [];
  for (let at: object | null = owner; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at));
  return names.filter(
    (name) => name !== "constructor" && typeof (owner as Bag)[name] === "function",
  );
}

function close(owner: object, names: readonly string[]): void {
  for (const name of names)
    Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
}

function refuse(): never {
  throw Object.assign(new Error("A tool has no network but runtime.net."), {
    code: "ERR_ACCESS_DENIED",
  });
}
