import { describe, expect, it } from 'vitest'
import { latestCheckpoint } from '../../../main/store/audit.ts'
import { practiceAuditKeys } from '../../../main/store/audit-key.ts'
import { signCheckpoint } from '../../../main/store/audit-chain/checkpoints.ts'
import type { ChainHead } from '../../../main/store/hash-chain.ts'
import {
  act,
  describeInFile,
  fakeWorker,
  newStorePath,
  open,
  recordSetting,
  settingNames,
} from './stores.ts'

const key = practiceAuditKeys().currentKey()
const at = '2026-11-23T14:00:00.000Z'
const sign = (head: ChainHead) => key && signCheckpoint(key, 'practice', head, at)
const longMs = 30_000

describeInFile('a store that is closed while its thread waits', () => {
  it('is closed and signed when the call returns, with everything recorded before', async () => {
    const file = newStorePath()
    const store = await open(file)
    await recordSetting(store, 'theme')
    const late = recordSetting(store, 'late').catch((problem: unknown) => problem)
    store.closeNow(sign, longMs)

    const again = await open(file)
    expect(again.stoppedUnclean).toBe(false)
    expect(await settingNames(again)).toEqual(['theme'])
    expect(await latestCheckpoint(again)).toMatchObject({ seq: 2 })
    expect(await late).toMatchObject({ code: 'closed' })
  })

  it('leaves nothing of a transaction in progress', async () => {
    const file = newStorePath()
    const store = await open(file)
    const under = Promise.withResolvers<undefined>()
    const cut = store.record(act('half'), async (tx) => {
      const row = { name: 'half', value: '1', at, actor: 'a' }
      await tx.insertInto('settings').values(row).execute()
      under.resolve(undefined)
      await tx.selectFrom('settings').selectAll().execute()
    })
    const end = cut.catch((problem: unknown) => problem)
    await under.promise
    store.closeNow(sign, longMs)

    const again = await open(file)
    expect(again.stoppedUnclean).toBe(false)
    expect(await settingNames(again)).toEqual([])
    expect(await latestCheckpoint(again)).toMatchObject({ seq: 1 })
    expect(await end).toBeInstanceOf(Error)
  })

  it('waits for a closing that has begun, and returns at once when it is closed', async () => {
    const file = newStorePath()
    const store = await open(file)
    await recordSetting(store, 'theme')
    const closing = store.close()
    store.closeNow(sign, longMs)
    const again = await open(file)
    expect(again.stoppedUnclean).toBe(false)
    await closing
    const before = performance.now()
    store.closeNow(sign, longMs)
    expect(performance.now() - before).toBeLessThan(longMs / 2)
  })
})

describe('a worker that does not answer', () => {
  it('is waited for no longer than allowed', async () => {
    const store = await open(newStorePath(), { worker: fakeWorker({}) })
    const before = performance.now()
    store.closeNow(() => undefined, 300)
    expect(performance.now() - before).toBeLessThan(longMs)
  })
})
