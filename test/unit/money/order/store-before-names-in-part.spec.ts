/**
 * A store of version 16, whose answers have no partial match: their classes are updated, and
 * nothing leaves.
 */
import { expect, it } from 'vitest'
import { connect } from '../../../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import { approvalsOf } from '../../../../main/money/order/order-records.ts'
import { undoLater } from '../../store/stores.ts'
import { approvedOrder, openSession, release, stateOf } from './parts/sending-desk.ts'

const outcome = (matches: object): string =>
  JSON.stringify({ kind: 'answered', reading: { matches } })
const kept = [
  ['all-match', 'owner-matches', outcome({ nameMatch: 'Y', namePrefixMatch: 'U', cityMatch: 'N' })],
  ['first-name', 'owner-matches', outcome({ nameMatch: 'Y', firstNameMatch: 'N' })],
  ['whole-name', 'owner-matches', outcome({ nameMatch: 'C' })],
  ['closed', 'account-closed', outcome({ nameMatch: 'N' })],
  ['unread', 'not-understood', '{}'],
] as const

/** One approved, one that waits for the bank, five validations, and a row of a run of each. */
async function storeBefore(): Promise<string> {
  const desk = await openSession()
  await approvedOrder(desk)
  const held = await approvedOrder(desk, 'o2')
  desk.bank.isThere = false
  await release(desk, held, 'queued', 'o2')
  await desk.store.close()
  const connection = connect(desk.file, practiceKey)
  for (const [id, result, text] of kept) {
    connection
      .prepare(`INSERT INTO validations (id, at, actor, api_version, routing_number, account_number,
      account_significant, owner_kind, owner_name, fields_sent, outcome, result_class, score, search_text)
      VALUES (?, '2026-11-20T10:00:00.000Z', 'mara', 'v2', '550010014', '77', '77', 'person', 'Jon', '[]', ?, ?, 90, '')`)
      .run(id, text, result)
  }
  connection.exec('ALTER TABLE order_approvals DROP COLUMN reason')
  undoLater(connection)
  connection.pragma('user_version=16')
  connection.close()
  return desk.file
}

it('opens with every order and answer, and sends nothing by itself', async () => {
  const desk = await openSession({ file: await storeBefore() })
  await desk.sending.recover()
  const classes = await desk.store.read
    .selectFrom('validations')
    .select(['id', 'result_class'])
    .execute()
  expect(Object.fromEntries(classes.map((one) => [one.id, one.result_class]))).toEqual({
    'all-match': 'owner-matches',
    closed: 'account-closed',
    unread: 'not-understood',
    'first-name': 'owner-matches-in-part',
    'whole-name': 'owner-matches-in-part',
  })
  expect(await approvalsOf(desk.store.read, 'o1')).toMatchObject([
    { operator: 'theo', reason: null },
  ])
  expect([await stateOf(desk), await stateOf(desk, 'o2')]).toEqual(['approved', 'approved'])
  expect(desk.bank.sent).toEqual([])
})
