/** What the preload puts into the window; only lib/bridge.ts reads it. */
interface Window {
  readonly countersign: {
    call(channel: string, input: unknown): Promise<unknown>
    hear(channel: string, listener: (payload: unknown) => void): () => void
  }
}
