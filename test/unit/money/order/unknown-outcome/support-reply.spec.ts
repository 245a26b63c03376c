/**
 * Resolves an unknown outcome by a reply of the bank's support: two people confirm it, and no
 * other evidence may contradict it (Promise P1).
 */
import { describe, expect, it } from 'vitest'
import { readOutcomeEvidence } from '../../../../../main/money/order/approval/approval-hash.ts'
import { whyNotCopied } from '../../../../../main/money/order/copying.ts'
import {
  attemptsOf,
  supportRepliesOf,
  resendOf,
} from '../../../../../main/money/order/order-records.ts'
import { practicePolicy } from '../../../../../preload/contract/domain/operators/policy.ts'
import {
  accepted,
  actsOf,
  approvedOrder,
  as,
  codeOf,
  saveAlertStatus,
  inquire,
  lost,
  openSession,
  people,
  release,
  rowOf,
  stateOf,
  until,
  type Person,
  type SendingSession,
} from '../support/sending-session.ts'

const afterMinutes = 5
/** The outcome is unknown, for long enough that the bank's support has processed the payment. */
async function withUnknownOutcome(): Promise<SendingSession> {
  const session = await openSession()
  session.policy = { ...practicePolicy, inquiryAfterMinutes: afterMinutes }
  session.bank.answer = () => lost
  await release(session, await approvedOrder(session), 'outcome-unknown')
  session.bank.answer = () => accepted('T2')
  session.pass(afterMinutes * 60_000)
  return session
}
const evidenceOf = async (session: SendingSession): Promise<string> =>
  readOutcomeEvidence(session.store.read, await rowOf(session))
const nowOf = (session: SendingSession): string => session.context.clock.now().toISOString()

const record = async (
  session: SendingSession,
  result: 'made' | 'not-made' = 'not-made',
  { who = 'mara', repliedAt = nowOf(session) }: { who?: Person; repliedAt?: string } = {},
) =>
  as(session, who)('recordSupportReply', {
    id: 'o1',
    evidence: await evidenceOf(session),
    result,
    repliedAt,
    contact: 'J. Ortega, wire desk',
    ticket: 'WD-4471',
  })
const confirm = async (session: SendingSession, who: Person = 'theo', evidence?: string, seq = 1) =>
  as(session, who)('confirmSupportReply', {
    id: 'o1',
    seq,
    evidence: evidence ?? (await evidenceOf(session)),
  })
const close = (session: SendingSession, who: Person = 'mara') =>
  as(session, who)('closeNotMade', { id: 'o1' })

async function withReply(what: 'made' | 'not-made' = 'not-made'): Promise<SendingSession> {
  const session = await withUnknownOutcome()
  expect(codeOf(await record(session, what))).toBeUndefined()
  expect(codeOf(await confirm(session))).toBeUndefined()
  return session
}

const work = (session: SendingSession, change: Parameters<SendingSession['store']['record']>[1]) =>
  session.store.record({ actor: 'system', kind: 'x', subject: 'x', detail: {} }, change)
/** An alert without a name that nobody has decided about. */
const suggested = (session: SendingSession, decision: 'open' | 'counts' = 'open') =>
  work(session, async (tx) => {
    const at = nowOf(session)
    await tx
      .insertInto('alert_deliveries')
      .values({
        seq: 1,
        id: 'd1',
        at,
        remote: null,
        content_type: null,
        size: 2,
        sha256: '',
        answered: 200,
        alerts: 1,
        quarantine_reason: null,
        problem: null,
        reader: 1,
        body: new Uint8Array([123, 125]),
      })
      .execute()
    await tx
      .insertInto('alerts')
      .values({
        seq: 1,
        id: 'a1',
        guid: null,
        content_hash: '',
        body_hash: '',
        delivery_seq: 1,
        place: 1,
        at,
        kind: 'wire',
        incoming: 0,
        old_code: 0,
        incomplete: 0,
        unlisted: 0,
        reader: 1,
      } as never)
      .execute()
    await tx
      .insertInto('order_alerts')
      .values({
        order_id: 'o1',
        alert_seq: 1,
        matched_by: 'suggestion',
        decision,
        decided_by: null,
        at,
      })
      .execute()
  })

