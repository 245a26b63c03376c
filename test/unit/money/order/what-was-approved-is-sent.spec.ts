/**
 * Promise P3 on a real store: for any acts of people in any order, the sent text is byte for byte
 * the approved text, once.
 */
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Originated } from '../../../../main/bank/apis/ach-origination.ts'
import { approversThatCount } from '../../../../main/money/order/approval/approvals.ts'
import { readOutcomeEvidence } from '../../../../main/money/order/approval/approval-hash.ts'
import { attemptsOf } from '../../../../main/money/order/order-records.ts'
import { batchDraft, entry, uuidOf } from './support/batch-session.ts'
import {
  accepted,
  as,
  draft,
  inquire,
  lost,
  openSession,
  originated,
  refused,
  rejected,
  rowOf,
  wireForm,
  type Person,
  type SendingSession,
} from './support/sending-session.ts'
import { sha256Of } from '../../../../main/platform/sha256.ts'

type Command =
  | { readonly do: 'submit' | 'returnToDraft' | 'takeBack'; readonly by: Person }
  | { readonly do: 'edit'; readonly amount: string }
  | { readonly do: 'approve' | 'release' | 'propose' | 'confirm'; readonly by: Person }
  | { readonly do: 'inquire' | 'restart' | 'leave' }
  | { readonly do: 'bank'; readonly says: 'accepted' | 'lost' | 'refused' | 'rejected' }

const someone = fc.constantFrom<Person>('mara', 'theo', 'cleo', 'ada')
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('submit' as const), by: someone }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('approve' as const), by: someone }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('release' as const), by: someone }) },
  fc.record({ do: fc.constantFrom('returnToDraft' as const, 'takeBack' as const), by: someone }),
  fc.record({ do: fc.constant('edit' as const), amount: fc.constantFrom('1.00', '2.50', '9.99') }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('propose' as const, 'confirm' as const),
      by: someone,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('inquire' as const) }) },
  fc.record({ do: fc.constantFrom('restart' as const, 'leave' as const) }),
  fc.record({
    do: fc.constant('bank' as const),
    says: fc.constantFrom('accepted', 'lost', 'refused', 'rejected'),
  }),
)

/** The differences between a payment and a batch. */
interface Kind {
  readonly draft: (session: SendingSession) => Promise<unknown>
  /** Its maker edits its draft. */
  readonly edit: (session: SendingSession, amount: string) => Promise<unknown>
  readonly inquire: (session: SendingSession) => Promise<void>
}
const edited = { actor: 'mara', kind: 'order.draft-saved', subject: 'o1', detail: {} }
const payment: Kind = {
  draft: (session) => draft(session),
  edit: ({ store }, amount) =>
    store.record(edited, (tx) =>
      tx
        .updateTable('orders')
        .set({ form: JSON.stringify({ ...wireForm, amount }) })
        .execute(),
    ),
  inquire: (session) => inquire(session),
}
const batch: Kind = {
  draft: (session) => batchDraft(session),
  async edit(session, amount) {
    const { settings } = session.ach
    const amountUnit = amount === '9.99' ? 'cents' : 'dollars'
    session.ach = { ...session.ach, settings: { ...settings, amountUnit } }
    const typed = JSON.stringify(entry(2, { amount }))
    await session.store.record(edited, (tx) =>
      tx.updateTable('batch_entries').set({ typed }).where('id', '=', uuidOf(2)).execute(),
    )
  },
  async inquire(session) {
    // Not found proves nothing before the effective day is over.
    if ((await rowOf(session)).state === 'outcome-unknown') session.pass(6 * 86_400_000)
    await inquire(session, 'not-found', 'o1', null, 'addenda')
    await inquire(session, 'not-found', 'o1', null, 'list')
  },
}

const answers = { accepted: accepted(), lost, refused: refused(), rejected: rejected() }
const batchAnswers = {
  accepted: (body: string) => originated(body),
  rejected: (body: string) => originated(body, {}, 'rejected'),
  lost: () => lost as unknown as Originated,
  refused: () => refused() as unknown as Originated,
}
function answer(session: SendingSession, says: keyof typeof answers): void {
  session.bank.answer = () => answers[says]
  session.bank.answerBatch = batchAnswers[says]
}

