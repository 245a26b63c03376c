/**
 * The layout of all printed sheets: an HTML document without script, link or picture, for A4 and
 * Letter.
 */

/** One line of a sheet; `code` uses a typeface with unmistakable letters. */
export type SheetRow = readonly [term: string, value: string, look?: 'code']

/** `title` and `heading` are texts; `sections` are already HTML. */
export interface SheetOptions {
  readonly title: string
  readonly heading: string
  /** The environment's name on the screen. */
  readonly environment: string
  /** Style rules in addition to the common ones. */
  readonly style?: string
  readonly sections: readonly string[]
  readonly footer: string
}

/** Returns the whole document. */
export function printedSheet(sheet: SheetOptions): string {
  const { title, heading, environment, style: more = '', sections, footer } = sheet
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${style}${more}</style>
</head>
<body>
<header><h1>${escaped(heading)}</h1><p class="environment">${escaped(environment)}</p></header>
${sections.join('\n')}
<footer>${escaped(footer)}</footer>
</body>
</html>
`
}

/** Returns a section with its lines. */
export const sheetSection = (title: string, rows: readonly SheetRow[]): string =>
  `<section><h2>${escaped(title)}</h2><dl>${rows
    .map(
      ([term, value, look]) =>
        `<dt>${escaped(term)}</dt><dd${look ? ` class="${look}"` : ''}>${escaped(value)}</dd>`,
    )
    .join('')}</dl></section>`

/** Returns a section with a list. */
export const sheetList = (title: string, items: readonly string[]): string =>
  `<section><h2>${escaped(title)}</h2><ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul></section>`

/** Returns a section with a table; each row has as many cells as there are titles. */
export const sheetTable = (
  title: string,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string =>
  `<section><h2>${escaped(title)}</h2><table><thead><tr>${titles
    .map((one) => `<th scope="col">${escaped(one)}</th>`)
    .join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></section>`

/** Returns a warning paragraph. */
export const sheetWarning = (text: string): string => `<p class="warning">${escaped(text)}</p>`

/** Returns a note paragraph. */
export const sheetNote = (text: string): string => `<p class="note">${escaped(text)}</p>`

/**
 * The font family of all sheets. Named for Linux, since system-ui differs between its computers.
 */
export const sansFamily = "-apple-system, 'Segoe UI', 'Liberation Sans', system-ui, sans-serif"
const monoFamily = "ui-monospace, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"

// A ligature is one character in the text of the PDF: a search for Griffin in a saved sheet would
// not find it. The rule is for each element and !important, because every `font` shorthand allows
// ligatures again.
const style = `
@page { margin: 16mm }
*, ::before, ::after, ::marker { font-variant-ligatures: none !important }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 178mm; font: 10.5pt/1.45 ${sansFamily}; color: #111; background: #fff }
header { display: flex; justify-content: space-between; align-items: baseline; border-bottom: 2pt solid #111 }
h1 { font-size: 18pt; margin: 0 0 2mm }
h2 { font-size: 11.5pt; margin: 5mm 0 1.5mm }
.environment { font-weight: 700; text-transform: uppercase; letter-spacing: .04em; margin: 0 }
.warning { border: 1.5pt solid #111; padding: 2.5mm 3mm; font-weight: 600; margin: 4mm 0 }
.note { margin: 4mm 0 }
section { break-inside: avoid }
dl { display: grid; grid-template-columns: 48mm 1fr; gap: 1mm 4mm; margin: 0 }
dt { color: #444 }
dd { margin: 0; overflow-wrap: anywhere }
.code { font-family: ${monoFamily}; font-size: 11pt }
ul { margin: 0; padding-left: 5mm }
footer { margin-top: 6mm; border-top: .5pt solid #999; padding-top: 2mm; color: #444; font-size: 9pt }
`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Returns a text as HTML, with all markup escaped. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
