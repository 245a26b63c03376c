/** The store's second engine, on a real server. */
import { expect, it } from 'vitest'
import { connectEngine } from '../../../main/store/postgres/postgres-engine.ts'
import { warningOf } from '../../../main/store/postgres/postgres-stores.ts'
import { describeOnPostgres, newDatabase, reachOf } from '../../postgres/databases.ts'

describeOnPostgres('the server of the tests', () => {
  it('has no port', async () => {
    const { rows } = await (await newDatabase()).query('SHOW listen_addresses')
    expect(rows).toEqual([{ listen_addresses: '' }])
  })
})

describeOnPostgres('a database for a store', () => {
  it('compares and encodes texts as SQLite does', async () => {
    const engine = await connectEngine(reachOf(await newDatabase()))
    await engine.close()
  })

  it('opens on a server of a version that nobody tested, with a warning that names it', () => {
    expect(warningOf(15)).toBeNull()
    expect(warningOf(14_000)).toContain('PostgreSQL 14000')
  })

  it.each([
    ['collation', `LC_COLLATE 'C.UTF-8' LC_CTYPE 'C'`],
    ['ctype', `LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'`],
    ['encoding', `ENCODING 'SQL_ASCII'`],
  ])('is refused with another %s', async (what, options) => {
    const client = await newDatabase(`template0 ${options}`)
    await expect(connectEngine(reachOf(client))).rejects.toThrow(`${what} is `)
  })
})
