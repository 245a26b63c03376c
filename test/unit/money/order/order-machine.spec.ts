/**
 * The state machine alone: for any events in any order, no path avoids the approvals (Promises P1
 * and P3).
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  nextState,
  resendBlocker,
  stateAfterInquiry,
  type OrderEvent,
  type OrderFacts,
} from '../../../../main/money/order/order-machine.ts'
import { orderStates } from '../../../../preload/contract/domain/orders/order-states.ts'

/** The test's model of an order, like the store: the recorded acts and who did them. */
interface World {
  facts: OrderFacts
  readonly history: { readonly event: OrderEvent; readonly before: OrderFacts }[]
}

const someone = fc.constantFrom('mara', 'theo', 'cleo', 'ada')
const event: fc.Arbitrary<OrderEvent> = fc.oneof(
  fc.constantFrom<OrderEvent>(
    { kind: 'submitted' },
    { kind: 'discarded' },
    { kind: 'recalled' },
    { kind: 'released' },
    { kind: 'taken-back' },
    { kind: 'journalled' },
    { kind: 'interrupted' },
    { kind: 'restored' },
  ),
  fc.record({ kind: fc.constantFrom('approved' as const, 'sent-back' as const), by: someone }),
  fc.record({
    kind: fc.constant('sending-ended' as const),
    outcome: fc.constantFrom('not-sent', 'accepted', 'rejected', 'unknown'),
  }),
  fc.record({
    kind: fc.constant('inquiry-answered' as const),
    found: fc.constantFrom('accepted', 'rejected', null),
  }),
  fc.record({
    kind: fc.constantFrom(
      'resend-proposed' as const,
      'resend-confirmed' as const,
      'support-reply-confirmed' as const,
    ),
    by: someone,
  }),
  fc.constantFrom<OrderEvent>(
    { kind: 'closed' },
    { kind: 'refusal-confirmed' },
    { kind: 'reported-by-bank' },
  ),
)

/**
 * Events outside an order: a status inquiry becomes too old, a checker is disabled, the policy
 * becomes stricter.
 */
type Beside =
  | {
      readonly beside:
        | 'time'
        | 'checker'
        | 'policy'
        | 'alert'
        | 'suggested'
        | 'dismissed'
        | 'acknowledged'
        | 'route'
        | 'undecided'
        | 'copied'
    }
  | { readonly beside: 'support-reply'; readonly result: 'made' | 'not-made'; readonly by: string }
