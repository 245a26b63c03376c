/** Stores of tests in PostgreSQL: a database for each path of a store, copied from a template. */
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Client } from 'pg'
import type { Stores } from '../../main/store/engine.ts'
import { postgresStores } from '../../main/store/postgres/postgres-stores.ts'
import { connectTo, role, template, type Reach } from './server.ts'

/** The stores of these tests are in PostgreSQL. */
export const isOnPostgres = process.env['COUNTERSIGN_TEST_STORE'] === 'postgres'

/** Where the server of this run answers. */
export const socket = (): Reach => ({
  host: process.env['COUNTERSIGN_TEST_SOCKET'] ?? '',
  user: role,
})

/** Returns the name of the database for a path. */
export const databaseOf = (file: string): string =>
  `store_${createHash('md5').update(file).digest('hex')}`

/**
 * Returns the stores on the server of this run. The database of a path is dropped once the folder of
 * that path is gone, as a test's files are.
 */
export function storesInDatabases(): Stores {
  const known = new Set<string>()
  return postgresStores(async (file) => {
    if (!known.has(file)) {
      const gone = [...known].filter((path) => !existsSync(dirname(path)))
      for (const path of gone) known.delete(path)
      await administer([
        ...gone.map((path) => `DROP DATABASE ${databaseOf(path)} WITH (FORCE)`),
        `CREATE DATABASE ${databaseOf(file)} TEMPLATE ${template} STRATEGY file_copy`,
      ])
      known.add(file)
      // Whoever asks whether there is a store looks for its file.
      writeFileSync(file, '')
    }
    return { ...socket(), database: databaseOf(file) }
  })
}

let administration: Promise<Client> | undefined

/** On one connection for all stores of a thread: each new one would be a process of the server. */
async function administer(statements: readonly string[]): Promise<void> {
  administration ??= connectTo(socket()).then((client) =>
    client.once('end', () => (administration = undefined)),
  )
  const client = await administration
  for (const statement of statements) await client.query(statement)
}
