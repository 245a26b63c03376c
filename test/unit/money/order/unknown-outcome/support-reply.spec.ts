/**
 * Resolves an unknown outcome by a statement of the bank's support: two people confirm it, and no
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
  heard,
  lookUp,
  lost,
  openSession,
  people,
  release,
  rowOf,
  stateOf,
  until,
  type Person,
  type SendingDesk,
} from '../parts/sending-desk.ts'

const afterMinutes = 5
/** The outcome is unknown, for long enough that the bank's support has processed the payment. */
async function inDoubt(): Promise<SendingDesk> {
  const desk = await openSession()
  desk.policy = { ...practicePolicy, lookUpAfterMinutes: afterMinutes }
  desk.bank.answer = () => lost
  await release(desk, await approvedOrder(desk), 'outcome-unknown')
  desk.bank.answer = () => accepted('T2')
  desk.pass(afterMinutes * 60_000)
  return desk
}
const evidenceOf = async (desk: SendingDesk): Promise<string> =>
  readOutcomeEvidence(desk.store.read, await rowOf(desk))
const nowOf = (desk: SendingDesk): string => desk.context.clock.now().toISOString()

const record = async (
  desk: SendingDesk,
  said: 'made' | 'not-made' = 'not-made',
  { who = 'mara', saidAt = nowOf(desk) }: { who?: Person; saidAt?: string } = {},
) =>
  as(desk, who)('recordSupportReply', {
    id: 'o1',
    evidence: await evidenceOf(desk),
    said,
    saidAt,
    contact: 'J. Ortega, wire desk',
    ticket: 'WD-4471',
  })
const confirm = async (desk: SendingDesk, who: Person = 'theo', evidence?: string, seq = 1) =>
  as(desk, who)('confirmSupportReply', {
    id: 'o1',
    seq,
    evidence: evidence ?? (await evidenceOf(desk)),
  })
const close = (desk: SendingDesk, who: Person = 'mara') =>
  as(desk, who)('closeNotMade', { id: 'o1' })

async function said(what: 'made' | 'not-made' = 'not-made'): Promise<SendingDesk> {
  const desk = await inDoubt()
  expect(codeOf(await record(desk, what))).toBeUndefined()
  expect(codeOf(await confirm(desk))).toBeUndefined()
  return desk
}

const work = (desk: SendingDesk, change: Parameters<SendingDesk['store']['record']>[1]) =>
  desk.store.record({ actor: 'system', kind: 'x', subject: 'x', detail: {} }, change)
