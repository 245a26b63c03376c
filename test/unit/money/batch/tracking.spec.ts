/** The status of entries, polled at a real practice bank and received in alerts. */
import { describe, expect, it, vi } from 'vitest'
import { auditEntries } from '../../store/stores.ts'
import { bodyOf } from '../../../../main/alerts/alerts.records.ts'
import { readAlert } from '../../../../main/alerts/read-alert.ts'
import { elementAt } from '../../../../main/alerts/split-delivery.ts'
import { searchableSecCodes } from '../../../../preload/contract/bank/ach-inquiry/earlier-requests.ts'
import { secCodes } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import { readAnswer } from '../../../../main/bank/answers/read-answer.ts'
import { saveLearned } from '../../../../main/money/batch/tracking/batch-inquiry-learned.ts'
import type { EntryRow } from '../../../../main/money/batch/types.ts'
import { isBack } from '../../../../main/money/batch/tracking/reversal-rules.ts'
import { addendaStatusAnswer } from '../../../../preload/contract/bank/ach-origination/answers.ts'
import { queryAddendaPage } from '../../../../main/money/batch/tracking/query-addenda.ts'
import { storeBatchAnswer } from '../../../../main/money/batch/tracking/batch-answer.ts'
import { tracesByAddenda } from '../../../../main/money/batch/tracking/missing-traces.ts'
import { readEntryTracker } from '../../../../main/money/batch/tracking/tracked-batch.ts'
import { createEntryAlertMatching } from '../../../../main/money/batch/tracking/match-alerts.ts'
import { achAlert, deliveryOf } from '../../alerts/alert-samples.ts'
import { intakeOf } from '../../alerts/intakes.ts'
import { must, payroll } from './open-batches.ts'
import { entry, openTracking, mara } from './open-tracking.ts'

const debit = (part: object = {}) => entry({ creditDebitCode: 'D', ...part })

