/** A refusal never names a next step that is impossible in the state of its order. */
import { describe, expect, it } from 'vitest'
import { allowedActions, type PermissionFacts } from '../../../main/money/order/permissions.ts'
import { roles } from '../../../preload/contract/domain/operators/roles.ts'
import {
  actBlocker,
  isOfApprovals,
  missingEvidence,
  notApproverReasons,
} from '../../../preload/contract/domain/orders/act-blockers.ts'
import type { OrderAct } from '../../../preload/contract/domain/orders/order.ts'
import {
  orderStates,
  type OrderState,
} from '../../../preload/contract/domain/orders/order-states.ts'
import { actBlockerText } from '../../../renderer/text/act-blocker-text.ts'
import { explainOrder } from '../../../renderer/text/explain-order.ts'

const person = (id: string) => ({ id, name: id })
const free: PermissionFacts = {
  state: 'draft',
  operator: { ...person('me'), roles: [...roles] },
  operatorName: (id) => id,
  maker: person('mara'),
  makers: ['mara'],
  approvers: [],
  needed: 0,
  whyNotApprover: undefined,
  missing: [],
  isBatch: false,
  notSendable: null,
  superseded: null,
  overLimit: null,
  copyBlocker: null,
  problems: 0,
  proposal: null,
  sameEvidence: true,
  evidence: 'e',
  countsFrom: new Date('2026-11-23T14:00:00.000Z'),
  wasSent: false,
  isHeldAfterRestore: false,
  inquiriesAllowResend: true,
  bankKnows: false,
  isAlertOpen: false,
  isClosed: false,
  isUndecided: false,
  isCopied: false,
  mayStillBeSent: false,
  supportReply: null,
}
const proposal = { by: person('theo') }
const reply = { result: 'not-made', by: 'theo', confirmedBy: null, evidence: 'e' } as const
const sentStates: readonly OrderState[] = ['accepted', 'rejected', 'outcome-unknown']
/** A new approval is missing only where approvals were asked for. */
const asked: readonly OrderState[] = ['awaiting-approval', 'approved']

const limit = {
  limit: 'per-day',
  service: 'WIRE',
  currency: 'USD',
  allowed: 100,
  wanted: 200,
  day: null,
} as const
/** Everything that can forbid an act, each by itself. */
const hindrances: readonly (Partial<PermissionFacts> & {
  readonly only?: readonly OrderState[]
})[] = [
  { bankKnows: true },
  { bankKnows: true, wasSent: true },
  { isAlertOpen: true },
  { problems: 1 },
  { needed: 2, only: ['approved', 'outcome-unknown'] },
  ...missingEvidence
    .filter((one) => one !== 'restored')
    .map((one) => ({ missing: [one], ...(isOfApprovals(one) && { only: asked }) })),
  { missing: ['restored'], isHeldAfterRestore: true, only: ['draft'] },
  { notSendable: { code: 'date-too-far' } },
  { notSendable: { code: 'unit-not-confirmed' } },
  { notSendable: { code: 'terms-changed' }, only: [...asked, 'outcome-unknown'] },
  { superseded: { code: 'original-made' } },
  { superseded: { code: 'original-unresolved' } },
  { superseded: { code: 'restore-unconfirmed' } },
  { copyBlocker: { code: 'not-copied', why: 'at-bank-staff' }, only: ['accepted'] },
  {
    copyBlocker: { code: 'not-copied', why: 'restored' },
    isHeldAfterRestore: true,
    only: ['draft'],
  },
  { copyBlocker: { code: 'not-copied', why: 'reported' } },
  { copyBlocker: { code: 'may-be-made', lastDay: '2026-11-24' }, isClosed: true },
  { superseded: { code: 'follow-up', by: 'reversal', why: 'same' } },
  { overLimit: { code: 'over-limit', ...limit } },
  ...notApproverReasons.map((why) => ({ whyNotApprover: { code: 'not-approver', why } as const })),
  { whyNotApprover: { code: 'not-permitted', needs: ['checker'] } },
  { operator: { ...person('me'), roles: [] } },
  { isClosed: true, copyBlocker: { code: 'not-copied', why: 'not-confirmed-by-inquiry' } },
  { isUndecided: true },
  { isCopied: true },
  { mayStillBeSent: true },
  { inquiriesAllowResend: false },
  { inquiriesAllowResend: false, countsFrom: null },
  { supportReply: reply },
  { supportReply: { ...reply, evidence: 'other' } },
  { supportReply: { ...reply, by: 'me' } },
  { supportReply: { ...reply, confirmedBy: 'me' }, isUndecided: true },
  { sameEvidence: false, only: ['outcome-unknown'] },
]

