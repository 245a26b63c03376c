import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import JsonText from '../../../renderer/parts/JsonText.vue'
import { jsonLines, linesWith, piecesOf, unfoldedLines } from '../../../renderer/text/json-lines.ts'
import { allByRole, axeViolations, byRole, press, settle, show, useStage } from '../ui/stage.ts'

useStage()
let copied: string[] = []
beforeEach(() => {
  copied = []
  // jsdom has no clipboard.
  const execCommand = vi.fn(() => {
    copied.push(document.querySelector<HTMLTextAreaElement>('textarea')?.value ?? '')
    return true
  })
  Object.assign(document, { execCommand })
})

const answer =
  '{"amount":12500.00,"id":12345678901234567890.50,"account":"••••0011","parties":[{"name":"Ridgeway","codes":[]},{"name":"Alder {","codes":["A","B"]}],"empty":{},"one":1e3,"done":true}'
const lines = (): string[] => allByRole('treeitem').map((line) => line.textContent)
const search = async (text: string): Promise<HTMLInputElement> => {
  const field = document.querySelector<HTMLInputElement>('[role=search] input')
  if (!field) throw new Error('no search')
  field.value = text
  field.dispatchEvent(new Event('input'))
  await settle()
  return field
}
const shown = async (text: string) => {
  const wrapper = show(JsonText, { props: { label: 'Answer, masked', text } })
  await settle()
  return wrapper
}

describe('the lines of a JSON text', () => {
  const json = jsonLines(answer)

  it('differ from the text only in white space', () => {
    expect(
      json.lines
        .map((line) => line.trim())
        .join('')
        .replaceAll('": ', '":'),
    ).toBe(answer)
  })

  it('fold objects and lists, but no string that ends like an opening bracket', () => {
    const foldable = json.lines.filter((_, index) => json.ends[index])
    expect(foldable.map((line) => line.trim())).toEqual([
      '{',
      '"parties": [',
      '{',
      '{',
      '"codes": [',
    ])
    expect(unfoldedLines(json, new Set([0]))).toEqual([0])
    expect(unfoldedLines(json, new Set([4])).map((line) => json.lines[line]?.trim())).toEqual([
      '{',
      '"amount": 12500.00,',
      '"id": 12345678901234567890.50,',
      '"account": "••••0011",',
      '"parties": [',
      '"empty": {},',
      '"one": 1e3,',
      '"done": true',
      '}',
    ])
  })

  it('are found in any letter case, and marked in names and values', () => {
    expect(linesWith(json, 'NAME')).toEqual([6, 10])
    expect(linesWith(json, '')).toEqual([])
    expect(piecesOf('  "name": "Rename",', 'name')).toEqual([
      { text: '  "', isFound: false, isName: true },
      { text: 'name', isFound: true, isName: true },
      { text: '"', isFound: false, isName: true },
      { text: ': "Re', isFound: false, isName: false },
      { text: 'name', isFound: true, isName: false },
      { text: '",', isFound: false, isName: false },
    ])
    expect(piecesOf('"İx"', 'x').map(({ text }) => text)).toEqual(['"İx"'])
  })
})

describe('a raw answer', () => {
  it('is formatted with each digit and mask as the bank sent it', async () => {
    await shown(answer)
    expect(lines()).toContain('  "amount": 12500.00,')
    expect(lines()).toContain('  "id": 12345678901234567890.50,')
    expect(lines()).toContain('  "account": "••••0011",')
    expect(await axeViolations()).toEqual([])
  })

  it('is copied as shown, with folded parts', async () => {
    await shown(answer)
    byRole('button', 'Fold all').click()
    await settle()
    expect(lines()).toContain('  "parties": [… ],')
    byRole('button', 'Copy Answer, masked').click()
    expect(copied).toEqual([jsonLines(answer).lines.join('\n')])
    byRole('radio', 'As received').click()
    await nextTick()
    expect(document.querySelector('pre')?.textContent).toBe(answer)
    byRole('button', 'Copy Answer, masked').click()
    expect(copied[1]).toBe(answer)
  })

  it('is folded and navigated by keyboard', async () => {
    await shown(answer)
    const tree = byRole('tree', 'Lines of Answer, masked')
    tree.focus()
    for (let down = 0; down < 4; down += 1) press('ArrowDown')
    press('ArrowLeft')
    await settle()
    const activeId = tree.getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(activeId)?.textContent).toBe('  "parties": [… ],')
    expect(document.getElementById(activeId)?.getAttribute('aria-expanded')).toBe('false')
    press('ArrowRight')
    press('End')
    await settle()
    expect(lines()).toContain('      "name": "Ridgeway",')
    const lastId = tree.getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(lastId)?.textContent).toBe('}')
  })

  it('is searched, and unfolds the parts with a match', async () => {
    await shown(answer)
    byRole('button', 'Fold all').click()
    await settle()
    byRole('tree').focus()
    expect(press('f', { ctrlKey: true })).toBe(false)
    const field = await search('alder')
    expect(document.activeElement).toBe(field)
    expect(document.querySelector('mark')?.textContent).toBe('Alder')
    expect(allByRole('status')[0]?.textContent).toBe('1 of 1 line')
    await search('name')
    press('Enter')
    await settle()
    expect(allByRole('status')[0]?.textContent).toBe('2 of 2 lines')
    await search('nothing of this')
    expect(allByRole('status')[0]?.textContent).toBe('Not found')
  })

  it.each([
    ['no JSON', 'HTTP 502 Bad Gateway {'],
    ['JSON cut off', '{"a":1'],
    ['one value', '12345678901234567890.50'],
    ['nested too deep', `${'['.repeat(200)}${']'.repeat(200)}`],
  ])('that is %s is shown as received', async (_name, text) => {
    await shown(text)
    expect(document.querySelector('pre')?.textContent).toBe(text)
    expect(allByRole('radio')).toEqual([])
  })

  it('of 4 MB draws only the lines in view, and of a long line only the start', async () => {
    const rows = Array.from(
      { length: 40_000 },
      (_, at) =>
        `{"trace":"${String(at)}","amount":${String(at)}.10,"name":"Ridgeway Supply LLC of the northern region, account ending 0011"}`,
    )
    await shown(`{"long":"${'x'.repeat(200_000)}","rows":[${rows.join(',')}]}`)
    expect(allByRole('treeitem').length).toBeLessThan(200)
    expect(lines()[1]).toMatch(/^ {2}"long": "x+… 195\d{3} more letters$/)
    await search('"39999"')
    expect(allByRole('status')[0]?.textContent).toBe('1 of 1 line')
  })
})
