/** Wire inquiries as evidence, from the saved answer to the line of the day. */
import { expect, it } from 'vitest'
import { saveCall } from '../../../../main/bank/call-record.ts'
import { saveReport } from '../../../../main/inquiry/reports/report-records.ts'
import { listRecovered } from '../../../../main/assurance/coverage/coverage-lists.ts'
import type { WireFields } from '../../../../preload/contract/bank/reports/wire-fields.ts'
import { recorded } from '../../inquiry/traffic/recorded-calls.ts'
import { auditEntries } from '../../store/stores.ts'
import { account, day, openDay } from '../reconciliation/open-day.ts'

const fields: WireFields = {
  account: 'to',
  amount: 'amount',
  amountUnit: 'dollars',
  direction: 'side',
  incoming: 'C',
  date: 'date',
  dateOrder: 'year-first',
  transactionId: 'id',
  reference: null,
  party: 'from',
  status: null,
}
const wireRow = (id: string, part: object = {}) => ({
  id,
  side: 'C',
  to: account,
  from: 'Ridgeway Supply',
  amount: 12_500,
  date: day,
  ...part,
})
const confirmation = { reportId: 'r1', row: 0, fields, note: 'Statement of 23 November' }

async function openEvidence() {
  const session = await openDay()
  const { store, context, evidence, lines } = session
  /** Saves a wire inquiry and its answer. */
  async function inquire(id: string, at: string, rows: readonly object[]): Promise<void> {
    const body = JSON.stringify({ totalRows: rows.length, transactions: rows })
    await saveCall(store, recorded({ id: `call-${id}`, at, responseBody: body }))
    const question = { report: 'wire-inquiry', body: '{}', first: null, second: null } as const
    const answer = {
      kind: 'answered',
      reading: { path: 'transactions', columns: [], rows: [], other: [] },
    }
    const sent = { text: '{}', query: undefined, pagedBy: 'nobody' }
    const result = { answer, callId: `call-${id}`, raw: body, isBase64: false, sent }
    await saveReport(store, { id, at, actor: 'mara' }, question, result as never)
  }
  const tell = (tranId: string) => session.take(session.wire({ crArngNum: account, tranId }))
  const wireLines = async () => (await lines()).filter(({ kind }) => kind === 'other-payment')
  const recovered = async () => {
    const request = { cursor: null, limit: 50, search: '', day: null }
    return (await listRecovered(context, await evidence.missed(), request)).items
  }
  return { ...session, inquire, tell, wireLines, recovered }
}
const noon = '2026-11-23T12:00:00.000Z'

it('bank note 76: has rows and nothing else until a person has confirmed what their fields mean', async () => {
  const { store, evidence, inquire, wireLines, recovered } = await openEvidence()
  await inquire('r1', noon, [wireRow('T-9'), wireRow('T-8', { side: 'D' })])
  expect(await wireLines()).toEqual([])
  expect(await recovered()).toEqual([])
  const read = await evidence.read({ reportId: 'r1', row: 0, fields })
  expect(read).toMatchObject({
    value: {
      confirmed: null,
      reading: { row: { amount: 1_250_000, day }, incoming: 1, withoutAlert: 1, unreadable: 0 },
    },
  })
  expect(await wireLines()).toEqual([])
  expect(await evidence.confirm(confirmation, 'noor')).toMatchObject({ ok: true })
  const confirmed = { by: 'Name of noor', at: '2026-11-23T14:00:00.000Z' }
  expect(await wireLines()).toMatchObject([
    {
      flow: 'in',
      match: 'not-from-here',
      reasons: ['incoming-credit'],
      remarks: ['by-wire-inquiry'],
      bank: {
        amount: 1_250_000,
        day,
        dayBy: 'bank',
        transactionId: 'T-9',
        party: 'Ridgeway Supply',
        reportedBy: ['wire-inquiry'],
        fieldsConfirmed: confirmed,
        callId: 'call-r1',
      },
    },
  ])
  expect(await recovered()).toMatchObject([
    {
      kind: 'wire',
      transactionId: 'T-9',
      amount: '12500',
      direction: 'credit',
      sweepId: null,
      wireInquiry: { id: 'r1', ...confirmed },
      alert: null,
    },
  ])
  expect(await auditEntries(store)).toContainEqual(
    expect.objectContaining({ actor: 'noor', kind: 'coverage.wire-fields-confirmed' }),
  )
})

