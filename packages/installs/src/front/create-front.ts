/**
 * The front of the package registries, for one session. What the lock files name passes without a question; a file is held to the
 * sum that the lock has of it. A person is asked about any other package before its name goes anywhere, once for a command, and
 * the answer covers what the registry says that the package needs. The files that came by it count as named from then on.
 *
 * Requests go on as they are made again here: an address from what was read, fixed headers, no body. So they carry nothing out
 * but which package is wanted. What no registry's protocol knows is judged as any other request to that host.
 */
import { Readable } from "node:stream";
import { type NetTarget, ToolError, type WantedPackage } from "@toolplane/contract";
import type { Clock, Gate, GateDecision, LookUp } from "@toolplane/contract/ports";
import type { RelayedRequest, RelayedResponse, RelayService } from "@toolplane/disk/net";
import { isLoopbackHost } from "@toolplane/readings";
import type { LockBook } from "../locks/lock-book.ts";
import type { Registries } from "../registries/registry.ts";
import { createApprovedFiles } from "./approved-files.ts";
import { type CommandGrants, createCommandGrants } from "./command-grants.ts";
import { fileAnswer, readPage } from "./front-answers.ts";
import { answerHeaders, headerOf, requestHeaders } from "./front-headers.ts";
import { lockedSums, managerOf } from "./locked-sums.ts";
import { type LookUpGround, type Onward, packageLookUp } from "./package-look-up.ts";
import { type AskedThere, createAskedReader, PROTOCOLS } from "./read-asked.ts";
import { targetAt } from "./target-at.ts";

export interface FrontOptions {
  /** The files that locks name; read when it is first asked about. */
  readonly locks: () => LockBook;
  /** Looks for what a person wrote into them meanwhile, before anybody is asked about what they do not name. */
  readonly renew?: (() => void) | undefined;
  readonly registries: Registries["list"];
  readonly environment?: Registries["environment"];
  readonly clock: Clock;
}

export function createFront(options: FrontOptions): RelayService {
  const { locks, registries, environment = {}, clock } = options;
  const approved = createApprovedFiles();
  const reader = createAskedReader(registries, locks);
  const commands = new WeakMap<Gate, CommandGrants>();
  const renewed = new WeakSet<Gate>();
  const grantsOf = (gate: Gate): CommandGrants => {
    const known = commands.get(gate) ?? createCommandGrants();
    commands.set(gate, known);
    return known;
  };

  /** A lock file is looked at again once for a command. */
  function sumsOf(there: AskedThere, gate: Gate): readonly string[] | null {
    const known = lockedSums(locks(), there) ?? approved.sumsOf(there);
    if (known !== null || options.renew === undefined || renewed.has(gate)) return known;
    renewed.add(gate);
    options.renew();
    return lockedSums(locks(), there);
  }

  async function pass(request: RelayedRequest, there: AskedThere, onward: Onward) {
    const { asked } = there;
    const grants = grantsOf(request.gate);
    const sums = sumsOf(there, request.gate);
    if (sums !== null || isPlainIndex(there)) await byLock(request, there);
    else await byPerson(there, grants, { request, onward, clock });
    if (asked.url.origin !== there.registry.url.origin) requireOpen(request, there);
    const learn = (text: string) => {
      const told = PROTOCOLS[there.registry.manager].tell(asked, text);
      reader.learn(there, told);
      if (sums === null) grants.learn(managerOf(there.registry), asked.name, told);
    };
    const isRead = asked.isRead === true || (sums === null && asked.kind === "page");
    const encodings = isRead ? "identity" : headerOf(request, "accept-encoding");
    const answer = await onward({
      ...request,
      target: targetAt(asked.url),
      url: asked.url,
      headers: requestHeaders(there, encodings),
      body: null,
    });
    if (answer.status >= 200 && answer.status <= 299) {
      const came = (sum: string): void => approved.keep(there, sum);
      if (asked.kind === "file")
        return fileAnswer(answer, there, { sums: sums ?? [], learn, ...(sums ? {} : { came }) });
      if (isRead) return readPage(answer, learn);
    }
    return { ...answer, headers: answerHeaders(answer) };
  }

  /** Lets pass what the lock names where nothing was said about it; a rule that denies or asks about the place wins. */
  async function byLock({ gate }: RelayedRequest, there: AskedThere): Promise<void> {
    const target = packageTarget(there);
    const vouched = gate.vouch?.(target) ?? gate.check(target);
    const decision = !vouched.allowed && vouched.askable ? await ask(gate, there) : vouched;
    if (!decision.allowed) throw refused(there, decision);
  }

  /** Files that lie on another host go by the rules about that host, too. */
  function requireOpen({ gate }: RelayedRequest, there: AskedThere): void {
    const target = targetAt(there.asked.url);
    const decision = gate.vouch?.(target) ?? gate.check(target);
    if (!decision.allowed) throw refused(there, decision);
  }

  async function byPerson(there: AskedThere, grants: CommandGrants, ground: LookUpGround) {
    const { registry, asked } = there;
    const manager = managerOf(registry);
    if (asked.kind === "plain" ? grants.has(manager) : grants.covers(manager, asked)) return;
    if (asked.kind === "plain") throw needless(there);
    const key = `${manager} ${asked.name}@${asked.version ?? ""}`;
    const lookUp = packageLookUp(there, ground);
    const decision = await grants.once(key, () => ask(ground.request.gate, there, lookUp));
    if (!decision.allowed) throw refused(there, decision);
    grants.allow(manager, asked);
  }

  function ask(gate: Gate, there: AskedThere, lookUp?: LookUp): Promise<GateDecision> {
    const wanted = wantedPackage(locks(), there);
    return gate.ask({ ...packageTarget(there), package: wanted }, lookUp);
  }

  return {
    environment,
    onLoopback: registries.some(({ url }) => isLoopbackHost(url.hostname.replace(/^\[|\]$/g, ""))),
    serves({ scheme, host, port }) {
      const name = host.includes(":") ? `[${host}]` : host;
      return reader.servesOrigin(URL.parse(`${scheme}://${name}:${port}`)?.origin ?? "");
    },
    async handle(request, onward) {
      const there =
        request.target.method === "GET"
          ? reader.read(request.url, headerOf(request, "accept"))
          : null;
      return there === null ? judged(request, onward) : pass(request, there, onward);
    },
  };
}

