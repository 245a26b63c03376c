/**
 * A batch with an unknown outcome is found again by each route, at a real practice bank through the
 * real client.
 */
import type { OrderRow } from '../../../../main/money/order/types.ts'
import { bankKnows } from '../../../../main/money/may-bank-have.ts'
import { moneyKinds } from '../../../../main/money/money.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  collectionDay,
  listedFrom,
} from '../../../../main/money/batch/tracking/batch-collection.ts'
import {
  batchNamedBy,
  RowsOfOthers,
} from '../../../../main/money/batch/tracking/batch-inquiry-rows.ts'
import {
  inquiryQualifiesFrom,
  inquiriesAllowResend,
} from '../../../../main/money/order/status/qualifying-inquiries.ts'
import { daysLater } from '../../../../preload/contract/kernel/calendar.ts'
import { ok } from '../../../../preload/contract/kernel/result.ts'
import { storedInquiries, storedRow, changeStored } from '../order/support/stored-orders.ts'
import { inquireByList } from '../../../../main/money/batch/tracking/batch-inquiry-list.ts'
import { batchInquiryApi, readSought } from '../../../../main/money/batch/tracking/batch-inquiry.ts'
import { practiceProfile } from '../../../../main/session/practice/practice-client.ts'
import {
  amountQueries,
  windowsOf,
} from '../../../../main/money/batch/tracking/batch-inquiry-queries.ts'
import {
  batchUuid,
  openUnknownOutcome,
  entry,
  unknownUuid,
  uuid,
  type UnknownOutcomeSession,
} from './support/unknown-outcome.ts'

let session: UnknownOutcomeSession
beforeEach(async () => {
  session = await openUnknownOutcome()
})
const entries = [entry(1, '125.00'), entry(2, '250.50'), entry(3, '99.01')]
const verdicts = async () =>
  (await storedInquiries(session.store)).map(
    ({ route, verdict, status_text: statusText, reason }) => [route, verdict, statusText ?? reason],
  )
const storedEntries = () =>
  session.store.read.selectFrom('batch_entries').selectAll().orderBy('position').execute()
const stateOf = async () => (await storedRow(session.store)).state

/**
 * A bank that answers the addenda status for these uuids only, as if the others were not meant
 * (bank note 82).
 */
const knowsOnly = (isKnown: (id: string) => boolean) => {
  session.double.change = (api) => ({
    ...api,
    addendaStatus: (request, callOptions) =>
      api.addendaStatus(
        { ...request, uuid: isKnown(request.uuid) ? request.uuid : unknownUuid },
        callOptions,
      ),
  })
}

/**
 * Makes a batch name Payroll, while the practice bank debits Operating; by default the batch with
 * the unknown outcome.
 */
const namesPayroll = (id = 'o1') =>
  session.store.record({ actor: 'mara', kind: 'test.named', subject: id, detail: {} }, (tx) =>
    tx
      .updateTable('orders')
      .set({ debit_account: '7200450029', debit_significant: '7200450029' })
      .where('id', '=', id)
      .execute(),
  )

