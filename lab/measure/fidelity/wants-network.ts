/**
 * Commands that fetch before they do anything else: installers, and build tools whose plugins are not on this machine. What asks for
 * a network in another way is known by the product's own reading of it, or by what it says when it fails.
 */
const FETCHES =
  /\b(?:apt(?:-get)?|apk|yum|dnf|brew) (?:-\S+ )*(?:update|install|add)\b|\b(?:pip3?|uv|poetry|conda|gem|composer|go|cargo) (?:-\S+ )*(?:pip |mod )?(?:install|add|get|sync|download|update|fetch)\b|\b(?:npm|pnpm|yarn) (?:-\S+ )*(?:install|ci|i|add|update|audit|view|outdated)\b|\b(?:npx|nvm|sdk|corepack|mvnw?|gradlew?|bazel|mix|curl|wget)(?: |$)|\bgit (?:-\S+ )*(?:clone|fetch|pull|push|ls-remote)\b/;

export function wantsNetwork(command: string): boolean {
  return FETCHES.test(command);
}
