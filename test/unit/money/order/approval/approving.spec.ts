/**
 * Submission, approvals and limits: who may approve, how many are needed, of which content, and
 * when an approval ends.
 */
import { moneyKinds } from '../../../../../main/money/money.ts'
import { describe, expect, it } from 'vitest'
import {
  approvalHash,
  type HashedOrder,
} from '../../../../../main/money/order/approval/approval-hash.ts'
import { shownOf } from '../../../../../preload/contract/domain/orders/order-course.ts'
import { approvalsOf, commentsOf } from '../../../../../main/money/order/order-records.ts'
import { practiceProfile } from '../../../../../main/session/practice/practice-client.ts'
import {
  practicePolicy,
  type Policy,
} from '../../../../../preload/contract/domain/operators/policy.ts'
import {
  approvedOrder,
  as,
  codeOf,
  draft,
  openSession,
  people,
  refusalsOf,
  release,
  rowOf,
  stateOf,
  type SendingSession,
} from '../support/sending-session.ts'
import { sha256Of } from '../../../../../main/platform/sha256.ts'

const submitted = async (
  session: SendingSession,
  id = 'o1',
  amount = '12,500.00',
): Promise<string> => {
  await draft(session, id, { amount })
  expect(codeOf(await as(session, 'mara')('submit', { id }))).toBeUndefined()
  return (await rowOf(session, id)).approval_hash ?? ''
}
const goodCheck: NonNullable<SendingSession['ownership']> = {
  validationId: 'v1',
  at: '2026-11-23T13:00:00.000Z',
  by: 'Mara Ellison',
  score: 96,
  resultClass: 'owner-matches',
  differingNames: [],
  queriedKind: 'business',
  queriedName: 'R\u2022\u2022\u2022',
  isAnotherName: false,
  ageHours: 1,
  tooOld: false,
}
const steps = (...approvals: Policy['approvals']): Policy => ({ ...practicePolicy, approvals })
const limit = (part: Partial<Policy['limits'][number]>): Policy => ({
  ...practicePolicy,
  limits: [
    { operatorId: null, service: 'WIRE', currency: 'USD', perPayment: null, perDay: null, ...part },
  ],
})

describe('what an approval covers', () => {
  const place = {
    kinds: moneyKinds,
    profileId: 'harbor',
    environment: 'production',
    profile: () => ({ details: null }),
  } as const
  const order: HashedOrder = {
    id: 'o1',
    body_sha256: 'a',
    ownership_validation_id: 'v1',
    validate_call_id: 'c1',
    validate_body_sha256: 'b',
    validate_kind: 'answered',
    payee_id: 'p1',
    payee_version: 1,
    service: 'PPD',
    form: '{}',
    debit_account: '1',
    restored: null,
  }

  it.each([
    ['the order', { id: 'o2' }],
    ['its body', { body_sha256: 'c' }],
    ['the ownership check', { ownership_validation_id: 'v2' }],
    ['the call of the bank’s check', { validate_call_id: 'c2' }],
    ['the body that the bank checked', { validate_body_sha256: 'c' }],
    ['the result of the bank’s check', { validate_kind: 'refused' }],
    ['the payee', { payee_id: 'p2' }],
    ['the version of the payee', { payee_version: 2 }],
    ['the form of a batch', { form: '{"a":1}' }],
    ['the account of a batch', { debit_account: '2' }],
    ['the mark of a restore', { restored: '{}' }],
  ] as const)('is %s', (_what, change) => {
    expect(approvalHash({ ...order, ...change }, place, 'bank')).not.toBe(
      approvalHash(order, place, 'bank'),
    )
  })

  it.each([
    ['the profile', { ...place, profileId: 'other' }, 'bank'],
    ['the environment', { ...place, environment: 'pre-production' }, 'bank'],
    ['the bank', place, 'another bank'],
  ] as const)('is %s', (_what, elsewhere, bank) => {
    expect(approvalHash(order, elsewhere, bank)).not.toBe(approvalHash(order, place, 'bank'))
  })
})

