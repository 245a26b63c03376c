/**
 * Every rule that may stop an order, for a payment and for a batch: a rule of one kind that the
 * other lacks is a gap, unless this table says why. What schedules, templates, copies and follow-ups
 * make are drafts of one of these kinds; `origins` names what holds for them beyond that.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { practiceProfile } from '../../../../main/session/practice/practice-client.ts'
import { restoreMarkText } from '../../../../main/money/order/restore-hold.ts'
import type { ProfileDetails } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { practicePolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import { emptyParty } from '../../../../preload/contract/domain/orders/payment-form.ts'
import { approvedBatch, batchDraft, entry } from './support/batch-session.ts'
import { openBook } from './support/payee-book-session.ts'
import {
  approvedOrder,
  as,
  codeOf,
  draft,
  release,
  rowOf,
  stateOf,
  until,
  wireForm,
  type SendingSession,
} from './support/sending-session.ts'

const kinds = ['payment', 'batch'] as const
type Kind = (typeof kinds)[number]
type Opened = Awaited<ReturnType<typeof openBook>> & { readonly payeeId: string }

/** The code of the refusal, or why the rule is none of this kind. */
type Cell = string | { readonly none: string }
interface Rule {
  readonly name: string
  readonly breaks: (opened: Opened) => unknown
  readonly cells: Readonly<Record<Kind, Cell>>
  /** Part of the reason that is stored with an order that leaves the queue. */
  readonly says: string
}
const both = (code: string): Rule['cells'] => ({ payment: code, batch: code })

const day = 86_400_000
/** So long that only one rule expires a release. */
const holdsMinutes = 100_000
const toPayee = (payeeId: string) => ({
  payeeId,
  creditParty: { ...wireForm.creditParty, accountNumber: '111' },
  creditPartyBank: { ...emptyParty, name: 'Alder Bank', aba: '550010016' },
})
const entries = (payeeId: string) => [entry(1, { payeeId, accountNumber: '111' })]

const drafted: Readonly<Record<Kind, (opened: Opened) => Promise<string>>> = {
  payment: ({ session, payeeId }) => draft(session, 'o1', toPayee(payeeId)),
  batch: ({ session, payeeId }) => batchDraft(session, { entries: entries(payeeId) }),
}
const approved: Readonly<Record<Kind, (opened: Opened) => Promise<string>>> = {
  payment: ({ session, payeeId }) => approvedOrder(session, 'o1', toPayee(payeeId)),
  batch: ({ session, payeeId }) => approvedBatch(session, { entries: entries(payeeId) }),
}

async function open(): Promise<Opened> {
  const book = await openBook()
  return { ...book, payeeId: await book.payee('111') }
}

const withPolicy =
  (part: Partial<typeof practicePolicy>) =>
  ({ session }: Opened) =>
    (session.policy = { ...session.policy, ...part })
const withProfile =
  (part: Partial<typeof practiceProfile>) =>
  ({ session }: Opened) =>
    Object.assign(session.context, { profile: () => ({ ...practiceProfile, ...part }) })
const lowLimit = practicePolicy.limits.map((one) => ({ ...one, perPayment: 1 }))
const restoredStore = {
  actor: 'ana',
  kind: 'store.restored',
  subject: 'store',
  detail: { backupAt: '2026-11-20T00:00:00.000Z' },
}
const otherBank = { baseUrl: 'https://other.example.invalid', partnerClientId: 'other' }

