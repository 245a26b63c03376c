import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../../main/platform/clock.ts'
import { openLog } from '../../../../main/platform/log/log.ts'
import { logFiles, type LogBounds } from '../../../../main/platform/log/log-files.ts'
import { logTexts, newLogFolder, readLog } from './written.ts'

const bounds: LogBounds = { fileBytes: 20_000, olderFiles: 4 }
const child = fileURLToPath(new URL('./writing-child.ts', import.meta.url))

const sizes = async (folder: string): Promise<readonly number[]> =>
  Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))

/** Writes so many problems, all different. */
async function write(folder: string, from: number, count: number): Promise<void> {
  const log = openLog(folder, systemClock, { bounds })
  for (let at = from; at < from + count; at += 1) {
    log.unforeseen(`place ${String(at)}`, `what ${String(at)}`)
    if (at % 100 === 0) await log.flushed()
  }
  await log.flushed()
}

describe('the files of the log', () => {
  it('keeps the latest in five files, each of its size at most, and all of them private', async () => {
    const folder = await newLogFolder()
    await write(folder, 0, 3_000)
    expect((await readdir(folder)).sort()).toEqual(
      ['', '.1', '.2', '.3', '.4'].map((end) => `countersign.log${end}`),
    )
    for (const size of await sizes(folder)) expect(size).toBeLessThanOrEqual(bounds.fileBytes)
    const places = (await readLog(folder)).map((entry) => entry['where'])
    const first = 3_000 - places.length
    expect(places).toEqual(places.map((_, at) => `place ${String(first + at)}`))
    expect(places.length).toBeGreaterThan(500)
    for (const file of logFiles(folder)) expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('continues in the file of the last run, and makes it private', async () => {
    const folder = await newLogFolder()
    await write(folder, 0, 3)
    await chmod(join(folder, 'countersign.log'), 0o644)
    await write(folder, 3, 3)
    expect(await readdir(folder)).toEqual(['countersign.log'])
    expect((await readLog(folder)).length).toBe(6)
    expect((await stat(join(folder, 'countersign.log'))).mode & 0o777).toBe(0o600)
  })

  it('grows no further while a file cannot be rotated, and later reports the missing lines', async () => {
    const folder = await newLogFolder()
    // A file cannot replace a folder.
    const inTheWay = join(folder, 'countersign.log.4')
    await mkdir(inTheWay, { recursive: true })
    await writeFile(join(folder, 'countersign.log.3'), '')
    const log = openLog(folder, systemClock, { bounds })
    for (let at = 0; at < 400; at += 1) log.unforeseen(`place ${String(at)}`, 'x')
    await log.flushed()
    const { size } = await stat(join(folder, 'countersign.log'))
    expect(size).toBeLessThanOrEqual(bounds.fileBytes)
    await rm(inTheWay, { recursive: true })
    log.unforeseen('place 400', 'x')
    await log.flushed()
    const entries = await readLog(folder)
    const missing = entries.flatMap((entry) => (entry['kind'] === 'left-out' ? [entry] : []))
    expect(missing.length).toBe(1)
    const emitted = entries.filter((entry) => entry['where'] !== undefined)
    expect(emitted.length + Number(missing[0]?.['entries'])).toBe(401)
  })

  it('loses the lines in progress when it is killed, and nothing else', async () => {
    const folder = await newLogFolder()
    for (let life = 0; life < 4; life += 1) {
      const running = spawn(process.execPath, [child, folder, String(bounds.fileBytes)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(running.stdout, 'data')
      await pause(20 + life * 35)
      running.kill('SIGKILL')
      await once(running, 'close')
    }
    // A line cut short, as a kill may leave one.
    await writeFile(join(folder, 'countersign.log'), '{"at":"20', { flag: 'a' })
    await write(folder, 0, 1)
    for (const size of await sizes(folder)) expect(size).toBeLessThanOrEqual(bounds.fileBytes + 10)
    expect((await readdir(folder)).length).toBeLessThanOrEqual(5)
    const lines = (await logTexts(folder)).join('').trim().split('\n')
    const broken = lines.filter((line) => !line.startsWith('{"at":"') || !line.endsWith('}'))
    expect(broken.length).toBeLessThanOrEqual(5)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ where: 'place 0' })
  })
})
