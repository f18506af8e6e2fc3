/** The files that start workers in containers are not run here. What they say is compared with the program. */
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
  for (const { exec } of [container.livenessProbe, container.readinessProbe])
    expect(exec.command.join(" ")).toContain(`http://127.0.0.1:${port}/`);
  return { command: container.command, graceSeconds: terminationGracePeriodSeconds };
}

describe("the examples of a fleet", () => {
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
            readonly command: readonly string[];
            readonly livenessProbe: Probe;
            readonly readinessProbe: Probe;
            readonly volumeMounts: readonly { readonly name: string }[];
          },
        ];
      };
    };
  };
}
