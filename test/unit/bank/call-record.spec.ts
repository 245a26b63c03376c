import { expect, it } from 'vitest'
import { saveCall } from '../../../main/bank/call-record.ts'
import { recorded } from '../inquiry/traffic/recorded-calls.ts'
import { auditEntries, newStorePath, open } from '../store/stores.ts'
import { countedStoreWorker, messagesOf } from '../support/store-messages.ts'

it('a record and its act go to the store in one message', async () => {
  const store = await open(newStorePath(), { worker: countedStoreWorker })
  const { messages } = await messagesOf(() => saveCall(store, recorded()))

  expect(messages).toEqual(['commit bank.called'])
  const stored = await store.read.selectFrom('bank_calls').select(['id', 'outcome']).execute()
  expect(stored).toEqual([{ id: 'call-1', outcome: 'answered' }])
  expect((await auditEntries(store)).at(-1)).toMatchObject({ subject: 'call-1' })
})