describe('a submission', () => {
  it('builds the exact body once, with its hash and its approval hash', async () => {
    const session = await openSession()
    const reviewedHash = await submitted(session)
    const row = await rowOf(session)
    expect(row).toMatchObject({
      state: 'awaiting-approval',
      amount: 1_250_000,
      approval_hash: reviewedHash,
    })
    expect(row.body_sha256).toBe(sha256Of(row.body ?? ''))
    expect(row.body).toContain('"transferAmount":12500.00')
  })

  it('bank notes 64 and 65: sends the reference that main created, whatever the form holds', async () => {
    const session = await openSession()
    await draft(session, 'o1', { requestReference: 'ANOTHERS' })
    await as(session, 'mara')('submit', { id: 'o1' })
    const { body, reference } = await rowOf(session)
    expect(JSON.parse(body ?? '{}')).toMatchObject({ requestReference: reference })
    expect(reference).toMatch(/^[A-Z0-9]{1,32}$/)
  })

  it('bank note 65: a reference that was used can never be drafted again', async () => {
    const session = await openSession()
    await draft(session, 'o1')
    const { reference } = await rowOf(session)
    await draft(session, 'o2')
    const act = { actor: 'x', kind: 'x', subject: 'o2', detail: {} }
    const reuse = session.store.record(act, (tx) =>
      tx.updateTable('orders').set({ reference }).where('id', '=', 'o2').execute(),
    )
    await expect(reuse).rejects.toMatchObject({ code: 'constraint' })
  })

  it('bank note 63: carries the reference as sendersReference where a person wrote none', async () => {
    const session = await openSession()
    await draft(session, 'o1')
    await draft(session, 'o2', { sendersReference: 'INV-2077' })
    for (const id of ['o1', 'o2']) await as(session, 'mara')('submit', { id })
    const [one, two] = [await rowOf(session, 'o1'), await rowOf(session, 'o2')]
    expect(JSON.parse(one.body ?? '{}')).toMatchObject({ sendersReference: one.reference })
    expect(JSON.parse(two.body ?? '{}')).toMatchObject({ sendersReference: 'INV-2077' })
  })

  it('bank note 66: keeps the leading zeros of the debit account, in the body and for status inquiries', async () => {
    const session = await openSession()
    await submitted(session)
    const { body, debit_account, debit_significant } = await rowOf(session)
    expect(debit_account).toBe('0072004500')
    expect(debit_significant).toBe('72004500')
    expect(JSON.parse(body ?? '{}')).toMatchObject({ debitParty: { accountNumber: debit_account } })
  })

  it('bank note 77: requires the permission of its own product, though both go through /rtp', async () => {
    const session = await openSession()
    const requested: string[] = []
    Object.assign(session.context, {
      callBlockFor: (product: string) => void requested.push(product),
    })
    await draft(session, 'o1', { service: 'RTP' })
    await as(session, 'mara')('submit', { id: 'o1' })
    await draft(session, 'o2')
    await as(session, 'mara')('submit', { id: 'o2' })
    expect(requested).toEqual(['rtp', 'wire'])
  })

  it('names each field that breaks a rule, and stays a draft', async () => {
    const session = await openSession()
    await draft(session, 'o1', { amount: 'much', valueDate: 'soon' })
    const result = await as(session, 'mara')('submit', { id: 'o1' })
    const paths = (result as unknown as { error: { fields: { path: string }[] } }).error.fields
    expect(paths.map(({ path }) => path).sort()).toEqual(['amount', 'valueDate'])
    expect(await stateOf(session)).toBe('draft')
  })

  it('is refused without the evidence that the policy requires, and the refusal is stored', async () => {
    const session = await openSession()
    session.missing = ['ownership']
    await draft(session)
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBe('evidence-needed')
    expect(await refusalsOf(session)).toEqual([
      { actor: 'mara', act: 'submit', code: 'evidence-needed' },
    ])
  })
})