async function run(session: SendingSession, kind: Kind, one: Command): Promise<unknown> {
  const row = await rowOf(session)
  const reviewedHash = row.approval_hash ?? ''
  switch (one.do) {
    case 'submit':
    case 'returnToDraft':
    case 'takeBack':
      return as(session, one.by)(one.do, { id: 'o1' })
    case 'approve':
    case 'release':
      return as(session, one.by)(one.do, { id: 'o1', approvalHash: reviewedHash })
    case 'propose':
    case 'confirm': {
      const evidence = await readOutcomeEvidence(session.store.read, row)
      return one.do === 'propose'
        ? as(session, one.by)('proposeResend', { id: 'o1', evidence, reason: 'why' })
        : as(session, one.by)('confirmResend', { id: 'o1', evidence })
    }
    case 'edit': {
      return row.state === 'draft' ? kind.edit(session, one.amount) : undefined
    }
    case 'inquire':
      return kind.inquire(session)
    case 'restart':
      return session.sending.recover()
    case 'leave':
      return session.sending.rest()
    case 'bank':
      answer(session, one.says)
      return undefined
  }
}

/**
 * The path of a payment into an unknown outcome and out of it, so that random acts happen at every
 * point of it.
 */
const likely: readonly Command[] = [
  { do: 'submit', by: 'mara' },
  { do: 'approve', by: 'theo' },
  { do: 'release', by: 'mara' },
  { do: 'inquire' },
  { do: 'propose', by: 'mara' },
  { do: 'confirm', by: 'cleo' },
]
const courses = fc
  .array(fc.array(command, { maxLength: 3 }), {
    minLength: likely.length,
    maxLength: likely.length,
  })
  .map((between) => likely.flatMap((one, at) => [one, ...(between[at] ?? [])]))

/** Waits until a released order has ended. */
const settled = (session: SendingSession): Promise<void> =>
  vi.waitFor(
    async () => expect(['queued', 'sending']).not.toContain((await rowOf(session)).state),
    {
      timeout: 10_000,
      interval: 3,
    },
  )

it.each([
  ['payment', payment],
  ['batch', batch],
])('of a %s the approved body equals the sent one, and one person sends once', async (_, kind) => {
  const seen = { sent: 0, resent: 0 }
  await fc.assert(
    fc.asyncProperty(courses, async (commands) => {
      const session = await openSession()
      await kind.draft(session)
      answer(session, 'lost')
      for (const one of commands) {
        await run(session, kind, one)
        if (one.do === 'release' || one.do === 'confirm') await settled(session)
      }
      await session.sending.rest()
      const approvals = await session.store.read
        .selectFrom('audit_entries')
        .select('detail')
        .where('kind', '=', 'order.approved')
        .execute()
      const approved = new Set(
        approvals.map(({ detail }) => (JSON.parse(detail) as { bodySha256: string }).bodySha256),
      )
      const attempts = await attemptsOf(session.store.read, 'o1')
      for (const { body_sha256 } of attempts) expect(approved).toContain(body_sha256)
      const row = await rowOf(session)
      // Once it may be at the bank its text never changes, and only two people resend it.
      const first = attempts.findIndex(({ outcome }) => outcome !== 'not-sent')
      for (const later of first < 0 ? [] : attempts.slice(first + 1)) {
        expect(later.confirmed_by).not.toBeNull()
        expect(later.confirmed_by).not.toBe(later.released_by)
        expect(later.body_sha256).toBe(attempts[first]?.body_sha256)
      }
      if (first >= 0) expect(session.bank.sent.at(-1)).toBe(row.body)
      for (const body of session.bank.sent) expect(approved).toContain(sha256Of(body))
      expect(session.bank.sent).toHaveLength(attempts.length)
      seen.sent += attempts.length
      seen.resent += attempts.filter(({ confirmed_by }) => confirmed_by !== null).length
      await session.store.close()
    }),
    { numRuns: 25 },
  )
  // Otherwise this test would prove nothing.
  expect(seen.sent).toBeGreaterThan(5)
  expect(seen.resent).toBeGreaterThan(0)
})

it('P3: an approval of anything but the current content does not count, nor one that was voided', () => {
  const checker = {
    id: 'theo',
    name: 'Theo Park',
    roles: ['checker' as const],
    disabled: false,
    setBy: null,
  }
  const approval = (reviewedHash: string, voided_at: string | null = null) =>
    ({ operator: 'theo', approval_hash: reviewedHash, voided_at }) as never
  const counting = (...approvals: readonly never[]) =>
    approversThatCount(approvals, 'now', { needed: 1, namedBy: [] }, ['mara'], () => checker)
  expect(counting(approval('now'))).toEqual(['theo'])
  expect(counting(approval('before'))).toEqual([])
  expect(counting(approval('now', '2026-11-24T10:00:00.000Z'))).toEqual([])
})