describe('an accepted batch that is tracked', () => {
  it('bank note 86: goes from uuid to trace number to PAR number, and keeps all three', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry(), entry({ accountNumber: '5550142' })])
    const [before] = await session.entries(id)
    expect(before).toMatchObject({ par_number: null, bank_status: 'not-reported' })
    session.bank.clock.pass(10_000)
    await session.request(id)
    const [first, second] = await session.entries(id)
    expect(first).toMatchObject({ bank_status: 'collected', bank_status_text: 'COLLECTED' })
    expect(first?.par_number).toMatch(/^\d+$/)
    expect(first?.par_number).not.toBe(second?.par_number)
    expect(first?.shown_amount).toBe('1250.00')
    session.bank.clock.pass(60_000)
    await session.request(id)
    expect((await session.entries(id)).map(({ bank_status }) => bank_status)).toEqual([
      'settled',
      'settled',
    ])
    expect(await session.events(first?.id ?? '')).toEqual([
      { source: 'inquiry', text: 'COLLECTED', detail: '' },
      { source: 'inquiry', text: 'SETTLED', detail: '' },
    ])
    await session.bank.settle()
  })

  it.each([
    ['pre-production', 'in New York', 1],
    ['practice', 'of UTC, which the practice bank keeps', 0],
  ] as const)(
    'bank note 43: %s queries at 03:00 UTC by the day %s',
    async (environment, _zone, daysAgo) => {
      const session = await openTracking({}, environment)
      const id = await session.accepted()
      const now = session.bank.clock.now()
      const night = new Date(now)
      night.setUTCHours(27, 0, 0, 0)
      session.bank.clock.pass(night.getTime() - now.getTime())
      await session.request(id)
      const day = (ago: number): string =>
        new Date(night.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
      const bodies = session.bank.records.flatMap(({ purpose, requestBody }) =>
        purpose === 'ach-list' && requestBody?.includes('RETURNED') ? [requestBody] : [],
      )
      expect(bodies).not.toEqual([])
      for (const body of bodies) {
        expect(body).toContain(`"toDate":"${day(daysAgo)}"`)
        expect(body).not.toContain(day(daysAgo - 1))
      }
    },
  )

  it('saves each status once, however often it is queried', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    session.bank.clock.pass(10_000)
    for (let time = 0; time < 3; time += 1) await session.request(id)
    const [only] = await session.entries(id)
    expect(await session.events(only?.id ?? '')).toHaveLength(1)
    expect(await session.acts('batch.polled')).toEqual([id, id, id])
  })

  it('announces a pass once, however many entries changed', async () => {
    const session = await openTracking()
    const id = await session.accepted(
      Array.from({ length: 12 }, (_, at) => entry({ amount: `${at + 1}` })),
    )
    session.bank.clock.pass(10_000)
    session.emitted.length = 0
    await session.request(id)
    expect(session.emitted).toEqual([['batches.changed', { id }]])
    expect(
      (await session.entries(id)).every(({ bank_status }) => bank_status === 'collected'),
    ).toBe(true)
  })

  it('a return after settled is shown as returned, with its reason from the detail', async () => {
    const session = await openTracking()
    const id = await session.accepted([debit()], { scenario: 'entry-returned' })
    session.bank.clock.pass(70_000)
    await session.request(id)
    expect((await session.entries(id))[0]).toMatchObject({
      bank_status: 'settled',
      returned_at: null,
    })
    session.bank.clock.pass(60_000)
    await session.request(id)
    const [back] = await session.entries(id)
    expect(back).toMatchObject({ bank_status: 'returned', return_code: 'R01' })
    expect(back?.returned_at).not.toBeNull()
    expect(await session.events(back?.id ?? '')).toContainEqual({
      source: 'detail',
      text: 'RETURNED',
      detail: expect.stringMatching(/^R01 Insufficient funds \d{4}-/) as string,
    })
  })

  it('bank note 49: a return is found by a search of its own, since COLLECTED does not list it', async () => {
    const session = await openTracking()
    const id = await session.accepted([debit()], { scenario: 'entry-returned' })
    session.bank.clock.pass(200_000)
    await session.request(id)
    expect((await session.entries(id))[0]).toMatchObject({ bank_status: 'returned' })
    const bodies = session.bank.records.flatMap(({ purpose, requestBody }) =>
      purpose === 'ach-list' ? [requestBody ?? ''] : [],
    )
    expect(bodies.some((body) => body.includes('RETURNED'))).toBe(true)
    expect(bodies.every((body) => /"pageNumber":"\d+"/.test(body))).toBe(true)
  })

  it('bank note 54: the data of a change is fetched with the detail when a count says that there is one', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], { scenario: 'entry-changed' })
    session.bank.clock.pass(120_000)
    await session.request(id)
    const [changed] = await session.entries(id)
    expect(changed).toMatchObject({ change_code: 'C01', bank_status: 'settled' })
    expect(changed?.change_data).toBe('00123456789')
    expect(session.calls()).toContain('ach-detail')
    const requested = session.calls().filter((purpose) => purpose === 'ach-detail').length
    await session.request(id)
    expect(session.calls().filter((purpose) => purpose === 'ach-detail')).toHaveLength(requested)
  })

  it('bank note 83: an entry that the answer refused is not queried, and stays refused', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry(), entry()], { scenario: 'detail-in-error' })
    session.bank.clock.pass(10_000)
    await session.request(id)
    expect(
      (await session.entries(id)).map(({ verdict, bank_status }) => [verdict, bank_status]),
    ).toEqual([
      ['rejected', 'not-reported'],
      ['accepted', 'collected'],
    ])
  })

  it('bank note 82: a batch that was found again gets its trace numbers by the ids of its entries', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry(), entry()], { traces: false })
    session.bank.clock.pass(10_000)
    await session.request(id)
    const rows = await session.entries(id)
    expect(rows.map(({ bank_status }) => bank_status)).toEqual(['collected', 'collected'])
    expect(new Set(rows.map(({ trace_number: trace }) => trace)).size).toBe(2)
  })

  it('trace numbers are kept for ever', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    const [only] = await session.entries(id)
    await expect(session.change(only?.id ?? '', { trace_number: '1' })).rejects.toThrow(
      'a trace number is kept for ever',
    )
  })

  it('is refused for a draft, and for an order that is no batch', async () => {
    const session = await openTracking()
    const id = await session.drafts.create(payroll, [entry()], 'mara')
    expect(await session.tracking.handlers.poll({ id }, mara)).toMatchObject({
      error: { code: 'order-state', state: 'draft' },
    })
    expect(await session.tracking.handlers.poll({ id: 'nothing' }, mara)).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it('bank note 36: reports that an account of 17 digits cannot be listed, and sends nothing', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], { form: { accountId: 'practice-4' } })
    const requested = session.calls().length
    expect(await session.tracking.handlers.poll({ id }, mara)).toMatchObject({
      error: { code: 'invalid-input', fields: [{ path: 'accountId' }] },
    })
    expect(session.calls()).toHaveLength(requested)
  })
})

