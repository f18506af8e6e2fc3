/**
 * The files that start workers in containers are not run here. What they say is compared with the program, and each key with a list of
 * those that the formats have at that place. Their schemas are no dependency: npm has none of compose files, and what it has of Kubernetes
 * (kubernetes-models) is 18 MB for one file. By hand both files were checked against the compose specification's schema and that package.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS } from "@toolplane/cli/inside";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";

interface Worker {
  readonly command: readonly string[];
  /** How long it has between SIGTERM and SIGKILL. */
  readonly graceSeconds: number;
}

const read = (name: string) =>
  load(readFileSync(join(import.meta.dirname, "../../examples/fleet", name), "utf8"));

function composed(): Worker {
  const { services, secrets, volumes } = read("compose.yaml") as Compose;
  const { worker, database } = services;
  for (const name of [...worker.secrets, ...database.secrets]) expect(secrets).toHaveProperty(name);
  for (const mount of worker.volumes) {
    const [from = ""] = mount.split(":");
    if (!from.startsWith(".")) expect(volumes).toHaveProperty(from);
  }
  expect(worker.depends_on.database.condition).toBe("service_healthy");
  return { command: worker.command, graceSeconds: Number.parseInt(worker.stop_grace_period, 10) };
}

function deployed(): Worker {
  const { kind, spec } = read("kubernetes.yaml") as Deployment;
  const { containers, volumes, terminationGracePeriodSeconds } = spec.template.spec;
  const [container] = containers;
  expect([kind, spec.selector.matchLabels]).toEqual(["Deployment", spec.template.metadata.labels]);
  const named = volumes.map(({ name }) => name);
  for (const { name } of container.volumeMounts) expect(named).toContain(name);
  const port = container.command[container.command.indexOf("--health") + 1];
  const { startupProbe, livenessProbe, readinessProbe } = container;
  // Only /ready waits for the database: a machine that cannot reach it is not started again and again.
  const probes = [startupProbe, livenessProbe, readinessProbe].map(({ exec }) =>
    exec.command.join(" "),
  );
  for (const [at, path] of ["live", "live", "ready"].entries())
    expect(probes[at]).toContain(`'http://127.0.0.1:${port}/${path}'`);
  return { command: container.command, graceSeconds: terminationGracePeriodSeconds };
}

/** Names that a map may have; `*` stands for any. A list stands for each of its members; null ends the look. */
interface Shape {
  readonly [key: string]: Shape | null;
}

const SERVICE: Shape = {
  image: null,
  command: null,
  depends_on: { "*": { condition: null } },
  deploy: { replicas: null },
  environment: { "*": null },
  healthcheck: { test: null, interval: null, timeout: null, retries: null },
  secrets: null,
  stop_grace_period: null,
  volumes: null,
};
const SHAPES: Readonly<Record<string, Shape>> = {
  "compose.yaml": {
    services: { "*": SERVICE },
    volumes: { "*": {} },
    secrets: { "*": { file: null } },
  },
  "kubernetes.yaml": {
    apiVersion: null,
    kind: null,
    metadata: { name: null },
    spec: {
      replicas: null,
      strategy: { type: null, rollingUpdate: { maxSurge: null, maxUnavailable: null } },
      selector: { matchLabels: { "*": null } },
      template: {
        metadata: { labels: { "*": null } },
        spec: {
          terminationGracePeriodSeconds: null,
          containers: {
            name: null,
            image: null,
            command: null,
            env: { name: null, value: null },
            startupProbe: { exec: { command: null }, periodSeconds: null, failureThreshold: null },
            livenessProbe: { exec: { command: null }, periodSeconds: null },
            readinessProbe: { exec: { command: null }, periodSeconds: null },
            resources: { requests: { cpu: null, memory: null }, limits: { memory: null } },
            volumeMounts: { name: null, mountPath: null, readOnly: null },
          },
          volumes: {
            name: null,
            configMap: { name: null },
            secret: { secretName: null, defaultMode: null },
          },
        },
      },
    },
  },
};

