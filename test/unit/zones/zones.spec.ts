/** The date logic in eight zones, each in a process of its own, on the days on which days are not what they seem. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { zones } from './days-of-interest.ts'

const run = promisify(execFile)
const child = fileURLToPath(new URL('./zone-child.ts', import.meta.url))

interface Found {
  readonly wrong: readonly string[]
  readonly same: string
  /** Minutes, as `getTimezoneOffset` says them. */
  readonly offsets: readonly number[]
  readonly instants: number
}

async function playIn(zone: string): Promise<Found> {
  const env = { ...process.env, TZ: zone }
  return JSON.parse((await run(process.execPath, [child], { env })).stdout) as Found
}

/** That the zone is really in force, and that its clocks change on these days. */
const offsets: Readonly<Record<(typeof zones)[number], readonly number[]>> = {
  UTC: [0],
  'America/New_York': [300, 240],
  'Europe/Berlin': [-60, -120],
  'Asia/Kathmandu': [-345],
  'Australia/Lord_Howe': [-660, -630],
  'Pacific/Apia': [-780],
  'America/St_Johns': [210, 150],
  'America/Santiago': [180, 240],
}

const found = new Map<string, Found>()

describe('days, deadlines and hours', () => {
  it.each(zones)('are those of the calendar in %s, whatever its clocks do', async (zone) => {
    const played = await playIn(zone)
    found.set(zone, played)
    expect(played.wrong).toEqual([])
    expect(played.instants).toBeGreaterThan(5_000)
    expect(played.offsets.toSorted()).toEqual(offsets[zone].toSorted())
  })

  it('are the same everywhere where they go by the network’s calendar or by none', async () => {
    for (const zone of zones) found.set(zone, found.get(zone) ?? (await playIn(zone)))
    expect(new Set([...found.values()].map(({ same }) => same)).size).toBe(1)
  })
})