describe('a batch with an unknown outcome is found again', () => {
  it('bank note 82: by the status of addenda under the uuid of the batch', async () => {
    await session.sent(entries)
    await session.withUnknownOutcome(entries)
    await session.inquire()
    expect(await verdicts()).toEqual([['addenda', 'found', 'accepted']])
    expect(await stateOf()).toBe('accepted')
    expect(session.emitted).toContain('o1 accepted')
  })

  it('bank note 82: by that of an entry, where the bank knows entries alone', async () => {
    await session.sent(entries)
    await session.withUnknownOutcome(entries)
    knowsOnly((id) => id === uuid(2))
    await session.inquire()
    expect(await verdicts()).toEqual([['addenda', 'found', 'accepted']])
    expect(await stateOf()).toBe('accepted')
    expect((await storedEntries()).map((one) => [one.verdict, one.trace_number])).toEqual([
      [null, null],
      ['accepted', '550060065000002'],
      [null, null],
    ])
  })

  it('bank note 86: by the list of the account and the customData of a detail, where addenda are not found', async () => {
    await session.sent(entries)
    await session.withUnknownOutcome(entries)
    session.time.ms += 3_000
    knowsOnly(() => false)
    await session.inquire()
    expect(await verdicts()).toEqual([
      ['addenda', 'not-found', null],
      ['list', 'found', 'COLLECTED'],
    ])
    expect(await stateOf()).toBe('accepted')
    const [first] = await storedEntries()
    expect(first).toMatchObject({ verdict: 'accepted', trace_number: '550060065000001' })
    expect(first?.par_number).toMatch(/^\d+$/)
    expect(session.requested.filter((path) => path.endsWith('list'))).toHaveLength(1)
  })

  it('P1: by the list of the account that the bank debits, where the batch names another', async () => {
    await session.sent(entries)
    await session.withUnknownOutcome(entries)
    await namesPayroll()
    session.collected()
    knowsOnly(() => false)
    await session.inquire()
    expect((await verdicts()).map(([way, verdict]) => [way, verdict])).toEqual([
      ['addenda', 'not-found'],
      ['list', 'found'],
    ])
    expect(await stateOf()).toBe('accepted')
  })

  it('bank note 49: by the search of returned entries, where all of it came back', async () => {
    await session.control.setScenario({ scenario: 'entry-returned', times: 1, target: 'money' })
    await session.sent(entries.slice(0, 1))
    await session.withUnknownOutcome(entries.slice(0, 1))
    session.time.ms += 91_000
    knowsOnly(() => false)
    await session.inquire()
    expect(await verdicts()).toEqual([
      ['addenda', 'not-found', null],
      ['list', 'found', 'RETURNED'],
    ])
  })

  it('by itself at once, and is not queried again once it is found', async () => {
    await session.withUnknownOutcome(entries)
    await session.tracking.start()
    await expect.poll(() => session.settled().then(stateOf)).toBe('outcome-unknown')
    await expect.poll(async () => (await storedInquiries(session.store)).length).toBe(2)
    await session.sent(entries)
    await expect
      .poll(
        async () => {
          await session.time.pass(5_000, session.store)
          return stateOf()
        },
        { timeout: 10_000 },
      )
      .toBe('accepted')
    const requested = session.requested.length
    await session.time.pass(24 * 3_600_000, session.store)
    expect(session.requested).toHaveLength(requested)
  })

  it('bank note 86: keeps the trace numbers that it learned for ever, with an event about each', async () => {
    await session.sent(entries)
    await session.withUnknownOutcome(entries)
    await session.inquire()
    const learned = (await storedEntries()).map((one) => one.trace_number)
    expect(learned).toEqual(['550060065000001', '550060065000002', '550060065000003'])
    const events = await session.store.read
      .selectFrom('batch_entry_status_events')
      .selectAll()
      .execute()
    expect(events).toMatchObject([
      { source: 'addenda-status', text: 'accepted', detail: 'Trace number 550060065000001' },
      { text: 'accepted' },
      { text: 'accepted' },
    ])
    await session.inquire()
    expect(
      await session.store.read.selectFrom('batch_entry_status_events').selectAll().execute(),
    ).toHaveLength(3)
  })
})