describe('an incomplete answer of the bank', () => {
  const listed = (session: Awaited<ReturnType<typeof openTracking>>) =>
    session.calls().filter((purpose) => purpose === 'ach-list').length
  const batch = (session: Awaited<ReturnType<typeof openTracking>>, id: string) =>
    session.store.read
      .selectFrom('batches')
      .selectAll()
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()

  it('a 429 ends the pass at once, is no answer, and starts a pause before the next', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry(), entry({ amount: '7' })])
    await session.tracking.start()
    session.bank.clock.pass(10_000)
    await session.bank.control.setScenario({ scenario: 'too-many-requests', times: 1 })
    session.timers.at(-1)?.run()
    await vi.waitFor(() => expect(session.timers.at(-1)?.afterMs).toBeGreaterThan(14_000))
    expect(listed(session)).toBe(1)
    expect(await batch(session, id)).toMatchObject({ polled_at: null, next_poll_at: null })
    expect(await session.acts('batch.polled')).toEqual([])
    expect((await session.entries(id))[0]).toMatchObject({ bank_status: 'not-reported' })
    // The pause after a 429 stops the call: nothing leaves, and the batch stays due.
    await session.request(id)
    expect(listed(session)).toBe(1)
    expect(await batch(session, id)).toMatchObject({ polled_at: null, next_poll_at: null })
    expect(session.problems).toEqual([])
  })

  it('a truncated list is not taken as complete: its rows count, and it is queried again at its interval', async () => {
    const session = await openTracking()
    const id = await session.accepted(
      Array.from({ length: 5 }, (_, at) => entry({ amount: String(at + 1) })),
    )
    session.bank.clock.pass(10_000)
    await session.bank.control.setScenario({ scenario: 'rows-cut-off', times: 1 })
    await session.request(id)
    const { polled_at: polledAt, next_poll_at: next } = await batch(session, id)
    expect(polledAt).toBeNull()
    expect(next).not.toBeNull()
    const act = (await auditEntries(session.store)).findLast(({ kind }) => kind === 'batch.polled')
    expect(act?.detail).toContain('COLLECTED truncated')
    await session.request(id)
    expect((await batch(session, id)).polled_at).not.toBeNull()
    expect(
      (await session.entries(id)).every(({ bank_status }) => bank_status === 'collected'),
    ).toBe(true)
  })

  it('bank note 49: under consolidated settlement SETTLED is never queried, and entries stay collected', async () => {
    const session = await openTracking({ settlement: 'consolidated' })
    await session.bank.control.setScenario({ scenario: 'consolidated-settlement', times: 50 })
    const id = await session.accepted([entry(), debit()])
    for (const ms of [10_000, 120_000, 3_600_000]) {
      session.bank.clock.pass(ms)
      await session.request(id)
    }
    const requested = session.bank.records.flatMap(({ purpose, requestBody }) =>
      purpose === 'ach-list' ? (/"dateSearchType":"(\w+)"/.exec(requestBody ?? '')?.[1] ?? '') : [],
    )
    expect(new Set(requested)).toEqual(new Set(['COLLECTED', 'RETURNED']))
    expect((await session.entries(id)).map(({ bank_status }) => bank_status)).toEqual([
      'collected',
      'collected',
    ])
    const { polled_at: polledAt, next_poll_at: next } = await batch(session, id)
    expect(polledAt).not.toBeNull()
    expect(next).not.toBeNull()
  })

  it('bank notes 59 and 86: entries without trace numbers are identified by the customData of the detail, and by no amount', async () => {
    const session = await openTracking()
    const other = await session.accepted([entry({ amount: '7' })])
    const id = await session.accepted([entry({ amount: '7' }), entry({ amount: '9' })], {
      traces: false,
    })
    session.way.addenda = false
    session.bank.clock.pass(10_000)
    await session.request(id)
    const rows = await session.entries(id)
    expect(rows.map(({ bank_status }) => bank_status)).toEqual(['collected', 'collected'])
    const traces = rows.map(({ trace_number: trace }) => trace)
    expect(new Set(traces).size).toBe(2)
    expect(traces).not.toContain((await session.entries(other))[0]?.trace_number)
    expect(traces).not.toContain(null)
  })
})

