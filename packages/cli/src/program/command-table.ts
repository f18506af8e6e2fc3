/** Every command, in the order of the overview and of the reference page. */
import type { Command } from "../command/command.ts";
import { acpCommand } from "../commands/acp/acp-command.ts";
import { addCommand } from "../commands/add/add-command.ts";
import { approvalsAnswerCommand } from "../commands/approvals/approvals-answer-command.ts";
import { approvalsCommand } from "../commands/approvals/approvals-command.ts";
import { approvalsRevokeCommand } from "../commands/approvals/approvals-revoke-command.ts";
import { callCommand } from "../commands/call/call-command.ts";
import { callsCommand } from "../commands/calls/calls-command.ts";
import { chatCommand } from "../commands/chat/chat-command.ts";
import { completeCommand } from "../commands/complete/complete-command.ts";
import { completionCommand } from "../commands/completion/completion-command.ts";
import { configCommand } from "../commands/config/config-command.ts";
import { consoleCommand } from "../commands/console/console-command.ts";
import { demoCommand } from "../commands/demo/demo-command.ts";
import { doctorCommand } from "../commands/doctor/doctor-command.ts";
import { exportCommand } from "../commands/export/export-command.ts";
import {
  fleetCancelCommand,
  fleetCommand,
  fleetDiffCommand,
  fleetSubmitCommand,
  fleetTakeCommand,
  fleetWakeCommand,
} from "../commands/fleet/fleet-command.ts";
import { helpCommand } from "../commands/help/help-command.ts";
import { initCommand } from "../commands/init/init-command.ts";
import { labelsClearCommand } from "../commands/labels/labels-clear-command.ts";
import { labelsCommand } from "../commands/labels/labels-command.ts";
import { labelsEndorseCommand } from "../commands/labels/labels-endorse-command.ts";
import { landCommand } from "../commands/land/land-command.ts";
import { mcpCommand } from "../commands/mcp/mcp-command.ts";
import { memoryCommand } from "../commands/memory/memory-command.ts";
import { memoryEditCommand } from "../commands/memory/memory-edit-command.ts";
import { memoryRmCommand } from "../commands/memory/memory-rm-command.ts";
import { newToolCommand } from "../commands/new-tool/new-tool-command.ts";
import { policyExplainCommand } from "../commands/policy-explain/policy-explain-command.ts";
import { policyFmtCommand } from "../commands/policy-fmt/policy-fmt-command.ts";
import { policyImportCommand } from "../commands/policy-import/policy-import-command.ts";
import { policyCommand, policyListCommand } from "../commands/policy-list/policy-list-command.ts";
import { policySuggestCommand } from "../commands/policy-suggest/policy-suggest-command.ts";
import { policyTestCommand } from "../commands/policy-test/policy-test-command.ts";
import { policyWhatIfCommand } from "../commands/policy-what-if/policy-what-if-command.ts";
import { replayCommand } from "../commands/replay/replay-command.ts";
import { runCommand } from "../commands/run/run-command.ts";
import { runsCommand } from "../commands/runs/runs-command.ts";
import { serveCommand } from "../commands/serve/serve-command.ts";
import { sessionsCommand } from "../commands/sessions/sessions-command.ts";
import { showCommand } from "../commands/show/show-command.ts";
import { skillsCommand } from "../commands/skills/skills-command.ts";
import { sourcesAcceptCommand } from "../commands/sources/sources-accept-command.ts";
import { sourcesCommand } from "../commands/sources/sources-command.ts";
import {
  sourcesDisableCommand,
  sourcesEnableCommand,
} from "../commands/sources/sources-enable-command.ts";
import { sourcesFetchCommand } from "../commands/sources/sources-fetch-command.ts";
import { sourcesLoginCommand } from "../commands/sources/sources-login-command.ts";
import { sourcesLogoutCommand } from "../commands/sources/sources-logout-command.ts";
import { sourcesRemoveCommand } from "../commands/sources/sources-remove-command.ts";
import { startCommand } from "../commands/start/start-command.ts";
import { storeCopyCommand } from "../commands/store-copy/store-copy-command.ts";
import { toolsCommand } from "../commands/tools/tools-command.ts";
import { trustCommand } from "../commands/trust/trust-command.ts";
import { redoCommand } from "../commands/undo/redo-command.ts";
import { undoCommand } from "../commands/undo/undo-command.ts";
import { verifyCommand } from "../commands/verify/verify-command.ts";
import { versionCommand } from "../commands/version/version-command.ts";
import { viewsCommand } from "../commands/views/views-command.ts";
import { viewsDiffCommand } from "../commands/views/views-diff-command.ts";
import { viewsDiscardCommand } from "../commands/views/views-discard-command.ts";
import { viewsLandCommand } from "../commands/views/views-land-command.ts";
import { viewsRebaseCommand } from "../commands/views/views-rebase-command.ts";
import { viewsShowCommand } from "../commands/views/views-show-command.ts";
import { workerCommand } from "../commands/worker/worker-command.ts";

export const COMMANDS: readonly Command[] = [
  callCommand,
  runCommand,
  chatCommand,
  demoCommand,
  undoCommand,
  redoCommand,
  replayCommand,
  toolsCommand,
  newToolCommand,
  skillsCommand,
  sessionsCommand,
  callsCommand,
  runsCommand,
  showCommand,
  consoleCommand,
  labelsCommand,
  memoryCommand,
  verifyCommand,
  exportCommand,
  storeCopyCommand,
  configCommand,
  doctorCommand,
  helpCommand,
  versionCommand,
  policyCommand,
  policyListCommand,
  policyExplainCommand,
  policyTestCommand,
  policyWhatIfCommand,
  policySuggestCommand,
  policyImportCommand,
  policyFmtCommand,
  approvalsCommand,
  approvalsAnswerCommand,
  approvalsRevokeCommand,
  labelsEndorseCommand,
  labelsClearCommand,
  memoryEditCommand,
  memoryRmCommand,
  landCommand,
  viewsCommand,
  viewsShowCommand,
  viewsDiffCommand,
  viewsLandCommand,
  viewsRebaseCommand,
  viewsDiscardCommand,
  fleetCommand,
  fleetSubmitCommand,
  fleetDiffCommand,
  fleetTakeCommand,
  fleetCancelCommand,
  fleetWakeCommand,
  trustCommand,
  startCommand,
  mcpCommand,
  acpCommand,
  serveCommand,
  workerCommand,
  addCommand,
  sourcesCommand,
  sourcesAcceptCommand,
  sourcesFetchCommand,
  sourcesLoginCommand,
  sourcesLogoutCommand,
  sourcesRemoveCommand,
  sourcesEnableCommand,
  sourcesDisableCommand,
  initCommand,
  completionCommand,
  completeCommand,
];
