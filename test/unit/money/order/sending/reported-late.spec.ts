/**
 * The bank reports an order that came back as not sent, and that people have handled since: the
 * order is again what was sent, and their edits are a draft of their own (Promises P1 and P10).
 */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  approversThatCount,
  approvalRules,
  makersOf,
} from '../../../../../main/money/order/approval/approvals.ts'
import { brokenApproval } from '../../../../../main/money/order/approval/integrity.ts'
import { approvalsOf, attemptsOf } from '../../../../../main/money/order/order-records.ts'
import {
  confirmRefusal,
  markUnknownAgain,
} from '../../../../../main/money/order/sending/send-journal.ts'
import { createDraftStore } from '../../../../../main/money/payment/draft-store.ts'
import { formOf } from '../../../../../main/money/payment/draft-row.ts'
import { createDraftWriting } from '../../../../../main/money/batch/drafts/batch-draft-writing.ts'
import { asSent } from '../../../../../main/money/order/sent-version.ts'
import { matchOf } from '../../../../../main/money/order/status/find-alert-match.ts'
import { duplicatesOf } from '../../../../../main/money/payment/duplicate-checks.ts'
import { saveLearned } from '../../../../../main/money/batch/tracking/batch-inquiry-learned.ts'
import type { AlertRow } from '../../../../../main/alerts/alerts.records.ts'
import type { OrderRow } from '../../../../../main/money/order/types.ts'
import { practicePolicy } from '../../../../../preload/contract/domain/operators/policy.ts'
import { createOrderEvidence } from '../../../../../main/money/order/approval/evidence.ts'
import { contextOf, readingOf } from '../support/reading-session.ts'
import { approvedBatch, batchIn, entriesIn, entry } from '../support/batch-session.ts'
import {
  accepted,
  approvedOrder,
  as,
  codeOf,
  inquire,
  lost,
  notSent,
  openSession,
  rejected,
  release,
  rowOf,
  saveAlertStatus,
  stateOf,
  until,
  type SendingSession,
} from '../support/sending-session.ts'

const refusedBarely = {
  ...lost,
  outcome: { kind: 'outcome-unknown', reason: 'refused-barely', status: 404 },
} as const

let session: SendingSession
beforeEach(async () => {
  session = await openSession({
    evidence: (context) => createOrderEvidence(contextOf({ context } as SendingSession)),
  })
  session.policy = { ...practicePolicy, inquiryAfterMinutes: 5 }
})

const handler = async (who: 'mara' | 'theo', act: 'submit' | 'returnToDraft') =>
  expect(codeOf(await as(session, who)(act, { id: 'o1' }))).toBeUndefined()
const approve = async () =>
  as(session, 'theo')('approve', {
    id: 'o1',
    approvalHash: (await rowOf(session)).approval_hash ?? '',
  })
const drafts = () => createDraftStore(session.context, () => undefined)

/** A kind of order: how it is sent, and how its maker changes what it pays. */
const kinds = {
  payment: {
    approved: () => approvedOrder(session),
    edit: async () => {
      const form = {
        ...formOf(await rowOf(session)),
        amount: '99.00',
        debitAccountId: 'practice-1',
      }
      return drafts().save('o1', form, 'mara')
    },
    inquired: ['reference'] as const,
  },
  batch: {
    approved: () => approvedBatch(session),
    edit: async () =>
      createDraftWriting(session.context).saveEntries(
        await rowOf(session),
        {
          id: 'o1',
          put: [
            { position: 1, entry: entry(1, { amount: '99.00' }) },
            { position: 4, entry: entry(4) },
          ],
          removed: [entry(2).id],
        },
        10_000,
      ),
    inquired: ['addenda', 'list'] as const,
  },
}
type Kind = keyof typeof kinds

/** Sent, refused barely, confirmed as not sent: the order is back with a person. */
async function cameBack(kind: Kind): Promise<OrderRow> {
  session.bank.answer = () => refusedBarely
  session.bank.answerBatch = () => refusedBarely as never
  await release(session, await kinds[kind].approved(), 'outcome-unknown')
  // A batch is not found before the day after its effective date.
  session.pass(4 * 86_400_000)
  for (const way of kinds[kind].inquired) await inquire(session, 'not-found', 'o1', null, way)
  expect(await confirmRefusal(session.context, 'o1')).toBe('approved')
  session.bank.answer = () => accepted('T2')
  return rowOf(session)
}
async function contentOf(id = 'o1') {
  const { form, body, approval_hash, amount, debit_account, value_date, payee_id } = await rowOf(
    session,
    id,
  )
  const entries = (await entriesIn(session, id)).map(({ position, typed }) => [position, typed])
  return { form, body, approval_hash, amount, debit_account, value_date, payee_id, entries }
}
const otherDraft = () =>
  session.store.read.selectFrom('orders').selectAll().where('id', '<>', 'o1').executeTakeFirst()