describe('an alert about an entry', () => {
  it('is matched though the answer to the batch wrote blanks about the trace number', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], { traces: false })
    const [only] = await session.entries(id)
    const none = { informationMessages: [], errorMessages: [], requestAcceptedUTCTime: null }
    const answerBody = { ...none, uuid: only?.id ?? '', status: 'accepted', other: [] }
    const details = [{ ...answerBody, traceNumber: ' 091000010000001 ' }]
    const answer = {
      ...none,
      uuid: null,
      status: 'accepted',
      effectiveDate: null,
      other: [],
      details,
    }
    const of = { callId: null, at: session.bank.clock.now().toISOString(), isAboutEntries: true }
    await session.store.record({ actor: 't', kind: 'test.set', subject: id, detail: {} }, (tx) =>
      storeBatchAnswer(tx, id, answer, of),
    )
    await session.alert({ traceNumber: '091000010000001', transactionStatus: 'COLLECTED' })
    expect((await session.entries(id))[0]).toMatchObject({
      trace_number: '091000010000001',
      verdict: 'accepted',
      bank_status: 'collected',
    })
  })

  it('is matched by its trace number, and never by an amount', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    const [only] = await session.entries(id)
    await session.alert({
      traceNumber: null,
      transactionAmount: 1250,
      transactionStatus: 'SETTLED',
    })
    await session.alert({
      traceNumber: '999',
      transactionAmount: 1250,
      transactionStatus: 'SETTLED',
    })
    expect((await session.entries(id))[0]).toMatchObject({ bank_status: 'not-reported' })
    await session.alert({ traceNumber: only?.trace_number, transactionStatus: 'COLLECTED' })
    expect((await session.entries(id))[0]).toMatchObject({ bank_status: 'collected' })
    expect(session.emitted).toContainEqual(['batches.changed', { id }])
    expect(await session.acts('batch.alerts-matched')).toEqual([id])
  })

  it('without a trace number is matched by the PAR number that the bank has shown', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry(), entry({ accountNumber: '5550142' })])
    session.bank.clock.pass(10_000)
    await session.request(id)
    const [first] = await session.entries(id)
    await session.alert({
      traceNumber: null,
      parNumber: ` ${first?.par_number ?? ''} `,
      transactionAmount: 1250,
      transactionStatus: 'SETTLED',
    })
    expect((await session.entries(id)).map(({ bank_status }) => bank_status)).toEqual([
      'settled',
      'collected',
    ])
    await session.bank.settle()
  })

  it('that comes late moves nothing back, and is stored', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    const [only] = await session.entries(id)
    const trace = only?.trace_number
    await session.alert({ traceNumber: trace, transactionStatus: 'SETTLED' })
    await session.alert({ traceNumber: trace, transactionStatus: 'COLLECTED' })
    expect((await session.entries(id))[0]).toMatchObject({ bank_status: 'settled' })
    expect((await session.events(only?.id ?? '')).map(({ text }) => text)).toEqual([
      'SETTLED',
      'COLLECTED',
    ])
  })

  it('bank note 87: of another SEC code than can be originated is matched by its trace number and shown as received', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    const [only] = await session.entries(id)
    await session.alert({
      traceNumber: only?.trace_number,
      transactionStatus: 'SETTLED',
      standardEntryClassCode: 'WEB',
    })
    expect((await session.entries(id))[0]).toMatchObject({ bank_status: 'settled' })
    const alert = await session.store.read
      .selectFrom('alerts')
      .selectAll()
      .executeTakeFirstOrThrow()
    const element = elementAt(await bodyOf(session.store, alert.delivery_seq), alert.place)
    expect(readAlert(element?.element).body).toMatchObject({
      shape: 'ach',
      reading: { standardEntryClassCode: 'WEB' },
    })
    const { service } = await session.store.read
      .selectFrom('orders')
      .select('service')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(service).toBe('PPD')
    expect(searchableSecCodes).toEqual([...secCodes, 'TEL', 'WEB'])
  })

  it('with a status that no document lists makes it unclear, word for word', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    const [only] = await session.entries(id)
    await session.alert({ traceNumber: only?.trace_number, transactionStatus: 'HELD AT GATE' })
    expect((await session.entries(id))[0]).toMatchObject({
      bank_status: 'unclear',
      bank_status_text: 'HELD AT GATE',
    })
  })

  it('bank note 54: of a change ends in a fetched detail and a proposal that a second person decides', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], { scenario: 'entry-changed' })
    session.bank.clock.pass(120_000)
    const [only] = await session.entries(id)
    const entryId = only?.id ?? ''
    await session.tracking.start()
    await session.alert({
      traceNumber: only?.trace_number,
      transactionStatus: 'SETTLED',
      notificationOfChangeAddendaCount: '1',
    })
    expect((await session.entries(id))[0]).toMatchObject({ change_code: null, change_data: null })
    expect((await session.entries(id))[0]?.changed_at).not.toBeNull()
    // The schedule polls by itself, and at once.
    const timer = session.timers.at(-1)
    expect(timer?.afterMs).toBe(0)
    timer?.run()
    await vi.waitFor(
      async () => expect((await session.entries(id))[0]).toMatchObject({ change_code: 'C01' }),
      { timeout: 10_000 },
    )
    const proposed = must(await session.corrections.proposeCorrection({ id, entryId }, mara))
    const shown = must(await session.reading.getEntry({ id, entryId }, mara))
    expect(shown.change).toMatchObject({
      code: 'C01',
      correctedData: '\u2022\u2022\u2022\u20226789',
      corrects: ['accountNumber'],
      proposal: { ...proposed, state: 'proposed' },
    })
    expect(JSON.stringify(shown)).not.toContain('123456789')
    const payee = must(await session.payees.reveal(proposed.payeeId, 'mara'))
    expect(payee).toMatchObject({ state: 'new', proposal: { version: proposed.version } })
    expect(payee.latest.accountNumber).toBe('00123456789')
    expect(session.problems).toEqual([])
  })
})

type AddendaResult = Awaited<
  ReturnType<Awaited<ReturnType<typeof openTracking>>['tracking']['handlers']['queryAddenda']>
>
const textsOf = ({ answer }: Extract<AddendaResult, { ok: true }>['value']) =>
  'reading' in answer && answer.reading
    ? answer.reading.addenda.map(({ paymentRelatedInformation: text }) => text)
    : []

/** A return as the bank writes it, beside a trace number. */
const back = (traceNumber: string | null | undefined, part: object = {}) => ({
  transactionStatus: 'RETURNED',
  traceNumber,
  returnReasonCode: 'R03',
  returnDate: '2026-11-25',
  ...part,
})

/** A return that was reported, and that no list or detail shows. */
const reported = {
  returned_at: null,
  return_reported_at: expect.stringMatching(/Z$/) as string,
  unanswered_since: expect.stringMatching(/Z$/) as string,
}

