/** Databases for tests: each of its own, dropped with the test. */
import type { Client } from 'pg'
import { describe, inject, onTestFinished } from 'vitest'
import { connectTo, type Reach } from './server.ts'

/** A group of tests on PostgreSQL, left out where the machine has none. */
export const describeOnPostgres = describe.skipIf(inject('postgres') === null)

let count = 0

/** Creates a database, a copy of `template` if that is given, and returns a connection to it. */
export async function newDatabase(template = 'template0'): Promise<Client> {
  count += 1
  const name = `test_${String(process.pid)}_${String(count)}`
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  const client = await connectTo(reach(), name)
  onTestFinished(async () => {
    await client.end()
    await administer(`DROP DATABASE ${name}`)
  })
  return client
}

/** Returns another connection to the database of `client`, until the test ends. */
export async function connectBeside({ database }: Client): Promise<Client> {
  const client = await connectTo(reach(), database)
  onTestFinished(() => client.end())
  return client
}

/** Returns how to reach the database of a connection. */
export const reachOf = ({ host, user, database }: Client) => ({ host, user, database })

async function administer(statement: string): Promise<void> {
  const client = await connectTo(reach())
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function reach(): Reach {
  const postgres = inject('postgres')
  if (postgres === null) throw new Error('this test belongs inside describeOnPostgres')
  return postgres
}
