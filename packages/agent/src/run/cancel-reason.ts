/** The words of whoever stopped a run, as its outcome says them. */
export function cancelReason({ reason }: AbortSignal): string {
  return typeof reason === "string" ? reason : "Cancelled";
}