/** The refusals of the states that are tested below. */
const met = new Set<string>()
/** What a sentence tells people to do with this order; what is done in the draft is not judged again. */
const stepsOf = (text: string): readonly OrderAct[] => {
  const inDraft = text.replaceAll(/(return it to draft) and [^.]*/gi, '$1')
  const named: readonly (readonly [RegExp, OrderAct])[] = [
    [/\breturn it to draft|\breturns it to draft/i, 'return-to-draft'],
    [/\bsend it back/i, 'send-back'],
    [/\bcheck (its|the) status(?! of the original)/i, 'inquire'],
    [/(?:^|\. )Discard it(?:$|\.)/, 'discard'],
    [/(?:^|\. )Change the date|Correct the errors/, 'edit'],
    [/(?:^|\. )Submit it again/, 'submit'],
    [/\bpropose it again/i, 'propose-resend'],
    [/\brecord it again/i, 'record-reply'],
    [/Ask a checker to approve|have it approved/, 'approve'],
    [/must first confirm that it was not/, 'acknowledge-restore'],
    [/^Run an ownership check/, 'edit'],
    [/^Enter why it is no duplicate|^Submit it then/, 'submit'],
    [/\brelease it\b/i, 'release'],
    [/\bresend it\b/i, 'propose-resend'],
  ]
  return named.flatMap(([words, act]) => (words.test(inDraft) ? [act] : []))
}

/** Whether somebody may do it: the maker or another person, with every role. */
const isPossible = (act: OrderAct, facts: PermissionFacts): boolean =>
  ['mara', 'me'].some((id) =>
    allowedActions({ ...facts, operator: { ...facts.operator, ...person(id) } }).some(
      (offer) => offer.act === act && offer.why === null,
    ),
  )

/** What withdrawing leaves, and what the second step of sending back is done with. */
const afterFirstStep: Readonly<Partial<Record<OrderAct, Partial<PermissionFacts>>>> = {
  'propose-resend': { proposal: null },
  'record-reply': { supportReply: null },
}

describe.each(orderStates)('%s', (state) => {
  const cases = hindrances
    .filter(({ only }) => only?.includes(state) ?? true)
    .flatMap(({ only: _, ...hindrance }) =>
      [null, proposal].flatMap((one) =>
        ['mara', 'me'].map((id): PermissionFacts => ({
          ...free,
          wasSent: sentStates.includes(state),
          ...hindrance,
          state,
          proposal: state === 'outcome-unknown' ? one : null,
          operator: { ...(hindrance.operator ?? free.operator), ...person(id) },
        })),
      ),
    )

  it('names only steps that somebody can take', () => {
    const impossible = cases.flatMap((facts) =>
      allowedActions(facts).flatMap(({ act, why }) => {
        if (why === null) return []
        met.add(why.code)
        const text = actBlockerText(why, state)
        return (
          stepsOf(text)
            // Approved again: after it was sent back.
            .filter((step) => !(step === 'approve' && /send it back/i.test(text)))
            .filter((step) => !isPossible(step, { ...facts, ...afterFirstStep[step] }))
            .map((step) => `${act}: ${step}: ${text}`)
        )
      }),
    )
    expect([...new Set(impossible)]).toEqual([])
  })
})

it('meets every refusal', () => {
  const codes = actBlocker.options.flatMap<string>(({ shape: { code } }) =>
    'options' in code ? code.options : [...code.values],
  )
  expect(met).toEqual(new Set(codes))
})

it('knows the steps of a sentence', () => {
  expect(stepsOf('Return it to draft and change the date')).toEqual(['return-to-draft'])
  expect(stepsOf('So it was. Check its status')).toEqual(['inquire'])
  expect(stepsOf('Send it back and have it approved again')).toEqual(['send-back', 'approve'])
})