it('is one line with its alert, whichever came first and however often it was inquired', async () => {
  const orders = [
    ['tell', 'inquire', 'again', 'confirm'],
    ['inquire', 'confirm', 'tell', 'again'],
    ['confirm', 'again', 'inquire', 'tell'],
  ] as const
  const results = []
  for (const order of orders) {
    const session = await openEvidence()
    const { evidence, inquire, tell, wireLines } = session
    await inquire('r1', '2026-11-20T12:00:00.000Z', [wireRow('T-0', { date: '2026-11-01' })])
    const steps = {
      tell: () => tell('T-9'),
      inquire: () => inquire('r2', noon, [wireRow(' t-9 '), wireRow('T-7')]),
      again: () => inquire('r3', '2026-11-24T12:00:00.000Z', [wireRow('T-9'), wireRow('T-7')]),
      confirm: () => evidence.confirm(confirmation, 'noor'),
    }
    for (const step of order) await steps[step]()
    results.push(
      (await wireLines())
        .map(({ bank, remarks }) => [bank?.amount, bank?.reportedBy.toSorted(), remarks])
        .toSorted(),
    )
  }
  const [first] = results
  expect(first).toEqual([
    [1_250_000, ['alert', 'wire-inquiry'], []],
    [1_250_000, ['wire-inquiry'], ['by-wire-inquiry']],
  ])
  for (const result of results) expect(result).toEqual(first)
})

it('recovers no wire of which an alert had told, and names the alert that came later', async () => {
  const { evidence, inquire, tell, recovered } = await openEvidence()
  await tell('T-1')
  await inquire('r1', '2026-11-25T12:00:00.000Z', [wireRow('T-1')])
  await inquire('r2', '2026-11-20T12:00:00.000Z', [wireRow('T-2'), wireRow('T-3')])
  await tell('T-2')
  await evidence.confirm(confirmation, 'noor')
  const found = await recovered()
  expect(found.map(({ transactionId, alert }) => [transactionId, alert !== null])).toEqual(
    expect.arrayContaining([
      ['T-2', true],
      ['T-3', false],
    ]),
  )
  expect(found).toHaveLength(2)
})

it('is no evidence any more once a person has withdrawn the fields', async () => {
  const { store, evidence, inquire, wireLines, recovered } = await openEvidence()
  await inquire('r1', noon, [wireRow('T-9')])
  expect(await evidence.withdraw('Nothing confirmed', 'noor')).toMatchObject({ ok: false })
  await evidence.confirm(confirmation, 'noor')
  expect(await wireLines()).toHaveLength(1)
  expect(await evidence.withdraw('The date is the value date', 'theo')).toMatchObject({ ok: true })
  expect(await wireLines()).toEqual([])
  expect(await recovered()).toEqual([])
  expect((await auditEntries(store)).at(-1)).toMatchObject({
    actor: 'theo',
    kind: 'coverage.wire-fields-withdrawn',
  })
})

it('refuses to confirm on a row that is no incoming wire to an own account', async () => {
  const { evidence, inquire, wireLines } = await openEvidence()
  await inquire('r1', noon, [
    wireRow('T-1', { to: '99120001' }),
    wireRow('T-2', { amount: 'about 10' }),
    wireRow('T-3', { side: 'D' }),
  ])
  for (const row of [0, 1, 2])
    expect(await evidence.confirm({ ...confirmation, row }, 'noor')).toMatchObject({
      error: { code: 'invalid-input' },
    })
  expect(await evidence.confirm({ ...confirmation, row: 3 }, 'noor')).toMatchObject({
    error: { code: 'not-found' },
  })
  expect(await wireLines()).toEqual([])
})
