/**
 * An alert asks, and an inquiry decides: what an alert about a return leads to, with a bank that shows
 * the return late, in one inquiry only, or not at all.
 */
import { describe, expect, it, vi } from 'vitest'
import { createEntryTracking } from '../../../../../main/money/batch/tracking/entry-tracking.ts'
import { readEntryTracker } from '../../../../../main/money/batch/tracking/tracked-batch.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import type { TypedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { auditEntries } from '../../../store/stores.ts'
import { must } from '../open-batches.ts'
import { entry, mara, nora, openTracking, theo } from '../open-tracking.ts'

type Session = Awaited<ReturnType<typeof openTracking>>
const debit = (part: Partial<TypedEntry> = {}) => entry({ creditDebitCode: 'D', ...part })
const reason = { ground: 'duplicate', note: '' } as const

/** A batch of one entry that the bank shows as settled; `isReturned`: it comes back later. */
async function settled(session: Session, isReturned = false, typed = [debit()]) {
  const scenario = isReturned ? { scenario: 'entry-returned' as const } : {}
  const id = await session.accepted(typed, scenario)
  session.bank.clock.pass(70_000)
  await session.request(id)
  const only = async () => {
    const [row] = await session.entries(id)
    if (!row) throw new Error('no entry')
    return row
  }
  const { id: entryId, trace_number: trace } = await only()
  const ids = { id, entryIds: [entryId] }
  return {
    id,
    entryId,
    only,
    alert: (part: object = {}) =>
      session.alert({
        traceNumber: trace,
        transactionStatus: 'RETURNED',
        returnReasonCode: 'R03',
        ...part,
      }),
    poll: async (afterMs = 10_000) => {
      session.bank.clock.pass(afterMs)
      await session.request(id)
    },
    again: () => session.corrections.prepareReentry(ids, mara),
    reverse: () => session.corrections.prepareReversal({ ...ids, reason }, mara),
    shown: async () => must(await session.reading.getEntry({ id, entryId }, mara)),
  }
}
type Settled = Awaited<ReturnType<typeof settled>>

const exceptions = async (session: Session) =>
  must(
    await session.reading.listExceptions(
      { kind: 'all', open: true, cursor: null, limit: 10 },
      mara,
    ),
  ).items.map(({ kind, returnReportedAt }) => [kind, returnReportedAt !== null])
const nextPollOf = async (session: Session, id: string): Promise<string | null> =>
  (
    await session.store.read
      .selectFrom('batches')
      .select('next_poll_at')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
  ).next_poll_at

/** Nobody presents the entry again, and nobody reverses it. */
async function isFollowedNeither({ again, reverse }: Settled): Promise<void> {
  const message = expect.stringMatching(/return was (only )?reported/i) as string
  expect(await again()).toMatchObject({ ok: false, error: { fields: [{ message }] } })
  expect(await reverse()).toMatchObject({ ok: false })
}

