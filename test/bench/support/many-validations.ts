/** Fills the practice store of a data folder with made-up validations, before a window opens it. */
import { join } from 'node:path'
import { systemClock } from '../../../main/platform/clock.ts'
import { newId } from '../../../main/platform/identifiers.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore } from '../../../main/store/store.ts'
import { storeThread } from '../../../main/store/store-thread.ts'

const startStoreWorker = storeThread(
  new URL('../../../main/session/store-worker.ts', import.meta.url),
)
const rowsPerStatement = 500
const statuses = ['099', '012', '000', '096']
const names = ['Ada Alder', 'Bo Birch', 'Cascade Timber and Millwork', 'Theodora Vance']
const dayMs = 86_400_000

const reading = (status: string, score: string) => ({
  errorCode: '000',
  accountStatus: { code: status, message: null },
  conditionCode: '000',
  overallMatchScore: score,
  matches: {},
  systemRecordId: null,
  primaryId: null,
  secondaryId: null,
  additionalId: null,
  routingNumber: null,
  accountNumber: null,
  feeAttrib: null,
  userDefined: null,
  other: [],
})

function row(index: number) {
  const status = statuses[index % statuses.length] ?? '099'
  const score = 60 + (index % 40)
  const name = names[index % names.length] ?? ''
  const account = String(1_000_000_000 + index)
  const outcome = {
    kind: 'answered',
    beside: [],
    trace: {
      status: 200,
      transactionId: null,
      namesPayment: false,
      correlationId: null,
      transactionTime: null,
    },
    reading: reading(status, String(score)),
    warnings: [],
  }
  return {
    id: newId(),
    at: new Date(Date.now() - 30 * dayMs - index * 1000).toISOString(),
    actor: 'practice-mara',
    api_version: 'v1' as const,
    routing_number: '550010016',
    account_number: account,
    account_significant: account,
    owner_kind: 'person' as const,
    owner_name: name,
    fields_sent: '["firstName","lastName"]',
    ssn_digits: null,
    user_defined: null,
    outcome: JSON.stringify(outcome),
    result_class: status === '099' ? 'owner-matches' : 'account-closed',
    score,
    bank_call_id: null,
    search_text: `${name}\n550010016\n${account}`.toLowerCase(),
  }
}

/** Writes `count` validations, newest first by their index, and marks the welcome as seen. */
export async function fillWithValidations(dataFolder: string, count: number): Promise<void> {
  const opened = await openStore({
    file: join(dataFolder, 'practice.countersign'),
    key: practiceKey,
    startStoreWorker,
    clock: systemClock,
  })
  if (!opened.ok) throw new Error(opened.error.code)
  const store = opened.value
  const act = { actor: 'system', kind: 'bench.filled', subject: 'validations', detail: { count } }
  await store.record(act, async (tx) => {
    for (let from = 0; from < count; from += rowsPerStatement) {
      const length = Math.min(rowsPerStatement, count - from)
      const rows = Array.from({ length }, (_, i) => row(from + i))
      await tx.insertInto('validations').values(rows).execute()
    }
    const at = new Date().toISOString()
    await tx
      .insertInto('settings')
      .values({ name: 'welcomeSeen', value: 'true', at, actor: 'system' })
      .execute()
  })
  await store.close()
}
