import { describe, expect, it } from 'vitest'
import { explain } from '../../../renderer/text/explain.ts'

const textOf = (failure: Parameters<typeof explain>[0]): string =>
  Object.values(explain(failure)).join(' ')

it('does not blame only a file where typed entries can be too many as well', () => {
  const { title, reason, next } = explain({ code: 'too-many-rows', atMost: 10_000 })
  expect(title).toBe('Too many rows')
  expect(reason).toBe('At most 10,000 rows are allowed here.')
  expect(next).toContain('batches or files')
})

it('does not mention held-back rows of a file where a batch has no entries', () => {
  const { title, reason } = explain({ code: 'nothing-to-send' })
  expect(title).toBe('No entry or row qualifies')
  expect(reason).toMatch(/^There is none, or/)
  expect(textOf({ code: 'nothing-to-send' })).not.toMatch(/\bfile\b/)
})

it('names the next step after an expired file, export, bundle or change of two people', () => {
  expect(explain({ code: 'draft-gone' })).toEqual({
    title: 'The file or preview has expired',
    reason:
      'A file or preview is kept for a short time only, and is dropped when the profile changes.',
    next: 'Choose the file again, or start this step again.',
  })
})

it('advises a correction only where a field can be corrected, and never of marks that may not be there', () => {
  const refused = (path: string) => {
    const fields = [{ path, message: 'Not now', source: null }]
    return explain({ code: 'invalid-input', fields })
  }
  for (const path of ['id', 'entryIds'])
    expect(refused(path)).toMatchObject({ reason: 'Not now', next: 'Nothing was done.' })
  expect(refused('amount').next).toBe('Correct this and try again. Nothing was sent.')
})

it('says of a store from another computer why it is held, and what leads on', () => {
  const failure = { reason: 'store-of-another-computer', detail: null } as const
  const { reason, next } = explain({ code: 'store-refused', ...failure })
  expect(reason).toMatch(/^This profile\u2019s data was last used on another computer/)
  expect(next).toContain('Restore from a backup')
})

describe('the loss of the store', () => {
  it('is said to have stored and sent nothing only where that is known', () => {
    const nothing = /Nothing was stored and nothing was sent/
    const disks = ['this-computer', 'database-server'] as const
    for (const disk of disks) {
      expect(explain({ code: 'store-full', disk, done: 'nothing' }).reason).toMatch(nothing)
      const part = explain({ code: 'store-full', disk, done: 'part' })
      expect(part.reason).toBe('Part of it was stored or sent before.')
      expect(part.next).toContain('check what was done before you repeat it')
    }
    expect(textOf({ code: 'store-away', done: 'nothing' })).toMatch(nothing)
    for (const done of ['part', 'unknown'] as const)
      expect(textOf({ code: 'store-away', done })).not.toMatch(nothing)
  })

  it('names the disk that is full, and who can free it', () => {
    expect(explain({ code: 'store-full', disk: 'this-computer', done: 'nothing' })).toEqual({
      title: 'The disk is full',
      reason: 'Nothing was stored and nothing was sent.',
      next: 'Free space on this computer\u2019s disk, then try again.',
    })
    const server = explain({ code: 'store-full', disk: 'database-server', done: 'nothing' })
    expect(server.title).toBe('The disk of the database is full')
    expect(server.next).toMatch(/^Tell whoever runs the database/)
  })

  it('leaves open whether an unconfirmed commit is stored', () => {
    expect(explain({ code: 'store-away', done: 'unknown' })).toEqual({
      title: 'Not known whether this was stored',
      reason: 'The database of the team did not confirm it. It may still take effect.',
      next: 'Check whether it took effect before you repeat it.',
    })
  })
})