describe('a return that an alert reports', () => {
  it('refuses to count as money back until the bank shows it, which it does late', async () => {
    const session = await openTracking()
    await session.bank.control.setScenario({
      scenario: 'return-shown-late',
      times: 'until-cleared',
    })
    const batch = await settled(session, true)
    session.bank.clock.pass(60_000)
    await batch.alert({ returnReasonCode: 'R01' })
    expect(await batch.only()).toMatchObject({
      bank_status: 'settled',
      returned_at: null,
      return_code: 'R01',
    })
    expect((await batch.shown()).returnReport).toMatchObject({ by: 'alert', whyNoInquiry: null })
    expect(await exceptions(session)).toEqual([['return', true]])
    expect(must(await session.reading.getReturnRates({} as never, mara)).groups[2]?.returns).toBe(0)
    await isFollowedNeither(batch)

    await batch.poll()
    expect(await batch.only()).toMatchObject({ bank_status: 'unclear', returned_at: null })
    expect(await exceptions(session)).toEqual([['unclear', true]])
    await isFollowedNeither(batch)

    await session.bank.control.clearScenarios()
    await batch.poll()
    expect(await batch.only()).toMatchObject({
      bank_status: 'returned',
      shown_bank_status: 'returned',
      return_reported_at: null,
      unanswered_since: null,
      return_code: 'R01',
    })
    expect((await batch.shown()).returnReport).toBeNull()
    expect(must(await session.reading.getReturnRates({} as never, mara)).groups[2]?.returns).toBe(1)
    expect((await batch.again()).ok).toBe(true)
    await session.bank.settle()
  })

  it('leads to an inquiry by itself, and again while the bank contradicts it', async () => {
    const session = await openTracking()
    const batch = await settled(session)
    await session.tracking.start()
    await batch.alert()
    expect(session.timers.at(-1)?.afterMs).toBe(0)
    session.timers.at(-1)?.run()
    await vi.waitFor(async () => expect((await batch.only()).bank_status).toBe('unclear'), {
      timeout: 10_000,
    })
    const against = { text: 'SETTLED', detail: 'no return, though one was reported' }
    expect(await session.events(batch.entryId)).toContainEqual(expect.objectContaining(against))
    const now = session.bank.clock.now().getTime()
    const next = Date.parse((await nextPollOf(session, batch.id)) ?? '')
    // The practice bank is asked again within seconds, not at the pace of a batch of that age.
    expect(next - now).toBeLessThan(15_001)
    await isFollowedNeither(batch)
    expect(session.problems).toEqual([])
  })

  it('takes the reason of the bank, whatever the alert said', async () => {
    const session = await openTracking()
    const batch = await settled(session, true)
    await batch.alert({ returnReasonCode: 'R29' })
    expect(await batch.only()).toMatchObject({ return_code: 'R29' })
    await batch.poll(60_000)
    expect(await batch.only()).toMatchObject({ bank_status: 'returned', return_code: 'R01' })
  })

  it.each([
    [
      'detail',
      (session: Session) => {
        const detail = session.bank.inquiry.detail.bind(session.bank.inquiry)
        vi.spyOn(session.bank.inquiry, 'detail').mockImplementation(async (...given) => {
          await session.bank.control.clearScenarios()
          const answer = await detail(...given)
          await session.bank.control.setScenario({
            scenario: 'return-shown-late',
            times: 'until-cleared',
          })
          return answer
        })
      },
    ],
    [
      'earlier list of returns',
      (session: Session) => {
        const returns = session.bank.inquiry.returns.bind(session.bank.inquiry)
        vi.spyOn(session.bank.inquiry, 'returns').mockImplementation(async (...given) => {
          await session.bank.control.clearScenarios()
          return returns(...given)
        })
      },
    ],
  ] as const)(
    'counts once the bank’s %s shows it, though its list does not',
    async (_what, only) => {
      const session = await openTracking()
      const batch = await settled(session, true)
      session.bank.clock.pass(60_000)
      await session.bank.control.setScenario({
        scenario: 'return-shown-late',
        times: 'until-cleared',
      })
      only(session)
      await batch.alert()
      await batch.poll()
      expect(await batch.only()).toMatchObject({ bank_status: 'returned', return_code: 'R01' })
      expect((await batch.again()).ok).toBe(true)
    },
  )

  it('is asked about after a restart, also if the program ended before it asked', async () => {
    const session = await openTracking()
    const batch = await settled(session)
    await batch.alert()
    await session.tracking.rest()
    const timers: number[] = []
    const restarted = createEntryTracking(session.context, {
      api: () => ok({ inquiry: session.bank.inquiry, origination: session.bank.origination }),
      startTimer: (afterMs) => {
        timers.push(afterMs)
        return () => undefined
      },
    })
    await restarted.start()
    expect(timers.at(-1)).toBe(0)
    await restarted.rest()
  })

  it('that comes during a pass is asked about at once after it, and not answered by it', async () => {
    const session = await openTracking()
    const batch = await settled(session)
    const list = session.bank.inquiry.list.bind(session.bank.inquiry)
    let isSent = false
    vi.spyOn(session.bank.inquiry, 'list').mockImplementation(async (...given) => {
      const answer = await list(...given)
      if (!isSent) {
        isSent = true
        session.bank.clock.pass(1_000)
        await batch.alert()
      }
      return answer
    })
    vi.spyOn(session.bank.inquiry, 'returns').mockImplementation(() => {
      throw new Error('the pass began without a report')
    })
    await batch.poll()
    expect(await batch.only()).toMatchObject({ bank_status: 'settled', returned_at: null })
    expect((await batch.only()).unanswered_since).not.toBeNull()
    expect(Date.parse((await nextPollOf(session, batch.id)) ?? '')).toBeLessThanOrEqual(
      session.bank.clock.now().getTime(),
    )
  })

  it('is not hidden by a later alert that it settled', async () => {
    const session = await openTracking()
    const batch = await settled(session)
    await batch.alert()
    await batch.poll()
    await batch.alert({ transactionStatus: 'POSTED', returnReasonCode: null })
    expect(await batch.only()).toMatchObject({ bank_status: 'unclear' })
    await isFollowedNeither(batch)
  })

  it('names no PAR number of the entry, and no account that the bank debits in place of the shown one', async () => {
    const session = await openTracking()
    const id = await session.accepted([debit()])
    const [only] = await session.entries(id)
    await session.alert({
      traceNumber: only?.trace_number,
      transactionStatus: 'SETTLED',
      parNumber: '999',
      originatingAccountNumber: '666666666',
      receivingAccountNumber: '0012345678',
    })
    expect((await session.entries(id))[0]).toMatchObject({
      par_number: null,
      debited_significant: '666666666',
    })
    session.bank.clock.pass(70_000)
    await session.request(id)
    const [shown] = await session.entries(id)
    expect(shown).toMatchObject({ bank_status: 'settled' })
    expect([shown?.par_number, shown?.debited_significant]).not.toContain('999')
    expect(shown?.debited_significant).not.toBe('666666666')
  })
})