describe('an approval', () => {
  it('is never of one\u2019s own work, administrators included', async () => {
    const session = await openSession()
    await draft(session, 'o1', {}, 'ada')
    await as(session, 'ada')('submit', { id: 'o1' })
    const { approval_hash: reviewedHash } = await rowOf(session)
    const result = await as(session, 'ada')('approve', {
      id: 'o1',
      approvalHash: reviewedHash ?? '',
    })
    expect(codeOf(result)).toBe('own-work')
    expect(await refusalsOf(session)).toEqual([{ actor: 'ada', act: 'approve', code: 'own-work' }])
    expect(await approvalsOf(session.store.read, 'o1')).toEqual([])
  })

  it('is not given by the person who saved a draft that another created and submitted', async () => {
    const session = await openSession()
    await draft(session)
    await session.store.note({ actor: 'ada', kind: 'order.draft-saved', subject: 'o1', detail: {} })
    await as(session, 'mara')('submit', { id: 'o1' })
    const reviewedHash = (await rowOf(session)).approval_hash ?? ''
    expect(
      codeOf(await as(session, 'ada')('approve', { id: 'o1', approvalHash: reviewedHash })),
    ).toBe('own-work')
  })

  it('needs a checker whom main knows and has not disabled', async () => {
    const session = await openSession()
    const reviewedHash = await submitted(session)
    const approve = (who: 'max' | 'theo') =>
      as(session, who)('approve', { id: 'o1', approvalHash: reviewedHash })
    expect(codeOf(await approve('max'))).toBe('not-permitted')
    session.operators.set('theo', { ...people.theo, disabled: true })
    expect(codeOf(await approve('theo'))).toBe('not-permitted')
    session.operators.delete('theo')
    expect(codeOf(await approve('theo'))).toBe('not-permitted')
  })

  it('is not taken from one whose sign-in the maker set', async () => {
    const session = await openSession()
    const reviewedHash = await submitted(session)
    session.operators.set('theo', { ...people.theo, setBy: 'mara' })
    const result = await as(session, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash })
    expect(result).toMatchObject({ error: { code: 'not-approver', why: 'sign-in-set-by-maker' } })
  })

  it('is of exactly what was shown', async () => {
    const session = await openSession()
    await submitted(session)
    const result = await as(session, 'theo')('approve', { id: 'o1', approvalHash: 'a'.repeat(64) })
    expect(codeOf(result)).toBe('order-changed')
  })

  it('counts once per person, and so many are needed as the step of the amount says', async () => {
    const session = await openSession()
    session.policy = steps(
      { from: 0, approvals: 1, approvers: null },
      { from: 1_000_000, approvals: 2, approvers: null },
    )
    const reviewedHash = await submitted(session)
    const approve = (who: 'theo' | 'cleo') =>
      as(session, who)('approve', { id: 'o1', approvalHash: reviewedHash })
    expect(codeOf(await approve('theo'))).toBeUndefined()
    expect(await stateOf(session)).toBe('awaiting-approval')
    expect(await approve('theo')).toMatchObject({
      error: { code: 'not-approver', why: 'already-approved' },
    })
    expect(codeOf(await approve('cleo'))).toBeUndefined()
    expect(await stateOf(session)).toBe('approved')
  })

  it.each([
    ['an owner who matches in part', { resultClass: 'owner-matches-in-part' }],
    ['another owner', { resultClass: 'owner-differs' }],
    ['a closed account', { resultClass: 'account-closed' }],
    ['an account that was not found', { resultClass: 'account-not-found' }],
    ['a check of another name', { isAnotherName: true }],
  ] as const)(
    'over %s needs a reason, which is stored and stays out of the chain',
    async (_what, part) => {
      const session = await openSession()
      const reviewedHash = await submitted(session)
      session.ownership = { ...goodCheck, ...part }
      const refused = await as(session, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash })
      expect(refused).toMatchObject({
        error: { code: 'invalid-input', fields: [{ path: 'reason' }] },
      })
      expect(await stateOf(session)).toBe('awaiting-approval')
      const reason = 'Called the payee back: the account is theirs'
      expect(
        codeOf(
          await as(session, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash, reason }),
        ),
      ).toBeUndefined()
      expect(await approvalsOf(session.store.read, 'o1')).toMatchObject([{ reason }])
      const acts = await session.store.read.selectFrom('audit_entries').select('detail').execute()
      expect(JSON.stringify(acts)).not.toContain('Called the payee')
    },
  )

  it('needs no reason over a good check, nor over none', async () => {
    for (const ownership of [goodCheck, null]) {
      const session = await openSession()
      const reviewedHash = await submitted(session)
      session.ownership = ownership
      expect(
        codeOf(await as(session, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash })),
      ).toBeUndefined()
      expect(await approvalsOf(session.store.read, 'o1')).toMatchObject([{ reason: null }])
    }
  })

  it('is taken only from those whom the step names', async () => {
    const session = await openSession()
    session.policy = steps({ from: 0, approvals: 1, approvers: ['cleo'] })
    const reviewedHash = await submitted(session)
    expect(
      await as(session, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash }),
    ).toMatchObject({
      error: { code: 'not-approver', why: 'not-named' },
    })
  })

  it('needs the strictest step for another currency than USD', async () => {
    const session = await openSession()
    session.policy = {
      ...steps(
        { from: 0, approvals: 1, approvers: null },
        { from: 9_000_000, approvals: 2, approvers: null },
      ),
      limits: limit({ currency: 'EUR' }).limits,
    }
    await draft(session, 'o1', { currency: 'EUR', amount: '1.00' })
    await as(session, 'mara')('submit', { id: 'o1' })
    const reviewedHash = (await rowOf(session)).approval_hash ?? ''
    await as(session, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash })
    expect(await stateOf(session)).toBe('awaiting-approval')
  })

  it('does not suffice any more where the policy was made stricter after it', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    session.policy = steps({ from: 0, approvals: 2, approvers: null })
    const result = await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })
    expect(result).toMatchObject({ error: { code: 'approvals-missing', have: 1, needed: 2 } })
    expect(session.bank.sent).toEqual([])
  })

  it('does not count any more when its giver was disabled', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    session.operators.set('theo', { ...people.theo, disabled: true })
    const result = await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })
    expect(codeOf(result)).toBe('approvals-missing')
  })

  it('ends with recall and with sending back, and the body with it', async () => {
    const session = await openSession()
    await approvedOrder(session)
    expect(codeOf(await as(session, 'max')('returnToDraft', { id: 'o1' }))).toBe('not-maker')
    expect(codeOf(await as(session, 'mara')('returnToDraft', { id: 'o1' }))).toBeUndefined()
    expect(await rowOf(session)).toMatchObject({ state: 'draft', body: null, approval_hash: null })
    await as(session, 'mara')('submit', { id: 'o1' })
    const back = { id: 'o1', comment: 'Wrong invoice' }
    expect(codeOf(await as(session, 'theo')('sendBack', back))).toBeUndefined()
    expect((await rowOf(session)).sent_back).toContain('Wrong invoice')
    const approvals = await approvalsOf(session.store.read, 'o1')
    expect(approvals).toMatchObject([{ voided_because: 'Returned to draft by its maker' }])
    const chain = await session.store.read.selectFrom('audit_entries').selectAll().execute()
    expect(JSON.stringify(chain)).not.toContain('Wrong invoice')
  })

  it('has to be given again for the same text after a recall', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    await as(session, 'mara')('returnToDraft', { id: 'o1' })
    await as(session, 'mara')('submit', { id: 'o1' })
    expect((await rowOf(session)).approval_hash).toBe(reviewedHash)
    expect(
      codeOf(await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })),
    ).toBe('order-state')
  })
})