const happening: fc.Arbitrary<OrderEvent | Beside> = fc.oneof(
  { weight: 3, arbitrary: event },
  {
    weight: 1,
    arbitrary: fc.record({
      beside: fc.constantFrom(
        ...([
          'time',
          'checker',
          'policy',
          'alert',
          'suggested',
          'dismissed',
          'acknowledged',
          'route',
          'undecided',
          'copied',
        ] as const),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      beside: fc.constant('support-reply' as const),
      result: fc.constantFrom('made' as const, 'not-made' as const),
      by: someone,
    }),
  },
)

function changed(facts: OrderFacts, happened: Beside): OrderFacts {
  const { beside } = happened
  if (beside === 'support-reply') {
    const { result, by } = happened
    return { ...facts, supportReply: { result, by, confirmedBy: null, evidence: facts.evidence } }
  }
  if (beside === 'suggested' || beside === 'dismissed')
    return { ...facts, isAlertOpen: beside === 'suggested' }
  if (beside === 'undecided') return { ...facts, isUndecided: true, inquiriesAllowResend: false }
  if (beside === 'copied') return { ...facts, isCopied: true }
  if (beside === 'route') return { ...facts, isRouteProven: true }
  if (beside === 'time') return { ...facts, inquiriesAllowResend: false }
  if (beside === 'acknowledged') return { ...facts, isHeldAfterRestore: false }
  if (beside === 'alert') return { ...facts, bankKnows: true }
  if (beside === 'checker') return { ...facts, approvers: facts.approvers.slice(1) }
  return { ...facts, approvalsNeeded: Math.min(facts.approvalsNeeded + 1, 3) }
}

const start = (needed: number): World => ({
  facts: {
    state: 'draft',
    makers: ['mara'],
    approvers: [],
    approvalsNeeded: needed,
    mayBeAtBank: false,
    cameBack: false,
    resend: null,
    evidence: 'e0000',
    inquiriesAllowResend: false,
    bankKnows: false,
    isHeldAfterRestore: false,
    isAlertOpen: false,
    supportReply: null,
    isClosed: false,
    isRefusedBarely: false,
    isRouteProven: false,
    wasSent: false,
    isUndecided: false,
    isCopied: false,
    mayStillBeSent: false,
  },
  history: [],
})

/** Hashes of evidence differ and have one length. */
const later = (evidence: string): string =>
  `e${String(Number(evidence.slice(1)) + 1).padStart(4, '0')}`

/** The store's record of an event that the machine allowed. */
function recorded(world: World, happened: OrderEvent | Beside): void {
  if ('beside' in happened) {
    world.facts = changed(world.facts, happened)
    return
  }
  const before = world.facts
  const state = nextState(before, happened)
  if (state === null) return
  world.history.push({ event: happened, before })
  const next = { ...before, state }
  const learnt = { ...next, evidence: later(next.evidence), inquiriesAllowResend: false }
  switch (happened.kind) {
    case 'approved':
      world.facts = { ...next, approvers: [...before.approvers, happened.by] }
      return
    case 'recalled':
    case 'sent-back':
      world.facts = { ...next, approvers: [] }
      return
    case 'sending-ended':
    case 'interrupted': {
      const stayed = happened.kind === 'sending-ended' && happened.outcome === 'not-sent'
      world.facts = {
        ...learnt,
        resend: null,
        mayBeAtBank: before.mayBeAtBank || !stayed,
        supportReply: null,
        isRouteProven: false,
        wasSent: true,
        isRefusedBarely:
          happened.kind === 'sending-ended' &&
          happened.outcome === 'unknown' &&
          !before.mayBeAtBank,
      }
      return
    }
    case 'inquiry-answered':
      world.facts = { ...learnt, inquiriesAllowResend: happened.found === null, isUndecided: false }
      return
    case 'resend-proposed':
      world.facts = {
        ...next,
        resend: { by: happened.by, confirmedBy: null, evidence: before.evidence },
      }
      return
    case 'resend-confirmed':
      world.facts = {
        ...next,
        resend: before.resend && { ...before.resend, confirmedBy: happened.by },
      }
      return
    case 'support-reply-confirmed':
      world.facts = {
        ...learnt,
        inquiriesAllowResend: before.inquiriesAllowResend,
        supportReply: before.supportReply && { ...before.supportReply, confirmedBy: happened.by },
      }
      return
    case 'refusal-confirmed':
      world.facts = {
        ...learnt,
        resend: null,
        mayBeAtBank: false,
        cameBack: true,
        isRefusedBarely: false,
      }
      return
    case 'reported-by-bank':
      world.facts = { ...learnt, mayBeAtBank: true, isRefusedBarely: false }
      return
    case 'closed':
      world.facts = { ...next, isClosed: true, resend: null }
      return
    case 'taken-back':
      world.facts = { ...next, resend: null }
      return
    case 'restored':
      world.facts =
        state === 'draft'
          ? { ...next, approvers: [], resend: null, isHeldAfterRestore: true }
          : { ...learnt, resend: null, mayBeAtBank: true, supportReply: null, isClosed: false }
      return
    default:
      world.facts = next
  }
}

const worlds = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.array(happening, { maxLength: 60 }))
  .map(([needed, events]) => {
    const world = start(needed)
    for (const one of events) recorded(world, one)
    return world
  })
/** Random events seldom get far: these follow the path of a payment, with anything in between. */
const likely: readonly OrderEvent[] = [
  { kind: 'submitted' },
  { kind: 'approved', by: 'theo' },
  { kind: 'approved', by: 'cleo' },
  { kind: 'released' },
  { kind: 'journalled' },
  { kind: 'sending-ended', outcome: 'unknown' },
  { kind: 'inquiry-answered', found: null },
  { kind: 'resend-proposed', by: 'mara' },
  { kind: 'resend-confirmed', by: 'theo' },
  { kind: 'journalled' },
  { kind: 'sending-ended', outcome: 'accepted' },
]
const likelyWorlds = fc
  .tuple(
    fc.integer({ min: 1, max: 2 }),
    fc.array(fc.tuple(fc.array(happening, { maxLength: 1 }), fc.boolean()), {
      minLength: likely.length,
      maxLength: likely.length,
    }),
  )
  .map(([needed, between]) => {
    const world = start(needed)
    likely.forEach((one, at) => {
      const [others, isLeftOut] = between[at] ?? [[], false]
      if (!isLeftOut || at % 3 !== 0) recorded(world, one)
      for (const other of others) recorded(world, other)
    })
    return world
  })