/** What people do with it before the bank reports it. */
const since = {
  'left as it was': [],
  'returned to draft': ['return'],
  'submitted again': ['return', 'submit'],
  'submitted and approved again': ['return', 'submit', 'approve'],
  edited: ['return', 'edit'],
  'edited and submitted': ['return', 'edit', 'submit'],
  'edited, submitted and approved': ['return', 'edit', 'submit', 'approve'],
  discarded: ['return', 'discard'],
  'edited and discarded': ['return', 'edit', 'discard'],
} as const
async function happened(kind: Kind, acts: readonly string[]): Promise<void> {
  for (const act of acts) {
    if (act === 'return') await handler('mara', 'returnToDraft')
    if (act === 'edit') expect(await kinds[kind].edit()).toMatchObject({ ok: true })
    if (act === 'submit') await handler('mara', 'submit')
    if (act === 'approve') expect(codeOf(await approve())).toBeUndefined()
    if (act === 'discard') expect(await drafts().discard('o1', 'mara')).toMatchObject({ ok: true })
  }
}

const cases = (['payment', 'batch'] as const).flatMap((kind) =>
  Object.entries(since).map(([name, acts]) => [kind, name, acts as readonly string[]] as const),
)

describe('a report of the bank', () => {
  it.each(cases)('makes a %s that was %s again what was sent', async (kind, _, acts) => {
    await cameBack(kind)
    const [sent, batch] = [await contentOf(), kind === 'batch' ? await batchIn(session) : null]
    await happened(kind, acts)
    const changed = await contentOf()
    await saveAlertStatus(session)
    expect(await markUnknownAgain(session.context, 'o1')).toBe('outcome-unknown')

    expect(await contentOf()).toEqual(sent)
    if (batch) expect(await batchIn(session)).toEqual(batch)
    const row = await rowOf(session)
    expect(row).toMatchObject({ state: 'outcome-unknown', not_sent: null, sent_back: null })
    expect(await attemptsOf(session.store.read, 'o1')).toMatchObject([
      { outcome: 'unknown', reason: 'reported-since' },
    ])
    expect(await brokenApproval(session.store.read, row, session.context)).toBeNull()
    const counting = approversThatCount(
      await approvalsOf(session.store.read, 'o1'),
      row.approval_hash,
      approvalRules([session.policy], row),
      await makersOf(session.store.read, row),
      session.context.operatorOf,
    )
    expect(counting).toEqual(['theo'])

    const draft = await otherDraft()
    const isEdited = acts.includes('edit') && !acts.includes('discard')
    expect(draft !== undefined).toBe(isEdited)
    if (draft === undefined) return
    expect(draft).toMatchObject({
      state: 'draft',
      maker: 'mara',
      amount: changed.amount,
      body: null,
      sent_back: expect.stringContaining(row.reference) as string,
    })
    expect(draft.reference).not.toBe(row.reference)
    expect(draft.form).not.toContain(row.reference)
    const entries = await entriesIn(session, draft.id)
    expect(entries.map(({ amount }) => amount)).toEqual(
      changed.entries.map(
        ([, typed]) => Number((JSON.parse(String(typed)) as { amount: string }).amount) * 100,
      ),
    )
    expect(
      entries.some(({ id }) => sent.entries.some(([, typed]) => String(typed).includes(id))),
    ).toBe(false)
    expect(session.emitted).toContainEqual([draft.id, 'draft'])
    expect(await makersOf(session.store.read, draft)).toContain('mara')
    const submitted = await as(session, 'mara')('submit', { id: draft.id })
    expect(submitted).toMatchObject({
      error: {
        code: 'possible-duplicate',
        payments: [{ id: 'o1', kind, isChangedFrom: true, orderId: 'o1', amount: row.amount }],
      },
    })
    expect((await readingOf(session).get('mara', draft.id)).flags).toContain('possible-duplicate')
  })

  it.each(['payment', 'batch'] as const)(
    'lets nobody edit, discard or submit a %s in the meantime',
    async (kind) => {
      await cameBack(kind)
      await handler('mara', 'returnToDraft')
      await saveAlertStatus(session)
      const known = { ok: false, error: { code: 'known-at-bank' } }
      expect(await kinds[kind].edit()).toEqual(known)
      expect(await drafts().discard('o1', 'mara')).toEqual(known)
      expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBe('known-at-bank')
    },
  )

  it('is about the sending that the bank answered, not about a later one that never left', async () => {
    await cameBack('payment')
    const sent = await contentOf()
    await happened('payment', ['return', 'edit', 'submit', 'approve'])
    session.bank.connecting = () => Promise.reject(new Error('no connection'))
    session.bank.answer = () => notSent('connection-refused')
    await as(session, 'mara')('release', {
      id: 'o1',
      approvalHash: (await rowOf(session)).approval_hash ?? '',
    })
    await until(session, 'approved')
    expect(await attemptsOf(session.store.read, 'o1')).toHaveLength(2)
    await saveAlertStatus(session)
    expect(await markUnknownAgain(session.context, 'o1')).toBe('outcome-unknown')
    expect(await contentOf()).toEqual(sent)
    expect((await attemptsOf(session.store.read, 'o1')).map(({ reason }) => reason)).toEqual([
      'reported-since',
      'cancelled',
    ])
    expect((await otherDraft())?.amount).toBe(9_900)
    const row = await rowOf(session)
    expect(await brokenApproval(session.store.read, row, session.context)).toBeNull()
  })

  it('is not heard of an order that was never journalled', async () => {
    await approvedOrder(session)
    await saveAlertStatus(session)
    expect(await markUnknownAgain(session.context, 'o1')).toBeNull()
    expect(await stateOf(session)).toBe('approved')
  })
})