describe('a limit', () => {
  it('holds per payment, at submission, approval and release', async () => {
    const session = await openSession()
    session.policy = limit({ perPayment: 1_249_999 })
    await draft(session)
    expect(await as(session, 'mara')('submit', { id: 'o1' })).toMatchObject({
      error: { code: 'over-limit', limit: 'per-payment', allowed: 1_249_999, wanted: 1_250_000 },
    })
    session.policy = practicePolicy
    await as(session, 'mara')('submit', { id: 'o1' })
    const reviewedHash = (await rowOf(session)).approval_hash ?? ''
    session.policy = limit({ perPayment: 1 })
    expect(
      codeOf(await as(session, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash })),
    ).toBe('over-limit')
    session.policy = practicePolicy
    await as(session, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash })
    session.policy = limit({ perPayment: 1 })
    expect(
      codeOf(await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })),
    ).toBe('over-limit')
  })

  it('holds per day over all that was or may be sent, also when two are submitted at once', async () => {
    const session = await openSession()
    session.policy = limit({ perDay: 2_600_000 })
    for (const id of ['o1', 'o2', 'o3']) await draft(session, id)
    const results = await Promise.all(
      ['o1', 'o2', 'o3'].map((id) => as(session, 'mara')('submit', { id })),
    )
    expect(results.map(codeOf).filter((code) => code === 'over-limit')).toHaveLength(1)
    session.pass(86_400_000)
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o3' }))).toBeUndefined()
  })

  it('of the operator has priority over the one for everybody, and a case without a rule is refused', async () => {
    const session = await openSession()
    session.policy = {
      ...practicePolicy,
      limits: [
        ...limit({}).limits,
        { ...limit({ operatorId: 'mara', perPayment: 100 }).limits[0], service: 'WIRE' } as never,
      ],
    }
    await draft(session)
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBe('over-limit')
    await draft(session, 'o2', { service: 'RTP' })
    expect(await as(session, 'mara')('submit', { id: 'o2' })).toMatchObject({
      error: { code: 'over-limit', limit: 'none-set' },
    })
  })

  it('does not stop a release within it', async () => {
    const session = await openSession()
    session.policy = limit({ perPayment: 1_250_000, perDay: 1_250_000 })
    await release(session, await approvedOrder(session), 'accepted')
  })
})

