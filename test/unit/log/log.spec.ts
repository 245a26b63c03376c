import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../main/clock.ts'
import { openLog } from '../../../main/log/log.ts'

describe('the log', () => {
  it('keeps the fault under the reference that it gave out, without long numbers', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'countersign-log-')), 'log')
    const log = openLog(folder, systemClock)
    const reference = log.unforeseen('validation.submit', new Error('account 123456789 is odd'))
    await log.flushed()
    const text = await readFile(join(folder, 'countersign.log'), 'utf8')
    const entry = JSON.parse(text) as Record<string, string>
    expect(entry).toMatchObject({ reference, where: 'validation.submit', name: 'Error' })
    expect(text).toContain('account [number] is odd')
    expect(text).not.toContain('123456789')
  })

  it('never rewrites a reference, whatever digits it holds', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'countersign-log-')), 'log')
    const log = openLog(folder, systemClock)
    const references = Array.from({ length: 200 }, () => log.unforeseen('x', 'y'))
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
})
