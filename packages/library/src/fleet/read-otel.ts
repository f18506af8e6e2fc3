/** Where spans are sent while they happen, by the variables that OpenTelemetry's own tools go by. */

export interface OtelSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Null where nobody has asked for spans. Only OTLP over HTTP is spoken: what names another protocol is warned of, and nothing sent. */
export function readOtel(
  environment: Environment,
  onWarning: (text: string) => void,
): OtelSettings | null {
  const of = (name: string): string =>
    (environment[`OTEL_EXPORTER_OTLP_TRACES_${name}`] ||
      environment[`OTEL_EXPORTER_OTLP_${name}`]) ??
    "";
  const endpoint = of("ENDPOINT");
  const isOff =
    environment.OTEL_SDK_DISABLED === "true" || environment.OTEL_TRACES_EXPORTER === "none";
  if (endpoint === "" || isOff) return null;
  const protocol = of("PROTOCOL");
  if (protocol !== "" && !protocol.startsWith("http/")) {
    onWarning(
      `No spans are sent: OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}, and only http is spoken.`,
    );
    return null;
  }
  // The one for traces is the whole address; the general one is where all signals lie below.
  const isWhole = Boolean(environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
  const url = isWhole ? endpoint : `${endpoint.replace(/\/$/, "")}/v1/traces`;
  if (!URL.canParse(url)) {
    onWarning(`No spans are sent: ${endpoint} is no address.`);
    return null;
  }
  return {
    url,
    headers: readHeaders(of("HEADERS")),
    service: environment.OTEL_SERVICE_NAME || "toolplane",
  };
}

/** `name=value,name=value`, as percent-encoded text. */
function readHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(",").flatMap((pair) => {
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    return name.trim() === "" ? [] : [[name.trim(), decoded(value.trim())]];
  });
  return Object.fromEntries(pairs) as Readonly<Record<string, string>>;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
