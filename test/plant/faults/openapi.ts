/** Mistakes in what a stranger's description may do, and in where credentials go. */
import type { Area } from "../fault.ts";

const HOSTILE = ["packages/openapi/src/hostile.attack.test.ts"];
const CREDENTIALS = ["packages/openapi/src/credentials.attack.test.ts"];
const READING = ["packages/openapi/src/from-open-api.test.ts"];
const WIRE = ["test/openapi/calls.test.ts"];
const ROAD = ["test/openapi/road.test.ts"];

export const OPENAPI_FAULTS: Area = {
  name: "openapi",
  in: "packages/openapi/src",
  tests: [["packages/openapi"], ["test/openapi"]],
  faults: [
    {
      name: "a-credential-goes-to-any-server-of-a-description",
      anchor: "if (applied.length > 0 && !origins.has(origin)) {",
      replacement: 'if (applied.length > 0 && origin === "") {',
      tests: CREDENTIALS,
    },
    {
      name: "a-token-address-of-another-host-is-believed",
      anchor: "return url !== null && url.origin === home ? url.href : null;",
      replacement: "return url !== null ? url.href : null;",
      tests: CREDENTIALS,
    },
    {
      name: "a-model-sees-what-a-credential-fills-in",
      anchor: "if (input.isHidden(place, name)) return null;",
      replacement: "",
      tests: CREDENTIALS,
    },
    {
      name: "the-beginning-of-a-cut-secret-is-shown",
      anchor: "return truncated ? withoutCutSecret(text, secrets) : text;",
      replacement: "return text;",
      tests: CREDENTIALS,
    },
    {
      name: "a-secret-in-a-parsed-answer-is-shown",
      anchor: 'return masker.json(JSON.parse(decodeBody(response.body, "utf-8")) as Json);',
      replacement: 'return JSON.parse(decodeBody(response.body, "utf-8")) as Json;',
      tests: CREDENTIALS,
    },
    {
      name: "a-refused-token-is-kept",
      anchor: "const had = token !== null; token = null;",
      replacement: "const had = token !== null;",
      tests: CREDENTIALS,
    },
    {
      name: "a-value-climbs-out-of-the-path",
      anchor: String.raw`text === "" || text.split(/[/\\]/).includes("..")`,
      replacement: 'text === ""',
      tests: HOSTILE,
    },
    {
      name: "a-line-break-goes-into-a-header",
      anchor: 'if (!isHeaderText(text)) throw new ToolError( "invalid_input",',
      replacement: 'if (text === "\\r") throw new ToolError( "invalid_input",',
      tests: HOSTILE,
    },
    {
      name: "a-reference-to-a-file-is-no-fault",
      anchor: 'if (reference !== "#" && !reference.startsWith("#/"))',
      replacement: 'if (reference === "")',
      tests: HOSTILE,
    },
    {
      name: "an-operation-takes-the-name-of-our-tool",
      anchor: 'prefix === "" && isGuarded(plain) ? `api_${plain}` : whole;',
      replacement: 'prefix === "" && isGuarded("") ? `api_${plain}` : whole;',
      tests: HOSTILE,
    },
    {
      name: "any-pattern-is-kept",
      anchor: "if (pattern !== null && isPattern(pattern)) kept.pattern = pattern;",
      replacement: "if (pattern !== null) kept.pattern = pattern;",
      tests: HOSTILE,
    },
    {
      name: "a-private-server-is-not-told-of",
      anchor: "if (!isPublicHost(hostname))",
      replacement: 'if (hostname === "")',
      tests: HOSTILE,
    },
    {
      name: "a-tool-carries-definitions-without-end",
      anchor: "if (size > left) {",
      replacement: "if (size > left + 1e9) {",
      tests: READING,
    },
    {
      name: "what-is-read-only-is-sent",
      anchor: 'if (flagIn(properties[name], "readOnly")) readOnly.add(name);',
      replacement: 'if (name === "") readOnly.add(name);',
      tests: READING,
    },
    {
      name: "a-next-page-on-another-host-is-told",
      anchor: "if (url === null || url.origin !== plan.origin) return null;",
      replacement: "if (url === null) return null;",
      tests: READING,
    },
    {
      name: "a-request-that-may-have-been-done-is-sent-again",
      anchor: "if (status !== 429 && !(status === 503 && REPEATABLE.has(method))) return null;",
      replacement: "if (status !== 429 && status !== 503) return null;",
      tests: READING,
    },
    {
      name: "a-reserved-value-begins-another-parameter",
      anchor: "/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D)/g",
      replacement: "/%(?:3A|2F|3F|40|21|24|26|27|28|29|2A|2C|3B|3D)/g",
      tests: WIRE,
    },
    {
      name: "a-footprint-does-not-say-the-method",
      anchor: "default: `${origin}/`, method },",
      replacement: "default: `${origin}/` },",
      tests: ROAD,
    },
    {
      name: "a-kept-operation-takes-a-credential-anywhere",
      anchor: "credentials: isAgreed ? request.credentials",
      replacement: "credentials: options.origins ? request.credentials",
      tests: ["test/openapi/source.test.ts"],
    },
  ],
};
