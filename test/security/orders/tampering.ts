/**
 * The acts of a person with the store's file and key: another connection, without triggers, while
 * the program is closed.
 */
import { connect } from '../../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openSession, type SendingDesk } from '../../unit/money/order/parts/sending-desk.ts'

/** Closes the program, changes its store from outside, and starts the program again on it. */
export async function tampered(desk: SendingDesk, ...statements: readonly string[]) {
  await desk.store.close()
  const connection = connect(desk.file, practiceKey)
  const triggers = connection.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`)
  for (const { name } of triggers.all() as { name: string }[]) {
    connection.exec(`DROP TRIGGER "${name}"`)
  }
  for (const statement of statements) connection.exec(statement)
  connection.close()
  const again = await openSession({ file: desk.file })
  again.policy = desk.policy
  await again.sending.recover()
  return again
}