/** An alert without a name that nobody has decided about. */
const suggested = (desk: SendingDesk, decision: 'open' | 'counts' = 'open') =>
  work(desk, async (tx) => {
    const at = nowOf(desk)
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
        held: null,
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

describe('made, by the word of the bank\u2019s desk', () => {
  it('is accepted when a second person confirms it, and is followed', async () => {
    const desk = await inDoubt()
    expect(codeOf(await record(desk, 'made'))).toBeUndefined()
    expect(await stateOf(desk)).toBe('outcome-unknown')
    desk.followed.splice(0)
    expect(codeOf(await confirm(desk))).toBeUndefined()
    expect(await stateOf(desk)).toBe('accepted')
    expect(desk.followed).toEqual(['o1'])
    expect(desk.bank.sent).toHaveLength(1)
    expect((await actsOf(desk)).slice(-2)).toEqual([
      'order.desk-word-recorded mara',
      'order.desk-word-confirmed theo',
    ])
  })

  it('is no less true for an alert, which only speaks for it', async () => {
    const desk = await inDoubt()
    await heard(desk)
    await record(desk, 'made')
    expect(codeOf(await confirm(desk))).toBeUndefined()
  })
})

describe('not made, by the word of the bank\u2019s desk', () => {
  it('lets two people send the same text again under the same reference, without a look-up', async () => {
    const desk = await said()
    expect(await stateOf(desk)).toBe('outcome-unknown')
    expect(desk.bank.sent).toHaveLength(1)
    const evidence = await evidenceOf(desk)
    const again = { id: 'o1', evidence, reason: 'The desk asks for it' }
    expect(codeOf(await as(desk, 'mara')('proposeResend', again))).toBeUndefined()
    expect(codeOf(await as(desk, 'mara')('confirmResend', { id: 'o1', evidence }))).toBe(
      'not-permitted',
    )
    expect(codeOf(await as(desk, 'theo')('confirmResend', { id: 'o1', evidence }))).toBeUndefined()
    await until(desk, 'accepted')
    expect(new Set(desk.bank.sent).size).toBe(1)
    expect(desk.bank.sent).toHaveLength(2)
    const [, second] = await attemptsOf(desk.store.read, 'o1')
    expect(second && resendOf(second)).toMatchObject({ reason: 'The desk asks for it' })
  })

  it('says nothing of a later sending', async () => {
    const desk = await said()
    const evidence = await evidenceOf(desk)
    desk.bank.answer = () => lost
    await as(desk, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'Again' })
    await as(desk, 'theo')('confirmResend', { id: 'o1', evidence })
    await until(desk, 'outcome-unknown')
    expect(desk.bank.sent).toHaveLength(2)
    const more = { id: 'o1', evidence: await evidenceOf(desk), reason: 'Again' }
    expect(codeOf(await as(desk, 'mara')('proposeResend', more))).toBe('look-up-first')
    expect(codeOf(await close(desk))).toBe('order-state')
  })

  it('bank note 67: counts when the bank says so late enough, and of this sending', async () => {
    const desk = await inDoubt()
    const refusal = async (what: 'made' | 'not-made', saidAt: string) =>
      await record(desk, what, { saidAt })
    const wrong = { error: { code: 'invalid-input', fields: [{ path: 'saidAt' }] } }
    expect(await refusal('not-made', '2026-11-23T14:04:59.000Z')).toMatchObject(wrong)
    expect(await refusal('made', '2026-11-23T13:58:59.000Z')).toMatchObject(wrong)
    expect(await refusal('made', '2026-11-23T14:10:00.000Z')).toMatchObject(wrong)
    expect(codeOf(await refusal('made', '2026-11-23T14:01:00Z'))).toBeUndefined()
    expect(await supportRepliesOf(desk.store.read, 'o1')).toMatchObject([
      { said_at: '2026-11-23T14:01:00.000Z', after_attempt: 1 },
    ])
  })

  it.each([
    ['an alert told of it', (desk: SendingDesk) => heard(desk), 'known-at-bank'],
    [
      'a look-up named it',
      (desk: SendingDesk) => lookUp(desk, 'undecided', 'o1', 'ERROR'),
      'known-at-bank',
    ],
    ['an alert may be about it', (desk: SendingDesk) => suggested(desk), 'alert-undecided'],
    [
      'a look-up is on its way',
      (desk: SendingDesk) => Promise.resolve(desk.asked.add('o1')),
      'look-up-under-way',
    ],
  ] as const)(
    'is refused where %s: recorded, confirmed, closed and sent',
    async (_, tell, code) => {
      const before = await inDoubt()
      await tell(before)
      expect(codeOf(await record(before))).toBe(code)

      const between = await inDoubt()
      await record(between)
      const evidence = await evidenceOf(between)
      await tell(between)
      const isNews = (await evidenceOf(between)) !== evidence
      expect(codeOf(await confirm(between, 'theo', evidence))).toBe(isNews ? 'order-changed' : code)

      const after = await said()
      await tell(after)
      expect(codeOf(await close(after))).toBe(code)
      const again = { id: 'o1', evidence: await evidenceOf(after), reason: 'Again' }
      // A status inquiry in progress ends with its own result, which the journalling transaction
      // checks.
      if (code === 'look-up-under-way') return
      expect(codeOf(await as(after, 'mara')('proposeResend', again))).toBe(code)
      expect(after.bank.sent).toHaveLength(1)
    },
  )

  it('needs another person than the one who recorded it, and none of the makers', async () => {
    const desk = await inDoubt()
    await record(desk, 'not-made', { who: 'theo' })
    expect(codeOf(await confirm(desk, 'theo'))).toBe('same-person')
    await desk.store.note({ actor: 'ada', kind: 'order.draft-saved', subject: 'o1', detail: {} })
    expect(codeOf(await confirm(desk, 'ada'))).toBe('own-work')
    expect(codeOf(await confirm(desk, 'max'))).toBe('not-permitted')
    desk.operators.set('cleo', { ...people.cleo, setBy: 'theo' })
    expect(codeOf(await confirm(desk, 'cleo'))).toBe('not-approver')
  })

  it('is not confirmed where it was withdrawn, and another one may be recorded then', async () => {
    const desk = await inDoubt()
    await record(desk)
    expect(codeOf(await record(desk, 'made'))).toBe('order-state')
    expect(
      codeOf(await as(desk, 'theo')('withdrawSupportReply', { id: 'o1', seq: 1 })),
    ).toBeUndefined()
    expect(codeOf(await confirm(desk))).toBe('order-changed')
    expect(codeOf(await record(desk, 'made'))).toBeUndefined()
    expect(codeOf(await confirm(desk, 'theo', undefined, 2))).toBeUndefined()
    expect(await stateOf(desk)).toBe('accepted')
  })

  it('gives way to the bank\u2019s next word: nothing is sent while that waits', async () => {
    const desk = await said()
    expect(codeOf(await record(desk, 'made'))).toBeUndefined()
    const again = { id: 'o1', evidence: await evidenceOf(desk), reason: 'Again' }
    expect(codeOf(await as(desk, 'mara')('proposeResend', again))).toBe('support-reply-unresolved')
    expect(codeOf(await close(desk))).toBe('order-state')
  })

  it('is no way around what waits: a look-up that finds none sends nothing while the desk may have made it', async () => {
    const desk = await inDoubt()
    await lookUp(desk)
    const evidence = await evidenceOf(desk)
    expect(
      codeOf(await as(desk, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'Again' })),
    ).toBe(undefined)
    await record(desk, 'made')
    const confirmResend = async (seen: string) =>
      as(desk, 'theo')('confirmResend', { id: 'o1', evidence: seen })
    expect(codeOf(await confirmResend(evidence))).toBe('order-changed')
    const now = await evidenceOf(desk)
    const again = { id: 'o1', evidence: now, reason: 'Again' }
    expect(codeOf(await as(desk, 'mara')('proposeResend', again))).toBe('support-reply-unresolved')
    expect(desk.bank.sent).toHaveLength(1)
  })

  it.each(['recorded', 'confirmed', 'sent'] as const)(
    'is not %s where the newest look-up cannot tell, though it has no word',
    async (what) => {
      const desk = what === 'sent' ? await said() : await inDoubt()
      if (what === 'confirmed') await record(desk)
      await lookUp(desk, 'undecided')
      if (what === 'recorded') expect(codeOf(await record(desk))).toBe('known-at-bank')
      if (what === 'confirmed') expect(codeOf(await confirm(desk))).toBe('order-changed')
      if (what !== 'sent') return
      expect(codeOf(await close(desk))).toBe('known-at-bank')
      const again = { id: 'o1', evidence: await evidenceOf(desk), reason: 'Again' }
      expect(codeOf(await as(desk, 'mara')('proposeResend', again))).toBe('look-up-first')
    },
  )

  it('gives way to an alert that is about it, though that says no word', async () => {
    const desk = await said()
    await suggested(desk, 'counts')
    expect(codeOf(await close(desk))).toBe('known-at-bank')
  })

  it('is not sent again when an alert may be about it between confirmation and first byte', async () => {
    const desk = await said()
    const evidence = await evidenceOf(desk)
    await as(desk, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'Again' })
    desk.bank.before = () => suggested(desk)
    await as(desk, 'theo')('confirmResend', { id: 'o1', evidence })
    await until(desk, 'outcome-unknown')
    expect(desk.bank.sent).toHaveLength(1)
  })
})

