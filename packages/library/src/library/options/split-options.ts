/**
 * The options of a toolplane are its own, the kernel's and the host's in one bag. Each part gets what it knows and nothing else, and
 * a name that none of them knows is refused: in plain JavaScript a typo would drop a policy in silence.
 */
import { ConfigurationError } from "@toolplane/contract";
import type { HostOptions } from "@toolplane/host";
import { KERNEL_OPTION_KINDS, type KernelOptions, SESSION_OPTION_KINDS } from "@toolplane/kernel";
import {
  anyOf,
  OPTION,
  type OptionKind,
  type OptionKinds,
  only,
  optionFault,
} from "@toolplane/readings";
import { pricesFault } from "../../ground/prices-fault.ts";
import type { ToolplaneOptions } from "./toolplane-options.ts";

type SharedWithHost = Omit<
  HostOptions,
  "workspace" | "readConfinement" | "store" | "onNotice" | "onDropped" | "keepsLargeFiles"
>;
type OfKernel = Omit<KernelOptions, "host" | "recorder" | "policy" | "presetTools">;
type Own = Omit<ToolplaneOptions, keyof SharedWithHost | keyof KernelOptions>;

/** Of any kind here: the host that takes it checks it, and where there is another host it means nothing. */
const UNCHECKED: OptionKind = { wanted: "anything", fits: () => true };

/** Loading the host to learn their kinds would take longer than anything else that is done here. */
const HOST_NAMES: OptionKinds<SharedWithHost> = {
  extraRoots: UNCHECKED,
  readRoots: UNCHECKED,
  adHocFiles: UNCHECKED,
  userData: OPTION.text,
  scratchParent: UNCHECKED,
  environment: OPTION.object,
  sandbox: UNCHECKED,
  parser: UNCHECKED,
  resolver: UNCHECKED,
  connector: UNCHECKED,
  relayServices: UNCHECKED,
  credentials: UNCHECKED,
  tunnels: UNCHECKED,
  soleWriter: UNCHECKED,
  extraCertificates: UNCHECKED,
  clock: UNCHECKED,
  ids: UNCHECKED,
  maxFileBytes: UNCHECKED,
  openTexts: UNCHECKED,
  maxOutputBytes: UNCHECKED,
  backgroundWrites: UNCHECKED,
  maxBackgroundBytes: UNCHECKED,
  maxBackgroundFiles: UNCHECKED,
  landing: UNCHECKED,
  untrustedChecks: UNCHECKED,
};

const PRICES: OptionKind = {
  wanted: "prices by the names of models",
  fits: (value) => pricesFault(value) === null,
};

const OWN_KINDS: OptionKinds<Own> = {
  workspace: anyOf(OPTION.text, only(null)),
  preset: OPTION.text,
  only: OPTION.list,
  require: OPTION.list,
  record: anyOf(OPTION.object, only(false)),
  session: OPTION.object,
  skills: anyOf(OPTION.object, only(false)),
  subagents: OPTION.object,
  prices: PRICES,
  toolFolders: OPTION.object,
  sources: anyOf(OPTION.object, OPTION.text),
  onWarning: OPTION.call,
};

const { presetTools: _, ...KERNEL_KINDS } = KERNEL_OPTION_KINDS;
const KINDS: OptionKinds<ToolplaneOptions> = {
  ...KERNEL_KINDS,
  ...HOST_NAMES,
  ...OWN_KINDS,
  policy: anyOf(OPTION.text, OPTION.list, OPTION.object),
};

/** Refuses what is unknown or of the wrong kind. */
export function checkOptions(options: ToolplaneOptions): void {
  refuse("createToolplane", optionFault(options, KINDS));
  const {
    id,
    parent,
    approvals,
    usedCalls,
    usedBelow,
    earlierCalls,
    earlier,
    createdAtMs,
    ...kinds
  } = SESSION_OPTION_KINDS;
  if (options.session) refuse("createToolplane session", optionFault(options.session, kinds));
}

export function kernelOptions(options: ToolplaneOptions): OfKernel {
  const { policy, host, recorder, ...kinds } = KERNEL_KINDS;
  return pick(options, Object.keys(kinds)) as OfKernel;
}

/** Picks the options that a host of this machine takes. */
export function hostOptions(options: ToolplaneOptions): SharedWithHost {
  return pick(options, Object.keys(HOST_NAMES)) as SharedWithHost;
}

function pick(
  options: ToolplaneOptions,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => value !== undefined && names.includes(name)),
  );
}

function refuse(where: string, fault: string | null): void {
  if (fault !== null) throw new ConfigurationError(where, fault);
}
