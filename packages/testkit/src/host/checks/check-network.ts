/** The network door: every request asked about, every redirect again, everything bounded. */
import type { NetDoor, NetResponse } from "@toolplane/contract";
import { differs, firstProblem, rejectsWith } from "../../suite/compare-values.ts";
import type { ConformanceNetwork, HostBench, HostCheck } from "../host-conformance.ts";
import { openCall, REFUSED, type Refusing } from "../open-call.ts";
import { until } from "../within-patience.ts";

const needs = ["network"] as const;
const MAX_HOPS = 30;

export const networkChecks: readonly HostCheck[] = [
  {
    name: "a request arrives as it was made, and its answer comes back",
    needs,
    async run(bench) {
      const { net, askedHosts } = openCall(bench);
      const { url, requests } = networkOf(bench);
      const headers = { "x-conformance": "yes" };
      const answer = await net.fetch(`${url}/echo?a=1`, { method: "POST", headers, body: "höi" });
      const missing = await net.fetch(`${url}/none`);
      const [seen] = requests();
      return firstProblem(
        differs("the answer", [answer.status, bodyText(answer)], [200, "höi"]),
        differs("where it came from", answer.url, `${url}/echo?a=1`),
        differs("a header of the answer", answer.headers["x-method"], "POST"),
        differs("the request", [seen?.method, pathOf(seen?.url)], ["POST", "/echo?a=1"]),
        differs("a header", seen?.headers["x-conformance"], "yes"),
        differs("the status of nothing", missing.status, 404),
        differs("the question", askedHosts()[0], {
          capability: "net.fetch",
          method: "POST",
          urlPath: "/echo",
          ...placeOf(url),
        }),
      );
    },
  },
  {
    name: "a refused host has the code of the decision, and hears nothing",
    needs,
    async run(bench) {
      const { url, requests } = networkOf(bench);
      const { net } = openCall(bench, { refuse: () => REFUSED });
      return firstProblem(
        await rejectsWith("fetch", "approval_rejected", () => net.fetch(`${url}/hello`)),
        differs("requests", requests(), []),
      );
    },
  },
  {
    name: "a gate that breaks lets no request out",
    needs,
    async run(bench) {
      const { url, requests } = networkOf(bench);
      const refuse = () => {
        throw new TypeError("the gate broke");
      };
      const opened = await openCall(bench, { refuse })
        .net.fetch(`${url}/hello`)
        .then(
          () => true,
          () => false,
        );
      return firstProblem(differs("an answer", opened, false), differs("requests", requests(), []));
    },
  },
  {
    name: "every redirect is asked about before it is followed",
    needs,
    async run(bench) {
      const { url, otherUrl, requests } = networkOf(bench);
      const target = `${url}/redirect?to=${encodeURIComponent(`${otherUrl}/hello`)}`;
      const open = openCall(bench);
      const answer = await open.net.fetch(target);
      const seen = requests().length;
      const { net } = openCall(bench, { refuse: refusingHost(otherUrl) });
      return firstProblem(
        differs("the answer", [bodyText(answer), answer.url], ["hello", `${otherUrl}/hello`]),
        differs("the hosts asked about", hostsOf(open.askedHosts()), [
          placeOf(url).host,
          placeOf(otherUrl).host,
        ]),
        await rejectsWith("a redirect to a refused host", "approval_rejected", () =>
          net.fetch(target),
        ),
        differs("requests of the refused redirect", requests().length - seen, 1),
      );
    },
  },
  {
    name: "a redirect to another host takes no credentials along",
    needs,
    async run(bench) {
      const { url, otherUrl, requests } = networkOf(bench);
      const headers = { authorization: "Bearer x", cookie: "a=b" };
      const to = encodeURIComponent(`${otherUrl}/hello`);
      await openCall(bench).net.fetch(`${url}/redirect?to=${to}`, { headers });
      const [first, second] = requests();
      return firstProblem(
        differs("the first request", first?.headers.authorization, "Bearer x"),
        differs("authorization of the second", second?.headers.authorization, undefined),
        differs("cookie of the second", second?.headers.cookie, undefined),
      );
    },
  },
  {
    name: "a POST that is redirected goes on as GET after 303, and as itself after 307",
    needs,
    async run(bench) {
      const { url, requests } = networkOf(bench);
      const { net } = openCall(bench);
      const post = { method: "POST", body: "text" };
      await net.fetch(`${url}/redirect?status=303&to=/hello`, post);
      const kept = await net.fetch(`${url}/redirect?status=307&to=/echo`, post);
      const methods = requests().map(({ method }) => method);
      return firstProblem(
        differs("methods", methods, ["POST", "GET", "POST", "POST"]),
        differs("the body after 307", bodyText(kept), "text"),
      );
    },
  },
  {
    name: "redirects without end are given up",
    needs,
    async run(bench) {
      const { url, requests } = networkOf(bench);
      const { net } = openCall(bench);
      const problem = await rejectsWith("fetch", "failed", () => net.fetch(`${url}/loop`));
      if (problem) return problem;
      return requests().length <= MAX_HOPS ? null : `${requests().length} redirects were followed`;
    },
  },
  {
    name: "a name that leads to an inner address is refused unless the address itself is allowed",
    needs,
    async run(bench) {
      const { url, innerUrl, innerAddress, requests } = networkOf(bench);
      const refuse: Refusing = (access) =>
        access.capability === "net.fetch" && access.host === innerAddress ? REFUSED : null;
      const closed = openCall(bench, { refuse });
      const to = encodeURIComponent(`${innerUrl}/hello`);
      for (const target of [`${innerUrl}/hello`, `${url}/redirect?to=${to}`]) {
        const code = await codeOf(closed.net, target);
        if (code !== "approval_rejected" && code !== "permission_denied")
          return `a fetch of ${target} gave ${code}, though its address is refused`;
      }
      const reached = requests().filter((request) => pathOf(request.url) === "/hello");
      const answer = await openCall(bench).net.fetch(`${innerUrl}/hello`);
      return firstProblem(
        differs("requests that arrived", reached, []),
        differs(
          "the address was asked about",
          hostsOf(closed.askedHosts()).includes(innerAddress),
          true,
        ),
        differs("the answer when the address is allowed", bodyText(answer), "hello"),
      );
    },
  },
  {
    name: "an answer is cut at its bound, and says so",
    needs,
    async run(bench) {
      const { url } = networkOf(bench);
      const { net } = openCall(bench);
      const sizes = async (count: number, maxBytes: number) => {
        const { body, truncated } = await net.fetch(`${url}/bytes?count=${count}`, { maxBytes });
        return [body.length, truncated];
      };
      return firstProblem(
        differs("an answer above the bound", await sizes(5_000, 1_000), [1_000, true]),
        differs("an answer at the bound", await sizes(1_000, 1_000), [1_000, false]),
      );
    },
  },
  {
    name: "a request that is late is a timeout, one whose call ends is cancelled",
    needs,
    async run(bench) {
      const { url, requests } = networkOf(bench);
      const stop = new AbortController();
      const { net } = openCall(bench, { signal: stop.signal });
      const late = await rejectsWith("a late fetch", "timeout", () =>
        net.fetch(`${url}/hang`, { timeoutMs: 50 }),
      );
      const stopped = rejectsWith("a stopped fetch", "cancelled", () => net.fetch(`${url}/hang`));
      await until("the request arrived", () => requests().length >= 2);
      stop.abort();
      const problem = firstProblem(late, await stopped);
      const seen = requests().length;
      return firstProblem(
        problem,
        await rejectsWith("a fetch after the end", "cancelled", () => net.fetch(`${url}/hello`)),
        differs("requests after the end", requests().length - seen, 0),
      );
    },
  },
  {
    name: "what is no plain http URL is invalid_input, and nobody is asked about it",
    needs,
    async run(bench) {
      const { net, askedHosts } = openCall(bench);
      for (const url of [
        "",
        "no url",
        "file:///etc/passwd",
        "ftp://a.test/",
        "http://u:p@a.test/",
      ]) {
        const problem = await rejectsWith(`fetch of "${url}"`, "invalid_input", () =>
          net.fetch(url),
        );
        if (problem) return problem;
      }
      return differs("questions", askedHosts(), []);
    },
  },
  {
    name: "a server that is not there is unavailable",
    needs,
    async run(bench) {
      const { net } = openCall(bench);
      return rejectsWith("fetch", "unavailable", () => net.fetch(networkOf(bench).deadUrl));
    },
  },
];

function networkOf(bench: HostBench): ConformanceNetwork {
  if (bench.network === undefined) throw new TypeError("the bench has no network");
  return bench.network;
}

function placeOf(url: string): { scheme: string; host: string; port: number } {
  const { protocol, hostname, port } = new URL(url);
  return { scheme: protocol.slice(0, -1), host: hostname, port: Number(port || 80) };
}

function refusingHost(url: string): Refusing {
  const { host } = placeOf(url);
  return (access) => (access.capability === "net.fetch" && access.host === host ? REFUSED : null);
}

function hostsOf(list: readonly { readonly host: string }[]): readonly string[] {
  return list.map(({ host }) => host);
}

function pathOf(url = ""): string {
  const { pathname, search } = new URL(url, "http://server.invalid");
  return pathname + search;
}

function bodyText({ body }: NetResponse): string {
  return new TextDecoder().decode(body);
}

async function codeOf(net: NetDoor, url: string): Promise<string> {
  try {
    return `status ${(await net.fetch(url)).status}`;
  } catch (error) {
    return String((error as { readonly code?: unknown }).code);
  }
}