describe('an alert against a return that the bank showed', () => {
  it('makes the entry unclear, and the return counts once the bank shows it again', async () => {
    const session = await openTracking()
    const batch = await settled(session, true)
    await batch.poll(60_000)
    expect(await batch.only()).toMatchObject({ bank_status: 'returned' })
    // What the bank told before is no news; this status is.
    await batch.alert({ transactionStatus: 'SETTLED', returnReasonCode: null })
    expect(await batch.only()).toMatchObject({ bank_status: 'returned' })
    await batch.alert({ transactionStatus: 'POSTED', returnReasonCode: null })
    expect(await batch.only()).toMatchObject({ bank_status: 'unclear', returned_at: null })
    expect((await batch.shown()).returnReport).toMatchObject({ isContradiction: true })
    await isFollowedNeither(batch)
    await batch.poll()
    expect(await batch.only()).toMatchObject({ bank_status: 'returned', unanswered_since: null })
    expect((await batch.again()).ok).toBe(true)
  })

  it('is not settled by an answer that was asked for before it', async () => {
    const session = await openTracking()
    const batch = await settled(session, true)
    await batch.poll(60_000)
    const pass = await readEntryTracker(session.store, batch.id)
    const askedAt = session.bank.clock.now().toISOString()
    session.bank.clock.pass(1_000)
    await batch.alert({ transactionStatus: 'POSTED', returnReasonCode: null })
    const at = session.bank.clock.now().toISOString()
    pass.apply(
      batch.entryId,
      {
        source: 'inquiry',
        statusText: 'RETURNED',
        askedAt,
        parNumber: null,
        amount: null,
        returned: { code: 'R02', text: null, date: null },
        changes: 0,
        notifications: [],
        callId: null,
        alertSeq: null,
      },
      at,
    )
    await session.store.record(
      { actor: 't', kind: 'test.set', subject: batch.id, detail: {} },
      (tx) => pass.save(tx, at),
    )
    expect(await batch.only()).toMatchObject({ bank_status: 'unclear', returned_at: null })
  })
})

describe('an alert that names an entry by its trace number alone', () => {
  it.each([
    ['no amount and no account', { transactionAmount: null }],
    [
      'a masked account and no amount',
      { transactionAmount: null, receivingAccountNumber: '****5678' },
    ],
    [
      'the last digits of its account and no amount',
      { transactionAmount: null, receivingAccountNumber: '5678' },
    ],
  ])('fits nothing with %s, and leads to an inquiry', async (_what, part) => {
    const session = await openTracking()
    const batch = await settled(session)
    await session.tracking.start()
    await batch.alert(part)
    expect(await batch.only()).toMatchObject({
      bank_status: 'settled',
      return_reported_at: null,
      return_code: null,
    })
    expect(await session.events(batch.entryId)).toContainEqual({
      source: 'alert',
      text: 'traceNumber',
      detail: 'RETURNED R03: neither amount nor account of the entry',
    })
    expect(session.timers.at(-1)?.afterMs).toBe(0)
    await batch.poll()
    expect(await batch.only()).toMatchObject({ bank_status: 'settled', unanswered_since: null })
    expect(session.problems).toEqual([])
  })

  it.each([
    ['its amount', {}],
    ['its account', { transactionAmount: null, receivingAccountNumber: '12345678' }],
    ['its shortened account', { transactionAmount: null, receivingAccountNumber: '345678' }],
  ])('is about it with %s', async (_what, part) => {
    const session = await openTracking()
    const batch = await settled(session)
    await batch.alert(part)
    expect((await batch.only()).return_reported_at).not.toBeNull()
  })
})

