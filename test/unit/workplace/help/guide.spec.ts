/** The operator's guide for print: everything in the help, and nothing executable. */
import { describe, expect, it, vi } from 'vitest'
import { helpHandlers } from '../../../../main/session/api/help.handlers.ts'
import { operatorsGuide, printedKeys } from '../../../../main/workplace/guide.ts'
import { helpIds } from '../../../../preload/contract/api/help/help-page.ts'
import { helpPlain } from '../../../../preload/contract/api/help/help-text.ts'
import { helpPages } from '../../../../preload/contract/api/help/help.ts'
import { keysOf } from '../../../../preload/contract/api/help/keys.ts'
import { troubles } from '../../../../preload/contract/api/help/troubles.ts'
import { glossary } from '../../../../preload/contract/api/help/text.ts'
import { ok } from '../../../../preload/contract/kernel/result.ts'

const facts = { version: '9.8.7', at: new Date('2026-11-23T09:30:00Z'), isApple: false } as const
const guide = operatorsGuide({ ...facts, paper: 'A4' })
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
}
/** Returns the visible text, without styles. */
const read = (html: string): string =>
  html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_whole, name: string) => entities[name] ?? '')
/** Keys depend on the machine, so texts are compared without them. */
const withoutKeys = (text: string): string[] => text.split(/\[[^\]]+\]/).map(helpPlain)

describe('the guide', () => {
  it('says its version and its date on the cover and at its end', () => {
    expect(read(guide)).toContain('Version 9.8.7, printed 2026-11-23')
    expect(read(guide)).toContain('Written 2026-11-23 by Countersign 9.8.7')
  })

  it('has a chapter for every page, with every sentence of it', () => {
    const text = read(guide)
    for (const id of helpIds) {
      const { title, purpose, steps, careful, sources } = helpPages[id]
      expect(guide, title).toContain(`<article id="${id}">`)
      for (const sentence of [purpose, ...steps, ...careful].flatMap(withoutKeys))
        expect(text).toContain(sentence)
      for (const source of sources) expect(text).toContain(source)
    }
  })

  it('has what to do when, all keys and all terms', () => {
    const text = read(guide)
    for (const { title, steps } of troubles) {
      expect(text).toContain(title)
      for (const step of steps.flatMap(withoutKeys)) expect(text).toContain(step)
    }
    for (const { term, meaning } of glossary) expect(text).toContain(`${term}${meaning}`)
    for (const { title, keys } of helpIds.flatMap(keysOf))
      expect(text).toContain(`${title}${printedKeys(keys, false)}`)
  })

  it('leads from its contents and from every reference to a chapter that is there', () => {
    const ids = new Set([...guide.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = [...guide.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(links.length).toBeGreaterThan(helpIds.length)
    expect(links.filter((id) => !ids.has(id))).toEqual([])
    expect(guide).not.toMatch(/href="(?!#)/)
  })

  it('is laid out for the paper that was chosen, with numbers on its pages', () => {
    expect(guide).toContain('size: A4')
    expect(operatorsGuide({ ...facts, paper: 'Letter' })).toContain('size: Letter')
    expect(guide).toContain('counter(page)')
  })

  it('runs no script and loads nothing', () => {
    expect(guide).toContain(`default-src 'none'`)
    expect(guide).not.toMatch(/<script|<img|<link|<iframe|url\(|@import| on\w+=/i)
  })

  it('calls keys as they are called on the machine', () => {
    expect(printedKeys('Mod+Shift+K', false)).toBe('Ctrl+Shift+K')
    expect(printedKeys('Mod+Shift+K', true)).toBe('⌘⇧K')
    expect(printedKeys('Alt+ArrowLeft', false)).toBe('Alt+←')
    expect(printedKeys('Mod+Shift+Plus', false)).toBe('Ctrl+Shift++')
    expect(operatorsGuide({ ...facts, paper: 'A4', isApple: true })).toContain('<kbd>⌘K</kbd>')
  })
})

describe('printing it', () => {
  const deps = () => ({
    state: { current: () => ({ version: '9.8.7' }) as never },
    clock: { now: () => facts.at },
    printer: { print: vi.fn(() => Promise.resolve(new Uint8Array([37, 80, 68, 70]))) },
    dialogs: { save: vi.fn(() => Promise.resolve(ok({ file: 'guide.pdf' }))) },
  })
  const by = ({ dialogs }: ReturnType<typeof deps>) => ({ dialogs }) as never

  it('saves what was printed under a name that says what it is', async () => {
    const given = deps()
    const answer = await helpHandlers(given).help.printGuide({ paper: 'Letter' }, by(given))
    expect(answer).toEqual(ok({ file: 'guide.pdf' }))
    expect(given.printer.print).toHaveBeenCalledWith(expect.stringContaining('size: Letter'))
    expect(given.dialogs.save).toHaveBeenCalledWith(
      expect.objectContaining({
        suggestedName: 'Countersign 9.8.7 operator guide.pdf',
        content: new Uint8Array([37, 80, 68, 70]),
      }),
    )
  })

  it('reports the message of the printer, and opens no dialog, when nothing was printed', async () => {
    const given = deps()
    given.printer.print.mockRejectedValueOnce(new Error('no paper'))
    const answer = await helpHandlers(given).help.printGuide({ paper: 'A4' }, by(given))
    expect(answer).toMatchObject({ ok: false, error: { code: 'file-failed', detail: 'no paper' } })
    expect(given.dialogs.save).not.toHaveBeenCalled()
  })
})