/**
 * The bank's support says that the payment was not made, and two people resend it; with anything in
 * between.
 */
const matchedWorlds = fc
  .tuple(fc.array(happening, { maxLength: 1 }), fc.array(happening, { maxLength: 1 }))
  .map(([before, after]) => {
    const world = start(1)
    const way = likely.filter((one) => one.kind !== 'inquiry-answered')
    for (const one of way.slice(0, 6)) recorded(world, one)
    for (const one of before) recorded(world, one)
    recorded(world, { beside: 'support-reply', result: 'not-made', by: 'mara' })
    recorded(world, { kind: 'support-reply-confirmed', by: 'theo' })
    for (const one of [...after, ...way.slice(6)]) recorded(world, one)
    return world
  })
/** A payment that is restored from a backup at any point, and goes the rest of the path again. */
const restoredWorlds = fc
  .tuple(fc.nat(likely.length), fc.boolean(), fc.array(happening, { maxLength: 2 }))
  .map(([until, isAcknowledged, others]) => {
    const world = start(1)
    for (const one of likely.slice(0, until)) recorded(world, one)
    recorded(world, { kind: 'restored' })
    if (isAcknowledged) recorded(world, { beside: 'acknowledged' })
    for (const one of [...others, ...likely, ...likely.slice(6)]) recorded(world, one)
    return world
  })
const isOfTwo = (reply: OrderFacts['supportReply'], makers: readonly string[]): boolean =>
  reply?.result === 'not-made' &&
  reply.confirmedBy !== null &&
  reply.confirmedBy !== reply.by &&
  !makers.includes(reply.confirmedBy)
/**
 * A bare rejection, followed by a status inquiry on a route that shows the bank's payments; with
 * anything in between.
 */
const refusedWorlds = fc
  .tuple(fc.array(happening, { maxLength: 1 }), fc.array(happening, { maxLength: 1 }))
  .map(([before, after]) => {
    const world = start(1)
    for (const one of likely.slice(0, 6)) recorded(world, one)
    for (const one of before) recorded(world, one)
    recorded(world, { kind: 'inquiry-answered', found: null })
    recorded(world, { beside: 'route' })
    recorded(world, { kind: 'refusal-confirmed' })
    for (const one of [...after, ...likely.slice(3)]) recorded(world, one)
    return world
  })
/** Events that lead to a sending, or to another body under another reference. */
const guarded: readonly OrderEvent['kind'][] = [
  ...(['submitted', 'recalled', 'sent-back', 'released', 'journalled'] as const),
  ...(['resend-proposed', 'resend-confirmed'] as const),
]
const anyWorld = fc.oneof(worlds, { arbitrary: likelyWorlds, weight: 3 })
const sendings = ({ history }: World) =>
  history.filter(({ event: { kind } }) => kind === 'journalled')