describe('a batch with an unknown outcome that is not found', () => {
  it('bank notes 21 and 84: stays outcome-unknown, and is not found only where both routes say so', async () => {
    await session.withUnknownOutcome(entries)
    session.collected()
    await session.inquire()
    expect(await verdicts()).toEqual([
      ['addenda', 'not-found', null],
      ['list', 'not-found', null],
    ])
    expect(await stateOf()).toBe('outcome-unknown')
    // By the batch and by each entry, then each amount in both searches.
    expect(session.requested.filter((path) => path.endsWith('addenda'))).toHaveLength(4)
    expect(session.requested.filter((path) => path.endsWith('list'))).toHaveLength(6)
    expect((await session.control.ledger()).batches).toEqual([])
  })

  it('P1: is not found only where the lists of every account that the bank may debit lack it', async () => {
    await session.withUnknownOutcome(entries)
    await namesPayroll()
    session.collected()
    await session.inquire()
    expect((await verdicts()).at(-1)).toEqual(['list', 'not-found', null])
    expect(session.requested.filter((path) => path.endsWith('list'))).toHaveLength(12)
    session.double.change = ({ inquiry, ...api }) => ({
      ...api,
      inquiry: inquiry.ok
        ? ok({
            ...inquiry.value,
            list: (request, page, callOptions) =>
              request.accountNumber === '7200450011'
                ? Promise.resolve({
                    answer: { kind: 'no-answer', reason: 'timed-out' } as const,
                    paging: null,
                    callId: null,
                    raw: null,
                    isBase64: false,
                  })
                : inquiry.value.list(request, page, callOptions),
          })
        : inquiry,
    })
    await session.inquire()
    expect((await verdicts()).at(-1)?.slice(0, 2)).toEqual(['list', 'no-answer'])
  })

  it('P1: reports nothing where it was interrupted before every account was queried', async () => {
    await session.withUnknownOutcome(entries)
    await namesPayroll()
    session.collected()
    const api = batchInquiryApi(session.context)
    if (!api.ok || !api.value.inquiry.ok) throw new Error('the bank may be queried')
    const { list, ...rest } = api.value.inquiry.value
    const stopped = new AbortController()
    let calls = 0
    const inquiry = ok({
      ...rest,
      list: async (...requested: Parameters<typeof list>) => {
        const came = await list(...requested)
        // The last list of the account that the batch names; the list of the other account is never
        // requested.
        if ((calls += 1) === 6) stopped.abort()
        return came
      },
    })
    const now = session.time.clock.now()
    const sought = await readSought(
      session.store.read,
      await storedRow(session.store),
      now,
      practiceProfile,
    )
    const callOptions = { actor: 'mara', signal: stopped.signal }
    const { verdict } = await inquireByList({ inquiry }, sought, callOptions, session.time.clock)
    expect([calls, verdict.verdict]).toEqual([6, 'no-answer'])
  })

  it('bank note 84: allows a resend by neither route alone, nor by an old inquiry', () => {
    const attempts = [{ seq: 1, journalled_at: at(0), ended_at: at(0) }]
    const policy = { inquiryAfterMinutes: 10, inquiryFreshMinutes: 15 }
    const emitted = (
      route: 'addenda' | 'list',
      minutes: number,
      verdict = 'not-found' as const,
    ) => ({
      route,
      at: at(minutes),
      after_attempt: 1,
      verdict,
      reason: null,
    })
    const found = { ...emitted('list', 13), verdict: 'undecided' as const }
    const silent = { ...emitted('list', 13), verdict: 'no-answer' as const }
    const routeless = { ...silent, reason: 'route-shows-nothing' as const }
    const allows = (
      ...inquiries: (ReturnType<typeof emitted> | typeof found | typeof silent | typeof routeless)[]
    ) => inquiriesAllowResend(inquiries, attempts, policy, new Date(at(20)))
    expect(allows(emitted('addenda', 12), emitted('list', 12))).toBe(true)
    expect(allows(emitted('addenda', 12), emitted('list', 12), silent)).toBe(true)
    expect(allows(emitted('addenda', 12), emitted('list', 12), routeless)).toBe(false)
    expect(allows(emitted('addenda', 12))).toBe(false)
    expect(allows(emitted('list', 12))).toBe(false)
    expect(allows(emitted('addenda', 12), emitted('list', 12), found)).toBe(false)
    expect(allows(emitted('addenda', 9), emitted('list', 12))).toBe(false)
    expect(allows(emitted('addenda', 12), silent)).toBe(false)
    const late = (minutes: number) =>
      inquiriesAllowResend(
        [emitted('addenda', 12), emitted('list', 18)],
        attempts,
        policy,
        new Date(at(minutes)),
      )
    expect([late(27), late(28)]).toEqual([true, false])
  })

  it('gives the reason why the list was not queried where inquiry is not agreed, which is no status of the bank', async () => {
    await session.withUnknownOutcome(entries)
    session.agreed.inquiry = false
    await session.inquire()
    expect(await verdicts()).toEqual([
      ['addenda', 'not-found', null],
      ['list', 'no-answer', 'not-agreed'],
    ])
    expect(await bankKnows(session.store.read, 'o1')).toBe(false)
    expect((await storedRow(session.store)).last_call_id).not.toBeNull()
  })

  it('bank note 36: gives the reason where the account has more digits than inquiry takes', async () => {
    await session.withUnknownOutcome(entries)
    await changeStored(session.store, 'o1', { debit_account: '72004500370000017' })
    await session.inquire()
    expect((await verdicts())[1]).toEqual(['list', 'no-answer', 'account-too-long'])
  })

  it('is refused where origination is not agreed, and sends nothing', async () => {
    await session.withUnknownOutcome(entries)
    session.agreed.origination = false
    expect(await session.inquire()).toMatchObject({ error: { code: 'product-not-agreed' } })
    expect(session.requested).toEqual([])
  })
})

