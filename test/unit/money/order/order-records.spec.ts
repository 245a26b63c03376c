import { expect, it } from 'vitest'
import { readOutcomeEvidence } from '../../../../main/money/order/approval/approval-hash.ts'
import { inquiriesOf } from '../../../../main/money/order/order-records.ts'
import { isUndecided } from '../../../../main/money/order/status/qualifying-inquiries.ts'
import { bankKnows } from '../../../../main/money/may-bank-have.ts'
import {
  approvedOrder,
  inquire,
  lost,
  openSession,
  release,
  rowOf,
} from './support/sending-session.ts'

it('keeps the reports of the bank as they are', async () => {
  const session = await openSession()
  await approvedOrder(session)
  await inquire(session, 'undecided', 'o1', 'IN_PROCESS')
  const read = await inquiriesOf(session.store.read, 'o1')
  expect(read).toMatchObject([{ status_text: 'IN_PROCESS', reason: null }])
  expect([await bankKnows(session.store.read, 'o1'), isUndecided(read)]).toEqual([true, true])
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
