/** The store's second engine, on a real server. */
import { expect, it } from 'vitest'
import { describeOnPostgres, newDatabase } from '../../postgres/databases.ts'

describeOnPostgres('the server of the tests', () => {
  it('has no port, and compares and encodes texts as SQLite does', async () => {
    const { rows } = await (
      await newDatabase()
    ).query(`
      SELECT name, setting FROM pg_settings
      WHERE name IN ('listen_addresses', 'server_encoding', 'lc_collate', 'lc_ctype') ORDER BY name`)
    expect(rows).toEqual([
      { name: 'lc_collate', setting: 'C' },
      { name: 'lc_ctype', setting: 'C' },
      { name: 'listen_addresses', setting: '' },
      { name: 'server_encoding', setting: 'UTF8' },
    ])
  })
})
