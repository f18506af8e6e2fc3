/**
 * The server that the network checks talk to, without a network: a function from request to answer, to be put behind
 * whatever listens. The URL says what it does, so that a check needs nothing else.
 */

/** A request that reached the server. `url` may be a path alone. */
export interface ConformanceRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ConformanceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The server; `answer` never settles for what must hang. */
export interface ConformanceServer {
  answer(request: ConformanceRequest): Promise<ConformanceResponse>;
  /** Everything it was asked, in order. */
  requests(): readonly ConformanceRequest[];
}

/** Makes a server that has been asked nothing. */
export function createConformanceServer(): ConformanceServer {
  const requests: ConformanceRequest[] = [];
  return {
    answer(request) {
      requests.push(request);
      return answerOf(request);
    },
    requests: () => requests,
  };
}

function answerOf(request: ConformanceRequest): Promise<ConformanceResponse> {
  const { pathname, searchParams } = new URL(request.url, "http://server.invalid");
  const text = (body: string, status = 200, headers = {}) =>
    Promise.resolve({ status, headers: { "content-type": "text/plain", ...headers }, body });
  switch (pathname) {
    case "/hello":
      return text("hello");
    case "/echo":
      return text(new TextDecoder().decode(request.body), 200, { "x-method": request.method });
    case "/redirect":
      return text("", Number(searchParams.get("status") ?? 302), {
        location: searchParams.get("to") ?? "/hello",
      });
    case "/loop":
      return text("", 302, { location: "/loop" });
    case "/bytes":
      return text("x".repeat(Number(searchParams.get("count"))));
    case "/hang":
      return new Promise(() => {});
    default:
      return text("nothing here", 404);
  }
}
