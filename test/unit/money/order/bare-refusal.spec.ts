/**
 * A rejection without the bank's own error body, and a status inquiry by a proven route that finds
 * nothing: together they change the unknown outcome to not sent. A later status from the bank makes
 * the outcome unknown again (Promises P1 and P10).
 */
import { describe, expect, it } from 'vitest'
import { readOutcomeEvidence } from '../../../../main/money/order/approval/approval-hash.ts'
import { brokenBinding } from '../../../../main/money/order/approval/integrity.ts'
import { attemptsOf } from '../../../../main/money/order/order-records.ts'
import {
  confirmRefusal,
  markUnknownAgain,
} from '../../../../main/money/order/sending/send-journal.ts'
import { practicePolicy } from '../../../../preload/contract/domain/operators/policy.ts'
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
  release,
  rowOf,
  stateOf,
  until,
  type SendingDesk,
} from './parts/sending-desk.ts'

const refusedBarely = {
  ...lost,
  outcome: { kind: 'outcome-unknown', reason: 'refused-barely', status: 404 },
} as const

/**
 * The outcome is unknown after a bare rejection, for long enough that a status inquiry qualifies.
 */
async function refused(answer: typeof lost | typeof refusedBarely = refusedBarely) {
  const desk = await openSession()
  desk.policy = { ...practicePolicy, lookUpAfterMinutes: 5 }
  desk.bank.answer = () => answer
  await release(desk, await approvedOrder(desk), 'outcome-unknown')
  desk.bank.answer = () => accepted('T2')
  desk.pass(5 * 60_000)
  return desk
}
const borneOut = (desk: SendingDesk) => confirmRefusal(desk.context, 'o1')
const releaseAgain = async (desk: SendingDesk) =>
  as(desk, 'mara')('release', { id: 'o1', approvalHash: (await rowOf(desk)).binding ?? '' })

describe('a bare refusal', () => {
  it('is not sent where a look-up by a proven route bears it out: one person releases it again', async () => {
    const desk = await refused()
    await lookUp(desk)
    expect(await borneOut(desk)).toBe('approved')
    expect(await rowOf(desk)).toMatchObject({
      next_look_up_at: null,
      not_sent: expect.stringMatching(/refused/) as string,
    })
    expect(await attemptsOf(desk.store.read, 'o1')).toMatchObject([
      { outcome: 'not-sent', reason: 'refusal-borne-out', status: 404 },
    ])
    expect((await actsOf(desk)).at(-1)).toBe('order.ended system')
    expect(await brokenBinding(desk.store.read, await rowOf(desk), desk.context)).toBeNull()
    expect(codeOf(await releaseAgain(desk))).toBeUndefined()
    await until(desk, 'accepted')
    expect(desk.bank.sent).toHaveLength(2)
  })

  it.each([
    [
      'the route is not proven',
      (desk: SendingDesk) => lookUp(desk, 'not-found', 'o1', null, 'reference', 'untried'),
    ],
    ['nobody answered', (desk: SendingDesk) => lookUp(desk, 'no-answer')],
    ['the answer decides nothing', (desk: SendingDesk) => lookUp(desk, 'undecided')],
    [
      'an alert told of it',
      async (desk: SendingDesk) => {
        await heard(desk)
        await lookUp(desk)
      },
    ],
    [
      'it is not fresh any more',
      async (desk: SendingDesk) => {
        await lookUp(desk)
        desk.pass((practicePolicy.lookUpFreshMinutes + 1) * 60_000)
      },
    ],
  ] as const)('stays in doubt where %s', async (_, look) => {
    const desk = await refused()
    await look(desk)
    expect(await borneOut(desk)).toBeNull()
    expect(await stateOf(desk)).toBe('outcome-unknown')
  })

  it('stays in doubt before lookUpAfterMinutes is over', async () => {
    const desk = await refused()
    desk.pass(-60_000)
    await lookUp(desk)
    expect(await borneOut(desk)).toBeNull()
  })

  it('alone is what is borne out: a lost answer is none, and neither is a second sending', async () => {
    const silent = await refused(lost)
    await lookUp(silent)
    expect(await borneOut(silent)).toBeNull()

    const twice = await refused(lost)
    await lookUp(twice)
    twice.bank.answer = () => refusedBarely
    const evidence = await readOutcomeEvidence(twice.store.read, await rowOf(twice))
    await as(twice, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'x' })
    await as(twice, 'theo')('confirmResend', { id: 'o1', evidence })
    await until(twice, 'outcome-unknown')
    expect(twice.bank.sent).toHaveLength(2)
    twice.pass(5 * 60_000)
    await lookUp(twice)
    expect(await borneOut(twice)).toBeNull()
  })
})

describe('what seemed not to have left', () => {
  /** The order is back with a person. */
  async function cameBack(): Promise<SendingDesk> {
    const desk = await refused()
    await lookUp(desk)
    await borneOut(desk)
    return desk
  }

  it('is in doubt again when the bank tells of it, and takes two people and a look-up then', async () => {
    const desk = await cameBack()
    expect(await markUnknownAgain(desk.context, 'o1')).toBeNull()
    await heard(desk)
    expect(await markUnknownAgain(desk.context, 'o1')).toBe('outcome-unknown')
    expect(await rowOf(desk)).toMatchObject({ not_sent: null })
    expect(await attemptsOf(desk.store.read, 'o1')).toMatchObject([
      { outcome: 'unknown', reason: 'told-of' },
    ])
    expect(await brokenBinding(desk.store.read, await rowOf(desk), desk.context)).toBeNull()
    desk.pass(5 * 60_000)
    await lookUp(desk)
    expect(await borneOut(desk)).toBeNull()
    expect(codeOf(await releaseAgain(desk))).toBe('order-state')
  })

  it('neither leaves nor becomes a draft in between', async () => {
    const desk = await cameBack()
    await heard(desk)
    expect(codeOf(await releaseAgain(desk))).toBe('known-at-bank')
    expect(codeOf(await as(desk, 'mara')('returnToDraft', { id: 'o1' }))).toBe('known-at-bank')
    expect(codeOf(await as(desk, 'theo')('sendBack', { id: 'o1', comment: 'x' }))).toBe(
      'known-at-bank',
    )
    expect(desk.bank.sent).toHaveLength(1)
  })

  it('does not leave when the bank tells of it between release and first byte', async () => {
    const desk = await cameBack()
    desk.bank.before = () => heard(desk)
    await releaseAgain(desk)
    await until(desk, 'approved')
    expect(desk.bank.sent).toHaveLength(1)
    expect(desk.followed).toContain('o1')
  })
})