describe('whatever happens', () => {
  it('nothing gets to sending without the approvals that the policy requires, of others than its makers', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        for (const { before } of sendings(world)) {
          const others = before.approvers.filter((id) => !before.makers.includes(id))
          expect(new Set(others).size).toBeGreaterThanOrEqual(before.approvalsNeeded)
          expect(before.approvers).not.toContain('mara')
        }
      }),
      { numRuns: 3_000 },
    )
  })

  it('the approval of somebody who has become a maker does not count, nor does a second one of the same person', () => {
    const released = (...approvers: string[]) =>
      nextState({ ...start(2).facts, state: 'approved', approvers }, { kind: 'released' })
    expect(released('theo', 'cleo')).toBe('queued')
    expect(released('theo', 'mara')).toBeNull()
    expect(released('theo', 'theo')).toBeNull()
  })

  it('nothing gets from outcome-unknown to sending without a qualifying status inquiry, or bank support, and two different people', () => {
    let second = 0
    let reportedFacts = 0
    fc.assert(
      fc.property(fc.oneof(anyWorld, matchedWorlds, refusedWorlds), (world) => {
        const { history } = world
        history.forEach(({ event: { kind }, before }, at) => {
          if (kind !== 'journalled') return
          const unknownOutcome = history.findLastIndex(
            ({ before: { state } }, earlier) => earlier < at && state === 'outcome-unknown',
          )
          if (unknownOutcome < 0 || history[unknownOutcome]?.event.kind === 'refusal-confirmed')
            return
          second += 1
          const since = history.slice(0, at)
          const { resend: people, makers, inquiriesAllowResend, bankKnows, supportReply } = before
          const isInquired =
            inquiriesAllowResend &&
            supportReply === null &&
            since.some(({ event: one }) => one.kind === 'inquiry-answered')
          expect(isInquired || isOfTwo(supportReply, makers)).toBe(true)
          if (!isInquired) {
            reportedFacts += 1
            expect(before.isUndecided).toBe(false)
          }
          expect(before.isCopied).toBe(false)
          expect([bankKnows, before.isAlertOpen, before.isClosed]).toEqual([false, false, false])
          expect(people?.confirmedBy).toBeTruthy()
          expect(people?.confirmedBy).not.toBe(people?.by)
          expect(makers).not.toContain(people?.confirmedBy)
          expect(people?.evidence).toBe(before.evidence)
        })
      }),
      { numRuns: 3_000 },
    )
    // Otherwise this test would prove nothing.
    expect(second).toBeGreaterThan(10)
    expect(reportedFacts).toBeGreaterThan(10)
  })

  it('no restored order is sent before somebody has looked: it is acknowledged as a draft, or its outcome is unknown', () => {
    let since = 0
    fc.assert(
      fc.property(fc.oneof(anyWorld, restoredWorlds), ({ history }) => {
        for (const [at, { event: one, before }] of history.entries()) {
          if (one.kind !== 'released' && one.kind !== 'journalled') continue
          if (!history.slice(0, at).some(({ event: { kind } }) => kind === 'restored')) continue
          since += 1
          expect(before.isHeldAfterRestore).toBe(false)
          const { inquiriesAllowResend, supportReply, makers } = before
          if (before.mayBeAtBank)
            expect(inquiriesAllowResend || isOfTwo(supportReply, makers)).toBe(true)
        }
      }),
      { numRuns: 3_000 },
    )
    expect(since).toBeGreaterThan(10)
  })

  it('no order that the bank has reported, or may have, is sent or becomes a draft', () => {
    fc.assert(
      fc.property(anyWorld, ({ history }) => {
        for (const { event: one, before } of history)
          if (guarded.includes(one.kind))
            expect([before.bankKnows, before.isAlertOpen]).toEqual([false, false])
      }),
      { numRuns: 3_000 },
    )
  })

  it('a bare refusal ends as not sent by one qualifying status inquiry, and by a proven route alone', () => {
    let borneOut = 0
    fc.assert(
      fc.property(fc.oneof(anyWorld, refusedWorlds), ({ history }) => {
        for (const { event: one, before } of history) {
          if (one.kind !== 'refusal-confirmed') continue
          borneOut += 1
          expect(before).toMatchObject({
            state: 'outcome-unknown',
            isRefusedBarely: true,
            inquiriesAllowResend: true,
            isRouteProven: true,
            bankKnows: false,
            isAlertOpen: false,
            supportReply: null,
          })
        }
      }),
      { numRuns: 3_000 },
    )
    expect(borneOut).toBeGreaterThan(10)
  })

  it('an order that the bank reports after it seemed not to have been sent is outcome-unknown again', () => {
    const facts: OrderFacts = { ...start(1).facts, state: 'approved', wasSent: true }
    const came = orderStates.filter(
      (state) =>
        nextState({ ...facts, state, bankKnows: true }, { kind: 'reported-by-bank' }) !== null,
    )
    expect(came).toEqual(['draft', 'awaiting-approval', 'approved', 'withdrawn'])
    const reportedFacts = (part: Partial<OrderFacts>) =>
      nextState({ ...facts, ...part }, { kind: 'reported-by-bank' })
    expect(reportedFacts({ bankKnows: true })).toBe('outcome-unknown')
    expect(reportedFacts({})).toBeNull()
    expect(reportedFacts({ bankKnows: true, wasSent: false })).toBeNull()
    expect(reportedFacts({ bankKnows: true, state: 'accepted' })).toBeNull()
  })

  it('nothing that may be at the bank is ever ready to be released by one person', () => {
    fc.assert(
      fc.property(anyWorld, ({ facts, history }) => {
        for (const { before } of [...history, { before: facts }]) {
          if (before.mayBeAtBank) expect(['draft', 'approved']).not.toContain(before.state)
        }
      }),
      { numRuns: 3_000 },
    )
  })

  it('names why an order may not be resent exactly where the state machine refuses it', () => {
    const unknown: OrderFacts = {
      ...start(1).facts,
      state: 'outcome-unknown',
      mayBeAtBank: true,
      inquiriesAllowResend: true,
    }
    const blocker = (part: Partial<OrderFacts>): string | null => {
      const facts = { ...unknown, ...part }
      const proposed = nextState(facts, { kind: 'resend-proposed', by: 'mara' })
      const code = resendBlocker(facts)
      expect(proposed).toBe(code === null ? 'outcome-unknown' : null)
      return code
    }
    const reply = {
      result: 'not-made',
      by: 'mara',
      confirmedBy: 'theo',
      evidence: 'e0000',
    } as const
    const unconfirmed = { ...reply, confirmedBy: null }
    expect(blocker({})).toBeNull()
    expect(blocker({ supportReply: reply, inquiriesAllowResend: false })).toBeNull()
    expect(blocker({ inquiriesAllowResend: false })).toBe('inquiry-first')
    expect(blocker({ supportReply: reply, isUndecided: true })).toBe('inquiry-first')
    expect(blocker({ supportReply: unconfirmed })).toBe('support-reply-unresolved')
    expect(blocker({ supportReply: { ...reply, result: 'made' } })).toBe('support-reply-unresolved')
    expect(blocker({ supportReply: unconfirmed, isCopied: true })).toBe('copied-already')
    expect(blocker({ supportReply: reply, mayStillBeSent: true })).toBe('sending-not-ended')
    expect(blocker({ isCopied: true, isAlertOpen: true })).toBe('alert-undecided')
    expect(blocker({ bankKnows: true, isAlertOpen: true })).toBe('known-at-bank')
    const closed = { ...unknown, isClosed: true }
    expect(nextState(closed, { kind: 'resend-proposed', by: 'mara' })).toBeNull()
  })

  it('a rejection of a resend never ends an unknown outcome of the first sending', () => {
    const facts: OrderFacts = { ...start(1).facts, state: 'sending', mayBeAtBank: true }
    expect(nextState(facts, { kind: 'sending-ended', outcome: 'rejected' })).toBe('outcome-unknown')
    expect(nextState(facts, { kind: 'sending-ended', outcome: 'not-sent' })).toBe('outcome-unknown')
  })

  it('the reply of bank support ends an unknown outcome by two people alone, and only where it was recorded', () => {
    const reply = { result: 'made', by: 'mara', confirmedBy: null, evidence: 'e0000' } as const
    const unknownOutcome: OrderFacts = {
      ...start(1).facts,
      state: 'outcome-unknown',
      mayBeAtBank: true,
    }
    const confirmed = (part: Partial<OrderFacts>, by = 'theo') =>
      nextState(
        { ...unknownOutcome, supportReply: reply, ...part },
        { kind: 'support-reply-confirmed', by },
      )
    const notMade = { supportReply: { ...reply, result: 'not-made' } } as const
    expect(confirmed({})).toBe('accepted')
    expect(confirmed(notMade)).toBe('outcome-unknown')
    expect(confirmed({ ...notMade, bankKnows: true })).toBeNull()
    expect(confirmed({ ...notMade, isAlertOpen: true })).toBeNull()
    expect(confirmed({ evidence: 'e0001' })).toBeNull()
    expect(confirmed({}, 'mara')).toBeNull()
    expect(confirmed({ makers: ['cleo'] }, 'cleo')).toBeNull()
    expect(confirmed({ state: 'accepted' })).toBeNull()
    expect(nextState({ ...unknownOutcome, ...notMade }, { kind: 'closed' })).toBeNull()
  })

  it('a resend is confirmed by a second person on the evidence of the first alone', () => {
    const proposal = { by: 'mara', confirmedBy: null, evidence: 'e0000' } as const
    const unknown: OrderFacts = {
      ...start(1).facts,
      state: 'outcome-unknown',
      approvers: ['theo'],
      mayBeAtBank: true,
      inquiriesAllowResend: true,
      resend: proposal,
    }
    const confirmed = (part: Partial<OrderFacts>, by = 'theo') =>
      nextState({ ...unknown, ...part }, { kind: 'resend-confirmed', by })
    expect(confirmed({})).toBe('queued')
    expect(confirmed({ evidence: 'e0001' })).toBeNull()
    expect(confirmed({ resend: { ...proposal, by: 'theo' } })).toBeNull()
    expect(confirmed({ resend: { ...proposal, by: 'cleo' } }, 'mara')).toBeNull()
    expect(confirmed({ resend: null })).toBeNull()
  })

  it('a status inquiry ends an unknown outcome and moves no other state', () => {
    for (const state of orderStates) {
      for (const found of ['accepted', 'rejected', null] as const) {
        const to = state === 'outcome-unknown' && found !== null ? found : state
        expect(stateAfterInquiry(state, found)).toBe(to)
      }
    }
  })
})
