/** Everything that is planted, part by part. */
import type { Area } from "./fault.ts";
import { ACP_FAULTS } from "./faults/acp.ts";
import { APPROVAL_FAULTS } from "./faults/approval.ts";
import { CHANGE_JUDGE_FAULTS } from "./faults/change-judge.ts";
import { CHANNELS_FAULTS } from "./faults/channels.ts";
import { CONFINEMENT_FAULTS } from "./faults/confinement.ts";
import { CONSOLE_FAULTS } from "./faults/console.ts";
import { FILES_FAULTS } from "./faults/files.ts";
import { FLOW_FAULTS } from "./faults/flow.ts";
import { INSTALLS_FAULTS } from "./faults/installs.ts";
import { JUDGE_FAULTS } from "./faults/judge.ts";
import { LANDING_FAULTS } from "./faults/landing.ts";
import { MCP_SERVER_FAULTS } from "./faults/mcp-server.ts";
import { MORPHIX_FAULTS } from "./faults/morphix.ts";
import { OPENAPI_FAULTS } from "./faults/openapi.ts";
import { PIPELINE_FAULTS } from "./faults/pipeline.ts";
import { POLICY_FAULTS } from "./faults/policy.ts";
import { PROFILES_FAULTS } from "./faults/profiles.ts";
import { PROGRAMS_FAULTS } from "./faults/programs.ts";
import { READINGS_FAULTS } from "./faults/readings.ts";
import { RECORD_FAULTS } from "./faults/record.ts";
import { REGISTRY_FAULTS } from "./faults/registry.ts";
import { RESOURCE_FAULTS } from "./faults/resource.ts";
import { RUNS_FAULTS } from "./faults/runs.ts";
import { RUNTIME_FAULTS } from "./faults/runtime.ts";
import { SANDBOX_FAULTS } from "./faults/sandbox.ts";
import { SESSIONS_FAULTS } from "./faults/sessions.ts";
import { SHELL_FAULTS } from "./faults/shell.ts";
import { SKILLS_FAULTS } from "./faults/skills.ts";
import { SOURCES_FAULTS } from "./faults/sources.ts";
import { SUBAGENTS_FAULTS } from "./faults/subagents.ts";
import { TOLD_FAULTS } from "./faults/told.ts";
import { TOOL_FOLDERS_FAULTS } from "./faults/tool-folders.ts";
import { UPSTREAMS_FAULTS } from "./faults/upstreams.ts";
import { VIEW_FAULTS } from "./faults/view.ts";

export const AREAS: readonly Area[] = [
  JUDGE_FAULTS,
  READINGS_FAULTS,
  POLICY_FAULTS,
  RESOURCE_FAULTS,
  APPROVAL_FAULTS,
  PIPELINE_FAULTS,
  RUNTIME_FAULTS,
  PROGRAMS_FAULTS,
  RECORD_FAULTS,
  REGISTRY_FAULTS,
  MCP_SERVER_FAULTS,
  ACP_FAULTS,
  FILES_FAULTS,
  SHELL_FAULTS,
  CONFINEMENT_FAULTS,
  CHANGE_JUDGE_FAULTS,
  SANDBOX_FAULTS,
  VIEW_FAULTS,
  LANDING_FAULTS,
  SESSIONS_FAULTS,
  SKILLS_FAULTS,
  OPENAPI_FAULTS,
  INSTALLS_FAULTS,
  UPSTREAMS_FAULTS,
  SOURCES_FAULTS,
  CHANNELS_FAULTS,
  TOOL_FOLDERS_FAULTS,
  FLOW_FAULTS,
  RUNS_FAULTS,
  SUBAGENTS_FAULTS,
  CONSOLE_FAULTS,
  PROFILES_FAULTS,
  TOLD_FAULTS,
  MORPHIX_FAULTS,
];