describe('what was closed as not made', () => {
  const copyOf = async (desk: SendingDesk) =>
    whyNotCopied(desk.store.read, await rowOf(desk), desk.context, desk.context.clock.now())

  it('is sent by nobody, and stays in doubt for whoever follows it', async () => {
    const desk = await said()
    expect(codeOf(await close(desk))).toBeUndefined()
    expect(await rowOf(desk)).toMatchObject({ state: 'outcome-unknown', closed_at: nowOf(desk) })
    const again = { id: 'o1', evidence: await evidenceOf(desk), reason: 'Again' }
    expect(codeOf(await as(desk, 'mara')('proposeResend', again))).toBe('order-state')
    expect(codeOf(await close(desk))).toBe('order-state')
  })

  it('needs the word of two people first', async () => {
    const desk = await inDoubt()
    expect(codeOf(await close(desk))).toBe('order-state')
    await record(desk)
    expect(codeOf(await close(desk))).toBe('order-state')
  })

  it('is copied when its value date has passed and a look-up since says that the bank has none', async () => {
    const desk = await said()
    expect(await copyOf(desk)).toMatchObject({ code: 'order-state' })
    await close(desk)
    await lookUp(desk)
    expect(await copyOf(desk)).toEqual({ code: 'not-copied', why: 'value-date' })
    desk.pass(24 * 3_600_000)
    expect(await copyOf(desk)).toEqual({ code: 'not-copied', why: 'not-looked-up' })
    await lookUp(desk, 'not-found', 'o1', null, 'reference', 'untried')
    expect(await copyOf(desk)).toEqual({ code: 'not-copied', why: 'not-looked-up' })
    await lookUp(desk)
    expect(await copyOf(desk)).toBeUndefined()
    await lookUp(desk, 'undecided')
    expect(await copyOf(desk)).toBeDefined()
  })

  it('leaves as a copy only while the bank still has none, and is not sent again beside it', async () => {
    const desk = await said()
    await close(desk)
    desk.pass(24 * 3_600_000)
    await lookUp(desk)
    const binding = await approvedOrder(desk, 'o2', { valueDate: '2026-11-24' })
    const act = { actor: 'mara', kind: 'order.copied', subject: 'o2', detail: { copiedFrom: 'o1' } }
    await desk.store.note(act)
    await heard(desk)
    expect((await rowOf(desk)).closed_at).toBeNull()
    const release2 = () => as(desk, 'mara')('release', { id: 'o2', approvalHash: binding })
    expect(await release2()).toMatchObject({
      error: {
        fields: [{ message: expect.stringMatching(/original was closed as not made/) as string }],
      },
    })
    await work(desk, (tx) => tx.deleteFrom('order_statements').execute())
    const again = { id: 'o1', evidence: await evidenceOf(desk), reason: 'Again' }
    expect(codeOf(await as(desk, 'mara')('proposeResend', again))).toBe('copied-already')
    await close(desk)
    await lookUp(desk)
    expect(codeOf(await release2())).toBeUndefined()
    await until(desk, 'accepted', 'o2')
    expect(desk.bank.sent).toHaveLength(2)
  })

  it('is in doubt for everybody again when the bank tells of it', async () => {
    const desk = await said()
    await close(desk)
    await heard(desk)
    expect((await rowOf(desk)).closed_at).toBeNull()
    expect(codeOf(await close(desk))).toBe('known-at-bank')
  })
})
