/**
 * A store of version 14, whose approvals do not include their bank: the program of that time wrote
 * its rows. Nothing of it is lost, nothing is sent, and approvals are requested again.
 */
import { expect } from 'vitest'
import { connect } from '../../../../main/store/sqlite/cipher.ts'
import { storeSettings } from '../../../../main/store/sqlite/connection-settings.ts'
import { migrations } from '../../../../main/store/schema/migrations/index.ts'
import { buildNextVersion } from '../../../../main/store/sqlite/next-version.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import { approvalsOf } from '../../../../main/money/order/order-records.ts'
import { rehashOrders } from '../../../../main/money/order/approval/rehash-approvals.ts'
import { emptyDetails } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { itInFile, newStorePath } from '../../store/stores.ts'
import { as, codeOf, openSession, release, rowOf, stateOf } from './support/sending-session.ts'
import before from './support/store-of-version-14.json' with { type: 'json' }

type Row = Readonly<Record<string, string | number | null>>

/** o1 was approved; o2 was approved and released, and waited for the bank. */
function storeBefore(): string {
  const file = newStorePath()
  // The act of its creation is the first one of the rows.
  const [created, ...acts] = before.rows.audit_entries
  const build = { migrations: migrations.slice(0, before.version), settings: storeSettings }
  buildNextVersion({ file, key: new Uint8Array(practiceKey), at: created?.at ?? '' }, 0, build)
  const connection = connect(file, practiceKey)
  const rows = { ...before.rows, audit_entries: acts }
  for (const table of ['audit_entries', 'orders', 'order_approvals'] as const) {
    for (const row of rows[table] as readonly Row[]) {
      const names = Object.keys(row)
      const values = names.map((name) => `@${name}`).join(', ')
      connection.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values})`).run(row)
    }
  }
  connection.close()
  return file
}

itInFile(
  'a store from before banks were recorded loses nothing, sends nothing, and requires each approval again with the reason',
  async () => {
    const session = await openSession({ file: storeBefore() })
    session.details = { ...emptyDetails, baseUrl: 'https://bank.example', partnerClientId: 'P1' }
    await session.sending.recover()
    expect([await stateOf(session), await stateOf(session, 'o2')]).toEqual(['approved', 'approved'])
    const reviewedHash = (await rowOf(session)).binding ?? ''
    expect(
      await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash }),
    ).toMatchObject({
      error: { code: 'integrity-broken', what: 'bank' },
    })
    const moved: string[] = []
    await rehashOrders(session.context, (id, state) => moved.push(`${id} ${state}`))
    expect(moved.sort()).toEqual(['o1 awaiting-approval', 'o2 awaiting-approval'])
    expect(await approvalsOf(session.store.read, 'o1')).toMatchObject([
      {
        operator: 'theo',
        voided_because: expect.stringContaining('before approvals covered') as string,
      },
    ])
    expect(session.bank.sent).toEqual([])
    // Approved for the bank that the profile names, it leaves, once and unchanged.
    const now = (await rowOf(session)).binding ?? ''
    expect(
      codeOf(await as(session, 'theo')('approve', { id: 'o1', approvalHash: now })),
    ).toBeUndefined()
    await release(session, now, 'accepted')
    expect(session.bank.sent).toHaveLength(1)
    expect((await rowOf(session)).body_sha256).toBe(before.rows.orders[0]?.body_sha256)
  },
)