describe('an account that is too long for a list', () => {
  /** A batch on the account of 17 digits, and the PAR number that the bank gave its entry. */
  async function tracked(session: Session, isReturned: boolean) {
    const id = await session.accepted([entry()], {
      form: { accountId: 'practice-4' },
      ...(isReturned && { scenario: 'entry-returned' as const }),
    })
    session.bank.clock.pass(200_000)
    const [only] = await session.entries(id)
    const traceNumber = only?.trace_number ?? ''
    const { answer } = await session.bank.inquiry.list(
      {
        accountNumber: '7200450011',
        dateSearchType: isReturned ? 'RETURNED' : 'COLLECTED',
        fromDate: session.bank.daysLater(-1),
        toDate: session.bank.today(),
        traceNumber,
      },
      { pageNumber: 1, pageSize: 10 },
      'mara',
    )
    const par = 'reading' in answer ? answer.reading?.transactions[0]?.parNumber : null
    if (typeof par !== 'string') throw new Error('the bank does not show it')
    return {
      par,
      /** Delivers an alert that names this PAR number, and asks the bank. */
      async ask(parNumber: string) {
        await session.alert({ traceNumber, transactionStatus: 'RETURNED', parNumber })
        session.bank.clock.pass(1_000)
        await session.request(id)
        return (await session.entries(id))[0]
      },
    }
  }

  it.each([
    [true, 'returned'],
    [false, 'unclear'],
  ] as const)(
    'is asked by the PAR number that the alert names: returned there: %s',
    async (isReturned, bank_status) => {
      const batch = await tracked(await openTracking(), isReturned)
      expect(await batch.ask(batch.par)).toMatchObject({ bank_status })
    },
  )

  it('refuses to believe the detail of another item that a forged alert names', async () => {
    const session = await openTracking()
    const { par: returned } = await tracked(session, true)
    const batch = await tracked(session, false)
    expect(await batch.ask(returned)).toMatchObject({
      returned_at: null,
      bank_status: 'not-reported',
    })
    expect(session.calls()).toContain('ach-detail')
  })
})

