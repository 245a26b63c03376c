import { describe, expect, it, vi } from 'vitest'
import { lowDiskBytes } from '../../../preload/contract/api/workstation-state.ts'
import { createDiskSpace } from '../../../main/platform/disk-space.ts'

function watched(free: () => number) {
  const timers: { readonly afterMs: number; readonly run: () => void }[] = []
  const changed = vi.fn()
  const space = createDiskSpace({
    folder: '/data',
    changed,
    freeBytes: () => new Promise<number>((resolve) => resolve(free())),
    startTimer: (afterMs, run) => {
      const timer = { afterMs, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  })
  const pass = async (): Promise<void> => {
    timers.shift()?.run()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { space, changed, timers, pass }
}

describe('the free space of the disk', () => {
  it('counts as low under 200 MB, and no more once there is room again', async () => {
    let free = 200_000_000
    const { space, changed, pass } = watched(() => free)
    await space.start()
    expect([space.low(), changed.mock.calls.length]).toEqual([null, 0])
    free = 199_999_999
    await pass()
    expect([space.low(), changed.mock.calls.length]).toEqual([{ freeMegabytes: 199 }, 1])
    free = 199_100_000
    await pass()
    expect(changed).toHaveBeenCalledTimes(1)
    free = 4_095
    await pass()
    expect([space.low(), changed.mock.calls.length]).toEqual([{ freeMegabytes: 0 }, 2])
    free = lowDiskBytes
    await pass()
    expect([space.low(), changed.mock.calls.length]).toEqual([null, 3])
  })

  it('is asked twice a minute, until it is stopped', async () => {
    const { space, timers, pass } = watched(() => 1)
    await space.start()
    expect(timers.map(({ afterMs }) => afterMs)).toEqual([30_000])
    await pass()
    expect(timers).toHaveLength(1)
    space.stop()
    expect(timers).toEqual([])
  })

  it('is not called low where the system does not say', async () => {
    const { space } = watched(() => {
      throw new Error('ENOSYS')
    })
    await space.start()
    expect(space.low()).toBeNull()
  })

  it('is that of the real disk', async () => {
    const startTimer = () => () => undefined
    const options = { startTimer, changed: () => undefined }
    const space = createDiskSpace({ ...options, folder: process.cwd() })
    await space.start()
    const low = space.low()
    if (low) expect(low.freeMegabytes).toBeLessThan(200)
  })
})
