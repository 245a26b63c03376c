/**
 * 10,000 entries of a batch: every rule and warning of each as it is typed, of all together, and of
 * the whole batch as main reads it; the body of the request written; and a NACHA file of them
 * written and read.
 */
import { originationBody } from '../../main/bank/apis/ach-origination-wire.ts'
import { readNacha } from '../../main/platform/spreadsheets/nacha/read-nacha.ts'
import { writeNacha } from '../../main/platform/spreadsheets/nacha/write-nacha.ts'
import { secCodes } from '../../preload/contract/bank/ach-origination/batch.ts'
import {
  defaultAchSettings,
  emptyBatchForm,
} from '../../preload/contract/domain/batches/batch-form.ts'
import { checkEntry, checkWholeBatch } from '../../preload/contract/domain/batches/check-entries.ts'
import { emptyEntry, type TypedEntry } from '../../preload/contract/domain/batches/entry.ts'
import { readBatch } from '../../preload/contract/domain/batches/read-batch.ts'
import { report } from './support/bench.ts'
import { sized } from './support/size.ts'

const entries = sized(10_000, 20)
const rounds = sized(30, 1)
const warmUp = sized(3, 0)
const today = '2026-11-23'
const uuid = 'f'.repeat(32)
const goal = 'at most 250 ms'

const entry = (at: number, change: Partial<TypedEntry> = {}): TypedEntry => ({
  ...emptyEntry(at.toString(16).padStart(32, '0')),
  routingNumber: '041000124',
  accountNumber: String(4_471_000 + at),
  accountType: 'C',
  creditDebitCode: 'C',
  transactionType: 'L',
  amount: `${String(at % 9_000)}.25`,
  receiverName: `Receiver ${String(at)}`,
  identificationNumber: `E-${String(at)}`,
  addenda: ['RMR*IV*INV-2207**1250.00'],
  ...change,
})
const rows = Array.from({ length: entries }, (_, at) => entry(at))
/** Every entry breaks several rules and triggers several warnings. */
const bad = Array.from({ length: entries }, (_, at) =>
  entry(at, {
    routingNumber: '0410',
    accountNumber: '',
    creditDebitCode: '',
    amount: '1,5',
    receiverName: 'Jos\u00e9 Nu\u00f1ez and his many brothers',
    discretionaryData: 'long',
  }),
)

function timed(what: string, run: () => unknown, limit = ''): void {
  for (let i = 0; i < warmUp; i += 1) run()
  const took: number[] = []
  for (let i = 0; i < rounds; i += 1) {
    const start = performance.now()
    run()
    took.push(performance.now() - start)
  }
  report(`${entries.toLocaleString('en-US')} entries, ${what}`, took, 'ms', limit)
}

for (const secCode of secCodes) {
  const form = {
    ...emptyBatchForm,
    secCode,
    accountId: 'a',
    effectiveDate: '2026-11-24',
    companyEntryDescription: 'DUES',
  }
  const all = (some: readonly TypedEntry[]) => () => {
    for (const one of some) checkEntry(one, secCode)
    checkWholeBatch(form, some, defaultAchSettings, today)
  }
  timed(`${secCode}, checked`, all(rows), goal)
  timed(`${secCode}, all wrong, checked`, all(bad), goal)
  const read = () => readBatch(form, rows, defaultAchSettings, uuid, today)
  timed(`${secCode}, read as a request`, read)
  const { batch, problems } = read()
  if (!batch) throw new Error(problems[0]?.message)
  const body = originationBody(batch, defaultAchSettings)
  const size = `${(body.length / 1_048_576).toFixed(1)} MB`
  timed(`${secCode}, batch JSON written (${size})`, () =>
    originationBody(batch, defaultAchSettings),
  )
}

const file = {
  form: { ...emptyBatchForm, effectiveDate: '2026-11-24', companyEntryDescription: 'DUES' },
  uuid,
  companyName: 'Ridgeway Supply',
  originRouting: '041000124',
  companyId: '1041000124',
  entries: rows.map((one) => ({ ...one, traceNumber: null })),
  now: new Date('2026-11-23T17:00:00.000Z'),
}
const text = writeNacha(file)
timed('NACHA file written', () => writeNacha(file))
timed('NACHA file read', () => readNacha(text))
