/**
 * A store of version 14, whose status inquiries have no routes, with orders queued and with unknown
 * outcomes: nothing is lost, and nothing leaves.
 */
import { expect } from 'vitest'
import { readOutcomeEvidence } from '../../../../main/money/order/approval/approval-hash.ts'
import { attemptsOf, inquiriesOf } from '../../../../main/money/order/order-records.ts'
import { connect } from '../../../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import { itInFile, undoLater } from '../../store/stores.ts'
import {
  approvedOrder,
  as,
  codeOf,
  inquire,
  lost,
  openSession,
  release,
  rowOf,
  stateOf,
  until,
} from './support/sending-session.ts'

/**
 * One with an unknown outcome, queried and proposed by one person; and one that waits for the bank.
 */
async function storeBefore() {
  const session = await openSession()
  session.bank.answer = () => lost
  await release(session, await approvedOrder(session), 'outcome-unknown')
  await inquire(session, 'not-found', 'o1', null, 'reference', null)
  const evidence = await readOutcomeEvidence(session.store.read, await rowOf(session))
  await as(session, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'Not at the bank' })
  const approved = await approvedOrder(session, 'o2')
  session.bank.isThere = false
  await release(session, approved, 'queued', 'o2')
  await session.store.close()
  const connection = connect(session.file, practiceKey)
  undoLater(connection)
  connection.exec('DROP TABLE order_desk_words')
  connection.exec('ALTER TABLE orders DROP COLUMN closed_at')
  connection.exec('ALTER TABLE order_attempts DROP COLUMN second_sending')
  connection.exec('ALTER TABLE order_look_ups DROP COLUMN route')
  connection.exec('ALTER TABLE order_approvals DROP COLUMN reason')
  // Version 14 identified the evidence that people saw in another way.
  connection.exec(`UPDATE orders SET second_sending = json_set(second_sending, '$.evidence', 'before')
    WHERE second_sending IS NOT NULL`)
  connection.pragma('user_version=14')
  connection.close()
  return session.file
}

itInFile(
  'a store from before routes opens with every order, sending, status inquiry and proposal, and sends nothing by itself',
  async () => {
    const session = await openSession({ file: await storeBefore() })
    await session.sending.recover()
    expect(await stateOf(session)).toBe('outcome-unknown')
    expect(await attemptsOf(session.store.read, 'o1')).toMatchObject([
      { seq: 1, outcome: 'unknown' },
    ])
    expect(await inquiriesOf(session.store.read, 'o1')).toMatchObject([
      { seq: 1, verdict: 'not-found', route: null },
    ])
    expect(await rowOf(session, 'o2')).toMatchObject({ state: 'approved', released_by: null })
    expect(session.bank.sent).toEqual([])

    // The proposal must be made again; the second person confirms that its route was never proven.
    const evidence = await readOutcomeEvidence(session.store.read, await rowOf(session))
    const confirm = (more: object) =>
      as(session, 'theo')('confirmResend', { id: 'o1', evidence, ...more })
    expect(codeOf(await confirm({}))).toBe('order-changed')
    await as(session, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'Not at the bank' })
    expect(await confirm({})).toMatchObject({
      error: { code: 'invalid-input', fields: [{ path: 'reason' }] },
    })
    expect(session.bank.sent).toEqual([])
    expect(codeOf(await confirm({ reason: 'The bank said so' }))).toBeUndefined()
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(1)
  },
)
