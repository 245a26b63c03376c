/**
 * Reads entries, returns and changes for display. Masking happens here, in main, and nowhere else.
 */
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { BatchContext, BatchReading } from './types.ts'
import { findBatch, findEntry } from './batch-records.ts'
import { typedIn } from '../batch-facts.ts'
import { lastAccounts } from './last-accounts.ts'
import { listEntries } from './entries/entry-list.ts'
import { readEntry } from './entries/entry-view.ts'
import { listExceptions } from './entries/exception-list.ts'
import { returnRates } from './entries/return-rates.ts'

const notFound = { code: 'not-found' } as const

export function createBatchReading(context: BatchContext): BatchReading {
  const { store } = context
  return {
    handlers: {
      getLastAccounts: async () => ok(await lastAccounts(context)),
      async listEntries(request) {
        const batch = await findBatch(store.read, request.id)
        return batch ? ok(await listEntries(context, request)) : err(notFound)
      },
      async getEntry({ id, entryId }) {
        const entry = await readEntry(context, id, entryId, false)
        return entry ? ok(entry) : err(notFound)
      },
      async revealEntry({ id, entryId }, { operator }) {
        const row = await findEntry(store.read, id, entryId)
        if (!row) return err(notFound)
        const detail = { entry: entryId, account: maskedAccount(typedIn(row).accountNumber.trim()) }
        const act = { actor: operator.id, kind: 'batch.entry-revealed', subject: id, detail }
        await store.note(act)
        const entry = await readEntry(context, id, entryId, true)
        return entry ? ok(entry) : err(notFound)
      },
      listExceptions: async (request) => ok(await listExceptions(context, request)),
      getReturnRates: async () => ok(await returnRates(context)),
    },
  }
}
