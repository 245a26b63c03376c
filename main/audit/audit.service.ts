/** The audit of one profile: its chain read, checked, signed and taken along (design P9). */
import type { Handlers } from '../ipc/handlers.ts'
import { notBuilt } from '../ipc/not-built.ts'
import type { DeskContext } from '../profiles/desk-context.ts'

/** The audit of an open store. */
export interface AuditDesk {
  readonly verbs: Omit<Handlers['audit'], 'exportFile'>
  /** Signs what the chain has grown by, where it has; never rejects. */
  settled(): Promise<void>
}

/** Makes it. */
export function createAuditDesk(_context: DeskContext): Promise<AuditDesk> {
  return Promise.resolve({
    verbs: new Proxy({}, { get: () => notBuilt }) as AuditDesk['verbs'],
    settled: () => Promise.resolve(),
  })
}