describe('the submitter', () => {
  it('is held to the own limits and to those of the maker', async () => {
    const session = await openSession()
    await draft(session)
    session.policy = {
      ...practicePolicy,
      limits: [
        ...limit({}).limits,
        ...limit({ operatorId: 'max', perPayment: 100 }).limits,
        ...limit({ operatorId: 'ada', perDay: 1_250_000 }).limits,
      ],
    }
    expect(codeOf(await as(session, 'max')('submit', { id: 'o1' }))).toBe('over-limit')
    expect(codeOf(await as(session, 'ada')('submit', { id: 'o1' }))).toBeUndefined()
    await draft(session, 'o2', { amount: '0.01' })
    expect(codeOf(await as(session, 'ada')('submit', { id: 'o2' }))).toBe('over-limit')
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o2' }))).toBeUndefined()
  })

  it.each(['credit', 'gone'] as const)('debits no account that is %s', async (how) => {
    const session = await openSession()
    await draft(session)
    const own = practiceProfile.accounts.map((one) => ({ ...one, use: 'credit' as const }))
    const accounts = how === 'gone' ? [] : own
    Object.assign(session.context, { profile: () => ({ ...practiceProfile, accounts }) })
    expect(await as(session, 'mara')('submit', { id: 'o1' })).toMatchObject({
      error: { code: 'invalid-input', fields: [{ path: 'debitAccountId' }] },
    })
  })

  it('is not the last to be checked: a release checks the debit account again', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    Object.assign(session.context, { profile: () => ({ ...practiceProfile, accounts: [] }) })
    const released = await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })
    expect(codeOf(released)).toBe('invalid-input')
    expect(await stateOf(session)).toBe('approved')
  })
})

