/** The moments at which a session tells what runs by itself. Each has those that it needs; `close` ends it for good. */
export interface Lifecycle {
  /** The profile is worked with, or again: what is due begins from now on. May be repeated. */
  start?(): Promise<void>
  /**
   * Nobody works with the profile: takes back what waits for the bank, and forgets what was shown. Resolves when what was
   * on its way has been stored.
   */
  rest?(): Promise<void>
  /** The computer is awake again: what goes by the clock looks at it. */
  wake?(): void
}