describe('what decides nothing about a batch', () => {
  it('bank note 44: a list that ends early', async () => {
    await session.sent([entry(7, '125.00')], uuid(0xc1))
    await session.withUnknownOutcome(entries)
    session.collected()
    await session.control.setScenario({
      scenario: 'rows-cut-off',
      times: 'until-cleared',
      target: 'ach-inquiry',
    })
    await session.inquire()
    expect((await verdicts())[1]).toEqual(['list', 'undecided', null])
    expect(await stateOf()).toBe('outcome-unknown')
  })

  it('bank note 85: a reversal of it, whose customData carries its uuid after its own', async () => {
    await session.sent(entries, uuid(0xc2), batchUuid)
    await session.withUnknownOutcome(entries)
    session.collected()
    knowsOnly(() => false)
    await session.inquire()
    expect((await verdicts())[1]).toEqual(['list', 'not-found', null])
  })

  it('bank note 83: an entry that was refused, though the batch may have been taken in', async () => {
    const [first, second] = [entry(1, '125.00'), entry(2, '250.50')]
    await session.control.setScenario({ scenario: 'detail-in-error', times: 1, target: 'money' })
    await session.sent([first, second])
    await session.withUnknownOutcome([first])
    knowsOnly((id) => id === first.id)
    await session.inquire()
    expect((await verdicts())[0]).toEqual(['addenda', 'undecided', 'rejected'])
    expect(await stateOf()).toBe('outcome-unknown')
    expect(await bankKnows(session.store.read, 'o1')).toBe(true)
  })

  it('a rejection that the status of an entry contradicts', async () => {
    await session.sent(entries)
    await session.withUnknownOutcome(entries)
    await session.control.setScenario({
      scenario: 'failure-in-200',
      times: 1,
      target: 'ach-origination',
    })
    await session.inquire()
    expect((await verdicts())[0]).toEqual(['addenda', 'undecided', 'rejected / accepted'])
    expect(await stateOf()).toBe('outcome-unknown')
    await session.inquire()
    expect(await stateOf()).toBe('accepted')
  })

  it('bank note 86: an acceptance that carries a trace number and not the uuid', async () => {
    await session.sent(entries)
    await session.withUnknownOutcome(entries)
    session.double.change = (api) => ({
      ...api,
      addendaStatus: async (request, callOptions) => {
        const requested = await api.addendaStatus(request, callOptions)
        if (requested.answer.kind !== 'answered') return requested
        const reading = { ...requested.answer.reading, uuid: null, traceNumber: '550060065000001' }
        return { ...requested, answer: { ...requested.answer, reading } }
      },
    })
    await session.inquire()
    expect((await verdicts())[0]?.slice(0, 2)).toEqual(['addenda', 'undecided'])
    expect(await stateOf()).toBe('outcome-unknown')
  })

  it('a rejection that the list contradicts', async () => {
    await session.sent(entries)
    await session.withUnknownOutcome(entries)
    session.time.ms += 3_000
    session.double.change = (api) => ({
      ...api,
      addendaStatus: async (request, callOptions) => {
        await session.control.setScenario({
          scenario: 'failure-in-200',
          times: 1,
          target: 'ach-origination',
        })
        return api.addendaStatus(request, callOptions)
      },
    })
    await session.inquire()
    expect(await verdicts()).toEqual([
      ['addenda', 'not-found', 'rejected'],
      ['list', 'found', 'COLLECTED'],
    ])
    expect(await stateOf()).toBe('accepted')
  })

  it('not found, where the bank has numbered an entry already', async () => {
    await session.withUnknownOutcome(entries)
    const act = { actor: 'mara', kind: 'test.changed', subject: 'o1', detail: {} }
    await session.store.record(act, (tx) =>
      tx
        .updateTable('batch_entries')
        .set({ trace_number: '550060065000009' })
        .where('id', '=', uuid(1))
        .execute(),
    )
    await session.inquire()
    expect(await verdicts()).toEqual([
      ['addenda', 'undecided', 'a trace number is known'],
      ['list', 'undecided', 'a trace number is known'],
    ])
  })

  it('no answer', async () => {
    await session.withUnknownOutcome(entries)
    await session.control.setScenario({
      scenario: 'failure-500',
      times: 'until-cleared',
      target: 'ach-origination',
    })
    await session.inquire()
    expect((await verdicts())[0]?.slice(0, 2)).toEqual(['addenda', 'no-answer'])
    expect(await stateOf()).toBe('outcome-unknown')
  })
})

