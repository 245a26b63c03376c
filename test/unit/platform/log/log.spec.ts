import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../../main/platform/clock.ts'
import { openLog } from '../../../../main/platform/log/log.ts'
import { newLogFolder, readLog } from './written.ts'

describe('the log', () => {
  it('keeps the fault under the reference that it gave out, without long numbers', async () => {
    const folder = await newLogFolder()
    const log = openLog(folder, systemClock)
    const reference = log.unforeseen('validation.submit', new Error('account 123456789 is odd'))
    await log.flushed()
    const text = await readFile(join(folder, 'countersign.log'), 'utf8')
    const entry = JSON.parse(text) as Record<string, string>
    expect(entry).toMatchObject({ reference, where: 'validation.submit', name: 'Error' })
    expect(text).toContain('account [number] is odd')
    expect(text).not.toContain('123456789')
  })

  it('says when the window was shown, and that the program ended in order', async () => {
    const folder = await newLogFolder()
    const log = openLog(folder, systemClock)
    log.reached('window-shown')
    log.reached('ended')
    await log.flushed()
    expect((await readLog(folder)).map(({ kind }) => kind)).toEqual(['window-shown', 'ended'])
  })

  it('never rewrites a reference, whatever digits it holds', async () => {
    const folder = await newLogFolder()
    const log = openLog(folder, systemClock)
    const references = Array.from({ length: 200 }, (_, at) => log.unforeseen(`x${String(at)}`, 'y'))
    await log.flushed()
    const text = await readFile(join(folder, 'countersign.log'), 'utf8')
    for (const reference of references) expect(text).toContain(reference)
  })

  it('does not fail the work when it cannot be written', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'countersign-log-')), 'a-file')
    await writeFile(file, '')
    const log = openLog(file, systemClock)
    expect(log.unforeseen('x', 'y')).toMatch(/^[0-9A-F]{8}$/)
    await expect(log.flushed()).resolves.toBeUndefined()
  })

  it('cuts an entry that is too long, and says by how much', async () => {
    const folder = await newLogFolder()
    const log = openLog(folder, systemClock)
    const problem = new Error(`began ${'\u0001é'.repeat(1_000_000)}`)
    problem.stack = `at line\n${'frame '.repeat(100_000)}`
    const reference = log.unforeseen('orders.release', problem)
    await log.flushed()
    const [entry] = await readLog(folder)
    expect(entry).toMatchObject({ reference, where: 'orders.release' })
    expect(entry?.message).toMatch(/^began .* \[cut: \d+ more characters\]$/u)
    expect(entry?.stack).toMatch(/^at line\n(frame )+.*\[cut: \d+ more characters\]$/)
    expect(Buffer.byteLength(JSON.stringify(entry))).toBeLessThan(16_600)
  })

  it('shows no end of a long number where it was cut', async () => {
    const folder = await newLogFolder()
    const log = openLog(folder, systemClock)
    log.unforeseen('x', new Error(`${'y'.repeat(99_990)}123456789012345`))
    log.unforeseen('x', new Error(`${'y'.repeat(3_995)}123456789012345`))
    await log.flushed()
    const text = await readFile(join(folder, 'countersign.log'), 'utf8')
    expect(text).not.toMatch(/y1234/)
  })
})
