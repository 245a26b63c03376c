/** Practice opens on a full disk as far as that goes, says so, and goes on without a restart. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { systemTimer, type StartTimer } from '../../../../main/platform/timer.ts'
import type { StartStoreWorker } from '../../../../main/store/store.ts'
import { act, describeInFile, fakeWorker, open } from '../../store/stores.ts'
import { startStoreWorker } from '../../support/programs/programs.ts'
import { newFolder, removeFolder, startWorkstation } from '../../support/workstation.ts'

let folder: string
/** Callbacks that run after the pause between two openings. */
let pauses: (() => void)[]
beforeEach(async () => {
  folder = await newFolder()
  pauses = []
})
afterEach(() => removeFolder(folder))

const startTimer: StartTimer = (afterMs, run) => {
  if (afterMs !== 15_000) return systemTimer(afterMs, run)
  pauses.push(run)
  return () => {
    pauses = pauses.filter((pause) => pause !== run)
  }
}
const passPause = (): void => {
  for (const run of pauses.splice(0)) run()
}

describeInFile('a store that does not fit on the disk', () => {
  it('is refused as that, opens by itself once there is room, and then connects to the bank', async () => {
    let isFull = true
    const storeWorker: StartStoreWorker = () =>
      (isFull ? fakeWorker({ pages: 40 }) : startStoreWorker)()
    const { workstation, emitted, context } = await startWorkstation(folder, undefined, {
      storeWorker,
      startTimer,
    })
    const storeState = () => emitted.states.at(-1)?.store
    const full = { state: 'refused', reason: 'store-full' }
    expect(storeState()).toMatchObject(full)
    const { inbox } = workstation.handlers
    expect(await inbox.getCounts(undefined, context)).toMatchObject({
      error: { code: 'store-refused', reason: 'store-full' },
    })
    const before = emitted.states.length
    passPause()
    await vi.waitFor(() => expect(emitted.states.length).toBeGreaterThan(before))
    expect(storeState()).toMatchObject(full)
    isFull = false
    await vi.waitFor(() => expect(pauses).toHaveLength(1))
    passPause()
    await vi.waitFor(() => expect(storeState()).toEqual({ state: 'open' }), { timeout: 20_000 })
    expect(await inbox.getCounts(undefined, context)).toMatchObject({ ok: true })
    await vi.waitFor(() => expect(emitted.connections.at(-1)?.bank.state).toBe('never-tried'))
    await workstation.close()
    expect(pauses).toEqual([])
  })

  it('is closed again where its first records do not fit, and opens once they do', async () => {
    const file = join(folder, 'practice.countersign')
    await (await open(file)).close()
    const pages = statSync(file).size / 4096
    const filling = await open(file, { worker: fakeWorker({ pages }) })
    for (const size of [2_000, 400, 40, 1]) {
      const note = () => filling.note({ ...act('x'), detail: { filler: 'x'.repeat(size) } })
      while (
        await note().then(
          () => true,
          () => false,
        )
      );
    }
    await filling.close()
    let isFull = true
    const storeWorker: StartStoreWorker = () =>
      (isFull ? fakeWorker({ pages }) : startStoreWorker)()
    const { workstation, emitted } = await startWorkstation(folder, undefined, {
      storeWorker,
      startTimer,
    })
    expect(emitted.states.at(-1)?.store).toMatchObject({ state: 'refused', reason: 'store-full' })
    isFull = false
    passPause()
    await vi.waitFor(() => expect(emitted.states.at(-1)?.store).toEqual({ state: 'open' }), 20_000)
    await workstation.close()
  })

  it('is no longer tried once the workstation closes', async () => {
    const { workstation } = await startWorkstation(folder, undefined, {
      storeWorker: fakeWorker({ pages: 40 }),
      startTimer,
    })
    expect(pauses).toHaveLength(1)
    await workstation.close()
    expect(pauses).toEqual([])
  })
})