type OrderRefusal = Parameters<typeof explainOrder>[0]
const anyState = [...orderStates]
const waiting: readonly OrderState[] = [...asked, 'outcome-unknown']
const unsent: readonly OrderState[] = ['draft', ...asked]
const day = { date: '2026-11-23', zone: 'America/New_York', roomFrom: '2026-11-24' } as const
/** A limit is met by who submits, and again by who releases or resends. */
const overLimits = [
  [limit, ['draft', 'approved', 'outcome-unknown']],
  [{ ...limit, day: { ...day, counts: 'submitted' } }, ['draft']],
  [
    { ...limit, day: { ...day, counts: 'submitted', roomFrom: null } },
    ['approved', 'outcome-unknown'],
  ],
  [{ ...limit, day: { ...day, counts: 'sent' } }, ['approved', 'outcome-unknown']],
] as const

/** Each failure that is explained, and the states in which main refuses an act with it. */
const refusedIn: {
  readonly [Code in OrderRefusal['code']]: readonly (readonly [
    Omit<Extract<OrderRefusal, { code: Code }>, 'code'>,
    readonly OrderState[],
  ])[]
} = {
  'own-work': [[{}, waiting]],
  'same-person': [[{}, waiting]],
  'not-maker': [[{}, unsent]],
  'order-changed': [[{}, anyState]],
  'order-state': anyState.map((state) => [{ state }, [state]]),
  'approvals-missing': [[{ have: 1, needed: 2 }, ['approved', 'outcome-unknown']]],
  'not-approver': notApproverReasons.map((why) => [{ why }, waiting]),
  'decided-alone': [[{ why: 'duplicate' }, asked]],
  'over-limit': overLimits,
  'possible-duplicate': [
    [{ entries: 0, payments: [], batches: [] }, ['draft']],
    [{ entries: 2, payments: [], batches: [] }, ['draft']],
  ],
  'evidence-needed': missingEvidence.map((one) => [
    { missing: [one] },
    isOfApprovals(one) ? waiting : ['draft', ...waiting],
  ]),
  'integrity-broken': (['body', 'bank', 'approvals', 'chain', 'journal'] as const).map((what) => [
    { what },
    ['approved', 'outcome-unknown'],
  ]),
  'inquiry-first': [[{ countsFrom: '2026-11-23T14:00:00.000Z' }, ['outcome-unknown']]],
  'known-at-bank': [[{}, ['draft', ...waiting]]],
  'alert-undecided': [[{}, ['draft', ...waiting]]],
  'inquiry-under-way': [[{}, ['outcome-unknown']]],
  'support-reply-unresolved': [[{}, ['outcome-unknown']]],
  'copied-already': [[{}, ['outcome-unknown']]],
  'sending-not-ended': [[{}, ['outcome-unknown']]],
  'account-differs': [[{}, ['draft']]],
  'owner-kind-differs': [[{ payee: 'person' }, ['draft']]],
  'unit-not-confirmed': [[{ unit: 'cents', why: 'never' }, ['draft', ...waiting]]],
  'terms-changed': [[{}, waiting]],
}
/** A sentence that begins with a condition holds there alone. */
const conditions: readonly (readonly [RegExp, (state: OrderState) => boolean])[] = [
  [/^If it was never sent, /, (state) => asked.includes(state)],
  [/^Submitted: /, (state) => asked.includes(state)],
  [/^If its outcome is unknown, /, (state) => state === 'outcome-unknown'],
]

const refusals = Object.entries(refusedIn).flatMap(([code, cases]) =>
  cases.map(([facts, states]) => [{ code, ...facts } as OrderRefusal, states] as const),
)
it.each(refusals)(
  'explains %j by steps that are possible where it is refused',
  (failure, states) => {
    for (const state of states) {
      const facts = {
        ...free,
        state,
        wasSent: sentStates.includes(state),
        isHeldAfterRestore: true,
      }
      const sentences = explainOrder(failure)
        .next.split(/(?<=\.) /)
        .filter((one) => conditions.every(([words, holds]) => !words.test(one) || holds(state)))
      for (const sentence of sentences)
        for (const step of stepsOf(sentence))
          if (step !== 'approve' || !/send it back|return it to draft/i.test(sentence))
            expect(isPossible(step, facts), `${state}: ${sentence}`).toBe(true)
    }
  },
)
