/** The operator's guide for print, built from the window's help texts. Holds no profile data. */
import { utcDay } from '../../preload/contract/kernel/calendar.ts'
import { helpIds, type HelpId, type HelpKey } from '../../preload/contract/api/help/help-page.ts'
import { helpRuns } from '../../preload/contract/api/help/help-text.ts'
import { helpPages } from '../../preload/contract/api/help/help.ts'
import { keysOf, screenKeys } from '../../preload/contract/api/help/keys.ts'
import { troubles } from '../../preload/contract/api/help/troubles.ts'
import type { Paper } from '../../preload/contract/api/help/channels.ts'
import { glossary, termOf } from '../../preload/contract/api/help/text.ts'
import { escaped, printedSheet, sansFamily } from '../platform/print/printed-sheet.ts'

/** Facts for the cover. */
export interface GuideFacts {
  readonly version: string
  readonly at: Date
  readonly paper: Paper
  /** On a Mac the keys have other names. */
  readonly isApple: boolean
}

/** Returns the whole document. */
export function operatorsGuide({ version, at, paper, isApple }: GuideFacts): string {
  const day = utcDay(at)
  const print = printer(isApple)
  return printedSheet({
    title: `Countersign ${version}, operator’s guide`,
    heading: 'Operator’s guide',
    environment: `Countersign ${version}`,
    style: style(paper),
    sections: [
      cover(version, day),
      contents(),
      ...helpIds.map((id, at) => chapter(id, at + 1, print)),
      part('trouble', 'Troubleshooting', troubles.map((one) => trouble(one, print)).join('')),
      part('keys', 'All keys', helpIds.map((id) => keyTable(id, print)).join('')),
      part(
        'glossary',
        'Terms',
        `<dl>${glossary.map(({ term, meaning }) => `<dt>${escaped(term)}</dt><dd>${escaped(meaning)}</dd>`).join('')}</dl>`,
      ),
    ],
    footer: `Written ${day} by Countersign ${version}. Contains no account numbers, names or secrets. Keep it near the workstation.`,
  })
}

interface Print {
  readonly text: (text: string) => string
  readonly keys: (keys: string) => string
}

const printer = (isApple: boolean): Print => {
  const keys = (of: string): string => `<kbd>${escaped(printedKeys(of, isApple))}</kbd>`
  return {
    keys,
    text: (text) =>
      helpRuns(text)
        .map((run) => {
          if (run.kind === 'keys') return keys(run.text)
          return run.kind === 'label' ? `<b>${escaped(run.text)}</b>` : escaped(run.text)
        })
        .join(''),
  }
}

const cover = (version: string, day: string): string =>
  `<p class="note">For everyone who works with Countersign: the purpose of each screen, usual steps, risks with money and alerts, and troubleshooting. The same text opens with F1.</p>
<p class="note">Version ${escaped(version)}, printed ${escaped(day)}. If the window says otherwise, follow the window.</p>`

const link = (id: string, title: string): string => `<a href="#${id}">${escaped(title)}</a>`
const ends = [
  ['trouble', 'Troubleshooting'],
  ['keys', 'All keys'],
  ['glossary', 'Terms'],
] as const

const contents = (): string =>
  `<nav><h2>Contents</h2><ol>${helpIds
    .map((id) => `<li>${link(id, helpPages[id].title)}</li>`)
    .join('')}${ends.map(([id, title]) => `<li>${link(id, title)}</li>`).join('')}</ol></nav>`

const listOf = (tag: 'ol' | 'ul', title: string, items: readonly string[], print: Print): string =>
  `<h3>${escaped(title)}</h3><${tag}>${items.map((item) => `<li>${print.text(item)}</li>`).join('')}</${tag}>`

