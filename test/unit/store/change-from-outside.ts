/** A store that somebody changes past the program, with its key or as the owner of its database. */
import { connect } from '../../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { databaseOf, isOnPostgres, socket } from '../../postgres/databases-for-files.ts'
import { connectTo } from '../../postgres/server.ts'

/** Runs statements on the store of a closed `file`, with the guards of its tables out of the way. */
export async function changeFromOutside(file: string, sql: string): Promise<void> {
  if (isOnPostgres) {
    const client = await connectTo(socket(), databaseOf(file))
    // Whoever cuts the chain moves its head too: with the old one the store appends nothing.
    const moveHead = `UPDATE chain_head SET (seq, hash) =
      (SELECT seq, hash FROM audit_entries ORDER BY seq DESC LIMIT 1)`
    await client.query(
      `SET search_path TO store; SET session_replication_role TO replica; ${sql}; ${moveHead}`,
    )
    await client.end()
    return
  }
  const connection = connect(file, practiceKey)
  const guards = connection.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).pluck()
  for (const name of guards.all()) connection.exec(`DROP TRIGGER ${String(name)}`)
  connection.exec(sql)
  connection.close()
}