/** Asked at the release, and again for what waits in the queue. */
const atRelease: readonly Rule[] = [
  {
    name: 'its own account is gone',
    says: 'account',
    breaks: withProfile({ accounts: [] }),
    cells: both('invalid-input'),
  },
  {
    name: 'its date is too long ago',
    says: 'effective date',
    breaks: ({ session }) => session.pass(40 * day),
    cells: {
      payment: { none: 'No document gives a last day; a past value date is warned of' },
      batch: 'invalid-input',
    },
  },
  {
    name: 'a limit was lowered',
    says: 'over a limit',
    breaks: withPolicy({ limits: lowLimit }),
    cells: both('over-limit'),
  },
  {
    name: 'the policy requires an ownership check',
    says: 'Evidence that the policy requires',
    breaks: withPolicy({ ownership: { from: 0, maxAgeHours: 24 } }),
    cells: both('evidence-needed'),
  },
  {
    name: 'the policy requires a bank pre-check',
    says: 'Evidence that the policy requires',
    breaks: withPolicy({ validateFirst: true }),
    cells: {
      payment: 'evidence-needed',
      batch: { none: 'The bank has no pre-check of batches' },
    },
  },
  {
    name: 'the payee was replaced',
    says: 'payee book',
    async breaks({ propose, decide, payeeId }) {
      await propose(payeeId, '222')
      await decide(payeeId, 2)
    },
    cells: both('evidence-needed'),
  },
  {
    name: 'the payee was removed',
    says: 'payee book',
    breaks: ({ remove, payeeId }) => remove(payeeId),
    cells: both('evidence-needed'),
  },
  {
    name: 'the settings that its text was written with changed',
    says: 'ACH origination settings',
    breaks: ({ session }) =>
      (session.ach = {
        ...session.ach,
        settings: { ...session.ach.settings, collectionApplicationId: 'ANOTHER' },
      }),
    cells: {
      payment: { none: 'Its text depends on no setting' },
      batch: 'terms-changed',
    },
  },
  {
    name: 'the unit of amounts is not confirmed',
    says: 'unit of ACH amounts',
    breaks: ({ session }) => (session.ach = { ...session.ach, isLocked: true }),
    cells: {
      payment: { none: 'Amounts of payments are in the major unit by the document' },
      batch: 'unit-not-confirmed',
    },
  },
  {
    name: 'the policy requires another approval',
    says: 'Approvals that the policy requires',
    breaks: withPolicy({ approvals: [{ from: 0, approvals: 2, approvers: null }] }),
    cells: both('approvals-missing'),
  },
  {
    name: 'the profile names another bank',
    says: 'another bank address',
    breaks: ({ session }) => (session.details = otherBank as ProfileDetails),
    cells: both('integrity-broken'),
  },
  {
    name: 'the store was restored',
    says: 'on hold after a restore',
    breaks: ({ session }) => session.store.note(restoredStore),
    cells: both('restore-unconfirmed'),
  },
  {
    name: 'the profile is retired',
    says: 'profile is retired',
    breaks: ({ session }) => (session.blocked = { code: 'profile-retired' }),
    cells: both('profile-retired'),
  },
]

/** Asked of what waits in the queue only. */
const inQueue: readonly Rule[] = [
  {
    name: 'who released it was disabled',
    says: 'no longer permitted',
    breaks: ({ session }) => session.operators.delete('mara'),
    cells: both('not-permitted'),
  },
  {
    name: 'its release is too old',
    says: 'older than',
    breaks: ({ session }) => session.pass((holdsMinutes + 1) * 60_000),
    cells: both('too-old'),
  },
]

/** Asked at the submission, beside those above that a draft can break. */
const atSubmission: readonly Omit<Rule, 'says'>[] = [
  {
    name: 'a limit is too low',
    breaks: withPolicy({ limits: lowLimit }),
    cells: both('over-limit'),
  },
  {
    name: 'the policy requires an ownership check',
    breaks: withPolicy({ ownership: { from: 0, maxAgeHours: 24 } }),
    cells: both('evidence-needed'),
  },
  {
    name: 'the policy requires payees of the book, and this one was removed',
    async breaks(opened) {
      withPolicy({ payeeFromBook: true })(opened)
      await opened.remove(opened.payeeId)
    },
    cells: both('evidence-needed'),
  },
  {
    name: 'nobody has acknowledged the mark of a restore',
    breaks: ({ session }) => marked(session),
    cells: both('evidence-needed'),
  },
  {
    name: 'the same was submitted by wire already',
    async breaks(opened) {
      const { session } = opened
      const amount = (await rowOf(session)).service === 'WIRE' ? wireForm.amount : '11.00'
      await draft(session, 'o2', { ...toPayee(opened.payeeId), amount })
      expect(codeOf(await as(session, 'max')('submit', { id: 'o2' }))).toBeUndefined()
    },
    cells: both('possible-duplicate'),
  },
  {
    name: 'its own account is gone',
    breaks: withProfile({ accounts: [] }),
    cells: both('invalid-input'),
  },
  {
    name: 'the profile is retired',
    breaks: ({ session }) => (session.blocked = { code: 'profile-retired' }),
    cells: both('profile-retired'),
  },
]