it('is not found where the bank answers only that its uuid is rejected', async () => {
  const unusable = [entry(1, '0.00')]
  await session.sent(unusable)
  await session.withUnknownOutcome(unusable)
  session.collected()
  await session.inquire()
  expect(await verdicts()).toEqual([
    ['addenda', 'not-found', 'rejected'],
    ['list', 'not-found', null],
  ])
  expect(await stateOf()).toBe('outcome-unknown')
  expect((await storedEntries()).map((one) => one.verdict)).toEqual([null])
  // Two people may still resend it, by the rules for a batch that was not found.
  expect(await bankKnows(session.store.read, 'o1')).toBe(false)
})

it('stays outcome-unknown, and is found by the list, where the bank calls an unknown uuid rejected', async () => {
  await session.sent(entries)
  await session.withUnknownOutcome(entries)
  for (const scenario of ['found-late', 'unknown-as-rejected'] as const) {
    await session.control.setScenario({
      scenario,
      times: 'until-cleared',
      target: 'ach-origination',
    })
  }
  await session.inquire()
  expect((await verdicts())[0]).toEqual(['addenda', 'not-found', 'rejected'])
  expect(await stateOf()).toBe('outcome-unknown')
  session.collected()
  await session.inquire()
  expect((await verdicts()).at(-1)?.slice(0, 2)).toEqual(['list', 'found'])
  expect(await stateOf()).toBe('accepted')
})

describe('the route by which a batch is not found', () => {
  const routes = async () =>
    (await storedInquiries(session.store)).map(
      ({ route, verdict, route_reliability: reliability }) => [route, verdict, reliability],
    )
  beforeEach(async () => {
    await session.withUnknownOutcome(entries)
    await session.taken([entry(9, '77.00')], uuid(8))
  })

  it('is proven by another batch that it shows, and not by a list that cannot show one yet', async () => {
    await session.inquire()
    expect((await routes())[0]).toEqual(['addenda', 'not-found', 'proven'])
    session.collected()
    await session.inquire()
    expect((await routes()).at(-1)).toEqual(['list', 'not-found', 'proven'])
  })

  it('is no answer where the list shows the other batch under another account than it names', async () => {
    await namesPayroll('o2')
    session.collected()
    await session.inquire()
    // The practice bank debits Operating, so the other batch is listed there and not under Payroll.
    expect((await routes()).at(-1)).toEqual(['list', 'no-answer', null])
  })

  it('is no answer where it does not show a batch that the bank has taken in', async () => {
    session.collected()
    const times = 'until-cleared'
    await session.control.setScenario({ scenario: 'found-late', times, target: 'api' })
    await session.inquire()
    expect(await routes()).toEqual([
      ['addenda', 'no-answer', null],
      ['list', 'no-answer', null],
    ])
    expect(await stateOf()).toBe('outcome-unknown')
  })
})

