/** Makes the notifier of these settings: what is said, by which way, and who hears that it failed. */
import { basename } from "node:path";
import type { ToolplaneEvent } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { type Kernel, tellingArgument } from "@toolplane/kernel";
import { NOTIFY_MOMENTS, type NotifySetting } from "../ground/notify-setting.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import { findConsole } from "../state/console-place.ts";
import { createNotifier, type NotifyFacts } from "./create-notifier.ts";
import { keepNotifyFailure } from "./notify-state.ts";
import { postNotifyHook } from "./post-notify-hook.ts";
import { runNotifyCommand } from "./run-notify-command.ts";

export interface NotifierGround {
  readonly settings: Pick<Settings, "notify" | "workspace" | "userData">;
  readonly kernel: Pick<Kernel, "openRequests">;
  readonly clock: Clock;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly warn: (text: string) => void;
  /** Opens the mask of these settings; called only where what was asked goes along. */
  readonly openMask: () => Promise<(text: string) => string>;
}

export interface PersonNotifier {
  hear(event: ToolplaneEvent): void;
  runEnded(outcome: string): void;
  close(): Promise<void>;
}

/** Null where the person wants none. */
export async function openNotifier(ground: NotifierGround): Promise<PersonNotifier | null> {
  const { settings, clock, warn } = ground;
  const { notify, userData, workspace } = settings;
  if (notify === null) return null;
  const mask = notify.text === true ? await ground.openMask() : null;
  const notifier = createNotifier({
    clock,
    deliver: (facts, signal) => deliver(notify, { ...ground, facts, signal }),
    onSettled(fault) {
      keepNotifyFailure(userData, fault === null ? null : { atMs: clock.wallMs(), fault });
      if (fault !== null) warn(`notify: ${fault}. Calls go on; toolplane doctor says it too.`);
    },
  });
  const wanted = new Set(notify.on ?? NOTIFY_MOMENTS);
  const here = () => {
    const link = findConsole(userData);
    const project = basename(workspace ?? "") || "no project";
    return link === null ? { project } : { project, link };
  };
  return {
    hear(event) {
      if (event.type !== "approval-request" || !wanted.has("question")) return;
      const { question } = event;
      const { tool } = question;
      const asked = question.questions?.[0]?.question ?? tellingArgument(question.arguments);
      const call = mask === null || asked === "" ? {} : { call: mask(asked) };
      notifier.tell({ moment: "question", tool, ...call, ...here() });
    },
    runEnded(outcome) {
      if (wanted.has("run-end")) notifier.tell({ moment: "run-end", outcome, ...here() });
    },
    close: notifier.close,
  };
}

interface Delivery extends NotifierGround {
  readonly facts: NotifyFacts;
  readonly signal: AbortSignal;
}

/** Both ways at once; each is tried whatever becomes of the other. */
async function deliver({ command, webhook }: NotifySetting, delivery: Delivery): Promise<void> {
  const { facts, signal, kernel, environment } = delivery;
  const address = typeof webhook === "object" ? (environment[webhook.env] ?? "") : webhook;
  const ways = await Promise.allSettled([
    ...(command === undefined ? [] : [runNotifyCommand(command, facts, signal)]),
    ...(address === undefined ? [] : [postNotifyHook(kernel, { address, facts }, signal)]),
  ]);
  for (const way of ways) if (way.status === "rejected") throw way.reason;
}