describe('made, by the reply of bank support', () => {
  it('is accepted when a second person confirms it, and is tracked', async () => {
    const session = await withUnknownOutcome()
    expect(codeOf(await record(session, 'made'))).toBeUndefined()
    expect(await stateOf(session)).toBe('outcome-unknown')
    session.tracked.splice(0)
    expect(codeOf(await confirm(session))).toBeUndefined()
    expect(await stateOf(session)).toBe('accepted')
    expect(session.tracked).toEqual(['o1'])
    expect(session.bank.sent).toHaveLength(1)
    expect((await actsOf(session)).slice(-2)).toEqual([
      'order.support-reply-recorded mara',
      'order.support-reply-confirmed theo',
    ])
  })

  it('is not contradicted by an alert, which only supports it', async () => {
    const session = await withUnknownOutcome()
    await saveAlertStatus(session)
    await record(session, 'made')
    expect(codeOf(await confirm(session))).toBeUndefined()
  })
})

describe('not made, by the reply of bank support', () => {
  it('lets two people send the same text again under the same reference, without a status inquiry', async () => {
    const session = await withReply()
    expect(await stateOf(session)).toBe('outcome-unknown')
    expect(session.bank.sent).toHaveLength(1)
    const evidence = await evidenceOf(session)
    const again = { id: 'o1', evidence, reason: 'The desk asks for it' }
    expect(codeOf(await as(session, 'mara')('proposeResend', again))).toBeUndefined()
    expect(codeOf(await as(session, 'mara')('confirmResend', { id: 'o1', evidence }))).toBe(
      'not-permitted',
    )
    expect(
      codeOf(await as(session, 'theo')('confirmResend', { id: 'o1', evidence })),
    ).toBeUndefined()
    await until(session, 'accepted')
    expect(new Set(session.bank.sent).size).toBe(1)
    expect(session.bank.sent).toHaveLength(2)
    const [, second] = await attemptsOf(session.store.read, 'o1')
    expect(second && resendOf(second)).toMatchObject({ reason: 'The desk asks for it' })
  })

  it('does not cover a later sending', async () => {
    const session = await withReply()
    const evidence = await evidenceOf(session)
    session.bank.answer = () => lost
    await as(session, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'Again' })
    await as(session, 'theo')('confirmResend', { id: 'o1', evidence })
    await until(session, 'outcome-unknown')
    expect(session.bank.sent).toHaveLength(2)
    const more = { id: 'o1', evidence: await evidenceOf(session), reason: 'Again' }
    expect(codeOf(await as(session, 'mara')('proposeResend', more))).toBe('inquiry-first')
    expect(codeOf(await close(session))).toBe('order-state')
  })

  it('bank note 67: counts when bank support states it late enough, and about this sending', async () => {
    const session = await withUnknownOutcome()
    const refusal = async (what: 'made' | 'not-made', repliedAt: string) =>
      await record(session, what, { repliedAt })
    const wrong = { error: { code: 'invalid-input', fields: [{ path: 'repliedAt' }] } }
    expect(await refusal('not-made', '2026-11-23T14:04:59.000Z')).toMatchObject(wrong)
    expect(await refusal('made', '2026-11-23T13:58:59.000Z')).toMatchObject(wrong)
    expect(await refusal('made', '2026-11-23T14:10:00.000Z')).toMatchObject(wrong)
    expect(codeOf(await refusal('made', '2026-11-23T14:01:00Z'))).toBeUndefined()
    expect(await supportRepliesOf(session.store.read, 'o1')).toMatchObject([
      { replied_at: '2026-11-23T14:01:00.000Z', after_attempt: 1 },
    ])
  })

  it.each([
    ['minutes', 10 * 60_000],
    ['days', 6 * 24 * 3_600_000],
  ])('waits by the clock of the bank where this one is %s ahead', async (_, aheadMs) => {
    const session = await openSession()
    session.policy = { ...practicePolicy, inquiryAfterMinutes: afterMinutes }
    const { clock } = session.context
    session.bank.time = () => new Date(clock.monotonicMs())
    session.bank.answer = () => lost
    await release(session, await approvedOrder(session), 'outcome-unknown')
    const sentMs = clock.monotonicMs()
    session.setClock(new Date(sentMs + aheadMs))
    const repliedAt = new Date(sentMs + 9 * 60_000).toISOString()
    const wrong = { error: { code: 'invalid-input', fields: [{ path: 'repliedAt' }] } }
    expect(await record(session, 'not-made', { repliedAt })).toMatchObject(wrong)
    session.pass(9 * 60_000)
    expect(codeOf(await record(session, 'not-made', { repliedAt }))).toBeUndefined()
    session.bank.time = () => new Date(clock.monotonicMs() - 9 * 60_000)
    expect(await confirm(session)).toMatchObject(wrong)
    session.bank.time = () => new Date(clock.monotonicMs())
    expect(codeOf(await confirm(session))).toBeUndefined()
  })

  it.each([
    [
      'an alert reported it',
      (session: SendingSession) => saveAlertStatus(session),
      'known-at-bank',
    ],
    [
      'a status inquiry named it',
      (session: SendingSession) => inquire(session, 'undecided', 'o1', 'ERROR'),
      'known-at-bank',
    ],
    [
      'an alert may be about it',
      (session: SendingSession) => suggested(session),
      'alert-undecided',
    ],
    [
      'a status inquiry is in progress',
      (session: SendingSession) => Promise.resolve(session.requested.add('o1')),
      'inquiry-under-way',
    ],
  ] as const)(
    'is refused where %s: recorded, confirmed, closed and sent',
    async (_, reply, code) => {
      const before = await withUnknownOutcome()
      await reply(before)
      expect(codeOf(await record(before))).toBe(code)

      const between = await withUnknownOutcome()
      await record(between)
      const evidence = await evidenceOf(between)
      await reply(between)
      const isNews = (await evidenceOf(between)) !== evidence
      expect(codeOf(await confirm(between, 'theo', evidence))).toBe(isNews ? 'order-changed' : code)

      const after = await withReply()
      await reply(after)
      expect(codeOf(await close(after))).toBe(code)
      const again = { id: 'o1', evidence: await evidenceOf(after), reason: 'Again' }
      // A status inquiry in progress ends with its own result, which the journalling transaction
      // checks.
      if (code === 'inquiry-under-way') return
      expect(codeOf(await as(after, 'mara')('proposeResend', again))).toBe(code)
      expect(after.bank.sent).toHaveLength(1)
    },
  )

  it('needs another person than the one who recorded it, and none of the makers', async () => {
    const session = await withUnknownOutcome()
    await record(session, 'not-made', { who: 'theo' })
    expect(codeOf(await confirm(session, 'theo'))).toBe('same-person')
    await session.store.note({ actor: 'ada', kind: 'order.draft-saved', subject: 'o1', detail: {} })
    expect(codeOf(await confirm(session, 'ada'))).toBe('own-work')
    expect(codeOf(await confirm(session, 'max'))).toBe('not-permitted')
    session.operators.set('cleo', { ...people.cleo, setBy: 'theo' })
    expect(codeOf(await confirm(session, 'cleo'))).toBe('not-approver')
  })

  it('is not confirmed where it was withdrawn, and another one may be recorded then', async () => {
    const session = await withUnknownOutcome()
    await record(session)
    expect(codeOf(await record(session, 'made'))).toBe('order-state')
    expect(
      codeOf(await as(session, 'theo')('withdrawSupportReply', { id: 'o1', seq: 1 })),
    ).toBeUndefined()
    expect(codeOf(await confirm(session))).toBe('order-changed')
    expect(codeOf(await record(session, 'made'))).toBeUndefined()
    expect(codeOf(await confirm(session, 'theo', undefined, 2))).toBeUndefined()
    expect(await stateOf(session)).toBe('accepted')
  })

  it('gives way to the bank\u2019s next status: nothing is sent while that waits', async () => {
    const session = await withReply()
    expect(codeOf(await record(session, 'made'))).toBeUndefined()
    const again = { id: 'o1', evidence: await evidenceOf(session), reason: 'Again' }
    expect(codeOf(await as(session, 'mara')('proposeResend', again))).toBe(
      'support-reply-unresolved',
    )
    expect(codeOf(await close(session))).toBe('order-state')
  })

  it('does not bypass a reply that waits: a status inquiry that finds none sends nothing while bank support may have made it', async () => {
    const session = await withUnknownOutcome()
    await inquire(session)
    const evidence = await evidenceOf(session)
    expect(
      codeOf(await as(session, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'Again' })),
    ).toBe(undefined)
    await record(session, 'made')
    const confirmResend = async (seen: string) =>
      as(session, 'theo')('confirmResend', { id: 'o1', evidence: seen })
    expect(codeOf(await confirmResend(evidence))).toBe('order-changed')
    const now = await evidenceOf(session)
    const again = { id: 'o1', evidence: now, reason: 'Again' }
    expect(codeOf(await as(session, 'mara')('proposeResend', again))).toBe(
      'support-reply-unresolved',
    )
    expect(session.bank.sent).toHaveLength(1)
  })

  it.each(['recorded', 'confirmed', 'sent'] as const)(
    'is not %s where the newest status inquiry is undecided, though it has no status',
    async (what) => {
      const session = what === 'sent' ? await withReply() : await withUnknownOutcome()
      if (what === 'confirmed') await record(session)
      await inquire(session, 'undecided')
      if (what === 'recorded') expect(codeOf(await record(session))).toBe('known-at-bank')
      if (what === 'confirmed') expect(codeOf(await confirm(session))).toBe('order-changed')
      if (what !== 'sent') return
      expect(codeOf(await close(session))).toBe('known-at-bank')
      const again = { id: 'o1', evidence: await evidenceOf(session), reason: 'Again' }
      expect(codeOf(await as(session, 'mara')('proposeResend', again))).toBe('inquiry-first')
    },
  )

  it('gives way to an alert that is about it, though that has no status', async () => {
    const session = await withReply()
    await suggested(session, 'counts')
    expect(codeOf(await close(session))).toBe('known-at-bank')
  })

  it('is not sent again when an alert may be about it between confirmation and first byte', async () => {
    const session = await withReply()
    const evidence = await evidenceOf(session)
    await as(session, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'Again' })
    session.bank.before = () => suggested(session)
    await as(session, 'theo')('confirmResend', { id: 'o1', evidence })
    await until(session, 'outcome-unknown')
    expect(session.bank.sent).toHaveLength(1)
  })
})

