/** Checks what a tool touches: no more than its footprint says, and only through doors that its requirements opened. */
import type { AnyRuntime, FsTarget, RequirementSet, Resource } from "@toolplane/contract";
import type { Access } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
import { show } from "./argument-checks.ts";
import type { ToolCheck } from "./tool-suite.ts";

/** The question that a person saw must be about what then happens. */
export const checkFootprintCovers: ToolCheck = {
  name: "its footprint covers what it touches",
  async run({ options, plainRuns }) {
    if (options.mayTouchUnpredicted === true) return null;
    for (const { args, bench, explanation } of await plainRuns()) {
      const { resources } = explanation.footprint;
      const surprise = bench.host.accesses().find(({ target }) => !predicted(resources, target));
      if (surprise !== undefined)
        return `${show(args)} touches ${describeAccess(surprise.target)}, which its footprint does not hold`;
      const commands = resources.some(
        (resource) =>
          resource.capability === "shell.run" ||
          (resource.capability === "opaque" && resource.of === "shell.run"),
      );
      if (bench.host.spawned().length > 0 && !commands)
        return `${show(args)} runs a program, which its footprint does not hold`;
    }
    return null;
  },
};

/** A door that was not declared is not there. */
export const checkDoors: ToolCheck = {
  name: "it is given the doors that it requires and no others",
  async run({ options, plainRuns }) {
    for (const { args, bench } of await plainRuns()) {
      for (const { runtime } of bench.executions) {
        const given = doorsOf(runtime).join(", ");
        const due = doorsDue(options.tool.requires).join(", ");
        if (given !== due)
          return `${show(args)}: the doors are ${given || "none"}, not ${due || "none"}`;
      }
    }
    return null;
  },
};

function predicted(resources: readonly Resource[], access: Access): boolean {
  return resources.some((resource) => {
    if (resource.capability !== access.capability) return false;
    if (access.capability === "net.fetch" && resource.capability === "net.fetch")
      return resource.host === access.host && resource.port === access.port;
    if ("real" in access && "real" in resource) return holdsPath(resource, access);
    return true;
  });
}

function holdsPath(resource: FsTarget, access: FsTarget): boolean {
  if (resource.tree !== true)
    return access.tree !== true && resource.path === access.path && resource.real === access.real;
  return isWithin(access.path, resource.path) && isWithin(access.real, resource.real);
}

function describeAccess(access: Access): string {
  if ("real" in access) return `${access.capability} ${access.path}`;
  return access.capability === "net.fetch" ? `${access.host}:${access.port}` : access.capability;
}

const DOORS = ["net", "shell", "process", "env", "journal", "compute"] as const;

function doorsOf(runtime: AnyRuntime): readonly string[] {
  const { fs } = runtime;
  return [
    ...(fs && "read" in fs ? ["fs.read"] : []),
    ...(fs && "write" in fs ? ["fs.write"] : []),
    ...DOORS.filter((door) => door in runtime),
  ];
}

function doorsDue(requires: RequirementSet): readonly string[] {
  const { fs, net, shell, env, capabilities = [] } = requires;
  const due: Readonly<Record<(typeof DOORS)[number], boolean>> = {
    net: net !== undefined,
    shell: shell !== undefined,
    process: shell !== undefined,
    env: env !== undefined,
    journal: capabilities.includes("journal"),
    compute: capabilities.includes("compute"),
  };
  return [
    ...(fs?.read ? ["fs.read"] : []),
    ...(fs?.write ? ["fs.write"] : []),
    ...DOORS.filter((door) => due[door]),
  ];
}
