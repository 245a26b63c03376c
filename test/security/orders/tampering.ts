/**
 * The acts of a person with the store's file and key: another connection, without triggers, while
 * the program is closed.
 */
import { connect } from '../../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openSession, type SendingSession } from '../../unit/money/order/support/sending-session.ts'

/** Closes the program, changes its store from outside, and starts the program again on it. */
export async function tampered(session: SendingSession, ...statements: readonly string[]) {
  await session.store.close()
  const connection = connect(session.file, practiceKey)
  const triggers = connection.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`)
  for (const { name } of triggers.all() as { name: string }[]) {
    connection.exec(`DROP TRIGGER "${name}"`)
  }
  for (const statement of statements) connection.exec(statement)
  connection.close()
  const again = await openSession({ file: session.file })
  again.policy = session.policy
  await again.sending.recover()
  return again
}
