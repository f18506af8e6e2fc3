import type { Task } from "./task.ts";
import { CHAT_TASKS } from "./tasks/chat.ts";
import { GIT_TASKS } from "./tasks/git.ts";
import { NETWORK_TASKS } from "./tasks/network.ts";
import { OUTSIDE_TASKS } from "./tasks/outside.ts";
import { WORK_TASKS } from "./tasks/work.ts";

export const TASKS: readonly Task[] = [
  ...GIT_TASKS,
  ...WORK_TASKS,
  ...NETWORK_TASKS,
  ...OUTSIDE_TASKS,
  ...CHAT_TASKS,
];