describe('an alert that comes during a query', () => {
  const none = { code: null, text: null, date: null }
  const nothing = { parNumber: null, amount: null, callId: null, alertSeq: null, changes: 0 }

  it('is not undone by the answers, which were asked for before it, and both are stored', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    const [only] = await session.entries(id)
    const entryId = only?.id ?? ''
    const pass = await readEntryTracker(session.store, id)
    const at = session.bank.clock.now().toISOString()
    const collected = { ...nothing, statusText: 'COLLECTED', returned: none, notifications: [] }
    pass.apply(entryId, { ...collected, source: 'inquiry', parNumber: '77', askedAt: at }, at)
    session.bank.clock.pass(1_000)
    await session.alert({
      traceNumber: only?.trace_number,
      transactionStatus: 'RETURNED',
      returnReasonCode: 'R01',
    })
    await session.store.record({ actor: 't', kind: 'test.set', subject: id, detail: {} }, (tx) =>
      pass.save(tx, at),
    )
    expect((await session.entries(id))[0]).toMatchObject({
      bank_status: 'not-reported',
      shown_bank_status: 'collected',
      return_reported_at: session.bank.clock.now().toISOString(),
      return_code: 'R01',
      par_number: '77',
    })
    expect(await session.events(entryId)).toMatchObject([
      { source: 'alert', text: 'RETURNED' },
      { source: 'inquiry', text: 'COLLECTED' },
    ])
  })

  it('does not lose a notification of change, nor a trace number that was learned meanwhile', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], { traces: false })
    const [only] = await session.entries(id)
    const entryId = only?.id ?? ''
    const at = session.bank.clock.now().toISOString()
    const [slow, quick] = [
      await readEntryTracker(session.store, id),
      await readEntryTracker(session.store, id),
    ]
    slow.trace(entryId, '091000010000001')
    slow.apply(
      entryId,
      { ...nothing, source: 'inquiry', statusText: 'SETTLED', returned: none, notifications: [] },
      at,
    )
    const notifications = [{ code: 'C01', text: null, data: '00777' }]
    quick.trace(entryId, '091000010000001')
    quick.apply(
      entryId,
      {
        ...nothing,
        source: 'addenda-status',
        statusText: null,
        returned: none,
        notifications,
        changes: 1,
      },
      at,
    )
    for (const one of [quick, slow])
      await session.store.record({ actor: 't', kind: 'test.set', subject: id, detail: {} }, (tx) =>
        one.save(tx, at),
      )
    expect((await session.entries(id))[0]).toMatchObject({
      trace_number: '091000010000001',
      bank_status: 'settled',
      change_code: 'C01',
      change_data: '00777',
      changed_at: at,
    })
  })
})

describe('an alert that was not stored', () => {
  it('is matched at the next start, though a later one of another batch was stored before', async () => {
    const session = await openTracking()
    const one = await session.accepted()
    const two = await session.accepted()
    const [[first], [second]] = [await session.entries(one), await session.entries(two)]
    const intake = intakeOf(session.store, 1, () => session.bank.clock.now())
    for (const [guid, trace] of [
      ['K-1', first?.trace_number],
      ['K-2', second?.trace_number],
    ]) {
      const plain = { transactionAmount: 1250, receivingAccountNumber: null }
      const body = { ...back(trace), ...plain, originatingAccountNumber: null }
      await intake.take(deliveryOf(achAlert({ eapAlertGUID: guid }, body)))
    }
    await intake.settled()
    await createEntryAlertMatching(session.context, {
      matched: () => undefined,
    }).matchEarlierAlerts(two)
    expect((await session.entries(two))[0]).toMatchObject(reported)
    // Killed here: the pass over the first one never ran.
    for (let time = 0; time < 2; time += 1) {
      await createEntryAlertMatching(session.context, { matched: () => undefined }).start()
      expect((await session.entries(one))[0]).toMatchObject(reported)
      expect(await session.acts('batch.alerts-matched')).toEqual([two, one])
    }
  })

  it.each(['start', 'learned'] as const)(
    'is matched with its own entry of 1,100, whichever delivery it came in (%s)',
    async (by) => {
      const session = await openTracking()
      const many = Array.from({ length: 1_100 }, () => entry())
      const id = await session.accepted(many)
      const entries = await session.entries(id)
      const plain = { transactionAmount: 1250, receivingAccountNumber: null }
      const intake = intakeOf(session.store, 1, () => session.bank.clock.now())
      for (let from = 0; from < entries.length; from += 100) {
        const some = entries.slice(from, from + 100).map(({ trace_number: trace }, at) => {
          const returnReasonCode = `R${String(10 + (at % 80))}`
          const body = { ...back(trace, { returnReasonCode }), ...plain }
          const guid = `M-${String(from + at)}`
          return achAlert({ eapAlertGUID: guid }, { ...body, originatingAccountNumber: null })
        })
        await intake.take(deliveryOf(...some))
      }
      await intake.settled()
      const matching = createEntryAlertMatching(session.context, { matched: () => undefined })
      await (by === 'start' ? matching.start() : matching.matchEarlierAlerts(id))
      expect((await session.entries(id)).map((one) => one.return_code)).toEqual(
        entries.map((_, at) => `R${String(10 + ((at % 100) % 80))}`),
      )
    },
  )
})