describe('a written reply of bank support', () => {
  const forbid = (session: Session) =>
    Object.assign(session.context, {
      callBlockFor: (product: string) =>
        product === 'ach-inquiry'
          ? err({ code: 'product-not-agreed', product: 'ach-inquiry' } as const)
          : undefined,
    })
  /** A reported return of a profile without ACH inquiry. */
  async function reported(part: object = {}) {
    const session = await openTracking()
    const batch = await settled(session)
    await batch.alert(part)
    forbid(session)
    session.bank.clock.pass(3_600_000)
    const which = { id: batch.id, entryId: batch.entryId }
    const reply = {
      ...which,
      result: 'returned' as const,
      contact: 'J. Doe',
      ticket: 'T-1 account 0012345678',
      repliedAt: session.bank.clock.now().toISOString(),
    }
    const { corrections } = session
    return {
      session,
      batch,
      which,
      reply,
      record: (change: object = {}, by: typeof theo | typeof mara = theo) =>
        corrections.recordReturnReply({ ...reply, ...change }, by),
      confirm: (by: typeof theo | typeof mara = nora, change: object = {}) =>
        corrections.confirmReturnReply({ ...which, seq: 1, ...change }, by),
    }
  }
  const code = (result: { ok: boolean; error?: { code: string } }) => result.error?.code

  it('of two people lets the entry be presented again, where no inquiry can show the return', async () => {
    const { session, batch, record, confirm } = await reported()
    expect((await batch.shown()).returnReport).toMatchObject({ whyNoInquiry: 'not-permitted' })
    await isFollowedNeither(batch)
    must(await record())
    await isFollowedNeither(batch)
    expect((await batch.shown()).returnReply).toMatchObject({
      contact: 'J. Doe',
      recordedBy: { id: 'theo' },
      confirmedBy: null,
    })
    must(await confirm())
    expect(await batch.only()).toMatchObject({
      bank_status: 'returned',
      return_code: 'R03',
      return_reported_at: null,
      unanswered_since: null,
    })
    expect((await batch.again()).ok).toBe(true)
    expect(await session.acts('batch.return-reply-recorded')).toEqual([batch.id])
    expect(await session.acts('batch.return-reply-confirmed')).toEqual([batch.id])
    expect(JSON.stringify(await auditEntries(session.store))).not.toContain('J. Doe')
  })

  it('refuses to count while the bank’s inquiry can show the return', async () => {
    const { session, batch, record, confirm } = await reported()
    must(await record())
    Object.assign(session.context, { callBlockFor: () => undefined })
    expect(await confirm()).toMatchObject({ error: { fields: [{ path: 'result' }] } })
    expect(await batch.only()).toMatchObject({ returned_at: null })
  })

  it('refuses the person who recorded it, and one who made the batch', async () => {
    const { batch, record, confirm } = await reported()
    must(await record())
    expect(code(await confirm(theo))).toBe('same-person')
    expect(code(await confirm(mara))).toBe('not-permitted')
    expect(await batch.only()).toMatchObject({ returned_at: null })
    const own = await reported()
    must(await own.record({}, mara))
    // The maker of the batch has become a checker since.
    Object.assign(own.session.context, {
      operatorOf: (id: string) => ({
        id,
        name: id,
        roles: ['checker'],
        disabled: false,
        setBy: null,
      }),
      operatorName: (id: string) => id,
    })
    must(await own.session.corrections.withdrawReturnReply({ ...own.which, seq: 1 }, theo as never))
    must(await own.record({}, theo))
    expect(code(await own.confirm(mara, { seq: 2 }))).toBe('own-work')
  })

  it('refuses other evidence than was shown, at either step', async () => {
    const { session, batch, record, confirm } = await reported()
    const { evidence } = await batch.shown()
    await batch.alert({ returnReasonCode: 'R02' })
    expect(code(await record({ evidence }))).toBe('changed-meanwhile')
    must(await record())
    expect(code(await record())).toBe('changed-meanwhile')
    const recorded = await batch.shown()
    await batch.alert({ returnReasonCode: 'R04' })
    expect(code(await confirm(nora, { evidence: recorded.evidence }))).toBe('changed-meanwhile')
    expect(code(await confirm(nora))).toBe('changed-meanwhile')
    expect(await batch.only()).toMatchObject({ returned_at: null })
    expect(await session.acts('order.refused')).toHaveLength(4)
  })

  it.each([
    ['before the return was reported', -2 * 3_600_000],
    ['in the future', 3_600_000],
  ])('refuses one that was given %s', async (_what, ms) => {
    const { reply, record } = await reported()
    const repliedAt = new Date(Date.parse(reply.repliedAt) + ms).toISOString()
    expect(await record({ repliedAt })).toMatchObject({
      error: { fields: [{ path: 'repliedAt' }] },
    })
  })

  it('that nothing came back ends a report which the bank’s inquiry contradicts', async () => {
    const session = await openTracking()
    const batch = await settled(session)
    await batch.alert()
    const { corrections } = session
    session.bank.clock.pass(60_000)
    const reply = () => ({
      id: batch.id,
      entryId: batch.entryId,
      result: 'not-returned' as const,
      contact: 'J. Doe',
      ticket: 'T-1',
      repliedAt: session.bank.clock.now().toISOString(),
    })
    expect(await corrections.recordReturnReply(reply(), theo)).toMatchObject({ ok: false })
    await batch.poll()
    expect(
      await corrections.recordReturnReply({ ...reply(), result: 'returned' }, theo),
    ).toMatchObject({ ok: false })
    must(await corrections.recordReturnReply(reply(), theo))
    must(
      await corrections.confirmReturnReply({ id: batch.id, entryId: batch.entryId, seq: 1 }, nora),
    )
    expect(await batch.only()).toMatchObject({
      bank_status: 'settled',
      returned_at: null,
      return_code: null,
      return_reported_at: null,
    })
    expect((await batch.again()).ok).toBe(false)
    expect((await batch.reverse()).ok).toBe(true)
  })

  it.each([
    [181, 'too-old'],
    [179, null],
  ])('is asked for where the list does not reach the report of %s days ago', async (days, why) => {
    const session = await openTracking()
    const batch = await settled(session)
    await batch.alert()
    session.bank.clock.pass(days * 86_400_000)
    expect((await batch.shown()).returnReport).toMatchObject({ whyNoInquiry: why })
  })
})
