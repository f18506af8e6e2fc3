import { expect, it } from "vitest";
import { readOtel } from "./read-otel.ts";

function read(variables: Readonly<Record<string, string>>) {
  const said: string[] = [];
  const named = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [`OTEL_${name}`, value]),
  );
  return { settings: readOtel(named, (text) => said.push(text)), said };
}

const ENDPOINT = "http://collector:4318";

it("goes by the variables of OpenTelemetry, those for traces before the general ones", () => {
  expect(read({}).settings).toBeNull();
  const general = { EXPORTER_OTLP_ENDPOINT: ENDPOINT };
  expect(read(general).settings).toEqual({
    url: `${ENDPOINT}/v1/traces`,
    headers: {},
    service: "toolplane",
  });
  const traces = {
    ...general,
    EXPORTER_OTLP_TRACES_ENDPOINT: "http://other/spans",
    EXPORTER_OTLP_HEADERS: "authorization=Bearer%20a%3Db, x=%zz,",
    SERVICE_NAME: "shop",
  };
  expect(read(traces).settings).toEqual({
    url: "http://other/spans",
    headers: { authorization: "Bearer a=b", x: "%zz" },
    service: "shop",
  });
});

it("sends nothing where it is switched off, or asked for what is not spoken, and says so", () => {
  const general = { EXPORTER_OTLP_ENDPOINT: ENDPOINT };
  expect(read({ ...general, SDK_DISABLED: "true" })).toEqual({ settings: null, said: [] });
  expect(read({ ...general, TRACES_EXPORTER: "none" })).toEqual({ settings: null, said: [] });
  const grpc = read({ ...general, EXPORTER_OTLP_PROTOCOL: "grpc" });
  expect([grpc.settings, grpc.said[0]]).toEqual([null, expect.stringContaining("is grpc")]);
  const wrong = read({ EXPORTER_OTLP_TRACES_ENDPOINT: "collector" });
  expect([wrong.settings, wrong.said[0]]).toEqual([null, expect.stringContaining("no address")]);
});