describe('bank note 86: an alert under the trace number of an entry', () => {
  it('marks no entry as returned where it names another amount and another account, and is stored', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    const [only] = await session.entries(id)
    const entryId = only?.id ?? ''
    const accounts = { receivingAccountNumber: '555555555', originatingAccountNumber: '666666666' }
    await session.alert(back(only?.trace_number, { transactionAmount: 999_999.99, ...accounts }))
    expect((await session.entries(id))[0]).toMatchObject({
      bank_status: 'unclear',
      returned_at: null,
    })
    expect(await session.events(entryId)).toEqual([
      {
        source: 'alert',
        text: 'receivingAccountNumber',
        detail: 'RETURNED R03: account of another entry',
      },
    ])
    expect(
      await session.corrections.prepareReentry({ id, entryIds: [entryId] }, mara),
    ).toMatchObject({
      ok: false,
    })
    const listed = must(
      await session.reading.listExceptions(
        { kind: 'unclear', open: true, cursor: null, limit: 10 },
        mara,
      ),
    )
    expect(listed.items).toMatchObject([{ id: entryId, kind: 'unclear' }])
  })

  it('is about an entry whose account was typed with hyphens and blanks', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry({ accountNumber: '0055-5014 20077' })])
    const [only] = await session.entries(id)
    await session.alert(back(only?.trace_number, { receivingAccountNumber: '55501420077' }))
    expect((await session.entries(id))[0]).toMatchObject(reported)
  })

  it('is about the one of two entries that it fits', async () => {
    const session = await openTracking()
    const first = await session.accepted()
    const second = await session.accepted([entry({ amount: '99.00' })], { traces: false })
    const [[one], [other]] = [await session.entries(first), await session.entries(second)]
    await session.change(other?.id ?? '', { trace_number: one?.trace_number ?? '' })
    await session.alert(back(one?.trace_number, { transactionAmount: 99 }))
    expect((await session.entries(first))[0]).toMatchObject({ return_reported_at: null })
    expect((await session.entries(second))[0]).toMatchObject(reported)
  })

  it('is stored with each of two entries that it fits, and makes both unclear', async () => {
    const session = await openTracking()
    const first = await session.accepted()
    const second = await session.accepted([entry()], { traces: false })
    const [[one], [other]] = [await session.entries(first), await session.entries(second)]
    await session.change(other?.id ?? '', { trace_number: one?.trace_number ?? '' })
    await session.alert(back(one?.trace_number))
    for (const row of [await session.entries(first), await session.entries(second)].flat()) {
      expect(row).toMatchObject({ bank_status: 'unclear', returned_at: null })
      expect(await session.events(row.id)).toEqual([
        {
          source: 'alert',
          text: 'traceNumber',
          detail: 'RETURNED R03: several entries have this number',
        },
      ])
    }
  })
})

describe('bank note 81: an amount at the bank that was not sent', () => {
  it('is an exception of its own', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    const [only] = await session.entries(id)
    await session.alert({ traceNumber: only?.trace_number, transactionAmount: 125_000 })
    const listed = must(
      await session.reading.listExceptions(
        { kind: 'amount', open: true, cursor: null, limit: 10 },
        mara,
      ),
    )
    expect(listed.items).toMatchObject([{ id: only?.id, kind: 'amount', state: 'unclear' }])
  })
})