describe('an order that was closed as not made', () => {
  const copyOf = async (session: SendingSession) =>
    whyNotCopied(
      session.store.read,
      await rowOf(session),
      session.context,
      session.context.clock.now(),
    )

  it('is sent by nobody, and its state stays outcome-unknown', async () => {
    const session = await withReply()
    expect(codeOf(await close(session))).toBeUndefined()
    expect(await rowOf(session)).toMatchObject({
      state: 'outcome-unknown',
      closed_at: nowOf(session),
    })
    const again = { id: 'o1', evidence: await evidenceOf(session), reason: 'Again' }
    expect(codeOf(await as(session, 'mara')('proposeResend', again))).toBe('order-state')
    expect(codeOf(await close(session))).toBe('order-state')
  })

  it('needs the reply confirmed by two people first', async () => {
    const session = await withUnknownOutcome()
    expect(codeOf(await close(session))).toBe('order-state')
    await record(session)
    expect(codeOf(await close(session))).toBe('order-state')
  })

  it('is copied when its last day is over and a status inquiry since finds none at the bank', async () => {
    const session = await withReply()
    expect(await copyOf(session)).toMatchObject({ code: 'order-state' })
    await close(session)
    await inquire(session)
    expect(await copyOf(session)).toMatchObject({ code: 'may-be-made' })
    session.pass(48 * 3_600_000)
    expect(await copyOf(session)).toEqual({ code: 'not-copied', why: 'not-confirmed-by-inquiry' })
    await inquire(session, 'not-found', 'o1', null, 'reference', 'untried')
    expect(await copyOf(session)).toEqual({ code: 'not-copied', why: 'not-confirmed-by-inquiry' })
    await inquire(session)
    expect(await copyOf(session)).toBeUndefined()
    await inquire(session, 'undecided')
    expect(await copyOf(session)).toBeDefined()
  })

  it.each([
    // Friday's wire, sent on Monday: the bank may keep it for Tuesday.
    ['WIRE', '2026-11-20', '2026-11-24'],
    // Future-dated over Thanksgiving: a cutoff that it missed moves it to Friday.
    ['WIRE', '2026-11-25', '2026-11-27'],
    ['RTP', '2026-11-20', '2026-11-23'],
    ['RTP', '2026-11-25', '2026-11-25'],
  ] as const)(
    'is not copied while the bank may still make a %s of %s sent on 2026-11-23',
    async (service, valueDate, lastDay) => {
      const session = await openSession()
      session.policy = { ...practicePolicy, inquiryAfterMinutes: afterMinutes }
      session.bank.answer = () => lost
      const type = service === 'RTP' ? 'PAYMENT' : 'DRAFT'
      await release(
        session,
        await approvedOrder(session, 'o1', { service, type, valueDate }),
        'outcome-unknown',
      )
      session.pass(afterMinutes * 60_000)
      await record(session)
      await confirm(session)
      await close(session)
      const newYorkMidnight = Date.parse(`${lastDay}T05:00:00Z`) + 24 * 3_600_000
      session.pass(newYorkMidnight - 60_000 - session.context.clock.monotonicMs())
      await inquire(session)
      expect(await copyOf(session)).toEqual({ code: 'may-be-made', lastDay })
      session.pass(2 * 60_000)
      expect(await copyOf(session)).toEqual({ code: 'not-copied', why: 'not-confirmed-by-inquiry' })
      await inquire(session)
      expect(await copyOf(session)).toBeUndefined()
    },
  )

  it('is sent as a copy only while the bank still has none, and is not sent again beside it', async () => {
    const session = await withReply()
    await close(session)
    session.pass(48 * 3_600_000)
    await inquire(session)
    const reviewedHash = await approvedOrder(session, 'o2', { valueDate: '2026-11-24' })
    const act = {
      actor: 'mara',
      kind: 'order.copied',
      subject: 'o2',
      detail: { copiedFrom: 'o1', retryOf: 'o1' },
    }
    await session.store.note(act)
    await saveAlertStatus(session)
    expect((await rowOf(session)).closed_at).toBeNull()
    const release2 = () => as(session, 'mara')('release', { id: 'o2', approvalHash: reviewedHash })
    expect(await release2()).toMatchObject({
      error: {
        fields: [{ message: expect.stringMatching(/original was closed as not made/) as string }],
      },
    })
    await work(session, (tx) => tx.deleteFrom('order_status_events').execute())
    const again = { id: 'o1', evidence: await evidenceOf(session), reason: 'Again' }
    expect(codeOf(await as(session, 'mara')('proposeResend', again))).toBe('copied-already')
    await close(session)
    await inquire(session)
    expect(codeOf(await release2())).toBeUndefined()
    await until(session, 'accepted', 'o2')
    expect(session.bank.sent).toHaveLength(2)
  })

  it('is outcome-unknown for everybody again when the bank reports it', async () => {
    const session = await withReply()
    await close(session)
    await saveAlertStatus(session)
    expect((await rowOf(session)).closed_at).toBeNull()
    expect(codeOf(await close(session))).toBe('known-at-bank')
  })
})