it('stays outcome-unknown when one of two sendings was rejected: the bank may have the other', async () => {
  const unusable = [entry(1, '0.00')]
  await session.sent(unusable)
  await session.withUnknownOutcome(unusable)
  await session.store.record(
    { actor: 'mara', kind: 'test.changed', subject: 'o1', detail: {} },
    async (tx) => {
      const first = await tx.selectFrom('order_attempts').selectAll().executeTakeFirstOrThrow()
      await tx
        .insertInto('order_attempts')
        .values({ ...first, seq: 2 })
        .execute()
    },
  )
  await session.inquire()
  expect(await stateOf()).toBe('outcome-unknown')
})

describe('the queries for the list', () => {
  it('bank note 43: cover the day before the sending to three days after the effective date, at most 31 days each', () => {
    const of = (sentOn: string, effectiveDate: string, today = sentOn, lastSentOn = sentOn) =>
      windowsOf({ sentOn, lastSentOn, effectiveDate, today })
    expect(of('2026-11-23', '2026-11-24')).toEqual([
      { fromDate: '2026-11-22', toDate: '2026-11-27' },
    ])
    expect(of('2026-11-01', '2026-12-02')).toEqual([
      { fromDate: '2026-10-31', toDate: '2026-11-30' },
    ])
    expect(of('2026-11-01', '2026-12-02', '2026-12-03')).toEqual([
      { fromDate: '2026-10-31', toDate: '2026-11-30' },
      { fromDate: '2026-12-01', toDate: '2026-12-05' },
    ])
    // An effective date in the past: the bank collects when it receives the batch.
    expect(of('2026-11-23', '2026-11-02')).toEqual([
      { fromDate: '2026-11-22', toDate: '2026-11-26' },
    ])
    // Resent long after its effective date.
    expect(of('2026-11-02', '2026-11-03', '2026-11-23', '2026-11-23')).toEqual([
      { fromDate: '2026-11-01', toDate: '2026-11-26' },
    ])
    expect(of('2026-01-05', '2026-01-06', '2026-11-23')).toEqual([])
    // Older than the range of the inquiry: an entry that was not listed does not count as missing.
    const late = (days: number) => of('2026-05-28', '2026-05-29', daysLater('2026-05-28', days))
    expect([late(179).length, late(180).length]).toEqual([1, 0])
  })

  const requested = (...amounts: (number | null)[]) =>
    amountQueries({
      entries: amounts.map((amount, at) => ({
        id: uuid(at),
        amount,
        account_significant: '',
        routing_number: '',
      })),
    }).map(({ limits, isWide }) => [limits && [limits.least, limits.most], isWide])

  it('bank note 83: cover every amount of the batch, the rarest first, and none of a prenote', () => {
    expect(requested(100, 100, 200, 300, 300, 300, 0)).toEqual([
      [[200, 200], false],
      [[100, 100], false],
      [[300, 300], false],
    ])
  })

  it('bank note 83: of many amounts cover the rarest, and then all that lies between them', () => {
    const many = Array.from({ length: 11 }, (_, at) => (at + 1) * 100)
    expect(requested(...many)).toEqual([
      [[100, 100], false],
      [[200, 200], false],
      [[300, 300], false],
      [[100, 1100], true],
    ])
  })

  it('cover all entries of the account where prenotes, or an amount that cannot be read, leave no other way', () => {
    expect(requested(0, 0)).toEqual([[null, true]])
    expect(requested(100, null)).toEqual([
      [[100, 100], false],
      [null, true],
    ])
  })
})