describe('the status of addenda', () => {
  it('is queried for every entry without a number, though the bank reports nothing for the first fifty', async () => {
    const session = await openTracking()
    const id = await session.accepted(
      Array.from({ length: 60 }, () => entry()),
      { traces: false },
    )
    const requested = new Set<string>()
    const nothing = { answer: { kind: 'nothing-found' }, callId: null, raw: null, isBase64: false }
    const origination = {
      addendaStatus: ({ uuid }: { uuid: string }) => {
        requested.add(uuid)
        return Promise.resolve(nothing)
      },
    }
    for (let pass = 0; pass < 60; pass += 1) {
      const tracker = await readEntryTracker(session.store, id)
      const callOptions = { actor: 'system', signal: new AbortController().signal }
      await tracesByAddenda({ api: { origination }, tracker, callOptions } as never)
    }
    expect(requested.size).toBe(60)
  })

  it('bank notes 46 and 82: gives 120 addenda of an entry by the number that the next page starts with, as texts', async () => {
    const session = await openTracking()
    const addenda = Array.from({ length: 120 }, (_, at) => `RMR*IV*INV${String(at)}`)
    const id = await session.accepted([entry({ addenda })], { form: { secCode: 'CTX' } })
    const [only] = await session.entries(id)
    const of = { id, entryId: only?.id ?? null }
    const first = must(await session.tracking.handlers.queryAddenda({ ...of, start: null }, mara))
    expect(first.next).toBe('101')
    const rest = must(
      await session.tracking.handlers.queryAddenda({ ...of, start: first.next }, mara),
    )
    expect(rest.answer).toMatchObject({ kind: 'answered', reading: { status: 'accepted' } })
    expect([first, rest].flatMap(textsOf)).toEqual(addenda)
    expect(session.bank.latest('ach-addenda-status').requestBody).toContain(
      '"startAddendaSequenceNumber":"101"',
    )
    // A short page may be all that a bank gives at once, so only an empty page is the end.
    expect(rest.next).toBe('121')
    const end = must(
      await session.tracking.handlers.queryAddenda({ ...of, start: rest.next }, mara),
    )
    expect([end.next, textsOf(end)]).toEqual([null, []])
  })

  it('is cancelled when the profile is left, which waits until the answer is stored', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    const [only] = await session.entries(id)
    const begun = Promise.withResolvers<AbortSignal | undefined>()
    const answered = Promise.withResolvers<undefined>()
    const { origination } = session.bank
    const request = origination.addendaStatus.bind(origination)
    vi.spyOn(origination, 'addendaStatus').mockImplementation(async (question, callOptions) => {
      begun.resolve(typeof callOptions === 'string' ? undefined : callOptions.signal)
      await answered.promise
      return request(question, 'mara')
    })
    const steps: string[] = []
    const pending = (async () => {
      await session.tracking.handlers.queryAddenda(
        { id, entryId: only?.id ?? null, start: null },
        mara,
      )
      steps.push('stored')
    })()
    const signal = await begun.promise
    const rested = session.tracking.rest().then(() => steps.push('rested'))
    expect(signal?.aborted).toBe(true)
    await new Promise((resolve) => setImmediate(resolve))
    expect(steps).toEqual([])
    answered.resolve(undefined)
    await Promise.all([pending, rested])
    expect(steps).toEqual(['stored', 'rested'])
  })

  it('of another entry does not count for the queried one', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    const [only] = await session.entries(id)
    const entryId = only?.id ?? ''
    const polled: string[] = []
    const request = async (part: object) => {
      const reading = {
        uuid: 'f'.repeat(32),
        traceNumber: '999999999999999',
        status: 'accepted',
        informationMessages: [],
        errorMessages: [],
        ...part,
        addenda: [
          {
            addendaTypeCode: '99',
            paymentRelatedInformation: 'R01 INSUFFICIENT FUNDS',
            addendaSequenceNumber: '1',
          },
        ],
      }
      const answered = { answer: { kind: 'answered', reading }, callId: null, raw: null }
      const addendaStatus = () => Promise.resolve({ ...answered, isBase64: false })
      const pollSoon = (order: string) => void polled.push(order)
      const api = { origination: { addendaStatus }, pollSoon } as never
      const question = { orderId: id, entryId, uuid: entryId, start: null, actor: 'mara' }
      await queryAddendaPage(session.context, api, question, new AbortController().signal)
      return (await session.entries(id))[0]
    }
    expect(await request({})).toMatchObject({ returned_at: null, bank_status: 'not-reported' })
    const bare = entryId.toUpperCase()
    expect(await request({ uuid: `${bare.slice(0, 8)}-${bare.slice(8)}` })).toMatchObject({
      ...reported,
      return_code: 'R01',
    })
    expect(polled).toEqual([id])
  })

  it('stores the data of a type 98 record, and shows the corrected account masked', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], { scenario: 'entry-changed' })
    session.bank.clock.pass(120_000)
    const [only] = await session.entries(id)
    const requested = must(
      await session.tracking.handlers.queryAddenda(
        { id, entryId: only?.id ?? null, start: null },
        mara,
      ),
    )
    expect((await session.entries(id))[0]).toMatchObject({
      change_code: 'C01',
      change_data: '00123456789',
    })
    expect(JSON.stringify(requested)).not.toContain('00123456789')
    expect(JSON.stringify(requested)).toContain('\u2022\u2022\u2022\u20226789')
  })
})

describe('the schedule', () => {
  it('sends nothing by itself while the bank cannot be called, and continues when it can', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    session.way.api = false
    await session.tracking.start()
    const calls = session.calls().length
    session.bank.clock.pass(10_000)
    const timer = session.timers.at(-1)
    expect(timer?.afterMs).toBe(5_000)
    timer?.run()
    await vi.waitFor(() => expect(session.timers.at(-1)).not.toBe(timer))
    expect(session.calls()).toHaveLength(calls)
    session.way.api = true
    session.timers.at(-1)?.run()
    await vi.waitFor(
      async () =>
        expect((await session.entries(id))[0]).toMatchObject({ bank_status: 'collected' }),
      { timeout: 10_000 },
    )
  })

  it('ignores an order that is a payment', async () => {
    const session = await openTracking()
    session.tracking.accepted('a-payment')
    await session.tracking.rest()
    expect(session.problems).toEqual([])
    expect(session.calls()).toEqual([])
  })
})