function chapter(id: HelpId, number: number, print: Print): string {
  const page = helpPages[id]
  const way = id in screenKeys ? screenKeys[id as keyof typeof screenKeys] : null
  return [
    `<article id="${id}"><h2>${String(number)} ${escaped(page.title)}${way === null ? '' : ` ${print.keys(way)}`}</h2>`,
    `<p>${print.text(page.purpose)}</p>`,
    listOf('ol', 'Usual steps', page.steps, print),
    listOf('ul', 'Cautions', page.careful, print),
    page.terms.length === 0
      ? ''
      : `<p class="see">${link('glossary', 'Terms')}: ${page.terms.map((id) => escaped(termOf(id).term)).join(', ')}</p>`,
    `<p class="see">See also: ${page.see.map((other) => link(other, helpPages[other].title)).join(', ')}</p>`,
    `<p class="source">From: ${page.sources.map(escaped).join('; ')}</p></article>`,
  ].join('')
}

const part = (id: string, title: string, content: string): string =>
  `<article id="${id}"><h2>${escaped(title)}</h2>${content}</article>`

const trouble = ({ title, shows, steps, see }: (typeof troubles)[number], print: Print): string =>
  `<section><h3>${escaped(title)}</h3><p>${print.text(shows)}</p><ol>${steps
    .map((step) => `<li>${print.text(step)}</li>`)
    .join('')}</ol><p class="see">See also: ${see
    .map((other) => link(other, helpPages[other].title))
    .join(', ')}</p></section>`

/** Returns the key table of one screen; empty if it has no keys. */
function keyTable(id: HelpId, print: Print): string {
  const { title } = helpPages[id]
  const way: readonly HelpKey[] =
    id in screenKeys
      ? [{ id, keys: screenKeys[id as keyof typeof screenKeys], title: `Go to ${title}` }]
      : []
  const rows = [...way, ...keysOf(id)]
  if (rows.length === 0) return ''
  return `<section class="keys"><h3>${escaped(title)}</h3><table><tbody>${rows
    .map(
      (row) =>
        `<tr><th scope="row">${escaped(row.title)}</th><td>${print.keys(row.keys)}</td></tr>`,
    )
    .join('')}</tbody></table></section>`
}

const style = (paper: Paper): string => `
@page { size: ${paper}; margin: 18mm 16mm 20mm; @bottom-left { content: "Countersign, operator’s guide"; font: 8pt ${sansFamily}; color: #555 } @bottom-right { content: counter(page) " / " counter(pages); font: 8pt ${sansFamily}; color: #555 } }
a { color: inherit }
nav ol { columns: 2; column-gap: 10mm; margin: 0; padding-left: 7mm }
nav { break-after: page }
article { margin-bottom: 7mm }
article > h2 { font-size: 14pt; border-bottom: .5pt solid #999; padding-bottom: 1mm; break-after: avoid }
h3 { font-size: 10.5pt; margin: 3.5mm 0 1mm; break-after: avoid }
p { margin: 1mm 0 }
ol, ul { margin: 0; padding-left: 7mm }
li { break-inside: avoid; margin-bottom: .8mm }
kbd { font: 600 8.5pt ${sansFamily}; border: .5pt solid #777; border-radius: 1mm; padding: 0 1mm; white-space: nowrap }
.see, .source { font-size: 9pt; color: #444; margin-top: 2mm }
#trouble, #keys, #glossary { break-before: page }
#keys { columns: 2; column-gap: 9mm }
#keys > h2 { column-span: all }
#keys table { width: 100%; border-collapse: collapse; font-size: 9pt }
#keys th { text-align: left; font-weight: 400 }
#keys td { text-align: right; white-space: nowrap; padding-left: 3mm }
#keys th, #keys td { border-bottom: .3pt solid #ccc; padding-block: .7mm }
dt, dd { break-inside: avoid }
`

/** Key names for print: `Mod+Shift+K` is Ctrl+Shift+K, and ⌘⇧K on a Mac. */
const faces: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  Left: '←',
  Right: '→',
  Escape: 'Esc',
  Comma: ',',
  Plus: '+',
}
const macFaces: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' }

/** Returns the text of one key chord. */
export function printedKeys(keys: string, isApple: boolean): string {
  const parts = keys.split('+').map((part) => {
    if (isApple && macFaces[part] !== undefined) return macFaces[part]
    return part === 'Mod' ? 'Ctrl' : (faces[part] ?? part)
  })
  return parts.join(isApple ? '' : '+')
}