describe('a list that finds nothing is no evidence', () => {
  const listed = async () =>
    (await verdicts()).filter(([way]) => way === 'list').map((one) => one.slice(1))
  const collected = (lastSentOn: string, effectiveDate: string) =>
    collectionDay({ lastSentOn, effectiveDate })

  it('bank note 67: before the bank has collected it, and is as soon as the effective day has ended', async () => {
    await session.withUnknownOutcome(entries)
    await session.inquire()
    expect(await listed()).toEqual([['undecided', 'not-collected']])
    expect(await bankKnows(session.store.read, 'o1')).toBe(false)
    session.collected()
    await session.inquire()
    expect((await listed()).at(-1)).toEqual(['not-found', null])
  })

  it('on the last day of the collection, which ends at midnight in New York', () => {
    expect(listedFrom({ effectiveDate: '2026-11-24', lastSentOn: '2026-11-23' })).toEqual(
      new Date('2026-11-25T05:00:00.000Z'),
    )
    expect(listedFrom({ effectiveDate: '2026-07-07', lastSentOn: '2026-07-06' })).toEqual(
      new Date('2026-07-08T04:00:00.000Z'),
    )
    // A Saturday, Thanksgiving Day, and a sending long after the effective date.
    expect(collected('2026-11-20', '2026-11-21')).toBe('2026-11-23')
    expect(collected('2026-11-20', '2026-11-26')).toBe('2026-11-27')
    expect(collected('2026-11-23', '2026-11-02')).toBe('2026-11-23')
  })

  it('bank note 67: so that no status inquiry allows a resend before then', () => {
    const attempts = [{ seq: 1, journalled_at: at(0), ended_at: at(0) }]
    const policy = { inquiryAfterMinutes: 10, inquiryFreshMinutes: 15 }
    const of = (service: OrderRow['service']) => ({
      row: { value_date: '2026-12-01' },
      kind: moneyKinds.of({ service }),
    })
    const inquiries = (['addenda', 'list'] as const).map((route) => ({
      route,
      at: at(12),
      after_attempt: 1,
      verdict: 'not-found' as const,
      reason: null,
    }))
    const now = new Date(at(20))
    expect(inquiriesAllowResend(inquiries, attempts, policy, now, of('PPD'))).toBe(false)
    expect(inquiryQualifiesFrom(attempts, policy, of('PPD'))?.toISOString()).toBe(
      '2026-12-02T05:00:00.000Z',
    )
    expect(inquiryQualifiesFrom(attempts, policy, of('WIRE'))?.toISOString()).toBe(at(10))
  })

  it('bank note 83: where the entries whose amounts are rarest are those that the bank refused', async () => {
    const all = [...entries, entry(4, '10.00'), entry(5, '10.00')]
    await session.sent(all.slice(3))
    await session.withUnknownOutcome(all)
    session.collected()
    knowsOnly(() => false)
    await session.inquire()
    expect(await listed()).toEqual([['found', 'SETTLED']])
  })

  it('bank note 83: where only one of many amounts was taken in', async () => {
    const all = Array.from({ length: 12 }, (_, n) => entry(n + 1, `${String(n + 20)}.00`))
    await session.sent(all.slice(8, 9))
    await session.withUnknownOutcome(all)
    session.collected()
    knowsOnly(() => false)
    await session.inquire()
    expect(await listed()).toEqual([['found', 'SETTLED']])
  })

  it('bank note 36: where the bank shows accounts as their last digits, which identify none', async () => {
    await session.sent(entries)
    await session.withUnknownOutcome(entries)
    session.collected()
    showing((number) => number.slice(-2))
    await session.inquire()
    expect(await listed()).toEqual([['found', 'SETTLED']])
  })

  it('bank note 36: where every row seems to be of other accounts, before their details were read', async () => {
    await session.sent(entries)
    await session.withUnknownOutcome(entries)
    session.collected()
    showing((number) => (number.length > 5 ? number : '99887766'))
    await session.inquire()
    expect(await listed()).toEqual([['found', 'SETTLED']])
  })

  it('bank note 36: where those details say nothing', async () => {
    await session.sent(entries)
    await session.withUnknownOutcome(entries)
    session.collected()
    showing((number) => (number.length > 5 ? number : '99887766'))
    const before = session.double.change
    session.double.change = (api) => {
      const { inquiry, ...rest } = before(api)
      if (!inquiry.ok) return { ...rest, inquiry }
      const detail: typeof inquiry.value.detail = (_, callOptions) =>
        inquiry.value.detail('000000000000000', callOptions)
      return { ...rest, inquiry: { ok: true, value: { ...inquiry.value, detail } } }
    }
    await session.inquire()
    expect(await listed()).toEqual([['undecided', 'accounts-alike']])
    expect(await bankKnows(session.store.read, 'o1')).toBe(false)
  })
})