describe('a changed order that came back and is sent again', () => {
  const sentAgain = async (kind: Kind, to: 'outcome-unknown' | 'rejected' | 'accepted') => {
    await happened(kind, ['return', 'edit', 'submit', 'approve'])
    await release(session, (await rowOf(session)).approval_hash ?? '', to)
    return rowOf(session)
  }

  it.each(['payment', 'batch'] as const)(
    'is what the bank has of a %s, not what was sent first',
    async (kind) => {
      await cameBack(kind)
      session.bank.answer = () => lost
      session.bank.answerBatch = () => lost as never
      const row = await sentAgain(kind, 'outcome-unknown')
      expect(await asSent(session.store.read, row)).toEqual({ row, content: null })
      const { reference, debit_significant: account } = row
      const alert = { seq: 1, direction: 'debit', transaction_id: null, reference, account }
      const times = { bankTime: null, day: row.value_date }
      expect(await matchOf(session.store, alert as AlertRow, times)).toEqual({
        orderId: 'o1',
        matchedBy: 'reference',
      })
    },
  )

  it('is in doubt where the bank rejects it: it may do so because it has the first', async () => {
    await cameBack('payment')
    session.bank.answer = () => rejected('T9')
    expect(await sentAgain('payment', 'outcome-unknown')).toMatchObject({
      transaction_id: null,
      bank_status: 'not-reported',
    })
  })
})

it.each([
  ['payment', ['return', 'discard']],
  ['payment', ['return']],
  ['payment', []],
] as const)('warns of a %s that came back after %j when it is typed again', async (kind, acts) => {
  const form = formOf(await cameBack(kind))
  await happened(kind, acts)
  const { store, clock } = session.context
  expect(await duplicatesOf(store.read, form, null, clock.now())).toMatchObject([{ id: 'o1' }])
})

describe('what the bank says of the entries of a batch that came back', () => {
  const statusOf = (...entries: readonly number[]) =>
    session.store.record(
      { actor: 'system', kind: 'test.looked-up', subject: 'o1', detail: {} },
      (tx) =>
        saveLearned(
          tx,
          'o1',
          {
            status: null,
            callId: null,
            messages: null,
            entries: entries.map((n) => ({
              id: entry(n).id,
              source: 'addenda-status' as const,
              text: 'rejected',
              verdict: 'rejected' as const,
              traceNumber: null,
              parNumber: null,
              messages: null,
              callId: null,
            })),
          },
          session.context.clock.now().toISOString(),
        ),
    )

  it('holds no change of them up', async () => {
    await cameBack('batch')
    await statusOf(1, 2, 3)
    await happened('batch', ['return', 'edit'])
    expect(await entriesIn(session)).toHaveLength(3)
  })

  it('holds up nothing that puts back what was sent', async () => {
    await cameBack('batch')
    const sent = await contentOf()
    await happened('batch', ['return', 'edit'])
    await statusOf(4)
    await saveAlertStatus(session)
    expect(await markUnknownAgain(session.context, 'o1')).toBe('outcome-unknown')
    expect(await contentOf()).toEqual(sent)
  })
})