describe('a rejection that comes after the answer', () => {
  const opened = async (set: Partial<EntryRow>, traces = false) => {
    const session = await openTracking()
    const id = await session.accepted([entry()], { traces })
    const [only] = await session.entries(id)
    const entryId = only?.id ?? ''
    await session.change(entryId, set)
    const stateOf = async () => {
      const [now] = await session.entries(id)
      return [now?.verdict, now?.bank_status, now && isBack(now)]
    }
    /** The bank's answer about the entry in its addenda status. */
    const says = (body: object) => {
      const raw = JSON.stringify({ uuid: entryId, addenda: [], ...body })
      const stored = { status: 200, headers: {}, body: raw, base64: false }
      const answer = readAnswer(addendaStatusAnswer, { status: 200, answer: stored })
      return {
        ...session.bank.origination,
        addendaStatus: () => Promise.resolve({ answer, callId: null, raw, isBase64: false }),
      }
    }
    const request = (body: object) =>
      queryAddendaPage(
        session.context,
        { origination: says(body), inquireSoon: () => undefined, pollSoon: () => undefined },
        { orderId: id, entryId, uuid: entryId, start: null, actor: 'mara' },
        new AbortController().signal,
      )
    return { session, id, only, entryId, stateOf, request, says }
  }

  it.each(['in-error', 'unclear', 'not-mentioned'] as const)(
    'by the status of its addenda decides nothing of what was %s: the bank may report so of an unknown uuid',
    async (verdict) => {
      const { stateOf, request } = await opened({ verdict })
      await request({ status: 'rejected' })
      expect(await stateOf()).toEqual([verdict, 'not-reported', false])
    },
  )

  it('is applied by itself, too, where the entry has no number and was accepted', async () => {
    const { session, id, entryId, stateOf, says } = await opened({ verdict: 'accepted' })
    const tracker = await readEntryTracker(session.store, id)
    const signal = new AbortController().signal
    await tracesByAddenda({
      api: { origination: says({ status: 'rejected' }) },
      tracker,
      callOptions: { actor: 'system', signal },
      clock: session.context.clock,
    } as never)
    const act = { actor: 'system', kind: 'test.set', subject: entryId, detail: {} }
    await session.store.record(act, (tx) =>
      tracker.save(tx, session.bank.clock.now().toISOString()),
    )
    expect(await stateOf()).toEqual(['unclear', 'not-reported', false])
  })

  it.each([
    ['beside a trace number', { status: 'rejected', traceNumber: '091000010000001' }, 'in-error'],
    ['of another entry', { status: 'rejected', uuid: 'f'.repeat(32) }, 'in-error'],
    ['beside another status', { status: 'rejected', batch: { status: 'accepted' } }, 'in-error'],
  ])('decides nothing %s', async (_, body, verdict) => {
    const { stateOf, request } = await opened({ verdict: 'in-error' })
    await request(body)
    expect((await stateOf())[0]).toBe(verdict)
    expect((await stateOf())[2]).toBe(false)
  })

  it('makes an accepted entry unclear, and presents it never again', async () => {
    const { stateOf, request } = await opened({ verdict: 'accepted' })
    await request({ status: 'rejected' })
    expect(await stateOf()).toEqual(['unclear', 'not-reported', false])
  })

  it('is unclear once the bank reports that it took in a refused entry after all', async () => {
    const { stateOf, request } = await opened({ verdict: 'rejected' })
    await request({ status: 'accepted' })
    expect(await stateOf()).toEqual(['unclear', 'not-reported', false])
  })

  it('by an alert decides nothing: the entry is unclear, and the bank is asked', async () => {
    const { session, id, only, stateOf } = await opened({ verdict: 'in-error' }, true)
    await session.alert({ traceNumber: only?.trace_number, transactionStatus: 'REJECTED' })
    expect(await stateOf()).toEqual(['unclear', 'unclear', false])
    expect((await session.entries(id))[0]?.unanswered_since).not.toBeNull()
  })

  it('in a status inquiry decides what the answer had left open, and no more', async () => {
    const { session, id, entryId, stateOf } = await opened({ verdict: 'in-error' })
    const nothing = { traceNumber: null, parNumber: null, messages: null, callId: null }
    const entries = [
      { id: entryId, source: 'addenda-status', text: 'rejected', verdict: 'rejected', ...nothing },
    ] as const
    const learn = () =>
      session.store.record({ actor: 't', kind: 'test.set', subject: id, detail: {} }, (tx) =>
        saveLearned(tx, id, { status: null, callId: null, messages: null, entries }, at),
      )
    const at = '2026-11-25T12:00:00.000Z'
    await learn()
    expect(await stateOf()).toEqual(['rejected', 'not-reported', true])
    await session.change(entryId, { verdict: 'accepted' })
    await learn()
    expect(await stateOf()).toEqual(['unclear', 'not-reported', false])
  })
})