describe('a row of a list is of another batch by its accounts', () => {
  const others = new RowsOfOthers({
    account: '7200450011',
    entries: ['40012345', '12-3456789'].map((account_significant, at) => ({
      id: uuid(at),
      amount: 100,
      account_significant,
      routing_number: '',
    })),
  })
  const isElse = (own: string, other: string) =>
    others.byAccounts({
      originatingAccount: { accountNumber: own },
      receivingAccount: { accountNumber: other },
    } as never)

  it('only where both are shown in full, and the other is no part of a receiver\u2019s', () => {
    expect(isElse('7200450011', '55667788')).toBe(true)
    expect(isElse('07200450011', '0055667788')).toBe(true)
    for (const other of [
      '40012345',
      '0040012345',
      '12345',
      '40012',
      '123456789',
      '9940012345',
      '7788',
      '****7788',
    ]) {
      expect([other, isElse('7200450011', other)]).toEqual([other, false])
    }
    expect(isElse('450011', '55667788')).toBe(false)
  })
})

/** A bank that shows accounts in lists in its own way, and does not know the addenda. */
const showing = (change: (number: string) => string) => {
  session.double.change = (api) => {
    const { inquiry } = api
    const addendaStatus: typeof api.addendaStatus = (request, callOptions) =>
      api.addendaStatus({ ...request, uuid: unknownUuid }, callOptions)
    if (!inquiry.ok) return { addendaStatus, inquiry }
    const list: typeof inquiry.value.list = async (...of) => {
      const requested = await inquiry.value.list(...of)
      if (requested.answer.kind !== 'answered') return requested
      const { reading } = requested.answer
      const shown = <T extends { accountNumber: string | null } | null>(one: T): T =>
        one?.accountNumber ? { ...one, accountNumber: change(one.accountNumber) } : one
      const transactions = reading.transactions.map((row) => ({
        ...row,
        receivingAccount: shown(row.receivingAccount),
        originatingAccount: shown(row.originatingAccount),
      }))
      return {
        ...requested,
        answer: { ...requested.answer, reading: { ...reading, transactions } },
      }
    }
    return { addendaStatus, inquiry: { ok: true, value: { ...inquiry.value, list } } }
  }
}

const at = (minutes: number): string =>
  new Date(Date.parse('2026-11-23T14:00:00.000Z') + minutes * 60_000).toISOString()

it('is queried at once where the bank has reported it by another route', async () => {
  await session.withUnknownOutcome(entries)
  await session.inquire()
  await session.settled()
  await session.sent(entries)
  await session.settled()
  expect(await stateOf()).toBe('outcome-unknown')
  session.tracking.inquireSoon('o1')
  await session.settled()
  expect(await stateOf()).toBe('accepted')
})

describe('customData names the batch', () => {
  const own = '0123456789abcdef0123456789abcdef'
  const other = 'fedcba9876543210fedcba9876543210'
  const hyphened = (id: string): string =>
    id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

  it.each([
    ['as it was sent', own],
    ['in capitals', own.toUpperCase()],
    ['with hyphens', hyphened(own)],
    ['in quotes, with blanks', ` "${own}" `],
    ['in braces and capitals', `{${hyphened(own).toUpperCase()}}`],
    ['behind a word', `Batch ${own}`],
    ['behind a word without a blank', `BATCHID:${own}`],
    ['before a word', `${own} PAYROLL`],
    ['before the batch that it reverses', own + other],
  ])('%s', (_, text) => {
    expect(batchNamedBy(text, own)).toBe('ours')
  })

  it.each([
    ['as another', other],
    ['as another, with hyphens and words', `Batch ${hyphened(other)} of May`],
    ['as the one that another reverses (bank note 85)', other + own],
    ['as the one that another reverses, with hyphens', `${hyphened(other)} ${hyphened(own)}`],
  ])('%s', (_, text) => {
    expect(batchNamedBy(text, own)).toBe('another')
  })

  it.each([
    ['nothing', null],
    ['an empty text', '  '],
    ['a word', 'PAYROLL MAY'],
    ['the uuid without its first digit', own.slice(1)],
    ['the uuid cut off', own.slice(0, 20)],
    ['a uuid with more digits', `${other}1`],
    ['masked digits', `************************${own.slice(-8)}`],
  ])('not at all: %s', (_, text) => {
    expect(batchNamedBy(text, own)).toBe('none')
  })
})