describe('a possible duplicate', () => {
  const payment = (id: string) => ({
    id,
    kind: 'payment' as const,
    isChangedFrom: false,
    orderId: id,
    reference: `EARLIER-${id}`,
    state: 'accepted' as const,
    at: '2026-11-20T10:00:00.000Z',
    day: '2026-11-20',
    amount: 1_250_000,
    currency: 'USD',
    account: '\u2022\u2022\u2022\u20220142',
  })
  const duplicates = { payments: [payment('o0')], entries: 0, batches: [] }
  const shownDuplicates = shownOf(duplicates)
  const failed = { code: 'possible-duplicate', ...duplicates }
  const actDetail = async ({ store }: SendingSession, kind: string) => {
    const { detail } = await store.read
      .selectFrom('audit_entries')
      .select('detail')
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    return JSON.parse(detail) as Record<string, unknown>
  }
  const reason = 'Second invoice of the day, 5550142'

  it('is submitted only with a reason, which is stored, shown to the approver and hashed into the act', async () => {
    const session = await openSession()
    session.duplicates = duplicates
    await draft(session)
    const submit = as(session, 'mara')
    expect(await submit('submit', { id: 'o1' })).toEqual({ ok: false, error: failed })
    const unreasoned = { id: 'o1', reason: '', shownDuplicates }
    expect(await submit('submit', unreasoned)).toEqual({ ok: false, error: failed })
    expect(await stateOf(session)).toBe('draft')
    expect(await refusalsOf(session)).toMatchObject([
      { actor: 'mara', act: 'submit', code: 'possible-duplicate' },
      { actor: 'mara' },
    ])
    expect(codeOf(await submit('submit', { id: 'o1', reason, shownDuplicates }))).toBeUndefined()
    expect(await stateOf(session)).toBe('awaiting-approval')
    expect(await commentsOf(session.store.read, 'o1')).toMatchObject([
      { author: 'mara', purpose: 'duplicate', text: reason },
    ])
    const detail = await actDetail(session, 'order.submitted')
    expect(detail['duplicates']).toEqual({ ...shownDuplicates, reasonSha256: sha256Of(reason) })
    expect(JSON.stringify(detail)).not.toContain('5550142')
  })

  it('is approved only with a reason of the approver', async () => {
    const session = await openSession()
    const approvalHash = await submitted(session)
    const found = { payments: [], entries: 3, batches: ['c'.repeat(64)] }
    session.duplicates = found
    const approve = as(session, 'theo')
    const shown = { id: 'o1', approvalHash, shownDuplicates: found }
    expect(await approve('approve', shown)).toEqual({
      ok: false,
      error: { code: 'possible-duplicate', ...found },
    })
    expect(await approvalsOf(session.store.read, 'o1')).toEqual([])
    expect(codeOf(await approve('approve', { ...shown, reason }))).toBeUndefined()
    expect(await approvalsOf(session.store.read, 'o1')).toMatchObject([
      { operator: 'theo', reason },
    ])
    const detail = await actDetail(session, 'order.approved')
    expect(detail['duplicates']).toEqual({ ...found, reasonSha256: sha256Of(reason) })
    await release(session, approvalHash, 'accepted')
  })

  it('is neither submitted nor approved where it was not shown, whatever reason was typed', async () => {
    const session = await openSession()
    session.duplicates = { ...duplicates, payments: [payment('new'), payment('o0')] }
    await draft(session)
    const submit = as(session, 'mara')
    expect(codeOf(await submit('submit', { id: 'o1', reason }))).toBe('possible-duplicate')
    expect(codeOf(await submit('submit', { id: 'o1', reason, shownDuplicates }))).toBe(
      'order-changed',
    )
    expect(await stateOf(session)).toBe('draft')
    expect(await commentsOf(session.store.read, 'o1')).toEqual([])
    session.duplicates = { payments: [], entries: 0, batches: [] }
    await submit('submit', { id: 'o1' })
    const { approval_hash: reviewedHash } = await rowOf(session)
    const shown = { id: 'o1', approvalHash: reviewedHash ?? '', reason: 'Owner confirmed by phone' }
    const approve = as(session, 'theo')
    session.duplicates = duplicates
    expect(codeOf(await approve('approve', shown))).toBe('order-changed')
    session.duplicates = { payments: [], entries: 2, batches: ['d'.repeat(64)] }
    const earlier = [
      { payments: [], entries: 1, batches: ['d'.repeat(64)] },
      { payments: [], entries: 2, batches: ['e'.repeat(64)] },
    ]
    for (const one of earlier)
      expect(codeOf(await approve('approve', { ...shown, shownDuplicates: one }))).toBe(
        'order-changed',
      )
    expect(await approvalsOf(session.store.read, 'o1')).toEqual([])
    expect(await stateOf(session)).toBe('awaiting-approval')
  })

  it('that was shown and is gone prevents nothing, and its reason is stored for none', async () => {
    const session = await openSession()
    const more = { payments: ['o0', 'gone'], entries: 4, batches: ['f'.repeat(64)] }
    await draft(session)
    const input = { id: 'o1', reason, shownDuplicates: more }
    expect(codeOf(await as(session, 'mara')('submit', input))).toBeUndefined()
    expect(await commentsOf(session.store.read, 'o1')).toEqual([])
    session.duplicates = duplicates
    const { approval_hash: reviewedHash } = await rowOf(session)
    const approval = { ...input, approvalHash: reviewedHash ?? '' }
    expect(codeOf(await as(session, 'theo')('approve', approval))).toBeUndefined()
    const detail = await actDetail(session, 'order.approved')
    expect(detail['duplicates']).toEqual({ ...shownDuplicates, reasonSha256: sha256Of(reason) })
  })

  it('needs a reason again when it is submitted again, and stores none where it is no duplicate', async () => {
    const session = await openSession()
    await draft(session)
    const submit = as(session, 'mara')
    expect(codeOf(await submit('submit', { id: 'o1', reason: 'Needless' }))).toBeUndefined()
    expect(await commentsOf(session.store.read, 'o1')).toEqual([])
    await submit('returnToDraft', { id: 'o1' })
    session.duplicates = duplicates
    expect(codeOf(await submit('submit', { id: 'o1' }))).toBe('possible-duplicate')
  })
})