const marked = (session: SendingSession) => {
  const at = '2026-11-22T14:00:00.000Z'
  const restored = restoreMarkText({ backupAt: at, restoredAt: at, acknowledged: null })
  return session.store.record({ actor: 'x', kind: 'x', subject: 'o1', detail: {} }, (tx) =>
    tx.updateTable('orders').set({ restored }).where('id', '=', 'o1').execute(),
  )
}

describe.each(kinds)('a %s', (kind) => {
  it.each(atSubmission)('as a draft: $name', async ({ breaks, cells }) => {
    const opened = await open()
    const { session } = opened
    await drafted[kind](opened)
    await breaks(opened)
    const code = codeOf(await as(session, 'mara')('submit', { id: 'o1' }))
    expect(code).toBe(cells[kind])
    expect(await stateOf(session)).toBe('draft')
  })

  it.each(atRelease)('that is approved: $name', async ({ breaks, cells }) => {
    const opened = await open()
    const { session } = opened
    const approvalHash = await approved[kind](opened)
    await breaks(opened)
    const cell = cells[kind]
    if (typeof cell !== 'string') return release(session, approvalHash, 'accepted')
    expect(codeOf(await as(session, 'mara')('release', { id: 'o1', approvalHash }))).toBe(cell)
    expect(await stateOf(session)).toBe('approved')
    expect(session.bank.sent).toEqual([])
  })

  it.each([...atRelease, ...inQueue])('in the queue: $name', async ({ breaks, cells, says }) => {
    const opened = await open()
    const { session } = opened
    const approvalHash = await approved[kind](opened)
    session.policy = { ...session.policy, releaseHoldsMinutes: holdsMinutes }
    session.bank.isThere = false
    const released = await as(session, 'mara')('release', { id: 'o1', approvalHash })
    expect(codeOf(released)).toBeUndefined()
    await breaks(opened)
    session.bank.isThere = true
    if (typeof cells[kind] !== 'string') return until(session, 'accepted')
    await until(session, 'approved')
    expect((await rowOf(session)).not_sent).toContain(says)
    expect(session.bank.sent).toEqual([])
  })
})

const here = 'test/unit/money'
/** Where it is proven, that it is as for any draft of that kind, or why it is not so. */
type Origin =
  | readonly [file: string, title: string]
  | { readonly as: Kind }
  | { readonly none: string }

/** What holds for drafts by their origin, and for a resend, beyond the rules of their kind. */
const origins: Readonly<
  Record<
    | 'schedule'
    | 'template'
    | 'template of a payment'
    | 'copy'
    | 'presented again'
    | 'reversal'
    | 'resend',
    Readonly<
      Record<'authors' | 'restore mark' | 'may be paid already' | 'once' | 'rules of now', Origin>
    >
  >
