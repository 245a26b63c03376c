/**
 * The help must match the window that it describes: its keys, the words on the screen, its links.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { helpIds, screenIds, type HelpId } from '../../../../preload/contract/api/help/help-page.ts'
import {
  helpPlain,
  helpRuns,
  type HelpRun,
} from '../../../../preload/contract/api/help/help-text.ts'
import { helpIdOf, helpPages } from '../../../../preload/contract/api/help/help.ts'
import { keysOf, screenKeys } from '../../../../preload/contract/api/help/keys.ts'
import { troubles } from '../../../../preload/contract/api/help/troubles.ts'
import { glossary } from '../../../../preload/contract/api/help/text.ts'
import { shortcutOf } from '../../../../renderer/money/order/order-act-questions.ts'
import { gridKeys } from '../../../../renderer/ui/grid/use-grid-keys.ts'
import { confirmKeys } from '../../../../renderer/ui/keys.ts'
import { toolKeys } from '../../../../renderer/ui/table/use-table-shortcuts.ts'
import { filesOf, writtenShortcuts } from './shortcut-sources.ts'

const textsOf = (id: HelpId): string[] => {
  const { purpose, steps, careful } = helpPages[id]
  return [purpose, ...steps, ...careful]
}
const everyText = [
  ...helpIds.flatMap(textsOf),
  ...troubles.flatMap(({ shows, steps }) => [shows, ...steps]),
]
const runsOf = (kind: HelpRun['kind']): string[] =>
  everyText.flatMap(helpRuns).flatMap((run) => (run.kind === kind ? [run.text] : []))

const listed = helpIds.flatMap((id) => keysOf(id))
const listedIds = new Set(listed.map(({ id }) => id))
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
/** `*` in an id or title matches text that is inserted at run time. */
const fits = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`).test(text)

describe('the keys that the help lists', () => {
  const written = writtenShortcuts()

  it('finds the shortcuts of the window in its sources', () => {
    expect(written.length).toBeGreaterThan(100)
    expect(written.map(({ id }) => id)).toContain('app.palette')
  })

  it('lists every shortcut that a screen registers, with the keys that it has', () => {
    const missing = written.filter(
      ({ id, keys }) => !listed.some((one) => fits(id, one.id) && one.keys === keys),
    )
    expect(missing).toEqual([])
  })

  it('lists no shortcut that nobody registers', () => {
    const elsewhere = [
      ...Object.keys(shortcutOf).map((act) => `orders.${act}`),
      ...gridKeys.map(([keys]) => `grid.${keys}`),
      ...Object.keys(toolKeys).map((act) => `table.${act}`),
      'table.pick',
      'table.copy',
      'dialog.confirm',
      'field.leave',
    ]
    const invented = listed.filter(
      ({ id, keys }) =>
        !elsewhere.includes(id) && !written.some((one) => fits(one.id, id) && one.keys === keys),
    )
    expect(invented).toEqual([])
  })

  it('names each as the window does', () => {
    const otherwise = written.flatMap(({ id, keys, title }) => {
      if (title === null || title === '' || title.includes('*')) return []
      const mine = listed.filter((one) => fits(id, one.id) && one.keys === keys)
      // The same action may have a longer title on its screen.
      return mine.some((one) => one.title === title || title.startsWith(`${one.title};`))
        ? []
        : [{ id, title }]
    })
    expect(otherwise).toEqual([])
  })

  it('has the keys of orders, of tables and of the grid as they are', () => {
    for (const [act, keys] of Object.entries(shortcutOf))
      expect(listed.filter(({ id }) => id === `orders.${act}`).map((one) => one.keys)).toEqual([
        keys,
        keys,
      ])
    for (const [act, keys] of Object.entries(toolKeys))
      expect(listed.find(({ id }) => id === `table.${act}`)?.keys).toBe(keys)
    expect(
      listed.filter(({ id }) => id.startsWith('grid.')).map(({ keys, title }) => [keys, title]),
    ).toEqual(gridKeys.map((one) => [...one]))
    expect(listed.find(({ id }) => id === 'dialog.confirm')?.keys).toBe(confirmKeys)
    expect(listedIds.has('app.help')).toBe(true)
  })
})

describe('the texts of the help', () => {
  it('has a page for every screen, each with work, dangers and sources', () => {
    expect(helpIds).toEqual(expect.arrayContaining([...screenIds]))
    for (const id of helpIds) {
      const page = helpPages[id]
      expect(page.steps.length, id).toBeGreaterThan(1)
      expect(page.careful.length, id).toBeGreaterThan(0)
      expect(page.sources.length, id).toBeGreaterThan(0)
      expect(page.see, id).not.toContain(id)
    }
  })

  it('names no keys that do nothing', () => {
    const known = new Set([...listed.map(({ keys }) => keys), ...Object.values(screenKeys)])
    expect(runsOf('keys').filter((keys) => !known.has(keys))).toEqual([])
  })

  it('names keys of a page that are keys of that page, or hold everywhere', () => {
    const strange = helpIds.flatMap((id) => {
      const own = new Set([...keysOf(id), ...keysOf('window')].map(({ keys }) => keys))
      return textsOf(id)
        .flatMap(helpRuns)
        .filter((run) => run.kind === 'keys' && !own.has(run.text))
        .map((run) => `${id}: ${run.text}`)
    })
    expect(strange).toEqual([])
  })

  it('names things as the window does', () => {
    const sources = [
      ...filesOf('renderer', ['.vue', '.ts']),
      ...filesOf('main/shell/windows', ['.ts']),
      ...filesOf('preload/contract', ['.ts']).filter((file) => !file.includes('/contract/help/')),
    ]
      .map((file) => readFileSync(file, 'utf8').replaceAll(/\s+/g, ' '))
      .join('\n')
    const parts = runsOf('label').flatMap((label) => label.split(' > '))
    expect(parts.length).toBeGreaterThan(5)
    expect(parts.filter((label) => !sources.includes(label))).toEqual([])
  })

  it('explains every term that some page uses, and no other', () => {
    const used = new Set(helpIds.flatMap((id) => [...helpPages[id].terms]))
    expect(glossary.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([])
  })

  it('leaves no mark unread', () => {
    for (const text of everyText) {
      expect(helpPlain(text)).not.toMatch(/[_`]|\[(?:Mod|Alt|[A-Z]\])/)
      expect(helpRuns(text).map((run) => run.text.length)).not.toContain(0)
    }
  })

  it('takes a text apart without losing any of it', () => {
    expect(helpRuns('Press [Mod+K], then _Ask_ [sic] F1 or [R].')).toEqual([
      { kind: 'plain', text: 'Press ' },
      { kind: 'keys', text: 'Mod+K' },
      { kind: 'plain', text: ', then ' },
      { kind: 'label', text: 'Ask' },
      { kind: 'plain', text: ' [sic] F1 or ' },
      { kind: 'keys', text: 'R' },
      { kind: 'plain', text: '.' },
    ])
  })

  it('shows the general page where a screen is not known', () => {
    expect(helpIdOf('orders')).toBe('orders')
    expect(helpIdOf('nowhere')).toBe('window')
    expect(helpIdOf(undefined)).toBe('window')
  })
})
