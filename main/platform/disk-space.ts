/** Watches the free space of a disk; nobody acts on it within seconds, so it is asked rarely. */
import { statfs } from 'node:fs/promises'
import { lowDiskBytes, type LowDisk } from '../../preload/contract/api/workstation-state.ts'
import { repeat, type StartTimer } from './timer.ts'

export interface DiskSpaceDeps {
  readonly folder: string
  readonly startTimer: StartTimer
  /** `low` has changed by a megabyte or more. */
  readonly changed: () => void
  /** Returns the bytes that this user can still write. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

export interface DiskSpace {
  /** Null while there is room, and where the system does not say. */
  low(): LowDisk
  start(): Promise<void>
  stop(): void
}

const everyMs = 30_000

export function createDiskSpace({
  folder,
  startTimer,
  changed,
  freeBytes = freeBytesOf,
}: DiskSpaceDeps): DiskSpace {
  let low: LowDisk = null
  let cancel = (): void => undefined
  const check = async (): Promise<void> => {
    const free = await freeBytes(folder).catch(() => lowDiskBytes)
    const next = free < lowDiskBytes ? { freeMegabytes: Math.floor(free / 1_000_000) } : null
    const isChanged = next?.freeMegabytes !== low?.freeMegabytes
    low = next
    if (isChanged) changed()
  }
  return {
    low: () => low,
    async start() {
      cancel = repeat(startTimer, everyMs, () => void check())
      await check()
    },
    stop: () => cancel(),
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
