/**
 * A store of version 16, whose answers have no partial match: their classes are updated, and
 * nothing leaves.
 */
import { expect } from 'vitest'
import { connect } from '../../../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import { approvalsOf } from '../../../../main/money/order/order-records.ts'
import { itInFile, undoLater } from '../../store/stores.ts'
import { approvedOrder, openSession, release, stateOf } from './support/sending-session.ts'

const outcome = (matches: object): string =>
  JSON.stringify({ kind: 'answered', reading: { matches } })
const stored = [
  ['all-match', 'owner-matches', outcome({ nameMatch: 'Y', namePrefixMatch: 'U', cityMatch: 'N' })],
  ['first-name', 'owner-matches', outcome({ nameMatch: 'Y', firstNameMatch: 'N' })],
  ['whole-name', 'owner-matches', outcome({ nameMatch: 'C' })],
  ['closed', 'account-closed', outcome({ nameMatch: 'N' })],
  ['unread', 'not-understood', '{}'],
] as const

/** One approved, one that waits for the bank, five validations, and a row of a run of each. */
async function storeBefore(): Promise<string> {
  const session = await openSession()
  await approvedOrder(session)
  const approved = await approvedOrder(session, 'o2')
  session.bank.isThere = false
  await release(session, approved, 'queued', 'o2')
  await session.store.close()
  const connection = connect(session.file, practiceKey)
  for (const [id, result, text] of stored) {
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
  return session.file
}

itInFile(
  'a store from before names in part opens with every order and answer, and sends nothing by itself',
  async () => {
    const session = await openSession({ file: await storeBefore() })
    await session.sending.recover()
    const classes = await session.store.read
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
    expect(await approvalsOf(session.store.read, 'o1')).toMatchObject([
      { operator: 'theo', reason: null },
    ])
    expect([await stateOf(session), await stateOf(session, 'o2')]).toEqual(['approved', 'approved'])
    expect(session.bank.sent).toEqual([])
  },
)
