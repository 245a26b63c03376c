/**
 * Made-up payments, and batches with their entries, beside made-up alerts, written directly into a
 * store of this version, without the services: spread over the same months as the alerts, with some
 * in every state.
 */
import { emptyBatchForm } from '../../../preload/contract/domain/batches/batch-form.ts'
import { emptyEntry } from '../../../preload/contract/domain/batches/entry.ts'
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import { emptyForm } from '../../../preload/contract/domain/orders/payment-form.ts'
import { batchFormText } from '../../../main/money/batch/batch-records.ts'
import { connect } from '../../../main/store/sqlite/cipher.ts'
import { folded } from '../../../main/store/collation.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import type { Connection } from '../../../main/store/sqlite/sqlite.ts'
import { rebuildSearch } from './rebuild-search.ts'
import { fillWithAlerts, fakeAlert, stripped, timesOfAlerts } from './many-alerts.ts'
import { sized } from './size.ts'

/** Number of records of each kind. */
export interface BigStore {
  readonly alerts: number
  readonly payments: number
  readonly entries: number
}

/** The size used for the measurements. */
export const bigStore: BigStore = {
  alerts: sized(1_000_000, 500),
  payments: sized(20_000, 50),
  entries: sized(100_000, 200),
}

const entriesPerBatch = sized(100, 5)
const routingNumber = '041000124'
const maker = 'practice-mara'

/** Share of each state per thousand; the rest was accepted and is final. */
const shares = [
  ['draft', 4],
  ['awaiting-approval', 4],
  ['approved', 2],
  ['queued', 1],
  ['outcome-unknown', 1],
  ['rejected', 12],
  ['withdrawn', 10],
] as const
type FakeState = (typeof shares)[number][0] | 'accepted'

/** Orders that have not ended are the newest, as in a store in use. */
function stateOf(nth: number, count: number): FakeState {
  let from = 0
  const place = (count - 1 - nth) / count
  for (const [state, share] of shares) {
    from += share / 1000
    if (state === 'rejected' || state === 'withdrawn') {
      if (nth % 1000 < share) return state
    } else if (place < from) return state
  }
  return 'accepted'
}

/** Returns the instant of the nth record of `count`, over the time of the alerts. */
const instantOf = (nth: number, count: number, alerts: number): string =>
  fakeAlert(Math.max(1, Math.floor(((nth + 1) / count) * alerts))).at

/** Returns the reference of the nth payment: that of an alert if it has one, so that they match. */
function referenceOf(nth: number, seq: number): string {
  const { reference, kind } = fakeAlert(seq)
  return kind !== 'ach' && reference !== null
    ? reference
    : `CS${nth.toString(36).padStart(14, '0')}`.toUpperCase()
}

const orderColumns = [
  'id',
  'created_at',
  'updated_at',
  'maker',
  'service',
  'state',
  'reference',
  'form',
  'amount',
  'currency',
  'value_date',
  'beneficiary',
  'beneficiary_account',
  'beneficiary_significant',
  'beneficiary_bank',
  'debit_account',
  'debit_significant',
  'debit_label',
  'transaction_id',
  'bank_status',
  'bank_status_at',
  'is_final',
  'search_text',
]
const insertOrder = `INSERT INTO orders (${orderColumns.join(', ')})
  VALUES (${orderColumns.map(() => '?').join(', ')})`

function fillWithPayments(connection: Connection, { payments, alerts }: BigStore): void {
  const put = connection.prepare(insertOrder)
  const used = new Set<string>()
  for (let nth = 0; nth < payments; nth += 1) {
    const seq = Math.max(1, Math.floor(((nth + 1) / payments) * alerts))
    const generated = fakeAlert(seq)
    const at = instantOf(nth, payments, alerts)
    const state = stateOf(nth, payments)
    const sought = referenceOf(nth, seq)
    const reference = used.has(sought) ? `${sought}X${String(nth)}` : sought
    used.add(reference)
    const isWire = nth % 4 !== 0
    const currency = isWire && nth % 50 === 7 ? 'EUR' : 'USD'
    const form = {
      ...emptyForm,
      service: isWire ? 'WIRE' : 'RTP',
      amount: generated.amount,
      currency,
      valueDate: at.slice(0, 10),
      creditParty: {
        ...emptyForm.creditParty,
        name: generated.party,
        accountNumber: generated.other,
      },
    }
    const label = `Operating ${maskedAccount(generated.account)}`
    const isDone = state === 'accepted'
    const searched = [
      reference,
      generated.party,
      generated.other,
      'First Harbor Bank 041000124',
      label,
      at.slice(0, 10),
      generated.amount,
    ]
    put.run(
      `payment-${String(nth)}`,
      at,
      at,
      maker,
      isWire ? 'WIRE' : 'RTP',
      state,
      reference,
      JSON.stringify(form),
      Math.round(Number(generated.amount) * 100),
      currency,
      at.slice(0, 10),
      generated.party,
      generated.other,
      generated.other,
      'First Harbor Bank 041000124',
      generated.account,
      generated.account,
      label,
      isDone ? generated.transactionId : null,
      isDone ? 'completed' : 'not-reported',
      isDone ? at : null,
      isDone ? 1 : 0,
      folded(searched.join('\n')),
    )
  }
}

/** Returns the bank's status of the nth entry of an accepted batch. */
function statusOf(nth: number, at: string) {
  const day = at.slice(0, 10)
  if (nth % 100 === 13) return { bank_status: 'returned', code: 'R01', day, at, change: null }
  const change = nth % 200 === 51 ? 'C01' : null
  return { bank_status: nth % 100 > 80 ? 'collected' : 'settled', code: null, day, at, change }
}

