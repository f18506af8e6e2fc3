/**
 * Words in the names of parameters, as data: which of them name where something goes to, and which hold what goes
 * there. The schemas of servers give nothing better; a tool of our own declares it itself.
 */

/** Words for a person or a place that receives. */
export const RECEIVERS: ReadonlySet<string> = new Set([
  ...["to", "cc", "bcc", "recipient", "recipients", "receiver", "destination", "dest", "target"],
  ...["email", "emails", "mail", "address", "addresses", "phone", "contact", "contacts"],
  ...["url", "uri", "link", "href", "webhook", "endpoint", "host", "hostname", "domain", "server"],
  ...["channel", "channels", "room", "chat", "conversation", "thread", "group", "team", "topic"],
  ...["user", "users", "username", "member", "members", "participant", "participants"],
  ...["attendee", "attendees", "guest", "guests", "invitee", "invitees", "assignee", "assignees"],
  ...["reviewer", "reviewers", "collaborator", "collaborators", "follower", "followers"],
  ...["account", "iban", "payee", "beneficiary", "wallet", "repo", "repository", "owner"],
  ...["org", "organization", "organisation", "remote", "bucket", "queue"],
]);

/** Before `id`, these are receivers; of anything else an id says which thing, not where to. */
export const RECEIVERS_BY_ID: ReadonlySet<string> = new Set([
  ...["recipient", "receiver", "channel", "room", "chat", "conversation", "group", "team", "user"],
  ...["member", "participant", "attendee", "assignee", "account", "contact", "repo", "repository"],
]);

/** Words for what is sent, not where to. */
export const CONTENTS: ReadonlySet<string> = new Set([
  ...["body", "text", "content", "contents", "message", "description", "note", "notes", "comment"],
  ...["summary", "caption", "html", "markdown", "data", "payload", "query", "prompt", "reason"],
  ...["attachment", "attachments", "location", "place", "instructions", "details"],
]);

/** Words for when, how much, of which kind. */
export const MEASURES: ReadonlySet<string> = new Set([
  ...["date", "time", "day", "start", "end", "until", "deadline", "timezone", "duration"],
  ...["amount", "price", "currency", "count", "limit", "page", "size", "priority", "status"],
  ...["permission", "permissions", "role", "visibility", "format", "type", "mode", "language"],
]);

/** Words for a thing's title: it identifies the thing where nothing else does. */
export const TITLES: ReadonlySet<string> = new Set([
  "title",
  "name",
  "label",
  "subject",
  "filename",
]);
