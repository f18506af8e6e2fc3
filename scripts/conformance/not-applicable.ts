/** What the official suite tries and this server does not have, each with the reason. What is not here must pass. */

const RESOURCES = "no resources are offered: files are read by tools, under rules";
const PROMPTS = "no prompts are offered";
const FIXTURE = "calls a tool of the suite's own, which this server does not have";
const SAMPLING = "the server never asks a client to sample";
const TASKS = "tasks are an extension that is not offered";

/** Whole scenarios. */
export const SCENARIOS: Readonly<Record<string, string>> = {
  "logging-set-level": "no log messages are sent to clients",
  "tools-call-with-logging": "no log messages are sent to clients",
  "completion-complete": "nothing to complete: no prompts, no resource templates",
  "resources-list": RESOURCES,
  "resources-read-text": RESOURCES,
  "resources-read-binary": RESOURCES,
  "resources-templates-read": RESOURCES,
  "resources-subscribe": RESOURCES,
  "resources-unsubscribe": RESOURCES,
  "prompts-list": PROMPTS,
  "prompts-get-simple": PROMPTS,
  "prompts-get-with-args": PROMPTS,
  "prompts-get-embedded-resource": PROMPTS,
  "prompts-get-with-image": PROMPTS,
  "tools-call-image": FIXTURE,
  "tools-call-audio": FIXTURE,
  "tools-call-embedded-resource": FIXTURE,
  "tools-call-mixed-content": FIXTURE,
  "tools-call-with-progress": FIXTURE,
  "tools-call-sampling": SAMPLING,
  "tools-call-elicitation": FIXTURE,
  "elicitation-sep1034-defaults": FIXTURE,
  "elicitation-sep1330-enums": FIXTURE,
  "json-schema-2020-12": FIXTURE,
  "server-sse-polling": FIXTURE,
  "http-custom-header-server-validation": "no tool asks for headers of its own",
  "input-required-result-basic-elicitation": FIXTURE,
  "input-required-result-basic-sampling": SAMPLING,
  "input-required-result-basic-list-roots": "the server never asks for a client's roots",
  "input-required-result-request-state": FIXTURE,
  "input-required-result-multiple-input-requests": FIXTURE,
  "input-required-result-multi-round": FIXTURE,
  "input-required-result-non-tool-request": PROMPTS,
  "input-required-result-result-type": FIXTURE,
  "input-required-result-tampered-state": FIXTURE,
  "input-required-result-capability-check": FIXTURE,
  "tasks-lifecycle": TASKS,
  "tasks-capability-negotiation": TASKS,
  "tasks-wire-fields": TASKS,
  "tasks-request-state-removal": TASKS,
  "tasks-mrtr-input": TASKS,
  "tasks-request-headers": TASKS,
  "tasks-dispatch-and-envelope": TASKS,
  "tasks-required-task-error": TASKS,
  "tasks-mrtr-composition": TASKS,
};

/** Single checks of scenarios that apply otherwise. */
export const CHECKS: Readonly<Record<string, string>> = {
  "sep-2575-server-rejects-undeclared-capability": FIXTURE,
  "sep-2575-missing-capability-http-400": FIXTURE,
  "sep-2549-prompts-list-caching-hints": PROMPTS,
  "sep-2549-resources-list-caching-hints": RESOURCES,
  "sep-2549-resources-templates-list-caching-hints": RESOURCES,
};

/** They pass, and prove nothing: the error about a tool that is not there satisfies them. They are not counted. */
export const HOLLOW: ReadonlySet<string> = new Set([
  "tools-call-simple-text",
  "tools-call-error",
  "input-required-result-missing-input-response",
  "input-required-result-ignore-extra-params",
  "input-required-result-validate-input",
  "tasks-status-notifications",
]);