function fillWithEntries(connection: Connection, { entries, alerts }: BigStore): void {
  const batches = Math.ceil(entries / entriesPerBatch)
  const putOrder = connection.prepare(insertOrder)
  const putBatch = connection.prepare(
    'INSERT INTO batches (order_id, sec_code, entries, credits, debits) VALUES (?, ?, ?, ?, 0)',
  )
  const putEntry = connection.prepare(
    `INSERT INTO batch_entries (id, order_id, position, typed, amount, direction, routing_number,
      account_significant, receiver_folded, trace_number, verdict, bank_status, bank_status_at, return_code, return_date,
      returned_at, change_code, changed_at)
     VALUES (?, ?, ?, ?, ?, 'C', '${routingNumber}', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const end = connection.prepare('UPDATE orders SET state = ?, amount = ? WHERE id = ?')
  for (let nth = 0; nth < batches; nth += 1) {
    const secCode = (['PPD', 'CCD', 'CTX'] as const)[nth % 3] ?? 'PPD'
    const id = `batch-${String(nth)}`
    const at = instantOf(nth, batches, alerts)
    const day = at.slice(0, 10)
    const state = stateOf(nth, batches)
    const isDone = state === 'accepted'
    const reference = `b${nth.toString(16).padStart(31, '0')}`
    const form = { ...emptyBatchForm, secCode, companyEntryDescription: 'PAYROLL' }
    const label = 'Payroll \u2022\u2022\u2022\u20220031'
    const searched = folded([reference, secCode, 'PAYROLL', label, day].join('\n'))
    putOrder.run(
      id,
      at,
      at,
      maker,
      secCode,
      'draft',
      reference,
      batchFormText({ form, terms: null }),
      0,
      'USD',
      day,
      'PAYROLL',
      '',
      '',
      '',
      '1000200031',
      '1000200031',
      label,
      null,
      isDone ? 'completed' : 'not-reported',
      isDone ? at : null,
      isDone ? 1 : 0,
      searched,
    )
    const many = Math.min(entriesPerBatch, entries - nth * entriesPerBatch)
    putBatch.run(id, secCode, many, 0)
    let total = 0
    for (let place = 0; place < many; place += 1) {
      const entry = nth * entriesPerBatch + place
      const generated = fakeAlert((entry * 9) % alerts || 1)
      const cents = Math.round(Number(generated.amount) * 100)
      total += cents
      const typed = {
        ...emptyEntry(`e${entry.toString(16).padStart(31, '0')}`),
        routingNumber,
        accountNumber: generated.other,
        accountType: 'C',
        creditDebitCode: 'C',
        transactionType: 'L',
        amount: generated.amount,
        receiverName: generated.party,
      }
      const status = isDone ? statusOf(entry, at) : undefined
      const isBack = status?.bank_status === 'returned'
      const trace = isDone ? `09100002${String(entry).padStart(7, '0')}` : null
      putEntry.run(
        typed.id,
        id,
        place + 1,
        JSON.stringify(typed),
        cents,
        generated.other,
        folded(generated.party),
        trace,
        isDone ? 'accepted' : null,
        status?.bank_status ?? 'not-reported',
        status ? at : null,
        status?.code ?? null,
        isBack ? day : null,
        isBack ? at : null,
        status?.change ?? null,
        (status?.change ?? null) === null ? null : at,
      )
    }
    connection.prepare('UPDATE batches SET credits = ? WHERE order_id = ?').run(total, id)
    end.run(state, total, id)
  }
}

/** Fills the closed store at `file` with payments, batches and entries. */
export function fillWithOrders(file: string, size: BigStore): void {
  const connection = connect(file, practiceKey)
  for (const pragma of ['journal_mode=MEMORY', 'synchronous=OFF', 'cache_size=-200000']) {
    connection.pragma(pragma)
  }
  connection.exec('BEGIN')
  const rebuild = ['orders', 'batches', 'batch_entries'].map((table) =>
    stripped(connection, table, ['index', 'trigger']),
  )
  fillWithPayments(connection, size)
  fillWithEntries(connection, size)
  for (const puts of rebuild) puts()
  connection.exec(rebuildSearch)
  connection.exec('COMMIT')
  connection.pragma('journal_mode=WAL')
  connection.close()
}

/** Fills the closed store at `file` with everything; its tables must exist. */
export function fillBigStore(file: string, size: BigStore = bigStore): void {
  fillWithAlerts(file, size.alerts)
  fillWithOrders(file, size)
}

/**
 * Moves all times in the closed store at `file`, so that its newest alert arrived at `now`;
 * multiplies the time between any two records by `stretch`.
 */
export function moveUpTo(file: string, now: Date, stretch = 1): void {
  const connection = connect(file, practiceKey)
  connection.pragma('synchronous=OFF')
  connection.exec('BEGIN')
  const { last } = connection.prepare('SELECT julianday(max(at)) AS last FROM alerts').get() as {
    last: number
  }
  const until = `julianday('${now.toISOString()}')`
  const moved = (column: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ',
    min(${until}, ${until} - (${String(last)} - julianday(${column})) * ${String(stretch)}))`
  for (const [table, columns] of [
    ['alerts', ['at']],
    ['orders', ['created_at', 'updated_at', 'bank_status_at']],
    ['batch_entries', ['bank_status_at', 'returned_at', 'changed_at']],
  ] as const) {
    const set = columns.map((column) => `${column} = ${moved(column)}`).join(', ')
    connection.exec(`UPDATE ${table} SET ${set}`)
  }
  connection.exec(`${timesOfAlerts} COMMIT`)
  connection.close()
}
