import { expect, it } from 'vitest'
import { readOutcomeEvidence } from '../../../../main/money/order/approval/approval-hash.ts'
import { inquiriesOf } from '../../../../main/money/order/order-records.ts'
import {
  bankHasReported,
  isUndecided,
} from '../../../../main/money/order/status/qualifying-inquiries.ts'
import {
  approvedOrder,
  inquire,
  lost,
  openSession,
  release,
  rowOf,
} from './support/sending-session.ts'

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
  async (verdict, sentence, reason) => {
    const session = await openSession()
    await approvedOrder(session)
    await inquire(session, verdict, 'o1', sentence)
    const read = await inquiriesOf(session.store.read, 'o1')
    expect(read).toMatchObject([{ verdict, word: null, reason }])
    expect([bankHasReported([], read), isUndecided(read)]).toEqual([false, false])
  },
)

it('keeps the reports of the bank as they are', async () => {
  const session = await openSession()
  await approvedOrder(session)
  await inquire(session, 'undecided', 'o1', 'IN_PROCESS')
  const read = await inquiriesOf(session.store.read, 'o1')
  expect(read).toMatchObject([{ word: 'IN_PROCESS', reason: null }])
  expect([bankHasReported([], read), isUndecided(read)]).toEqual([true, true])
})

it('covers the reason of a status inquiry in the evidence that two people see', async () => {
  const session = await openSession()
  session.bank.answer = () => lost
  await release(session, await approvedOrder(session), 'outcome-unknown')
  const evidence = async () => readOutcomeEvidence(session.store.read, await rowOf(session))
  const [before, seen] = [await evidence(), new Set<string>()]
  await inquire(session, 'no-answer')
  expect(await evidence()).toBe(before)
  for (const reason of ['route-shows-nothing', 'not-agreed'] as const) {
    await inquire(session, 'no-answer', 'o1', null, 'reference', null, reason)
    seen.add(await evidence())
  }
  expect(seen.size).toBe(2)
  expect(seen).not.toContain(before)
})