/** The file about a whole index, which names no package. */
function isPlainIndex({ registry, asked }: AskedThere): boolean {
  return asked.kind === "plain" && registry.manager === "cargo";
}

/** The package as our own side knows it. */
function wantedPackage(book: LockBook, { registry, asked }: AskedThere): WantedPackage {
  const { name, version } = asked;
  const manager = managerOf(registry);
  const near = book.names(manager, name) ? undefined : book.nearTo(manager, name);
  return {
    manager,
    name,
    ...(version === undefined ? {} : { version }),
    ...(near === undefined ? {} : { near }),
  };
}

/** The package as a path of its registry, wherever its files lie. */
function packageTarget({ registry, asked }: AskedThere): NetTarget {
  const place = PROTOCOLS[registry.manager].placeOf(asked.name);
  return targetAt(new URL(place, registry.url));
}

const AUDIT = /\/-\/npm\/v1\/security\//;

/**
 * Judges what is no request of an install: publishing, searching, signing in. npm's check for advisories sends the names of all
 * packages and comes with every install, so it is answered here without a question; npm goes on without it and claims nothing.
 */
async function judged(request: RelayedRequest, onward: Onward): Promise<RelayedResponse> {
  const { gate, target, url } = request;
  if (AUDIT.test(url.pathname) && !gate.check(target).allowed) return withoutAudit();
  const decision = await gate.ask(target);
  if (!decision.allowed)
    throw new ToolError(
      decision.code,
      `${target.method} ${url.host}${url.pathname}: ${decision.reason}`,
    );
  return onward(request);
}

function withoutAudit(): RelayedResponse {
  const body = JSON.stringify({ error: "Advisories are not looked up from this session." });
  return {
    status: 404,
    headers: [
      ["content-type", "application/json"],
      ["content-length", String(Buffer.byteLength(body))],
    ],
    body: Readable.from([Buffer.from(body)]),
  };
}

type Refusal = Extract<GateDecision, { allowed: false }>;

function refused({ asked }: AskedThere, { code, reason }: Refusal): ToolError {
  const { name, version } = asked;
  const what = version === undefined ? name : `${name} ${version}`;
  return new ToolError(code, `${what} is not open to this command: ${reason}`);
}

function needless({ asked }: AskedThere): ToolError {
  const place = `${asked.url.host}${asked.url.pathname}`;
  return new ToolError("permission_denied", `${place} belongs to no package of this command.`);
}
