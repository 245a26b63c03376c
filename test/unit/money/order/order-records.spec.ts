import { expect, it } from 'vitest'
import { readOutcomeEvidence } from '../../../../main/money/order/approval/approval-hash.ts'
import { inquiriesOf } from '../../../../main/money/order/order-records.ts'
import {
  bankHasReported,
  isUndecided,
} from '../../../../main/money/order/status/qualifying-inquiries.ts'
import { approvedOrder, lookUp, lost, openSession, release, rowOf } from './parts/sending-desk.ts'

it.each([
  [
    'no-answer',
    'Not an answer: this route does not show what the bank has taken in',
    'route-shows-nothing',
  ],
  ['no-answer', 'Not asked: ACH inquiry is not agreed for this profile', 'not-agreed'],
  ['no-answer', 'Not asked: inquiry takes no account of more than 16 digits', 'account-too-long'],
  ['no-answer', 'Not asked: inquiry goes back 180 days', 'too-old'],
  ['undecided', 'not collected before its effective date', 'not-collected'],
  ['undecided', 'only entries of accounts that could not be told from its own', 'accounts-alike'],
] as const)(
  'reads a status inquiry (%s) of an earlier version by its sentence: %s',
  async (verdict, word, reason) => {
    const desk = await openSession()
    await approvedOrder(desk)
    await lookUp(desk, verdict, 'o1', word)
    const read = await inquiriesOf(desk.store.read, 'o1')
    expect(read).toMatchObject([{ verdict, word: null, reason }])
    expect([bankHasReported([], read), isUndecided(read)]).toEqual([false, false])
  },
)

it('leaves what the bank said as it is', async () => {
  const desk = await openSession()
  await approvedOrder(desk)
  await lookUp(desk, 'undecided', 'o1', 'IN_PROCESS')
  const read = await inquiriesOf(desk.store.read, 'o1')
  expect(read).toMatchObject([{ word: 'IN_PROCESS', reason: null }])
  expect([bankHasReported([], read), isUndecided(read)]).toEqual([true, true])
})

it('covers the reason of a status inquiry in the evidence that two people see', async () => {
  const desk = await openSession()
  desk.bank.answer = () => lost
  await release(desk, await approvedOrder(desk), 'outcome-unknown')
  const evidence = async () => readOutcomeEvidence(desk.store.read, await rowOf(desk))
  const [before, seen] = [await evidence(), new Set<string>()]
  await lookUp(desk, 'no-answer')
  expect(await evidence()).toBe(before)
  for (const reason of ['route-shows-nothing', 'not-agreed'] as const) {
    await lookUp(desk, 'no-answer', 'o1', null, 'reference', null, reason)
    seen.add(await evidence())
  }
  expect(seen.size).toBe(2)
  expect(seen).not.toContain(before)
})
