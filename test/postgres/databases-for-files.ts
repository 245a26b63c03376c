/** Stores of tests in PostgreSQL: a database for each path of a store, copied from a template. */
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Stores } from '../../main/store/engine.ts'
import { postgresStores } from '../../main/store/postgres/postgres-stores.ts'
import { connectTo, role, template } from './server.ts'

/**
 * Returns the stores on the server at the socket in `host`. The database of a path is dropped once
 * the folder of that path is gone, as a test's files are.
 */
export function storesInDatabases(host: string): Stores {
  const known = new Map<string, string>()
  const administer = async (statements: readonly string[]): Promise<void> => {
    const client = await connectTo({ host, user: role })
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  return postgresStores(async (file) => {
    const database = known.get(file) ?? `store_${createHash('md5').update(file).digest('hex')}`
    if (!known.has(file)) {
      const gone = [...known].filter(([path]) => !existsSync(dirname(path)))
      for (const [path] of gone) known.delete(path)
      await administer([
        ...gone.map(([, name]) => `DROP DATABASE ${name} WITH (FORCE)`),
        `CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY file_copy`,
      ])
      known.set(file, database)
      // Whoever asks whether there is a store looks for its file.
      writeFileSync(file, '')
    }
    return { host, user: role, database }
  })
}