/** Paths of keys that the format does not have there. */
function strangers(value: unknown, shape: Shape | null | undefined, at = ""): readonly string[] {
  if (shape === undefined) return [at];
  if (shape === null) return [];
  if (Array.isArray(value))
    return value.flatMap((one, index) => strangers(one, shape, `${at}[${index}]`));
  if (typeof value !== "object" || value === null) return [`${at} is no map`];
  return Object.entries(value).flatMap(([key, one]) =>
    strangers(one, Object.hasOwn(shape, key) ? shape[key] : shape["*"], `${at}.${key}`),
  );
}

describe("the examples of a fleet", () => {
  it.each(Object.entries(SHAPES))(
    "%s has keys that its format has, where it has them",
    (name, shape) => {
      expect(strangers(read(name), shape)).toEqual([]);
      const wrong = { ...(read(name) as object), replica: 3 };
      expect(strangers(wrong, shape)).toEqual([".replica"]);
    },
  );

  it("say times, amounts and names as the formats want them", () => {
    const { services } = read("compose.yaml") as {
      services: Record<string, Record<string, unknown>>;
    };
    for (const { image, healthcheck = {}, stop_grace_period = "1s", command = [] } of Object.values(
      services,
    )) {
      expect(image).toMatch(/^[a-z0-9./-]+:[\w.-]+$/);
      const { interval = "1s", timeout = "1s" } = healthcheck as Record<string, unknown>;
      for (const time of [interval, timeout, stop_grace_period])
        expect(time).toMatch(/^(?:\d+[hms])+$/);
      for (const word of command as unknown[]) expect(word).toBeTypeOf("string");
    }
    const { apiVersion, metadata, spec } = read("kubernetes.yaml") as Deployment;
    expect(apiVersion).toBe("apps/v1");
    const [container] = spec.template.spec.containers;
    for (const { name } of [metadata, container, ...spec.template.spec.volumes])
      expect(name).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
    const { requests, limits } = container.resources;
    for (const amount of [...Object.values(requests), ...Object.values(limits)])
      expect(amount).toMatch(/^\d+(?:m|[KMGT]i?)?$/);
    // A list of arguments and values of variables are texts: YAML makes a bare 4 a number, which is refused there.
    for (const word of [...container.command, ...container.env.map(({ value }) => value)])
      expect(word).toBeTypeOf("string");
    for (const volume of spec.template.spec.volumes) expect(Object.keys(volume)).toHaveLength(2);
  });

  it.each([
    ["compose.yaml", composed],
    ["kubernetes.yaml", deployed],
  ])("%s starts a worker with options that there are, and gives it time to drain", (_, worker) => {
    const { command, graceSeconds } = worker();
    const words = command.slice(command.lastIndexOf("worker") + 1);
    const options = COMMANDS.find(({ name }) => name === "worker")?.options ?? {};
    for (let at = 0; at < words.length; at += 2)
      expect(options).toHaveProperty((words[at] ?? "").replace("--", ""));
    expect(graceSeconds).toBeGreaterThan(Number(words[words.indexOf("--drain") + 1]) + 10);
  });
});

interface Compose {
  readonly services: {
    readonly database: { readonly secrets: readonly string[] };
    readonly worker: {
      readonly command: readonly string[];
      readonly secrets: readonly string[];
      readonly volumes: readonly string[];
      readonly depends_on: { readonly database: { readonly condition: string } };
      readonly stop_grace_period: string;
    };
  };
  readonly secrets: object;
  readonly volumes: object;
}

interface Probe {
  readonly exec: { readonly command: readonly string[] };
}

interface Deployment {
  readonly apiVersion: string;
  readonly metadata: { readonly name: string };
  readonly kind: string;
  readonly spec: {
    readonly selector: { readonly matchLabels: object };
    readonly template: {
      readonly metadata: { readonly labels: object };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly volumes: readonly { readonly name: string }[];
        readonly containers: readonly [
          {
            readonly name: string;
            readonly command: readonly string[];
            readonly env: readonly { readonly value: unknown }[];
            readonly resources: { readonly requests: object; readonly limits: object };
            readonly startupProbe: Probe;
            readonly livenessProbe: Probe;
            readonly readinessProbe: Probe;
            readonly volumeMounts: readonly { readonly name: string }[];
          },
        ];
      };
    };
  };
}