> = {
  schedule: {
    authors: [
      `${here}/payment/schedules.spec.ts`,
      'counts everybody who wrote it as an author of its drafts, who may not approve them',
    ],
    'restore mark': [
      `${here}/payment/schedules.spec.ts`,
      'marks a draft after a restore, because the replaced store may have sent the same',
    ],
    'may be paid already': [
      `${here}/payment/schedules.spec.ts`,
      'from another maker\u2019s draft, an order that may be paid still, and one that does not exist',
    ],
    once: [
      `${here}/payment/schedules.spec.ts`,
      'prepares no day twice because its rule was changed',
    ],
    'rules of now': { as: 'payment' },
  },
  template: {
    authors: [
      `${here}/batch/tracking/reversal-rules.spec.ts`,
      'of a draft from a template: its owner, and the author of the saved batch',
    ],
    'restore mark': [
      `${here}/batch/templates/restored-occurrence.spec.ts`,
      'marks the occurrence that may have been drafted already, and none after it',
    ],
    'may be paid already': [
      `${here}/batch/tracking/reversal-rules.spec.ts`,
      'or a re-entry is neither copied nor saved as a template, where it would refer to nothing',
    ],
    once: [
      `${here}/batch/templates/batch-templates.spec.ts`,
      'is prepared once for each date, whatever checks it at whatever moment, and across restarts',
    ],
    'rules of now': { as: 'batch' },
  },
  'template of a payment': {
    authors: { none: 'It fills the form, which its maker sees whole and saves as their own' },
    'restore mark': { none: 'It has no date of its own, and nothing recurs by it' },
    'may be paid already': { none: 'It is content without a date or reference, of no order' },
    once: { none: 'A person may use it again; each draft is a possible duplicate of the others' },
    'rules of now': { as: 'payment' },
  },
  copy: {
    authors: [
      `${here}/batch/tracking/reversal-rules.spec.ts`,
      'of a copy, a copy of that copy, a re-entry and a reversal',
    ],
    'restore mark': [`${here}/batch/created-again.spec.ts`, 'a copy is held'],
    'may be paid already': [
      `${here}/payment/drafts.spec.ts`,
      'makes no copy of a payment with an unknown outcome: under another reference the two could not be distinguished',
    ],
    once: { none: 'A person may copy again; each copy is a possible duplicate of the others' },
    'rules of now': { as: 'payment' },
  },
  'presented again': {
    authors: [
      `${here}/batch/tracking/reversal-rules.spec.ts`,
      'of a copy, a copy of that copy, a re-entry and a reversal',
    ],
    'restore mark': [
      `${here}/batch/created-again.spec.ts`,
      'an entry that is presented again is held',
    ],
    'may be paid already': [
      `${here}/batch/corrections.spec.ts`,
      'must have come back or been refused: another is refused, and so is one of another batch',
    ],
    once: [
      `${here}/batch/tracking/reversal-rules.spec.ts`,
      'never beside a reversal that may undo it, and again once that one is discarded',
    ],
    'rules of now': { as: 'batch' },
  },
  reversal: {
    authors: [
      `${here}/batch/tracking/reversal-rules.spec.ts`,
      'of a copy, a copy of that copy, a re-entry and a reversal',
    ],
    'restore mark': [`${here}/batch/created-again.spec.ts`, 'a reversal is held'],
    'may be paid already': [
      `${here}/batch/corrections.spec.ts`,
      'takes no entry twice, and no refused or returned one',
    ],
    once: [
      `${here}/batch/tracking/reversal-rules.spec.ts`,
      'is made once, of two calls at the same moment',
    ],
    'rules of now': { as: 'batch' },
  },
  resend: {
    authors: [
      `${here}/order/unknown-outcome/resend.spec.ts`,
      'needs another person than the one who proposed it, and none of the makers',
    ],
    'restore mark': [
      'test/security/orders/restored-hold.exploit.spec.ts',
      'no resend is confirmed, while status inquiries continue',
    ],
    'may be paid already': [
      `${here}/order/unknown-outcome/resend.spec.ts`,
      'is refused when an alert reported the payment, whatever a status inquiry reports after it',
    ],
    once: [
      `${here}/order/unknown-outcome/resend.spec.ts`,
      'is confirmed once when two confirm at once',
    ],
    'rules of now': [
      `${here}/order/unknown-outcome/resend.spec.ts`,
      'needs the evidence that the policy requires now',
    ],
  },
}

it('every rule of an origin is proven by a test that is there', () => {
  const root = join(import.meta.dirname, '../../../..')
  for (const [origin, rules] of Object.entries(origins))
    for (const [rule, cell] of Object.entries(rules)) {
      if (!('length' in cell)) continue
      const [file, title] = cell
      const source = readFileSync(join(root, file), 'utf8').replaceAll('\\u2019', '\u2019')
      expect(source, `${origin}: ${rule}`).toContain(`'${title}'`)
    }
})
