/**
 * A store of version 14, whose status inquiries have no routes, with orders queued and with unknown
 * outcomes: nothing is lost, and nothing leaves.
 */
import { expect, it } from 'vitest'
import { readOutcomeEvidence } from '../../../../main/money/order/approval/approval-hash.ts'
import { attemptsOf, inquiriesOf } from '../../../../main/money/order/order-records.ts'
import { connect } from '../../../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import { undoLater } from '../../store/stores.ts'
import {
  approvedOrder,
  as,
  codeOf,
  lookUp,
  lost,
  openSession,
  release,
  rowOf,
  stateOf,
  until,
} from './parts/sending-desk.ts'

/**
 * One with an unknown outcome, queried and proposed by one person; and one that waits for the bank.
 */
async function storeBefore() {
  const desk = await openSession()
  desk.bank.answer = () => lost
  await release(desk, await approvedOrder(desk), 'outcome-unknown')
  await lookUp(desk, 'not-found', 'o1', null, 'reference', null)
  const evidence = await readOutcomeEvidence(desk.store.read, await rowOf(desk))
  await as(desk, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'Not at the bank' })
  const held = await approvedOrder(desk, 'o2')
  desk.bank.isThere = false
  await release(desk, held, 'queued', 'o2')
  await desk.store.close()
  const connection = connect(desk.file, practiceKey)
  connection.exec('DROP TABLE order_desk_words')
  connection.exec('ALTER TABLE orders DROP COLUMN closed_at')
  connection.exec('ALTER TABLE order_attempts DROP COLUMN second_sending')
  connection.exec('ALTER TABLE order_look_ups DROP COLUMN route')
  connection.exec('ALTER TABLE order_approvals DROP COLUMN reason')
  undoLater(connection)
  // Version 14 identified the evidence that people saw in another way.
  connection.exec(`UPDATE orders SET second_sending = json_set(second_sending, '$.evidence', 'before')
    WHERE second_sending IS NOT NULL`)
  connection.pragma('user_version=14')
  connection.close()
  return desk.file
}

it('opens with every order, sending, look-up and proposal, and sends nothing by itself', async () => {
  const desk = await openSession({ file: await storeBefore() })
  await desk.sending.recover()
  expect(await stateOf(desk)).toBe('outcome-unknown')
  expect(await attemptsOf(desk.store.read, 'o1')).toMatchObject([{ seq: 1, outcome: 'unknown' }])
  expect(await inquiriesOf(desk.store.read, 'o1')).toMatchObject([
    { seq: 1, verdict: 'not-found', route: null },
  ])
  expect(await rowOf(desk, 'o2')).toMatchObject({ state: 'approved', released_by: null })
  expect(desk.bank.sent).toEqual([])

  // The proposal must be made again; the second person confirms that its route was never proven.
  const evidence = await readOutcomeEvidence(desk.store.read, await rowOf(desk))
  const confirm = (more: object) =>
    as(desk, 'theo')('confirmResend', { id: 'o1', evidence, ...more })
  expect(codeOf(await confirm({}))).toBe('order-changed')
  await as(desk, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'Not at the bank' })
  expect(await confirm({})).toMatchObject({
    error: { code: 'invalid-input', fields: [{ path: 'reason' }] },
  })
  expect(desk.bank.sent).toEqual([])
  expect(codeOf(await confirm({ reason: 'The bank said so' }))).toBeUndefined()
  await until(desk, 'accepted')
  expect(desk.bank.sent).toHaveLength(1)
})
